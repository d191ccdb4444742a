import { sql, type SQL } from 'drizzle-orm';
import { timeType } from '#domain/lab/labRows.ts';
import { expectedSource, expectedState } from '#domain/op/expected.ts';
import { itemState } from '#domain/sample/itemState.ts';
import { labHours, notReceivedKind, stayHours } from '#domain/sample/notReceived/notReceivedChoices.ts';
import {
  notReceived,
  notReceivedGroup,
  notReceivedStatistics,
  usualAwaited,
  type NotReceivedRow,
  type NotReceivedStatisticRow,
} from '#domain/sample/notReceived/notReceivedRows.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { holdsFilter, parameter } from '#server/kernel/resource/pageRows.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import { defineListing, type AskedListing, type Listing } from '#server/kernel/verbs/listing.ts';
import { boundOf, chosen, judgeSpan, periodOf, type Periods } from '#server/kernel/verbs/periods.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { commodityNames } from '#server/storage/sqlParts.ts';

const isOfLab = (query: Query): boolean => chosen(query, 'kind', notReceivedKind, notReceivedKind.arrival) === String(notReceivedKind.lab);

/** Whose it is, by the client (alias k) as it is today. */
const byClient = sql`k.agent_customer_id as agent_id, k.salesman_id, k.province_name as province, k.client_name`;
const labTime = sql.raw(`interval '${labHours} hours'`);
/** A tube (alias s) at the laboratory's door: where it stands to those who wait for it. */
const labState = sql.raw(
  `(case when s.lab_receive_time is not null then ${expectedState.arrived} when s.lab_status >= ${labStatus.terminated} then ${expectedState.cancelled} else ${expectedState.due} end)`,
);
const tubeColumns = sql`s.tenant_id, s.id, null::int as source, ${labState} as state, s.sample_code, null::text as third_bar_code, s.requisition_code, s.requisition_id,
  null::jsonb as told, s.lab_receive_time as receive_time, coalesce(s.execute_laboratory_id, s.contract_laboratory_id) as laboratory_id, s.send_sample_client_id, null::text as close_reason,
  0 as stay_hours, ${byClient}`;
const clientOfTube = sql`left join send_sample_client k on k.tenant_id = s.tenant_id and k.id = s.send_sample_client_id`;

/** What was announced; alias x as below. */
const announced = sql`(select e.tenant_id, e.id, e.source::int as source, e.state::int as state, e.bar_code as sample_code, coalesce(e.thirdparty_bar_code, case when e.source <> ${sql.raw(String(expectedSource.entrust))} then e.external_key end) as third_bar_code,
    null::text as requisition_code, null::bigint as requisition_id, e.values as told, e.receive_time, e.laboratory_id, e.send_sample_client_id, e.close_reason,
    case when e.source = ${sql.raw(String(expectedSource.parcel))} then ${sql.raw(String(stayHours.parcel))} else ${sql.raw(String(stayHours.else))} end as stay_hours,
    coalesce(e.agent_customer_id, k.agent_customer_id) as agent_id, coalesce(e.salesman_id, k.salesman_id) as salesman_id, coalesce(e.province, k.province_name) as province, k.client_name,
    e.commodity_ids, e.courier_number, null::timestamptz as sign_time, e.expect_time
  from expected_sample e left join send_sample_client k on k.tenant_id = e.tenant_id and k.id = e.send_sample_client_id) x`;
/** Tubes that were handed over and that no laboratory has: a row a tube, since the last handover of it. */
const atTheDoor = sql`(select ${tubeColumns}, h.commodity_ids, null::text as courier_number, h.sign_time, h.sign_time + ${labTime} as expect_time
  from sample s ${clientOfTube}
  cross join lateral (select max(o.sign_time) as sign_time, array_agg(i.commodity_id order by i.id) as commodity_ids from sample_item i
    join handover o on o.tenant_id = i.tenant_id and o.id = i.handover_id
    where i.tenant_id = s.tenant_id and i.sample_id = s.id and i.item_state = ${sql.raw(String(itemState.handedOver))} and o.sign_time is not null) h
  where s.lab_status in (${sql.raw(`${labStatus.pendingEntry}, ${labStatus.entered}`)}) and s.lab_receive_time is null and h.sign_time is not null) x`;
/** What was handed over, received or not: a row for each commodity of a tube. */
const handedOver = sql`(select ${tubeColumns}, array[i.commodity_id] as commodity_ids, null::text as courier_number, o.sign_time, o.sign_time + ${labTime} as expect_time
  from handover o join sample_item i on i.tenant_id = o.tenant_id and i.handover_id = o.id and i.item_state = ${sql.raw(String(itemState.handedOver))}
  join sample s on s.tenant_id = i.tenant_id and s.id = i.sample_id ${clientOfTube}
  where o.sign_time is not null) x`;

