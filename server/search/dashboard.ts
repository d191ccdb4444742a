import { sql, type SQL } from 'drizzle-orm';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { clerkRow, dashboardContracts } from '#domain/search/dashboardContracts.ts';
import { waitingBuckets, type DashboardFigures, type WaitingBucket } from '#domain/search/dashboard.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { withinLimit } from '#server/kernel/verbs/withinLimit.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { nowMs } from '#server/storage/clock.ts';

const dayMs = 24 * 3_600_000;
const hourMs = 3_600_000;
const mostClerks = 10;

/** Tubes received on a day, by hour: a range of `sample_time_ix`. */
async function receivedOn(reader: Reader, tenantId: string, day: string, scope: SQL | undefined): Promise<number[]> {
  const rows = await readRows<{ hour: number; count: number }>(
    reader,
    sql`select extract(hour from s.receive_time)::int as hour, count(*)::int as count from sample s
    where s.tenant_id = ${tenantId} and s.receive_time >= ${`${day} 00:00:00`} and s.receive_time <= ${`${day} 23:59:59`} and ${scope ?? sql`true`} group by 1`,
  );
  const hours = Array.from({ length: 24 }, () => 0);
  for (const { hour, count } of rows) hours[hour] = count;
  return hours;
}

/** Open requisitions by age: `requisition_open_ix` holds the open ones alone, however long the history is. */
async function waitingByAge(reader: Reader, tenantId: string, now: number, scope: SQL | undefined): Promise<DashboardFigures['waiting']> {
  const before = (ms: number): string => formatDateTime(now - ms);
  const rows = await readRows<{ bucket: WaitingBucket; count: number }>(
    reader,
    sql`select case when r.receive_time > ${before(4 * hourMs)} then 'h4' when r.receive_time > ${before(dayMs)} then 'd1'
      when r.receive_time > ${before(3 * dayMs)} then 'd3' else 'more' end as bucket, count(*)::int as count
    from requisition r where r.tenant_id = ${tenantId} and r.entry_state < 5 and ${scope ?? sql`true`} group by 1`,
  );
  return waitingBuckets.map((bucket) => ({ bucket, count: rows.find((row) => row.bucket === bucket)?.count ?? 0 }));
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
      const { tenantId } = user;
      const maySeeSamples = user.permissions.has('sample_view');
      const isOwnOnly = !user.permissions.has('entryStatistic_view');
      const laboratories = await laboratoriesOf(db, user);
      const ofSamples = inLaboratories(sql`s.contract_laboratory_id`, laboratories);
      return withinLimit(db, async (limited) => ({
        at: formatDateTime(now),
        perHour: maySeeSamples
          ? {
              today: await receivedOn(limited, tenantId, formatDateTime(now).slice(0, 10), ofSamples),
              lastWeek: await receivedOn(limited, tenantId, formatDateTime(now - 7 * dayMs).slice(0, 10), ofSamples),
            }
          : null,
        waiting: maySeeSamples ? await waitingByAge(limited, tenantId, now, inLaboratories(sql`r.contract_laboratory_id`, laboratories)) : null,
        clerks: await entriesBy(limited, tenantId, now, isOwnOnly ? user.id : null),
        isOwnOnly,
      }));
    },
  },
});
