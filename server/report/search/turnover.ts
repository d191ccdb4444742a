import { sql, type SQL } from 'drizzle-orm';
import { beginNode, dateModel } from '#domain/base/panelTestCycle.ts';
import { timeType } from '#domain/lab/labRows.ts';
import {
  labTurnover,
  missingInTurnover,
  percentileType,
  preTurnover,
  turnoverContracts,
  turnoverDimension,
  usualTurnover,
  type PreTurnoverChart,
  type PreTurnoverRow,
  type TurnoverRow,
} from '#domain/report/search/turnover.ts';
import { yesNo } from '#domain/kernel/choices.ts';
import { calendarKind } from '#domain/base/workCalendar.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { holdsFilter, parameter } from '#server/kernel/resource/pageRows.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { conditionOfListing, defineListing, selected, type AskedListing, type Listing } from '#server/kernel/verbs/listing.ts';
import { nameOfGroup } from '#server/kernel/verbs/onePass.ts';
import { chosen, judgeSpan, periodOf, periodStart, type Periods } from '#server/kernel/verbs/periods.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { withinLimit } from '#server/kernel/verbs/withinLimit.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { inPanelGroups, panelGroupsOf } from '#server/storage/panelGroupScope.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { commodityNames } from '#server/storage/sqlParts.ts';

/** Periods are months where nothing else is asked for. */
const usualType = timeType.month;
const periodsOf = (query: Query): Periods => periodOf(query, sql`p.report_time`, 'reportTime', usualType);

/** From when the clock runs that parameter `name` asks for: the codes of `beginNode`. Until parcels are kept, arrival by courier is the receipt. */
const beginOf = (query: Query, name = 'beginNode'): SQL =>
  chosen(query, name, beginNode, beginNode.labReceive) === String(beginNode.logistics) ? sql`p.receive_time` : sql`p.lab_receive_time`;

/** Whether a statistic that begins at `countedFrom` counts a task, as `isCounted` asks; who asks for neither is shown all of them. */
export const isCounted = ({ query }: Pick<AskedListing, 'query'>): SQL | undefined => {
  if (parameter(query, 'countedFrom') === '' && parameter(query, 'isCounted') === '') return undefined;
  const counted = sql`coalesce(p.report_time >= ${beginOf(query, 'countedFrom')}, false)`;
  return parameter(query, 'isCounted') === String(yesNo.no) ? sql`not ${counted}` : counted;
};

/** Minutes between two moments by the days that count; null without a begin, or where the end stands before it. */
function minutesBetween(query: Query, from: SQL, to: SQL): SQL {
  const seconds =
    chosen(query, 'dateModel', dateModel, dateModel.calendarDays) === String(dateModel.calendarDays)
      ? sql`extract(epoch from ${to} - ${from})`
      : sql`(select coalesce(sum(extract(epoch from least(d.day + interval '1 day', ${to}) - greatest(d.day, ${from}))), 0)
          from generate_series(date_trunc('day', ${from}), ${to}, interval '1 day') d (day)
          left join work_calendar_day w on w.tenant_id = p.tenant_id and w.date = d.day::date
          where coalesce(w.kind = ${sql.raw(String(calendarKind.workday))}, extract(isodow from d.day) <= 5))`;
  return sql`case when ${to} >= ${from} then floor(${seconds} / 60)::int end`;
}
/** Those from the laboratory's clock to the report. */
const minutesInLab = (query: Query): SQL => minutesBetween(query, beginOf(query), sql`p.report_time`);
/** Those before testing. */
const minutesBefore = (query: Query): SQL => minutesBetween(query, sql`p.sampling_time`, beginOf(query));
/** Has a task's minutes (alias m) worked out once, whatever is told of them: the offset keeps the planner from writing them out in every place. */
const withMinutes = (of: SQL): SQL => sql`cross join lateral (select ${of} as minutes offset 0) m`;
const minutes = sql`m.minutes`;

const median = sql`round(percentile_cont(0.5) within group (order by ${minutes}))::int`;
const ninety = sql`percentile_disc(0.9) within group (order by ${minutes})`;

/** Alias p. A report that was taken back stands for nothing until it is out again. */
async function where({ db, user, query, now }: AskedListing): Promise<readonly (SQL | undefined)[]> {
  const missing = missingInTurnover(query);
  if (missing) throw new UserError(400, missing, { refusal: 'turnover.noLaboratory' });
  judgeSpan(query, 'reportTime', now, usualType);
  return [
    sql`p.tenant_id = ${user.tenantId}`,
    inLaboratories(sql`p.laboratory_id`, await laboratoriesOf(db, user)),
    inPanelGroups(sql`p.panel_group_id`, await panelGroupsOf(db, user)),
    sql`p.is_open = 0`,
  ];
}
const unsearched = (): undefined => undefined;
const searchedIn: NonNullable<Listing<TurnoverRow>['searchedIn']> = {
  laboratoryId: sql`p.laboratory_id`,
  reportTime: sql`p.report_time`,
  panelGroupId: sql`p.panel_group_id`,
  sendSampleClientId: sql`p.send_sample_client_id`,
  commodityId: ({ query }) => holdsFilter(query, 'commodityId', sql`p.commodity_ids`),
  timeType: unsearched,
  dimension: unsearched,
  percentileType: unsearched,
  beginNode: unsearched,
  dateModel: unsearched,
};

