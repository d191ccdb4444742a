import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import { newId } from '#server/storage/ids.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { entryTallyTable } from '#server/storage/sampleTables.ts';

/** 1 pre-processing, 2 single (first pass), 3 double entry (second pass): docs/contract.md#entry-statistics. */
export type EnterType = 1 | 2 | 3;

/** One entry, and the day it counts for: `yyyy-MM-dd ...`. */
export interface Entry {
  readonly enterType: EnterType;
  readonly time: string;
}

/** Counts entries of a person, each on the day of its time. */
export async function countEntries(tx: Tx, user: ActingUser, entries: readonly Entry[]): Promise<void> {
  if (entries.length > 0) await tx.execute(countingEntries(user, entries));
}

/** The same as a part of a statement; at least one. */
export function countingEntries(user: ActingUser, entries: readonly Entry[]): SQL {
  const counts = new Map<string, number>();
  for (const { enterType, time } of entries) {
    const name = `${enterType} ${time.slice(0, 10)}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  // In one order for everybody.
  const rows = [...counts.keys()].toSorted().map((name) => ({
    id: newId(),
    tenantId: user.tenantId,
    userId: user.id,
    enterType: Number(name.slice(0, 1)),
    enterDay: name.slice(2),
    enterAccount: user.account,
    enterUsername: user.name,
    enterCount: counts.get(name),
  }));
  return sql`${insertMany(entryTallyTable, rows)}
    on conflict (tenant_id, user_id, enter_type, enter_day) do update set enter_count = entry_tally.enter_count + excluded.enter_count, enter_account = excluded.enter_account, enter_username = excluded.enter_username`;
}

/** Takes one entry off the count again: what was taken back was none. */
export async function uncountEntry(tx: Tx, user: ActingUser, { enterType, time }: Entry): Promise<void> {
  await tx.execute(sql`update entry_tally set enter_count = greatest(enter_count - 1, 0)
    where tenant_id = ${user.tenantId} and user_id = ${user.id} and enter_type = ${enterType} and enter_day = ${time.slice(0, 10)}`);
}
