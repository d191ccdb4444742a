import { sql } from 'drizzle-orm';
import { UserError } from '#server/kernel/core/answers.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import { readRow } from '#server/storage/readRows.ts';

/** Throws UserError 400 where a tenant has more living accounts than it may (docs/wire.md#system-resources, accountNumber). Call it after the insert. */
export async function refuseBeyondQuota(tx: Tx, tenantId: string): Promise<void> {
  const row = await readRow<{ most: number }>(tx, sql`select account_number as most from tenant where tenant_id = ${tenantId} for update`);
  if (!row || row.most < 0) return;
  const counted = await readRow<{ count: number }>(
    tx,
    sql`select count(*)::int as count from user_account where tenant_id = ${tenantId} and is_deleted = 0`,
  );
  if ((counted?.count ?? 0) > row.most)
    throw new UserError(400, [`租户账号额度已满: ${row.most}`, `The tenant has used up its accounts: ${row.most}`]);
}
