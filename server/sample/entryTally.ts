import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { Tx } from '#server/kernel/serve.ts';
import { newId } from '#server/storage/ids.ts';

/** 1 pre-processing, 2 single (first pass), 3 double entry (second pass): spec 3, Entry statistics. */
export type EnterType = 1 | 2 | 3;

/** Counts one entry of a person on the day of its time. */
export async function countEntry(tx: Tx, user: ActingUser, enterType: EnterType, time: string): Promise<void> {
  await tx.execute(countingEntry(user, enterType, time));
}

/** The same as a part of a statement. */
export const countingEntry = (user: ActingUser, enterType: EnterType, time: string): SQL =>
  sql`insert into entry_tally (id, tenant_id, user_id, enter_type, enter_day, enter_account, enter_username, enter_count)
    values (${newId()}, ${user.tenantId}, ${user.id}, ${enterType}, ${time.slice(0, 10)}, ${user.account}, ${user.name}, 1)
    on conflict (tenant_id, user_id, enter_type, enter_day) do update set enter_count = entry_tally.enter_count + 1, enter_account = excluded.enter_account, enter_username = excluded.enter_username`;