const laboratoryName = sql`(select n.laboratory_name from laboratory n where n.tenant_id = x.tenant_id and n.id = x.laboratory_id)`;
const agentName = sql`(select n.client_name from client n where n.tenant_id = x.tenant_id and n.id = x.agent_id)`;
const salesmanName = sql`(select n.real_name from user_account n where n.tenant_id = x.tenant_id and n.id = x.salesman_id)`;
const staysAway = ({ now }: AskedListing): SQL => sql`(x.expect_time + x.stay_hours * interval '1 hour' <= ${now}::timestamptz)`;
const isDue = ({ now }: AskedListing): SQL => sql`(x.expect_time <= ${now}::timestamptz)`;
const owners = {
  sendSampleClientId: sql`x.send_sample_client_id`,
  laboratoryId: sql`x.laboratory_id`,
  agentId: sql`x.agent_id`,
  salesmanId: sql`x.salesman_id`,
  provinceName: sql`x.province`,
  commodityId: ({ query }: AskedListing) => holdsFilter(query, 'commodityId', sql`x.commodity_ids`),
} as const;
/** By when it was awaited: of a tube by the handover's own time, which an index stands on. */
const expectedIn = ({ query }: AskedListing): SQL | undefined => {
  const bounds = (['Begin', 'End'] as const).flatMap((suffix) => {
    const bound = boundOf(query, 'expectTime', suffix);
    if (bound === null) return [];
    const moment = isOfLab(query) ? sql`x.sign_time` : sql`x.expect_time`;
    const asked = isOfLab(query) ? sql`(${bound}::timestamptz - ${labTime})` : sql`${bound}::timestamptz`;
    return [suffix === 'Begin' ? sql`${moment} >= ${asked}` : sql`${moment} <= ${asked}`];
  });
  return bounds.length > 0 ? sql.join(bounds, sql` and `) : undefined;
};
const ofOwn = async ({ db, user }: AskedListing): Promise<readonly (SQL | undefined)[]> => [
  sql`x.tenant_id = ${user.tenantId}`,
  inLaboratories(sql`x.laboratory_id`, await laboratoriesOf(db, user)),
];
const indexes = [
  'expected_sample_time_ix',
  'expected_sample_due_ix',
  'expected_sample_own_ix',
  'expected_sample_their_ix',
  'sample_status_ix',
  'sample_item_uq',
];

/** `sample-receive/not-receive-page`. What is not due yet is not listed of announcements; a tube is from its handover on. */
const servedNotReceived = defineListing(notReceived, {
  columns: {
    notReceivedId: sql`x.id`,
    kind: ({ query }) => sql.raw(String(isOfLab(query) ? notReceivedKind.lab : notReceivedKind.arrival)),
    source: sql`x.source`,
    state: sql`x.state`,
    sampleCode: sql`x.sample_code`,
    thirdBarCode: sql`x.third_bar_code`,
    requisitionCode: sql`x.requisition_code`,
    personName: patientShown.name(
      sql`coalesce(x.told->>'personName', (select q.person_name from requisition q where q.tenant_id = x.tenant_id and q.id = x.requisition_id))`,
    ),
    commodityNames: commodityNames(sql`x.tenant_id`, sql`x.commodity_ids`),
    courierNumber: sql`x.courier_number`,
    signTime: sql`x.sign_time`,
    expectTime: sql`x.expect_time`,
    stayHours: ({ now }) => sql`floor(extract(epoch from ${now}::timestamptz - coalesce(x.sign_time, x.expect_time)) / 3600)::int`,
    isStay: (asked) => sql`(case when x.state = ${sql.raw(String(expectedState.due))} and ${staysAway(asked)} then 1 else 0 end)`,
    closeReason: sql`x.close_reason`,
    laboratoryId: sql`x.laboratory_id`,
    laboratoryName,
    sendSampleClientId: sql`x.send_sample_client_id`,
    sendSampleClientName: sql`x.client_name`,
    agentClientName: agentName,
    provinceName: sql`x.province`,
    salesmanName,
  } satisfies Listing<NotReceivedRow>['columns'],
  from: ({ query }) => (isOfLab(query) ? atTheDoor : announced),
  where: async (asked) => {
    const { query } = asked;
    const waiting =
      parameter(query, 'state') === '' || isOfLab(query)
        ? [expectedState.due, expectedState.missing]
        : [expectedState.due, expectedState.missing, expectedState.cancelled];
    return [
      ...(await ofOwn(asked)),
      sql`x.state in (${sql.raw(waiting.join(', '))})`,
      isOfLab(query) ? undefined : isDue(asked),
      parameter(query, 'stay') === '1' && sql`x.state = ${sql.raw(String(expectedState.due))} and ${staysAway(asked)}`,
    ];
  },
  searchedIn: { ...owners, expectTime: expectedIn },
  order: sql`x.expect_time, x.id`,
  indexes,
});

