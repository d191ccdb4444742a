import { sql, type SQL } from 'drizzle-orm';
import { processKind, recordState } from '#domain/lab/process/processChoices.ts';
import { timeType } from '#domain/lab/labRows.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { itemState } from '#domain/sample/itemState.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { countedFigure, countedSamples } from '#domain/search/countedSamples.ts';
import { clientCount, sampleCount, usualCounts, type ClientCountRow, type SampleCountRow } from '#domain/search/sampleCount.ts';
import { malformed } from '#server/kernel/core/answers.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import { holdsFilter, idFilter, parameter } from '#server/kernel/resource/pageRows.ts';
import { defineListing, type AskedListing, type Listing } from '#server/kernel/verbs/listing.ts';
import { nameOfGroup } from '#server/kernel/verbs/onePass.ts';
import { judgeSpan, periodColumns, periodStart } from '#server/kernel/verbs/periods.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';

/** One kind of event with its commodities; `whose`: the tube's laboratory and client, `of`: the columns of what it happened to. */
const part = (
  kind: number,
  { moment, whose = 's', of, rejected = 'false' }: { moment: string; whose?: string; of: string; rejected?: string },
): SQL =>
  sql.raw(
    `select ${whose}.tenant_id, ${kind} as kind, ${moment} as moment, ${whose}.contract_laboratory_id as laboratory_id, ${whose}.send_sample_client_id, ${of}, ${rejected} as is_rejected`,
  );
const ofTube = 's.id as event_id, s.id as sample_id, s.requisition_id';
/** What it is ordered for still. */
const joinItems = sql.raw(`join sample_item i on i.tenant_id = s.tenant_id and i.sample_id = s.id and i.item_state <> ${itemState.cancelled}`);
const isRejected = `s.lab_status = ${labStatus.rejected}`;
/** What `lab_task_late_ix` holds, in its words; of what else is due it is known that its report was in time. */
const mayBeLate = `t.external_due_time is not null and (t.task_state <> ${taskState.issued} or t.report_time is null or t.report_time > t.external_due_time)`;
/** A task that is due: past, not stopped, not waiting for a new sample. */
const isPast = (now: string): SQL => sql`t.external_due_time < ${now}::timestamptz and t.paused_time is null
      and t.task_state not in (${sql.raw(`${taskState.stopped}, ${taskState.voided}) and ${mayBeLate}`)}`;
const isTold = sql.raw(`(t.task_state = ${taskState.issued} and t.report_time is not null)`);
const ofTask = 't.id as event_id, t.sample_id, t.requisition_id, t.commodity_ids';
const ofPeriodRow = 'p.task_id as event_id, p.sample_id, p.requisition_id, p.commodity_ids';

/**
 * What is counted, a row for each tube that was received, task's report that stands, tube whose rejection stands, task that was sent back, task whose outer
 * due time passed without its report, with commodities of it (docs/search.md#sample-counts). Alias x. Those of which there are very many are answered
 * from one index each, what an earlier version wrote is joined; nothing is looked up in a row, for one process alone would count then.
 */
const events = ({
  now,
}: AskedListing): SQL => sql`(${part(countedFigure.received, { moment: 's.receive_time', of: `${ofTube}, s.commodity_ids`, rejected: isRejected })}
    from sample s where s.commodity_ids is not null
  union all ${part(countedFigure.received, { moment: 's.receive_time', of: `${ofTube}, array[i.commodity_id]`, rejected: isRejected })}
    from sample s ${joinItems} where s.commodity_ids is null
  union all ${part(countedFigure.reported, { moment: 'p.report_time', whose: 'p', of: ofPeriodRow })}
    from report_period p where p.is_open = 0 and p.contract_laboratory_id is not null
  union all ${part(countedFigure.reported, { moment: 'p.report_time', of: ofPeriodRow })}
    from report_period p join sample s on s.tenant_id = p.tenant_id and s.id = p.sample_id where p.is_open = 0 and p.contract_laboratory_id is null
  union all ${part(countedFigure.rejected, { moment: 's.reject_time', of: `${ofTube}, array[i.commodity_id]` })}
    from sample s ${joinItems} where ${sql.raw(isRejected)} and s.reject_time is not null
  union all ${part(countedFigure.sentBack, { moment: 'a.create_time', of: 'a.id as event_id, a.sample_id, a.requisition_id, a.commodity_ids' })}
    from lab_process_record a join sample s on s.tenant_id = a.tenant_id and s.id = a.sample_id
    where a.kind = ${sql.raw(String(processKind.goBack))} and a.state <> ${sql.raw(String(recordState.takenBack))}
  union all ${part(countedFigure.overdue, { moment: 't.external_due_time', of: ofTask })}
    from lab_task t join sample s on s.tenant_id = t.tenant_id and s.id = t.sample_id
    where ${isPast(now)} and ${isTold}
  union all ${part(countedFigure.overdue, { moment: 't.external_due_time', of: ofTask })}
    from lab_task t join sample s on s.tenant_id = t.tenant_id and s.id = t.sample_id
    left join report_period p on p.tenant_id = t.tenant_id and p.task_id = t.id and p.is_open = 0
    where ${isPast(now)} and not ${isTold} and (p.report_time is null or p.report_time > t.external_due_time)) x`;

