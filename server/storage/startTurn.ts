import { sql } from 'drizzle-orm';
import type { Tx } from './tx.ts';
import { nowSql } from './clock.ts';

/**
 * Waits until no other node is filling this installation, and keeps others waiting until this transaction ends: the
 * turn is the lock on one row of the settings. Its first statement, so that what follows sees what the other node wrote.
 */
export async function takeStartTurn(tx: Tx): Promise<void> {
  await tx.execute(
    sql`insert into setting (key, value) values ('installation.start', 'true'::jsonb) on conflict (key) do update set update_time = ${nowSql}`,
  );
}
