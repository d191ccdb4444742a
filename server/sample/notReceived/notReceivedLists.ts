import { sql, type SQL } from 'drizzle-orm';
import type { CodeOf } from '#domain/kernel/choices.ts';
import { withoutId } from '#domain/kernel/listing.ts';
import { timeType } from '#domain/lab/labRows.ts';
import { expectedSource, expectedState } from '#domain/op/expected.ts';
import { itemState } from '#domain/sample/itemState.ts';
import { labHours, notReceivedKind, stayHours } from '#domain/sample/notReceived/notReceivedChoices.ts';
import {
  awaitedFigure,
  countedAwaited,
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
import { nameOfGroup } from '#server/kernel/verbs/onePass.ts';
import { boundOf, chosen, judgeSpan, periodColumns, periodStart } from '#server/kernel/verbs/periods.ts';
import { labReceiveServerTime } from '#server/spine/serverTimes.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import { snakeCase } from '#server/storage/columns.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { allOf, commodityNames } from '#server/storage/sqlParts.ts';

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
  0 as stay_hours, ${labReceiveServerTime} as receive_server_time, ${byClient}`;
const clientOfTube = sql`left join send_sample_client k on k.tenant_id = s.tenant_id and k.id = s.send_sample_client_id`;

/** What was announced; alias x as below. */
const announced = sql`(select e.tenant_id, e.id, e.source::int as source, e.state::int as state, e.bar_code as sample_code, coalesce(e.thirdparty_bar_code, case when e.source <> ${sql.raw(String(expectedSource.entrust))} then e.external_key end) as third_bar_code,
    null::text as requisition_code, null::bigint as requisition_id, e.values as told, e.receive_time, e.laboratory_id, e.send_sample_client_id, e.close_reason,
    case when e.source = ${sql.raw(String(expectedSource.parcel))} then ${sql.raw(String(stayHours.parcel))} else ${sql.raw(String(stayHours.else))} end as stay_hours,
    (select t.create_time from sample t where t.tenant_id = e.tenant_id and t.id = e.sample_id) as receive_server_time,
    coalesce(e.agent_customer_id, k.agent_customer_id) as agent_id, coalesce(e.salesman_id, k.salesman_id) as salesman_id, coalesce(e.province, k.province_name) as province, k.client_name,
    e.commodity_ids, e.courier_number, null::timestamptz as sign_time, e.expect_time, cardinality(e.commodity_ids) as times
  from expected_sample e left join send_sample_client k on k.tenant_id = e.tenant_id and k.id = e.send_sample_client_id) x`;
/** Tubes that were handed over and that no laboratory has: a row a tube, since the last handover of it. */
const atTheDoor = sql`(select ${tubeColumns}, h.commodity_ids, null::text as courier_number, h.sign_time, h.sign_time + ${labTime} as expect_time
  from sample s ${clientOfTube}
  cross join lateral (select max(o.sign_time) as sign_time, array_agg(i.commodity_id order by i.id) as commodity_ids from sample_item i
    join handover o on o.tenant_id = i.tenant_id and o.id = i.handover_id
    where i.tenant_id = s.tenant_id and i.sample_id = s.id and i.item_state = ${sql.raw(String(itemState.handedOver))} and o.sign_time is not null) h
  where s.lab_status in (${sql.raw(`${labStatus.pendingEntry}, ${labStatus.entered}`)}) and s.lab_receive_time is null and h.sign_time is not null) x`;
/** What was handed over in the time that is asked for, received or not: a row for each commodity of a tube, with how many commodities the tube has at most. */
const handedOver = (
  asked: AskedListing,
): SQL => sql`(select ${tubeColumns}, array[i.commodity_id] as commodity_ids, null::text as courier_number, o.sign_time, o.sign_time + ${labTime} as expect_time,
    coalesce(cardinality(s.commodity_ids), m.times, 1) as times
  from handover o join sample_item i on i.tenant_id = o.tenant_id and i.handover_id = o.id and i.item_state = ${sql.raw(String(itemState.handedOver))}
  join sample s on s.tenant_id = i.tenant_id and s.id = i.sample_id ${clientOfTube}
  left join (select o.sample_id, count(*) as times from sample u join sample_item o on o.tenant_id = u.tenant_id and o.sample_id = u.id
    where u.tenant_id = ${asked.user.tenantId} and u.commodity_ids is null group by o.sample_id) m on m.sample_id = s.id
  where ${allOf([sql`o.tenant_id = ${asked.user.tenantId}`, sql`o.sign_time is not null`, expectedIn(asked, sql`o.sign_time`)])}) x`;

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
const expectedIn = ({ query }: AskedListing, signTime = sql`x.sign_time`): SQL | undefined => {
  const bounds = (['Begin', 'End'] as const).flatMap((suffix) => {
    const bound = boundOf(query, 'expectTime', suffix);
    if (bound === null) return [];
    const moment = isOfLab(query) ? signTime : sql`x.expect_time`;
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

const personName = patientShown.name(
  sql`coalesce(x.told->>'personName', (select q.person_name from requisition q where q.tenant_id = x.tenant_id and q.id = x.requisition_id))`,
);
/** What a line or tube (alias x) has once. */
const awaitedColumns = {
  notReceivedId: sql`x.id`,
  source: sql`x.source`,
  state: sql`x.state`,
  sampleCode: sql`x.sample_code`,
  thirdBarCode: sql`x.third_bar_code`,
  requisitionCode: sql`x.requisition_code`,
  personName,
  courierNumber: sql`x.courier_number`,
  closeReason: sql`x.close_reason`,
  laboratoryId: sql`x.laboratory_id`,
  laboratoryName,
  sendSampleClientId: sql`x.send_sample_client_id`,
  sendSampleClientName: sql`x.client_name`,
  agentClientName: agentName,
  provinceName: sql`x.province`,
  salesmanName,
} as const;
/** `sample-receive/not-receive-page`. What is not due yet is not listed of announcements; a tube is from its handover on. */
const servedNotReceived = defineListing(notReceived, {
  columns: {
    ...awaitedColumns,
    kind: ({ query }) => sql.raw(String(isOfLab(query) ? notReceivedKind.lab : notReceivedKind.arrival)),
    commodityNames: commodityNames(sql`x.tenant_id`, sql`x.commodity_ids`),
    signTime: sql`x.sign_time`,
    expectTime: sql`x.expect_time`,
    stayHours: ({ now }) => sql`floor(extract(epoch from ${now}::timestamptz - coalesce(x.sign_time, x.expect_time)) / 3600)::int`,
    isStay: (asked) => sql`(case when x.state = ${sql.raw(String(expectedState.due))} and ${staysAway(asked)} then 1 else 0 end)`,
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

/** A way to part it: by what, and the part's name, looked up for its row (alias g). */
interface Part {
  readonly by?: SQL;
  readonly name: (asked: Pick<AskedListing, 'user'>) => SQL;
}
const named = (table: string, name: string) => nameOfGroup(table, name, 'group_id::bigint');
const unparted: Part = { name: () => sql`null::text` };
const parts: Readonly<Record<string, Part>> = {
  [notReceivedGroup.none]: unparted,
  [notReceivedGroup.laboratory]: { by: sql`x.laboratory_id`, name: named('laboratory', 'laboratory_name') },
  [notReceivedGroup.client]: { by: sql`x.send_sample_client_id`, name: named('send_sample_client', 'client_name') },
  [notReceivedGroup.agent]: { by: sql`x.agent_id`, name: named('client', 'client_name') },
  [notReceivedGroup.province]: { by: sql`x.province`, name: () => sql`g.group_id` },
  [notReceivedGroup.salesman]: { by: sql`x.salesman_id`, name: named('user_account', 'real_name') },
  [notReceivedGroup.commodity]: { by: sql`c.id`, name: named('commodity', 'commodity_name') },
};
const groupAsked = (query: Query): string => chosen(query, 'groupBy', notReceivedGroup, notReceivedGroup.none);
const partOf = (query: Query): Part => parts[groupAsked(query)] ?? unparted;
const partId = ({ query }: Pick<AskedListing, 'query'>): SQL => sql`${partOf(query).by ?? sql`null`}::text`;
/** The name under the contract's own key, where it is parted by that. */
const namedBy =
  (group: string) =>
  ({ query, user }: AskedListing): SQL =>
    groupAsked(query) === group ? partOf(query).name({ user }) : sql`null::text`;

/** Periods are days where nothing else is asked for. */
const usualType = timeType.day;
const period = periodColumns(sql`x.expect_time`, 'expectTime', usualType);
/** Whether a line or tube may have several rows: by commodities, or of a tube that was handed over with several. */
const mayRepeat = ({ query }: AskedListing): boolean => isOfLab(query) || groupAsked(query) === notReceivedGroup.commodity;
/**
 * Tubes or lines of which something holds: several commodities of one are one. What has one row is counted together; those few that have several keep
 * their id and are told apart by hand, for the engine would sort all of them for each figure.
 */
const counted =
  (figure: CodeOf<typeof awaitedFigure> | 'dueAndHere') =>
  (asked: AskedListing): SQL => {
    const holds = sql.raw(`x.${snakeCase(figure)}`);
    return mayRepeat(asked)
      ? sql`(coalesce(sum(${holds}) filter (where x.repeated is null), 0) + (select count(distinct u.id) from unnest(array_agg(x.repeated) filter (where ${holds} > 0)) u(id)))::int`
      : sql`coalesce(sum(${holds}), 0)::int`;
  };
const isHere = sql`x.state = ${sql.raw(String(expectedState.arrived))}`;
const isExpected = sql`x.state <> ${sql.raw(String(expectedState.cancelled))}`;
const isMissing = (asked: AskedListing): SQL => sql`x.state in (${sql.raw(`${expectedState.due}, ${expectedState.missing}`)}) and ${isDue(asked)}`;
/** What came before its time is no arrival of what is due. */
const dueAndHere = (asked: AskedListing): SQL => sql`${isHere} and ${isDue(asked)}`;

/** Which lines each figure counts. */
const byFigure: Readonly<Record<CodeOf<typeof awaitedFigure>, (asked: AskedListing) => SQL>> = {
  [awaitedFigure.expected]: () => isExpected,
  [awaitedFigure.due]: (asked) => sql`${isExpected} and ${isDue(asked)}`,
  [awaitedFigure.received]: () => isHere,
  [awaitedFigure.onTime]: () => sql`${isHere} and x.receive_time <= x.expect_time`,
  [awaitedFigure.late]: () => sql`${isHere} and x.receive_time > x.expect_time`,
  [awaitedFigure.missing]: isMissing,
  [awaitedFigure.stay]: (asked) => sql`x.state = ${sql.raw(String(expectedState.due))} and ${staysAway(asked)}`,
};
const countRows = (condition: SQL): SQL => sql`count(*) filter (where ${condition})`;
/** How many of each figure fell into one period and part. */
const tally: NonNullable<Listing<NotReceivedStatisticRow>['tally']> = (asked) => ({
  by: {
    expectTime: periodStart(sql`x.expect_time`, usualType)(asked),
    part: partOf(asked.query).by ?? sql`null::text`,
    repeated: mayRepeat(asked) ? sql`case when x.times > 1 then x.id end` : sql`null::bigint`,
  },
  counts: {
    ...Object.fromEntries(Object.entries(byFigure).map(([figure, holds]) => [figure, countRows(holds(asked))])),
    dueAndHere: countRows(dueAndHere(asked)),
  },
  ...(groupAsked(asked.query) === notReceivedGroup.client ? {} : { isShared: true }),
});
const everyAwaited = (asked: AskedListing): SQL =>
  sql`${isOfLab(asked.query) ? handedOver(asked) : announced}${groupAsked(asked.query) === notReceivedGroup.commodity ? sql` cross join lateral unnest(x.commodity_ids) as c(id)` : sql``}`;
const withinSpan =
  (type: string) =>
  async (asked: AskedListing): Promise<readonly (SQL | undefined)[]> => {
    judgeSpan(asked.query, 'expectTime', asked.now, type);
    return ofOwn(asked);
  };
const statisticSearch = { ...owners, timeType: () => undefined, groupBy: () => undefined, expectTime: expectedIn } as const;

/** `sample-receive/notReceiveStatistics`. Throws UserError 400 over a span that is too long. */
const servedStatistics = defineListing(notReceivedStatistics, {
  columns: {
    countTime: period('countTime'),
    fromTime: period('fromTime'),
    toTime: period('toTime'),
    groupId: ({ query }) => (partOf(query).by ? sql`x.part::text` : sql`null::text`),
    groupName: ({ query, user }) => partOf(query).name({ user }),
    laboratoryName: namedBy(notReceivedGroup.laboratory),
    sendSampleClientName: namedBy(notReceivedGroup.client),
    agentClientName: namedBy(notReceivedGroup.agent),
    provinceName: namedBy(notReceivedGroup.province),
    salesmanName: namedBy(notReceivedGroup.salesman),
    commodityName: namedBy(notReceivedGroup.commodity),
    expectCount: counted(awaitedFigure.expected),
    dueCount: counted(awaitedFigure.due),
    receiveCount: counted(awaitedFigure.received),
    onTimeCount: counted(awaitedFigure.onTime),
    lateCount: counted(awaitedFigure.late),
    notReceiveCount: counted(awaitedFigure.missing),
    stayCount: counted(awaitedFigure.stay),
    receivedRate: (asked) => sql`round(100.0 * ${counted('dueAndHere')(asked)} / nullif(${counted(awaitedFigure.due)(asked)}, 0), 1)::float8`,
  } satisfies Listing<NotReceivedStatisticRow>['columns'],
  from: everyAwaited,
  where: withinSpan(usualType),
  searchedIn: statisticSearch,
  usual: usualAwaited.applied,
  tally,
  groupBy: [
    { by: periodStart(sql`x.expect_time`, usualType), gives: ['countTime', 'fromTime', 'toTime'] },
    {
      by: ({ query }) => partOf(query).by && sql`x.part`,
      gives: ['groupId'],
      names: ['groupName', 'laboratoryName', 'sendSampleClientName', 'agentClientName', 'provinceName', 'salesmanName', 'commodityName'],
    },
  ],
  order: sql`count_time desc, not_receive_count desc, group_name, group_id`,
  indexes: ['expected_sample_time_ix', 'handover_sign_ix', 'sample_item_handover_ix'],
});

/** `sample-receive/notReceiveStatistics-tubes`: a row for each line or tube that one of its counts counts. */
const servedAwaited = defineListing(countedAwaited, {
  columns: {
    ...awaitedColumns,
    commodityNames: sql`string_agg(distinct ${commodityNames(sql`x.tenant_id`, sql`x.commodity_ids`)}, '、')`,
    signTime: sql`min(x.sign_time)`,
    expectTime: sql`min(x.expect_time)`,
    arriveTime: sql`min(x.receive_time)`,
    arriveServerTime: sql`min(x.receive_server_time)`,
  },
  from: everyAwaited,
  // A number may be a year's.
  where: withinSpan(timeType.year),
  searchedIn: {
    ...statisticSearch,
    figure: (asked) => byFigure[chosen(asked.query, 'figure', awaitedFigure, awaitedFigure.expected) as CodeOf<typeof awaitedFigure>](asked),
    groupBy: ({ query }) => {
      const part = parameter(query, 'groupId');
      return part === '' || groupAsked(query) === notReceivedGroup.none
        ? undefined
        : sql`${partId({ query })} is not distinct from ${part === withoutId ? null : part}::text`;
    },
  },
  usual: usualAwaited.applied,
  groupBy: Object.keys(awaitedColumns) as (keyof typeof awaitedColumns)[],
  order: sql`expect_time desc, not_received_id`,
  indexes: ['expected_sample_time_ix', 'handover_sign_ix', 'sample_item_handover_ix'],
});

export const notReceivedListings = [servedNotReceived, servedStatistics, servedAwaited] as const;
