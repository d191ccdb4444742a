import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { UserError } from '#server/kernel/core/answers.ts';
import type { Reader } from '#server/storage/readRows.ts';
import { sqlStateOf } from '#server/storage/sqlState.ts';

/** Longest a statement of a statistic may take, ms (docs/search.md#periods). */
const limitMs = 5_000;
/** What one may sort and group in memory: of a year's rows the usual 4 MB go to the disk. */
const memory = '32MB';
/** What a row costs that another process hands over: the planner takes a fifth of the rows for groups, and would have few of them counted by one process alone. */
const [usualTupleCost, sharedTupleCost] = ['0.1', '0.01'];
const cancelled = '57014';

/**
 * Reads a statistic that the database gives up after 5 s: a span nobody can count must not hold up those who count a day. Throws
 * UserError 503 then. `isShared`: very many rows become few groups, so processes should share them. The embedded engine works at one statement at a time and cannot give one up.
 */
export async function withinLimit<T>(
  db: Reader & Partial<Pick<NodePgDatabase, 'transaction'>>,
  read: (limited: Reader) => Promise<T>,
  isShared = false,
): Promise<T> {
  // Inside a transaction the limit would be that of all that comes after it.
  if (!db.transaction || 'rollback' in db) return read(db);
  try {
    return await db.transaction(async (tx) => {
      // Compiling the statement costs more than it saves on rows that are counted within the limit.
      await tx.execute(
        sql`select set_config('statement_timeout', ${String(limitMs)}, true), set_config('work_mem', ${memory}, true), set_config('jit', 'off', true), set_config('parallel_tuple_cost', ${isShared ? sharedTupleCost : usualTupleCost}, true)`,
      );
      return read(tx);
    });
  } catch (error) {
    if (sqlStateOf(error) !== cancelled) throw error;
    throw new UserError(503, ['统计超时, 请缩小条件', 'Timed out: narrow what is counted'], { refusal: 'statistic.timedOut' });
  }
}
