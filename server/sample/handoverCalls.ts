import { sql, type SQL } from 'drizzle-orm';
import { handoverContracts, handoverList, noHandoverList } from '#domain/sample/handoverContracts.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { executeType } from '#domain/base/executeType.ts';
import { itemState } from '#domain/sample/itemState.ts';
import {
  handoverCommodityRow,
  handoverRow,
  handoverWorkRow,
  noHandoverRow,
  type HandoverDetail,
  type HandoverRow,
  type HandoverWorkRow,
  type NoHandoverRow,
} from '#domain/sample/rows.ts';
import { UserError, malformed, missing } from '#server/kernel/core/answers.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import { countOfListing, defineListing, selected, type AskedListing, type Listing, type PlainColumns } from '#server/kernel/verbs/listing.ts';
import { idFilter, parameter } from '#server/kernel/resource/pageRows.ts';
import { type CallContext, type Call } from '#server/kernel/http/serve.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { sightOf, type Sight } from '#server/spine/sight.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { nameOf, suspectedAgents } from '#server/spine/names.ts';
import { handoverServerTime } from '#server/spine/serverTimes.ts';

/** A tube on or before a handover; aliases i (item), s (sample), r (requisition). */
const itemColumns: PlainColumns<NoHandoverRow> = {
  sampleItemId: sql`i.id`,
  sampleId: sql`s.id`,
  sampleCode: sql`s.sample_code`,
  testTubeNumber: sql`s.test_tube_number`,
  requisitionCode: sql`s.requisition_code`,
  personName: patientShown.name(sql`r.person_name`),
  sampleClassName: nameOf.sampleClass('s'),
  sendSampleClientName: nameOf.client('s'),
  commodityId: sql`i.commodity_id`,
  commodityName: sql`(select c.commodity_name from commodity c where c.tenant_id = i.tenant_id and c.id = i.commodity_id)`,
  labStatus: sql`s.lab_status`,
  receiveTime: sql`s.receive_time`,
  receiveServerTime: sql`s.create_time`,
  enterTime: sql`s.enter_time`,
  receiveRemark: sql`r.receive_remark`,
  isUrgent: sql`coalesce(r.is_urgent, 0)`,
  suspectedAgents,
};
const itemTables = sql`sample_item i join sample s on s.tenant_id = i.tenant_id and s.id = i.sample_id`;
const itemJoins = sql`join requisition r on r.tenant_id = i.tenant_id and r.id = i.requisition_id`;

/** Tubes that wait: entered, and on no list; of one tube alone where its id is given. */
export const waitingWhole = ({ items }: Sight, sampleId?: string): SQL =>
  sql`${itemTables} ${itemJoins} where ${items} and i.item_state = ${itemState.waiting}${sampleId ? sql` and i.sample_id = ${sampleId}` : sql``}`;
export async function waitingItems(reader: Reader, user: ActingUser, sight: Sight, limit: number, sampleId?: string): Promise<HandoverWorkRow[]> {
  return readRows(
    reader,
    sql`select i.id, ${selected(itemColumns, { user })} from ${waitingWhole(sight, sampleId)} order by i.id limit ${limit}`,
    handoverWorkRow,
  );
}

const waiting: Listing<NoHandoverRow> = {
  columns: itemColumns,
  from: itemTables,
  joins: itemJoins,
  where: async ({ db, user }) => [(await sightOf(db, user)).items, sql`i.item_state = ${itemState.waiting}`],
  searchedIn: { sendSampleClientId: sql`s.send_sample_client_id` },
  order: sql`s.enter_time, i.id`,
  indexes: ['sample_item_waiting_ix'],
};
export const noHandover = defineListing(noHandoverList, waiting);