/** Each way to part it: the part's id and its name. */
const groups: Readonly<Record<string, readonly [id: SQL, name: SQL]>> = {
  [notReceivedGroup.none]: [sql`null::text`, sql`null::text`],
  [notReceivedGroup.laboratory]: [sql`x.laboratory_id::text`, laboratoryName],
  [notReceivedGroup.client]: [sql`x.send_sample_client_id::text`, sql`x.client_name`],
  [notReceivedGroup.agent]: [sql`x.agent_id::text`, agentName],
  [notReceivedGroup.province]: [sql`x.province`, sql`x.province`],
  [notReceivedGroup.salesman]: [sql`x.salesman_id::text`, salesmanName],
  [notReceivedGroup.commodity]: [sql`c.id::text`, sql`(select n.commodity_name from commodity n where n.tenant_id = x.tenant_id and n.id = c.id)`],
};
const groupAsked = (query: Query): string => chosen(query, 'groupBy', notReceivedGroup, notReceivedGroup.none);
const partOf = (query: Query): readonly [id: SQL, name: SQL] => groups[groupAsked(query)] ?? [sql`null::text`, sql`null::text`];
/** The name under the contract's own key, where it is parted by that. */
const namedBy =
  (group: string) =>
  ({ query }: AskedListing): SQL =>
    groupAsked(query) === group ? partOf(query)[1] : sql`null::text`;

/** Periods are days where nothing else is asked for. */
const usualType = timeType.day;
const period =
  (name: keyof Periods) =>
  ({ query }: AskedListing): SQL =>
    periodOf(query, sql`x.expect_time`, 'expectTime', usualType)[name];
/** Tubes or lines of which something holds: several commodities of one are one. */
const countOf = (condition: SQL): SQL => sql`(count(distinct x.id) filter (where ${condition}))::int`;
const isHere = sql`x.state = ${sql.raw(String(expectedState.arrived))}`;
const isExpected = sql`x.state <> ${sql.raw(String(expectedState.cancelled))}`;
const isMissing = (asked: AskedListing): SQL => sql`x.state in (${sql.raw(`${expectedState.due}, ${expectedState.missing}`)}) and ${isDue(asked)}`;
/** What came before its time is no arrival of what is due. */
const dueAndHere = (asked: AskedListing): SQL => sql`${isHere} and ${isDue(asked)}`;

/** `sample-receive/notReceiveStatistics`. Throws UserError 400 over a span that is too long. */
const servedStatistics = defineListing(notReceivedStatistics, {
  columns: {
    countTime: period('countTime'),
    fromTime: period('fromTime'),
    toTime: (asked) => sql`least(${period('toTime')(asked)}, ${asked.now}::text)`,
    groupId: ({ query }) => partOf(query)[0],
    groupName: ({ query }) => partOf(query)[1],
    laboratoryName: namedBy(notReceivedGroup.laboratory),
    sendSampleClientName: namedBy(notReceivedGroup.client),
    agentClientName: namedBy(notReceivedGroup.agent),
    provinceName: namedBy(notReceivedGroup.province),
    salesmanName: namedBy(notReceivedGroup.salesman),
    commodityName: namedBy(notReceivedGroup.commodity),
    expectCount: countOf(isExpected),
    dueCount: (asked) => countOf(sql`${isExpected} and ${isDue(asked)}`),
    receiveCount: countOf(isHere),
    onTimeCount: countOf(sql`${isHere} and x.receive_time <= x.expect_time`),
    lateCount: countOf(sql`${isHere} and x.receive_time > x.expect_time`),
    notReceiveCount: (asked) => countOf(isMissing(asked)),
    stayCount: (asked) => countOf(sql`x.state = ${sql.raw(String(expectedState.due))} and ${staysAway(asked)}`),
    receivedRate: (asked) =>
      sql`round(100.0 * ${countOf(dueAndHere(asked))} / nullif(${countOf(sql`${isExpected} and ${isDue(asked)}`)}, 0), 1)::float8`,
  } satisfies Listing<NotReceivedStatisticRow>['columns'],
  from: ({ query }) =>
    sql`${isOfLab(query) ? handedOver : announced}${groupAsked(query) === notReceivedGroup.commodity ? sql` cross join lateral unnest(x.commodity_ids) as c(id)` : sql``}`,
  where: async (asked) => {
    judgeSpan(asked.query, 'expectTime', asked.now, usualType);
    return ofOwn(asked);
  },
  searchedIn: { ...owners, timeType: () => undefined, groupBy: () => undefined, expectTime: expectedIn },
  usual: usualAwaited.applied,
  groupBy: [
    'countTime',
    'fromTime',
    'toTime',
    'groupId',
    'groupName',
    'laboratoryName',
    'sendSampleClientName',
    'agentClientName',
    'provinceName',
    'salesmanName',
    'commodityName',
  ],
  order: sql`count_time desc, not_receive_count desc, group_name, group_id`,
  indexes: ['expected_sample_time_ix', 'handover_sign_ix', 'sample_item_handover_ix'],
});

export const notReceivedListings = [servedNotReceived, servedStatistics] as const;
