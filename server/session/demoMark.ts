import { sql } from 'drizzle-orm';
import { setting } from '#server/storage/kernelTables.ts';
import { readRow, type Reader } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';
import { demoUsers } from './demoUsers.ts';
import { defaultTenantId } from './tokenRequest.ts';

const markSetting = 'demo.database';
export const demoPasswordSetting = 'session.demoPassword';
/** What the demo's parts note when they have been put in. */
const partSettings = ['demo.seeded', 'demo.flow'];

/** Whether anybody ever had an account here, in whatever tenant, removed ones included. */
export async function hasAccounts(reader: Reader): Promise<boolean> {
  return (await readRow(reader, sql`select 1 as one from user_account limit 1`)) !== undefined;
}

/** Writes for good what an empty database is made as. In the transaction that makes its first accounts. */
export async function markDemo(tx: Tx, isDemo: boolean): Promise<void> {
  await tx
    .insert(setting)
    .values({ key: markSetting, value: isDemo })
    .onConflictDoUpdate({ target: setting.key, set: { value: isDemo } });
}

/**
 * Whether a database with accounts was made as a demo. One of an earlier version has no mark: it is a demo where none of
 * its accounts is older than the demo's own, and what was not put in then stays out. Writes the mark it finds missing.
 */
export async function isMarkedDemo(tx: Tx): Promise<boolean> {
  const marked = await readRow<{ value: boolean }>(tx, sql`select value from setting where key = ${markSetting}`);
  if (marked) return marked.value;
  const found = await readRow<{ count: number; password: unknown }>(
    tx,
    sql`select count(*)::int as count, (select value from setting where key = ${demoPasswordSetting}) as password from user_account
      where tenant_id = ${defaultTenantId} and account in ${demoUsers.map(({ account }) => account)} and create_time = (select min(create_time) from user_account)`,
  );
  const isDemo = found?.count === demoUsers.length && typeof found.password === 'string';
  await markDemo(tx, isDemo);
  if (isDemo)
    await tx
      .insert(setting)
      .values(partSettings.map((key) => ({ key, value: true })))
      .onConflictDoNothing();
  return isDemo;
}
