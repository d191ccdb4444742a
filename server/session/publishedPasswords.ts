import { sql } from 'drizzle-orm';
import type { Database } from '#server/storage/database.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { demoPasswordSetting, isMarkedDemo } from './demoMark.ts';
import { demoUsers, ownDemoPassword } from './demoUsers.ts';
import { isPasswordOf } from './passwordHash.ts';
import { defaultTenantId } from './tokenRequest.ts';

export interface PublishedPassword {
  readonly account: string;
  /** It was not known before this start. */
  readonly isNew: boolean;
}

/**
 * Accounts of a database that is no demo whose password stands in the demo's own instructions: a start of an earlier
 * version could have opened or overwritten them. Whoever signs in there must choose another before anything else.
 */
export async function stopPublishedPasswords(database: Database): Promise<readonly PublishedPassword[]> {
  if (await database.transaction(isMarkedDemo)) return [];
  const shown = await readRow<{ value: unknown }>(database.orm, sql`select value from setting where key = ${demoPasswordSetting}`);
  const published = [...new Set([ownDemoPassword, ...(typeof shown?.value === 'string' ? [shown.value] : [])])];
  const rows = await readRows<{ id: string; account: string; passwordHash: string; mustChange: number }>(
    database.orm,
    sql`select u.id::text as id, u.account, c.password_hash, c.must_change from user_account u join user_credential c on c.user_id = u.id
      where u.tenant_id = ${defaultTenantId} and u.is_deleted = 0 and u.account in ${demoUsers.map(({ account }) => account)} order by u.id`,
  );
  const judged = await Promise.all(
    rows.map(async (row) => ({
      ...row,
      isPublished: (await Promise.all(published.map((one) => isPasswordOf(row.passwordHash, one)))).includes(true),
    })),
  );
  const found = judged.filter(({ isPublished }) => isPublished);
  const unmarked = found.filter(({ mustChange }) => mustChange === 0);
  // As long as it is still that password: it may have been changed since it was read.
  for (const { id, passwordHash } of unmarked)
    await database.orm.execute(sql`update user_credential set must_change = 1 where user_id = ${id} and password_hash = ${passwordHash}`);
  return found.map(({ account, mustChange }) => ({ account, isNew: mustChange === 0 }));
}
