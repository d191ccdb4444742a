import { nowDate } from './clock.ts';
import { unhurried, type Database } from './database.ts';

/** The hour of the night, Shanghai's, in which nobody scans. */
const quietHour = 3;
const checkMs = 10_000;

/**
 * Has the embedded database vacuumed once a night, and the tables in which much was written analysed in between: it has no
 * process of its own for that, and without statistics the plans of a new database's first day cost many times the time.
 * Nothing to do on PostgreSQL.
 */
export function keepVacuumed(database: Database, now: () => Date = nowDate): { readonly stop: () => void } {
  if (database.kind !== 'embedded') return { stop: () => {} };
  let lastDay = '';
  const timer = setInterval(() => {
    const at = now();
    const day = at.toDateString();
    // A missed night, or what was not analysed, is made up for by the next.
    if (at.getHours() !== quietHour || day === lastDay) return void analyseWritten(database).catch(() => {});
    lastDay = day;
    database.vacuum().catch(() => {});
  }, checkMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/**
 * Analyses the tables of which more than 50 rows and a tenth of all together were written since the last time (the rule of PostgreSQL's own
 * autovacuum, section "Automatic Vacuuming" of its manual); their names. One statement a table: scans go between them.
 */
export async function analyseWritten({ pool }: Pick<Database, 'pool'>): Promise<readonly string[]> {
  const { rows } = await pool.query<{
    name: string;
  }>(`select quote_ident(s.relname) as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = 'public' and s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0) order by 1`);
  for (const { name } of rows) await pool.query(unhurried(`analyze public.${name}`));
  return rows.map(({ name }) => name);
}
