import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { UserError } from '#server/kernel/core/answers.ts';
import type { Reader } from '#server/storage/readRows.ts';
import { sqlStateOf } from '#server/storage/sqlState.ts';

/** Longest a statement of a statistic may take, ms (docs/search.md#periods). */
const limitMs = 5_000;
const cancelled = '57014';

/**
 * Reads a statistic that the database gives up after 5 s: a span nobody can count must not hold up those who count a day. Throws
 * UserError 503 then. The embedded engine works at one statement at a time and cannot give one up.
 */
export async function withinLimit<T>(db: Reader & Partial<Pick<NodePgDatabase, 'transaction'>>, read: (limited: Reader) => Promise<T>): Promise<T> {
  // Inside a transaction the limit would be that of all that comes after it.
  if (!db.transaction || 'rollback' in db) return read(db);
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = ${limitMs}`));
      return read(tx);
    });
  } catch (error) {
    if (sqlStateOf(error) !== cancelled) throw error;
    throw new UserError(503, ['统计超时, 请缩小条件', 'Timed out: narrow what is counted'], { refusal: 'statistic.timedOut' });
  }
}
