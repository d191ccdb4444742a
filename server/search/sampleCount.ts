import { sql, type SQL } from 'drizzle-orm';
import { processKind, recordState } from '#domain/lab/process/processChoices.ts';
import { timeType } from '#domain/lab/labRows.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { countedFigure, countedSamples } from '#domain/search/countedSamples.ts';
import { clientCount, sampleCount, usualCounts, type ClientCountRow, type SampleCountRow } from '#domain/search/sampleCount.ts';
import { malformed } from '#server/kernel/core/answers.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { defineListing, type AskedListing, type Listing } from '#server/kernel/verbs/listing.ts';
import { nameOfGroup } from '#server/kernel/verbs/onePass.ts';
import { judgeSpan, periodColumns, periodStart } from '#server/kernel/verbs/periods.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';

/** `id`: what it happened to, once of a kind and a commodity. */
const parts = (kind: number, moment: string, commodity: string, id: string): SQL =>
  sql.raw(
    `select s.tenant_id, ${kind} as kind, ${moment} as moment, s.contract_laboratory_id as laboratory_id, ${commodity} as commodity_id, s.send_sample_client_id,
      ${id} as event_id, s.sample_code, s.requisition_id, s.lab_status = ${labStatus.rejected} as is_rejected`,
  );

/**
 * What is counted, one row for each commodity (docs/search.md#sample-counts): a tube that was received, a task's report that stands, a tube whose
 * rejection stands, a task that was sent back, a task whose outer due time passed without its report. Alias x.
 */
const events = ({ now }: AskedListing): SQL => sql`(${parts(countedFigure.received, 's.receive_time', 'i.commodity_id', 's.id')}
    from sample s join sample_item i on i.tenant_id = s.tenant_id and i.sample_id = s.id
  union all ${parts(countedFigure.reported, 'p.report_time', 'c.id', 'p.task_id')}
    from report_period p join sample s on s.tenant_id = p.tenant_id and s.id = p.sample_id cross join lateral unnest(p.commodity_ids) as c(id) where p.is_open = 0
  union all ${parts(countedFigure.rejected, 's.reject_time', 'i.commodity_id', 's.id')}
    from sample s join sample_item i on i.tenant_id = s.tenant_id and i.sample_id = s.id
    where s.lab_status = ${sql.raw(String(labStatus.rejected))} and s.reject_time is not null
  union all ${parts(countedFigure.sentBack, 'a.create_time', 'c.id', 'a.id')}
    from lab_process_record a join sample s on s.tenant_id = a.tenant_id and s.id = a.sample_id cross join lateral unnest(a.commodity_ids) as c(id)
    where a.kind = ${sql.raw(String(processKind.goBack))} and a.state <> ${sql.raw(String(recordState.takenBack))}
  union all ${parts(countedFigure.overdue, 't.external_due_time', 'c.id', 't.id')}
    from lab_task t join sample s on s.tenant_id = t.tenant_id and s.id = t.sample_id cross join lateral unnest(t.commodity_ids) as c(id)
    where t.external_due_time < ${now}::timestamptz and t.paused_time is null
      and t.task_state not in (${sql.raw(`${taskState.stopped}, ${taskState.voided}`)})
      and not exists (select 1 from report_period p where p.tenant_id = t.tenant_id and p.task_id = t.id and p.is_open = 0
        and p.report_time <= t.external_due_time)) x`;

/** Periods are days where nothing else is asked for. */
const usualType = timeType.day;
/** What was received, and is rejected now. */
const receivedRejected = sql.raw(`x.kind = ${countedFigure.received} and x.is_rejected`);
/** How many of each kind fell into one period, of one client, laboratory and commodity. */
const tallied =
  (client: SQL): NonNullable<Listing<SampleCountRow>['tally']> =>
  (asked) => ({
    by: {
      moment: periodStart(sql`x.moment`, usualType)(asked),
      sendSampleClientId: client,
      laboratoryId: sql`x.laboratory_id`,
      commodityId: sql`x.commodity_id`,
      kind: sql`x.kind`,
      isRejected: sql`(${receivedRejected})`,
    },
    counts: { times: sql`count(*)` },
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
const indexes = [
  'sample_time_ix',
  'sample_laboratory_ix',
  'sample_item_uq',
  'sample_reject_time_ix',
  'report_period_time_ix',
  'lab_process_record_kind_ix',
  'lab_task_due_ix',
];

/** `sample-count/list`. Throws UserError 400 over a span that is too long. */
const byCommodity = defineListing(sampleCount, {
  columns,
  from: events,
  where,
  searchedIn,
  usual: usualCounts.applied,
  tally: tallied(sql`null::bigint`),
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
  searchedIn: { ...byWhose, sendSampleClientId: sql`x.send_sample_client_id` },
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
    countedId: sql`concat_ws('.', x.kind, x.event_id, x.commodity_id)`,
    sampleCode: sql`x.sample_code`,
    requisitionCode: sql`(select r.requisition_code from requisition r where r.tenant_id = x.tenant_id and r.id = x.requisition_id)`,
    personName: patientShown.name(sql`(select r.person_name from requisition r where r.tenant_id = x.tenant_id and r.id = x.requisition_id)`),
    sendSampleClientId: sql`x.send_sample_client_id`,
    sendSampleClientName: sql`(select n.client_name from send_sample_client n where n.tenant_id = x.tenant_id and n.id = x.send_sample_client_id)`,
    laboratoryId: columns.laboratoryId,
    laboratoryName: sql`(select n.laboratory_name from laboratory n where n.tenant_id = x.tenant_id and n.id = x.laboratory_id)`,
    commodityId: columns.commodityId,
    commodityName: sql`(select n.commodity_name from commodity n where n.tenant_id = x.tenant_id and n.id = x.commodity_id)`,
    countedTime: sql`x.moment`,
  },
  from: eventsOfClients,
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
  order: sql`x.moment desc, x.event_id, x.commodity_id`,
  isIdText: true,
  indexes,
});

export const sampleCountListings = [byCommodity, byClient, counted] as const;