const handoverColumns: PlainColumns<HandoverRow> = {
  handoverId: sql`h.id`,
  handoverKey: sql`h.handover_key`,
  commodityId: sql`h.commodity_id`,
  commodityName: sql`c.commodity_name`,
  commodityCode: sql`c.commodity_code`,
  handoverStatus: sql`h.handover_status`,
  handoverTotal: sql`h.handover_total`,
  actionUserId: sql`h.action_user_id`,
  actionUserName: sql`h.action_user_name`,
  createTime: sql`h.create_time`,
  createServerTime: handoverServerTime,
  signUserId: sql`h.sign_user_id`,
  signUserName: sql`h.sign_user_name`,
  signTime: sql`h.sign_time`,
  signServerTime: sql`case when h.sign_time is not null then h.update_time end`,
};
const commodityJoin = sql`join commodity c on c.tenant_id = h.tenant_id and c.id = h.commodity_id`;
/** By the whole code of any of its tubes, or of a requisition. */
function byTube({ query, user }: AskedListing): SQL | undefined {
  const code = (parameter(query, 'requisitionCode') || parameter(query, 'sampleCode')).toUpperCase();
  return code === ''
    ? undefined
    : sql`h.id in (select i.handover_id from sample_item i join sample s on s.tenant_id = i.tenant_id and s.id = i.sample_id where i.tenant_id = ${user.tenantId} and (s.sample_code = ${code} or s.requisition_code = ${code}))`;
}
export const handovers = defineListing(handoverList, {
  columns: handoverColumns,
  from: sql`handover h`,
  joins: commodityJoin,
  where: async ({ db, user }) => [(await sightOf(db, user)).handovers],
  searchedIn: { sampleCode: byTube, requisitionCode: () => undefined },
  order: sql`h.create_time desc, h.id desc`,
  indexes: ['handover_time_ix'],
});

async function handoverOf({ db, query, user }: CallContext<Query>): Promise<HandoverDetail> {
  const handoverKey = parameter(query, 'handoverKey').toLowerCase();
  const which =
    handoverKey === '' ? (idFilter(query, 'handoverId', sql`h.id`) ?? idFilter(query, 'id', sql`h.id`)) : sql`h.handover_key = ${handoverKey}`;
  if (!which) throw missing('handoverId');
  const sight = await sightOf(db, user);
  const row = await readRow(
    db,
    sql`select ${selected(handoverColumns)} from handover h ${commodityJoin} where ${sight.handovers} and ${which}`,
    handoverRow,
  );
  if (!row) throw new UserError(404, ['没有此交接单', 'No such handover']);
  const items = await readRows(
    db,
    sql`select ${selected(itemColumns, { user })} from ${itemTables} ${itemJoins} where ${sight.items} and i.handover_id = ${row.handoverId} order by s.sample_code`,
    noHandoverRow,
  );
  return { ...row, items };
}

export const handoverCalls: readonly Call[] = serveCalls(handoverContracts, {
  /** How many tubes wait, in all or of one commodity. */
  'GET sample/sample-handover/no-handover-count': {
    handle: (context) => countOfListing(noHandoverList, waiting, context),
  },
  /** Commodities with what waits of each; those with something waiting come first. */
  'GET sample/sample-handover/commodity-list': {
    async handle({ db, query, user }) {
      const asked = parameter(query, 'executeType') || String(executeType.self);
      if (!executeType.labelOf(asked)) throw malformed('executeType');
      const { items } = await sightOf(db, user);
      return readRows(
        db,
        sql`select c.id as commodity_id, c.commodity_code, c.commodity_name, coalesce(w.count, 0) as count
      from commodity c left join (select i.commodity_id, count(*)::int as count from ${itemTables} where ${items} and i.item_state = ${itemState.waiting} group by i.commodity_id) w on w.commodity_id = c.id
      where c.tenant_id = ${user.tenantId} and c.is_deleted = 0 and c.execute_type = ${asked} and (c.is_disable = 0 or w.count > 0)
      order by coalesce(w.count, 0) desc, c.commodity_code`,
        handoverCommodityRow,
      );
    },
  },
  'GET sample/sample-handover/detail': {
    handle: handoverOf,
  },
  /** What the printed sheet shows: the same facts. */
  'GET sample/sample-handover/print-detail': {
    handle: handoverOf,
  },
});