/** Periods are days where nothing else is asked for. */
const usualType = timeType.day;
/** What was received, and is rejected now. */
const receivedRejected = sql.raw(`x.kind = ${countedFigure.received} and x.is_rejected`);
/** How many of each kind fell into one period, of one client, laboratory and commodity. */
const tallied =
  (client?: SQL): NonNullable<Listing<SampleCountRow>['tally']> =>
  (asked) => ({
    by: {
      moment: periodStart(sql`x.moment`, usualType)(asked),
      sendSampleClientId: client ?? sql`null::bigint`,
      laboratoryId: sql`x.laboratory_id`,
      commodityIds: sql`x.commodity_ids`,
      kind: sql`x.kind`,
      isRejected: sql`(${receivedRejected})`,
    },
    counts: { times: sql`count(*)` },
    ...(client ? {} : { isShared: true }),
    each: { of: 'commodityIds', as: 'commodityId', where: idFilter(asked.query, 'commodityId', sql`c.id`) },
  });
const countWhere = (condition: SQL): SQL => sql`coalesce(sum(x.times) filter (where ${condition}), 0)`;
const count = (kind: number): SQL => sql`${countWhere(sql.raw(`x.kind = ${kind}`))}::int`;
const period = periodColumns(sql`x.moment`, 'countedTime', usualType);
const columns: Listing<SampleCountRow>['columns'] = {
  countTime: period('countTime'),
  fromTime: period('fromTime'),
  toTime: period('toTime'),
  laboratoryId: sql`x.laboratory_id`,
  laboratoryName: nameOfGroup('laboratory', 'laboratory_name', 'laboratory_id'),
  commodityId: sql`x.commodity_id`,
  commodityName: nameOfGroup('commodity', 'commodity_name', 'commodity_id'),
  receiveCount: count(countedFigure.received),
  receivedRejectCount: sql`${countWhere(sql`x.is_rejected`)}::int`,
  rejectRate: sql`round(100.0 * ${countWhere(sql`x.is_rejected`)} / nullif(${count(countedFigure.received)}, 0), 1)::float8`,
  reportCount: count(countedFigure.reported),
  rejectCount: count(countedFigure.rejected),
  gobackCount: count(countedFigure.sentBack),
  overdueCount: count(countedFigure.overdue),
};
const ofPeriod = { by: periodStart(sql`x.moment`, usualType), gives: ['countTime', 'fromTime', 'toTime'] } as const;
const ofLaboratory = { by: sql`x.laboratory_id`, gives: ['laboratoryId'], names: ['laboratoryName'] } as const;
const ofCommodity = { by: sql`x.commodity_id`, gives: ['commodityId'], names: ['commodityName'] } as const;
/** Within a span that can be counted by its periods. Throws UserError 400. */
const within =
  (type: typeof usualType | typeof timeType.year): Listing<SampleCountRow>['where'] =>
  async ({ db, user, query, now }) => {
    judgeSpan(query, 'countedTime', now, type);
    return [sql`x.tenant_id = ${user.tenantId}`, inLaboratories(sql`x.laboratory_id`, await laboratoriesOf(db, user))];
  };
const where = within(usualType);
const searchedIn = { timeType: () => undefined, countedTime: sql`x.moment` } as const;
const ofCommodities = { commodityId: ({ query }: AskedListing) => holdsFilter(query, 'commodityId', sql`x.commodity_ids`) } as const;
const indexes = [
  'sample_counted_ix',
  'sample_untold_ix',
  'sample_laboratory_ix',
  'sample_item_uq',
  'sample_reject_time_ix',
  'report_period_time_ix',
  'lab_process_record_kind_ix',
  'lab_task_late_ix',
];

