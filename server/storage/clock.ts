import { sql, type SQLWrapper } from 'drizzle-orm';
import { formatDateTime } from '#domain/kernel/dates.ts';

/**
 * The server's one clock: nothing else here asks the platform or the database for the time, so that a row, its audit
 * entry and the answer never disagree (`e2e/checkWords.ts` holds it). Milliseconds since 1970.
 */
export const nowMs = (): number => Date.now();

/** Now as `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai: how times stand in rows and answers. */
export const nowText = (): string => formatDateTime(nowMs());

export const nowDate = (): Date => new Date(nowMs());

/** Now as ISO 8601 with milliseconds: what desks measure their own clock by. */
export const nowIso = (): string => nowDate().toISOString();

/**
 * Now inside a statement, read when it is sent. The database's own `now()` serves as a column's default alone: on PostgreSQL
 * it is another machine's clock.
 */
export const nowSql: SQLWrapper = { getSQL: () => sql`${nowIso()}::timestamptz` };
