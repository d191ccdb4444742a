import { sql, type SQL } from 'drizzle-orm';
import { processKind, recordState } from '#domain/lab/process/processChoices.ts';
import { timeType } from '#domain/lab/labRows.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { clientCount, sampleCount, usualCounts, type ClientCountRow, type SampleCountRow } from '#domain/search/sampleCount.ts';
import { defineListing, type AskedListing, type Listing } from '#server/kernel/verbs/listing.ts';
import { judgeSpan, periodOf, type Periods } from '#server/kernel/verbs/periods.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';

const kinds = { received: 1, reported: 2, rejected: 3, sentBack: 4, overdue: 5 } as const;
const parts = (kind: number, moment: string, commodity: string): SQL =>
  sql.raw(
    `select s.tenant_id, ${kind} as kind, ${moment} as moment, s.contract_laboratory_id as laboratory_id, ${commodity} as commodity_id, s.send_sample_client_id`,
  );

/**
 * What is counted, one row for each commodity (docs/search.md#sample-counts): a tube that was received, a task's report that stands, a tube whose
 * rejection stands, a task that was sent back, a task whose outer due time passed without its report. Alias x.
 */
const events = ({ now }: AskedListing): SQL => sql`(${parts(kinds.received, 's.receive_time', 'i.commodity_id')}
    from sample s join sample_item i on i.tenant_id = s.tenant_id and i.sample_id = s.id
  union all ${parts(kinds.reported, 'p.report_time', 'c.id')}
    from report_period p join sample s on s.tenant_id = p.tenant_id and s.id = p.sample_id cross join lateral unnest(p.commodity_ids) as c(id) where p.is_open = 0
  union all ${parts(kinds.rejected, 's.reject_time', 'i.commodity_id')}
    from sample s join sample_item i on i.tenant_id = s.tenant_id and i.sample_id = s.id
    where s.lab_status = ${sql.raw(String(labStatus.rejected))} and s.reject_time is not null
  union all ${parts(kinds.sentBack, 'a.create_time', 'c.id')}
    from lab_process_record a join sample s on s.tenant_id = a.tenant_id and s.id = a.sample_id cross join lateral unnest(a.commodity_ids) as c(id)
    where a.kind = ${sql.raw(String(processKind.goBack))} and a.state <> ${sql.raw(String(recordState.takenBack))}
  union all ${parts(kinds.overdue, 't.external_due_time', 'c.id')}
    from lab_task t join sample s on s.tenant_id = t.tenant_id and s.id = t.sample_id cross join lateral unnest(t.commodity_ids) as c(id)
    where t.external_due_time < ${now}::timestamptz and t.paused_time is null
      and t.task_state not in (${sql.raw(`${taskState.stopped}, ${taskState.voided}`)})
      and not exists (select 1 from report_period p where p.tenant_id = t.tenant_id and p.task_id = t.id and p.is_open = 0
        and p.report_time <= t.external_due_time)) x`;

const count = (kind: number): SQL => sql`(count(*) filter (where x.kind = ${sql.raw(String(kind))}))::int`;
/** Periods are days where nothing else is asked for. */
const usualType = timeType.day;
const period =
  (name: keyof Periods) =>
  ({ query }: AskedListing): SQL =>
    periodOf(query, sql`x.moment`, 'countedTime', usualType)[name];
const columns: Listing<SampleCountRow>['columns'] = {
  countTime: period('countTime'),
  fromTime: period('fromTime'),
  toTime: period('toTime'),
  laboratoryId: sql`x.laboratory_id`,
  laboratoryName: sql`(select n.laboratory_name from laboratory n where n.tenant_id = x.tenant_id and n.id = x.laboratory_id)`,
  commodityId: sql`x.commodity_id`,
  commodityName: sql`(select n.commodity_name from commodity n where n.tenant_id = x.tenant_id and n.id = x.commodity_id)`,
  receiveCount: count(kinds.received),
  reportCount: count(kinds.reported),
  rejectCount: count(kinds.rejected),
  gobackCount: count(kinds.sentBack),
  overdueCount: count(kinds.overdue),
};
async function where({ db, user, query, now }: AskedListing): Promise<readonly (SQL | undefined)[]> {
  judgeSpan(query, 'countedTime', now, usualType);
  return [sql`x.tenant_id = ${user.tenantId}`, inLaboratories(sql`x.laboratory_id`, await laboratoriesOf(db, user))];
}
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
  groupBy: ['countTime', 'fromTime', 'toTime', 'laboratoryId', 'laboratoryName', 'commodityId', 'commodityName'],
  order: sql`count_time desc, receive_count desc, laboratory_id, commodity_id`,
  indexes,
});

const clientColumns: Listing<ClientCountRow>['columns'] = {
  ...columns,
  sendSampleClientId: sql`x.send_sample_client_id`,
  sendSampleClientName: sql`k.client_name`,
  agentClientName: sql`(select n.client_name from client n where n.tenant_id = k.tenant_id and n.id = k.agent_customer_id)`,
  provinceName: sql`k.province_name`,
  salesmanName: sql`(select n.real_name from user_account n where n.tenant_id = k.tenant_id and n.id = k.salesman_id)`,
};
/** `sample-count/client-sample-count-list`: alias k, the client as it is today. Throws UserError 400 over a span that is too long. */
const byClient = defineListing(clientCount, {
  columns: clientColumns,
  from: (asked) => sql`${events(asked)} left join send_sample_client k on k.tenant_id = x.tenant_id and k.id = x.send_sample_client_id`,
  where,
  searchedIn: { ...searchedIn, agentId: sql`k.agent_customer_id`, salesmanId: sql`k.salesman_id`, sendSampleClientId: sql`x.send_sample_client_id` },
  usual: usualCounts.applied,
  groupBy: [
    'countTime',
    'fromTime',
    'toTime',
    'sendSampleClientId',
    'sendSampleClientName',
    'laboratoryId',
    'laboratoryName',
    'commodityId',
    'commodityName',
    'agentClientName',
    'provinceName',
    'salesmanName',
  ],
  order: sql`count_time desc, receive_count desc, send_sample_client_id, laboratory_id, commodity_id`,
  indexes,
});

export const sampleCountListings = [byCommodity, byClient] as const;
