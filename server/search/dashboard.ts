import { sql, type SQL } from 'drizzle-orm';
import { addDays, formatDateTime } from '#domain/kernel/dates.ts';
import { clerkRow, dashboardContracts } from '#domain/search/dashboardContracts.ts';
import { spanOfWait, waitingBuckets, weekDays, type DashboardFigures, type WaitingBucket } from '#domain/search/dashboard.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { withinLimit } from '#server/kernel/verbs/withinLimit.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { nowMs } from '#server/storage/clock.ts';
import { allOf } from '#server/storage/sqlParts.ts';
import { isWaiting, ofDashboard } from './dashboardLists.ts';

const dayMs = 24 * 3_600_000;
const mostClerks = 10;

/** Tubes received on a day, by hour: a range of `sample_time_ix`. */
async function receivedOn(reader: Reader, day: string, scope: SQL): Promise<number[]> {
  const rows = await readRows<{ hour: number; count: number }>(
    reader,
    sql`select extract(hour from s.receive_time)::int as hour, count(*)::int as count from sample s
    where s.receive_time >= ${`${day} 00:00:00`} and s.receive_time <= ${`${day} 23:59:59`} and ${scope} group by 1`,
  );
  const hours = Array.from({ length: 24 }, () => 0);
  for (const { hour, count } of rows) hours[hour] = count;
  return hours;
}

/** Open requisitions by age: those of each stretch of time that `spanOfWait` says. */
async function waitingByAge(reader: Reader, at: string, scope: SQL): Promise<DashboardFigures['waiting']> {
  const counted = (bucket: WaitingBucket): SQL => {
    const { fromTime, toTime } = spanOfWait(bucket, at);
    const within = allOf([fromTime !== undefined && sql`r.receive_time >= ${fromTime}`, toTime !== undefined && sql`r.receive_time <= ${toTime}`]);
    return sql`count(*) filter (where ${within})::int as ${sql.identifier(bucket)}`;
  };
  const row = await readRow<Record<WaitingBucket, number>>(
    reader,
    sql`select ${sql.join(waitingBuckets.map(counted), sql`, `)} from requisition r where ${isWaiting} and ${scope}`,
  );
  return waitingBuckets.map((bucket) => ({ bucket, count: row?.[bucket] ?? 0 }));
}

/** Entries of seven days from the tally that is kept with each act: a few rows a person and day. */
function entriesBy(reader: Reader, tenantId: string, now: number, userId: string | null): Promise<DashboardFigures['clerks']> {
  const of = (type: number): SQL => sql`coalesce(sum(t.enter_count) filter (where t.enter_type = ${type}), 0)::int`;
  return readRows(
    reader,
    sql`select max(t.enter_username) as name, ${of(1)} as summary, ${of(2)} as single, ${of(3)} as double from entry_tally t
    where t.tenant_id = ${tenantId} and t.enter_day > ${formatDateTime(now - 7 * dayMs).slice(0, 10)} and ${userId === null ? sql`true` : sql`t.user_id = ${userId}`}
    group by t.user_id order by sum(t.enter_count) desc, t.user_id limit ${mostClerks}`,
    clerkRow,
  );
}

export const dashboardCalls: readonly Call[] = serveCalls(dashboardContracts, {
  'GET search/dashboard/figures': {
    /** Each figure within the asking user's laboratories and rights; who may not see the entries of others gets their own. */
    async handle({ db, user }): Promise<DashboardFigures> {
      const now = nowMs();
      const at = formatDateTime(now);
      const maySeeSamples = user.permissions.has('sample_view');
      const isOwnOnly = !user.permissions.has('entryStatistic_view');
      const ofTubes = allOf(await ofDashboard('s')({ db, user }));
      const ofRequisitions = allOf(await ofDashboard('r')({ db, user }));
      return withinLimit(db, async (limited) => ({
        at,
        perHour: maySeeSamples
          ? {
              today: await receivedOn(limited, at.slice(0, 10), ofTubes),
              lastWeek: await receivedOn(limited, addDays(at, -weekDays), ofTubes),
            }
          : null,
        waiting: maySeeSamples ? await waitingByAge(limited, at, ofRequisitions) : null,
        clerks: await entriesBy(limited, user.tenantId, now, isOwnOnly ? user.id : null),
        isOwnOnly,
      }));
    },
  },
});
