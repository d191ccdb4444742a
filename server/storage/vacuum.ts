import { nowDate } from './clock.ts';
import type { Database } from './database.ts';

/** The hour of the night, Shanghai's, in which nobody scans. */
const quietHour = 3;
const checkMs = 10 * 60_000;

/** Has the embedded database vacuumed once a night: it has no process of its own for that. Nothing to do on PostgreSQL. */
export function keepVacuumed(database: Database, now: () => Date = nowDate): { readonly stop: () => void } {
  if (database.kind !== 'embedded') return { stop: () => {} };
  let lastDay = '';
  const timer = setInterval(() => {
    const at = now();
    const day = at.toDateString();
    if (at.getHours() !== quietHour || day === lastDay) return;
    lastDay = day;
    // A missed night is made up for by the next.
    database.vacuum().catch(() => {});
  }, checkMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