/** What tasks are parted by, and its name, looked up for the part's row (alias g). */
interface Dimension {
  readonly by?: SQL;
  readonly name: (asked: Pick<AskedListing, 'user'>) => SQL;
}
function dimensionOf(query: Query): Dimension {
  const dimension = chosen(query, 'dimension', turnoverDimension, turnoverDimension.none);
  if (dimension === turnoverDimension.panelGroup)
    return { by: sql`p.panel_group_id`, name: nameOfGroup('panel_group', 'panel_group_name', 'dimension_id::bigint') };
  if (dimension === turnoverDimension.client)
    return { by: sql`p.send_sample_client_id`, name: nameOfGroup('send_sample_client', 'client_name', 'dimension_id::bigint') };
  return { name: () => sql`null::text` };
}

/** What is told of a set of tasks by their minutes. */
const figures = {
  n: sql`count(${minutes})::int`,
  leftOut: sql`(count(*) - count(${minutes}))::int`,
  p50: median,
  p90: ninety,
  max: sql`max(${minutes})`,
};

/** `comprehensive-query/labTurnoverPercentiles`. Throws UserError 400 without a laboratory, or over a span that is too long. */
const servedLabTurnover = defineListing(labTurnover, {
  columns: {
    countTime: ({ query }) => periodsOf(query).countTime,
    fromTime: ({ query }) => periodsOf(query).fromTime,
    toTime: ({ query }) => periodsOf(query).toTime,
    dimensionId: ({ query }) => sql`${dimensionOf(query).by ?? sql`null`}::text`,
    dimensionName: ({ query, user }) => dimensionOf(query).name({ user }),
    ...figures,
    testCycle: ({ query }) => (chosen(query, 'percentileType', percentileType, percentileType.p50) === String(percentileType.p90) ? ninety : median),
    inTimeRate: sql`round(100.0 * count(*) filter (where ${minutes} <= p.external_test_cycle)
      / nullif(count(*) filter (where ${minutes} is not null and p.external_test_cycle is not null), 0), 1)::float8`,
  },
  from: sql`report_period p`,
  joins: ({ query }) => withMinutes(minutesInLab(query)),
  where,
  searchedIn,
  usual: usualTurnover.applied,
  groupBy: [
    { by: periodStart(sql`p.report_time`, usualType), gives: ['countTime', 'fromTime', 'toTime'] },
    { by: ({ query }) => dimensionOf(query).by, gives: ['dimensionId'], names: ['dimensionName'] },
  ],
  order: sql`count_time desc, n desc, dimension_id`,
  indexes: ['report_period_laboratory_ix'],
});

const tasks: Listing<PreTurnoverRow> = {
  columns: {
    taskId: sql`p.task_id`,
    labCode: sql`p.lab_code`,
    sampleCode: sql`s.sample_code`,
    laboratoryName: sql`(select n.laboratory_name from laboratory n where n.tenant_id = p.tenant_id and n.id = p.laboratory_id)`,
    commodityName: commodityNames(sql`p.tenant_id`, sql`p.commodity_ids`),
    panelName: sql`coalesce((select string_agg(n.panel_name, '、' order by array_position(p.panel_ids, n.id)) from panel n where n.tenant_id = p.tenant_id and n.id = any(p.panel_ids)), '')`,
    samplingTime: sql`p.sampling_time`,
    beginTime: ({ query }) => beginOf(query),
    reportTime: sql`p.report_time`,
    sampleCycle: ({ query }) => minutesBefore(query),
  },
  from: sql`report_period p`,
  joins: sql`join sample s on s.tenant_id = p.tenant_id and s.id = p.sample_id`,
  where,
  searchedIn: {
    ...searchedIn,
    isCounted: ({ query }) => {
      const asked = parameter(query, 'isCounted');
      return asked === '' ? undefined : sql`${minutesBefore(query)} ${sql.raw(asked === String(yesNo.no) ? 'is null' : 'is not null')}`;
    },
  },
  usual: usualTurnover.applied,
  order: sql`p.report_time desc, p.task_id`,
  indexes: ['report_period_laboratory_ix', 'report_period_pk'],
};
/** `comprehensive-query/preTestingTurnoverPercentiles`: the tasks, as rows. Refuses as the statistic does. */
const servedPreTurnover = defineListing(preTurnover, tasks);
export const turnoverListings = [servedLabTurnover, servedPreTurnover];

export const turnoverCalls: readonly Call[] = serveCalls(turnoverContracts, {
  'GET search/comprehensive-query/preTestingTurnoverChart': {
    async handle({ db, user, query, now, request }) {
      const condition = await conditionOfListing(preTurnover, tasks, { db, user, query, now, request });
      const told = selected(figures);
      const counted = sql`from report_period p ${withMinutes(minutesBefore(query))} where ${condition}`;
      return withinLimit(db, async (limited) => {
        const summary = await readRow<PreTurnoverChart['summary']>(limited, sql`select ${told} ${counted}`);
        if (!summary) throw new Error('an aggregate without a row');
        const periods = await readRows<PreTurnoverChart['periods'][number]>(
          limited,
          sql`select ${selected({ ...periodsOf(query), ...figures })} ${counted} group by 1, 2, 3 order by 1`,
        );
        return { periods, summary };
      });
    },
  },
});