/** `sample-count/list`. Throws UserError 400 over a span that is too long. */
const byCommodity = defineListing(sampleCount, {
  columns,
  from: events,
  where,
  searchedIn: { ...searchedIn, ...ofCommodities },
  usual: usualCounts.applied,
  tally: tallied(),
  groupBy: [ofPeriod, ofLaboratory, ofCommodity],
  order: sql`count_time desc, receive_count desc, laboratory_id, commodity_id`,
  indexes,
});

/** Of a group's client, as it is today. */
const ofClient =
  (what: SQL) =>
  ({ user }: AskedListing): SQL =>
    sql`(select ${what} from send_sample_client k where k.tenant_id = ${user.tenantId} and k.id = g.send_sample_client_id)`;
const clientColumns: Listing<ClientCountRow>['columns'] = {
  ...columns,
  sendSampleClientId: sql`x.send_sample_client_id`,
  sendSampleClientName: ofClient(sql`k.client_name`),
  agentClientName: ofClient(sql`(select n.client_name from client n where n.tenant_id = k.tenant_id and n.id = k.agent_customer_id)`),
  provinceName: ofClient(sql`k.province_name`),
  salesmanName: ofClient(sql`(select n.real_name from user_account n where n.tenant_id = k.tenant_id and n.id = k.salesman_id)`),
};
/** With whose it is: alias k, the client as it is today. */
const eventsOfClients = (asked: AskedListing): SQL =>
  sql`${events(asked)} left join send_sample_client k on k.tenant_id = x.tenant_id and k.id = x.send_sample_client_id`;
const byWhose = { ...searchedIn, agentId: sql`k.agent_customer_id`, salesmanId: sql`k.salesman_id`, provinceName: sql`k.province_name` } as const;
/** `sample-count/client-sample-count-list`. Throws UserError 400 over a span that is too long. */
const byClient = defineListing(clientCount, {
  columns: clientColumns,
  from: eventsOfClients,
  where,
  searchedIn: { ...byWhose, ...ofCommodities, sendSampleClientId: sql`x.send_sample_client_id` },
  usual: usualCounts.applied,
  tally: tallied(sql`x.send_sample_client_id`),
  groupBy: [
    ofPeriod,
    {
      by: sql`x.send_sample_client_id`,
      gives: ['sendSampleClientId'],
      names: ['sendSampleClientName', 'agentClientName', 'provinceName', 'salesmanName'],
    },
    ofLaboratory,
    ofCommodity,
  ],
  order: sql`count_time desc, receive_count desc, send_sample_client_id, laboratory_id, commodity_id`,
  indexes,
});

/** `sample-count/tubes`: the events of one of the counts, those that were received where none is asked for. */
const counted = defineListing(countedSamples, {
  columns: {
    countedId: sql`concat_ws('.', x.kind, x.event_id, c.id)`,
    sampleCode: sql`(select s.sample_code from sample s where s.tenant_id = x.tenant_id and s.id = x.sample_id)`,
    requisitionCode: sql`(select r.requisition_code from requisition r where r.tenant_id = x.tenant_id and r.id = x.requisition_id)`,
    personName: patientShown.name(sql`(select r.person_name from requisition r where r.tenant_id = x.tenant_id and r.id = x.requisition_id)`),
    sendSampleClientId: sql`x.send_sample_client_id`,
    sendSampleClientName: sql`(select n.client_name from send_sample_client n where n.tenant_id = x.tenant_id and n.id = x.send_sample_client_id)`,
    laboratoryId: columns.laboratoryId,
    laboratoryName: sql`(select n.laboratory_name from laboratory n where n.tenant_id = x.tenant_id and n.id = x.laboratory_id)`,
    commodityId: sql`c.id`,
    commodityName: sql`(select n.commodity_name from commodity n where n.tenant_id = x.tenant_id and n.id = c.id)`,
    countedTime: sql`x.moment`,
  },
  from: (asked) => sql`${eventsOfClients(asked)} cross join lateral unnest(x.commodity_ids) as c(id)`,
  // A number may be a year's.
  where: within(timeType.year),
  searchedIn: {
    ...byWhose,
    figure: ({ query }) => {
      const asked = parameter(query, 'figure') || String(countedFigure.received);
      if (!countedFigure.labelOf(asked)) throw malformed('figure');
      return Number(asked) === countedFigure.receivedRejected ? receivedRejected : sql`x.kind = ${sql.raw(String(Number(asked)))}`;
    },
  },
  usual: usualCounts.applied,
  order: sql`x.moment desc, x.event_id, c.id`,
  isIdText: true,
  indexes,
});

export const sampleCountListings = [byCommodity, byClient, counted] as const;
