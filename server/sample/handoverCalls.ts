import { sql, type SQL } from 'drizzle-orm';
import { executeType } from '#domain/base/executeType.ts';
import { itemState } from '#domain/sample/itemState.ts';
import type { HandoverCommodityRow, HandoverDetail, HandoverRow, NoHandoverRow } from '#domain/sample/rows.ts';
import { UserError, malformed, missing } from '#server/kernel/answers.ts';
import { codeFilter, idFilter, pageRows, parameter, rangeFilter } from '#server/kernel/pageRows.ts';
import { defineCall, type CallContext } from '#server/kernel/serve.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { nameOf } from './sampleColumns.ts';
import { inScope } from './summaryCalls.ts';

type Query = Record<string, string>;

/** A tube on or before a handover; aliases i (item), s (sample), r (requisition). */
const itemColumns = sql`i.id as sample_item_id, s.id as sample_id, s.sample_code, s.test_tube_number, s.requisition_code, r.person_name, ${nameOf.sampleClass('s')} as sample_class_name, ${nameOf.client('s')} as send_sample_client_name,
  i.commodity_id, (select c.commodity_name from commodity c where c.tenant_id = i.tenant_id and c.id = i.commodity_id) as commodity_name, s.lab_status, s.receive_time, s.create_time as receive_server_time, s.enter_time, r.receive_remark, coalesce(r.is_urgent, 0) as is_urgent`;
const itemTables = sql`sample_item i join sample s on s.tenant_id = i.tenant_id and s.id = i.sample_id`;
const itemJoins = sql`join requisition r on r.tenant_id = i.tenant_id and r.id = i.requisition_id`;

/** Tubes that wait: entered, and on no list. */
export async function waitingItems(
  reader: Reader,
  tenantId: string,
  laboratories: readonly string[] | null,
  limit: number,
): Promise<(NoHandoverRow & { id: string })[]> {
  const scope = inScope(sql`s.contract_laboratory_id`, laboratories) ?? sql`true`;
  return readRows(
    reader,
    sql`select i.id, ${itemColumns} from ${itemTables} ${itemJoins} where i.tenant_id = ${tenantId} and i.item_state = ${itemState.waiting} and ${scope} order by i.id limit ${limit}`,
  );
}

async function waitingConditions({ db, query, user }: CallContext<Query>): Promise<(SQL | undefined | false)[]> {
  return [
    sql`i.tenant_id = ${user.tenantId}`,
    sql`i.item_state = ${itemState.waiting}`,
    inScope(sql`s.contract_laboratory_id`, await laboratoriesOf(db, user)),
    idFilter(query, 'commodityId', sql`i.commodity_id`),
    codeFilter(query, 'sampleCode', sql`s.sample_code`),
    codeFilter(query, 'requisitionCode', sql`s.requisition_code`),
    idFilter(query, 'sendSampleClientId', sql`s.send_sample_client_id`),
    rangeFilter(query, 'receiveTime', sql`s.receive_time`),
    rangeFilter(query, 'enterTime', sql`s.enter_time`),
  ];
}

export const noHandoverPage = defineCall<Query>({
  method: 'GET',
  service: 'sample',
  path: 'sample-handover/no-handover-page',
  title: ['待交接样本', 'Awaiting handover'],
  permission: 'sample_view',
  handle: async (context) =>
    pageRows<NoHandoverRow>(context.db, context.query, {
      columns: itemColumns,
      from: itemTables,
      joins: itemJoins,
      where: await waitingConditions(context),
      order: sql`s.enter_time, i.id`,
    }),
});

/** How many tubes wait, in all or of one commodity. */
export const noHandoverCount = defineCall<Query>({
  method: 'GET',
  service: 'sample',
  path: 'sample-handover/no-handover-count',
  title: ['待交接数量', 'Awaiting handover, count'],
  permission: 'sample_view',
  async handle(context) {
    const conditions = (await waitingConditions(context)).filter((condition): condition is SQL => Boolean(condition));
    const row = await readRow<{ count: number }>(
      context.db,
      sql`select count(*)::int as count from ${itemTables} where ${sql.join(conditions, sql` and `)}`,
    );
    return row?.count ?? 0;
  },
});

/** Commodities with what waits of each; those with something waiting come first. */
export const handoverCommodities = defineCall<Query>({
  method: 'GET',
  service: 'sample',
  path: 'sample-handover/commodity-list',
  title: ['交接产品', 'Commodities to hand over'],
  permission: 'sample_view',
  async handle({ db, query, user }) {
    const asked = parameter(query, 'executeType') || String(executeType.self);
    if (!executeType.labelOf(asked)) throw malformed('executeType');
    const scope = inScope(sql`s.contract_laboratory_id`, await laboratoriesOf(db, user)) ?? sql`true`;
    return readRows<HandoverCommodityRow>(
      db,
      sql`select c.id as commodity_id, c.commodity_code, c.commodity_name, coalesce(w.count, 0) as count
      from commodity c left join (select i.commodity_id, count(*)::int as count from ${itemTables} where i.tenant_id = ${user.tenantId} and i.item_state = ${itemState.waiting} and ${scope} group by i.commodity_id) w on w.commodity_id = c.id
      where c.tenant_id = ${user.tenantId} and c.is_deleted = 0 and c.execute_type = ${asked} and (c.is_disable = 0 or w.count > 0)
      order by coalesce(w.count, 0) desc, c.commodity_code`,
    );
  },
});

const handoverColumns = sql`h.id as handover_id, h.handover_key, h.commodity_id, c.commodity_name, c.commodity_code, h.handover_status, h.handover_total, h.action_user_id, h.action_user_name, h.create_time, h.sign_user_id, h.sign_user_name, h.sign_time,
  (select min(a.create_time) from audit_entry a where a.tenant_id = h.tenant_id and a.subject = left(h.handover_key, 8) || ' (' || h.handover_total || ')' and a.action = 'handover.save' and a.user_id = h.action_user_id) as create_server_time,
  case when h.sign_time is not null then h.update_time end as sign_server_time`;
const commodityJoin = sql`join commodity c on c.tenant_id = h.tenant_id and c.id = h.commodity_id`;
const inOwn = (laboratories: readonly string[] | null): SQL | undefined =>
  laboratories === null ? undefined : sql`(h.laboratory_ids && ${sql.param([...laboratories])}::bigint[] or h.laboratory_ids = '{}')`;

export const handoverPage = defineCall<Query>({
  method: 'GET',
  service: 'sample',
  path: 'sample-handover/page',
  title: ['样本交接', 'Handovers'],
  permission: 'sample_view',
  async handle({ db, query, user }) {
    const status = parameter(query, 'handoverStatus');
    const code = parameter(query, 'requisitionCode') || parameter(query, 'sampleCode');
    return pageRows<HandoverRow>(db, query, {
      columns: handoverColumns,
      from: sql`handover h`,
      joins: commodityJoin,
      where: [
        sql`h.tenant_id = ${user.tenantId}`,
        sql`h.is_deleted = 0`,
        inOwn(await laboratoriesOf(db, user)),
        /^[23]$/.test(status) && sql`h.handover_status = ${status}`,
        idFilter(query, 'commodityId', sql`h.commodity_id`),
        idFilter(query, 'actionUserId', sql`h.action_user_id`),
        idFilter(query, 'signUserId', sql`h.sign_user_id`),
        rangeFilter(query, 'createTime', sql`h.create_time`),
        rangeFilter(query, 'signTime', sql`h.sign_time`),
        code !== '' &&
          sql`h.id in (select i.handover_id from sample_item i join sample s on s.tenant_id = i.tenant_id and s.id = i.sample_id where i.tenant_id = ${user.tenantId} and (s.sample_code = ${code.toUpperCase()} or s.requisition_code = ${code.toUpperCase()}))`,
      ],
      order: sql`h.create_time desc, h.id desc`,
    });
  },
});

async function handoverOf({ db, query, user }: CallContext<Query>): Promise<HandoverDetail> {
  const handoverKey = parameter(query, 'handoverKey').toLowerCase();
  const which =
    handoverKey === '' ? (idFilter(query, 'handoverId', sql`h.id`) ?? idFilter(query, 'id', sql`h.id`)) : sql`h.handover_key = ${handoverKey}`;
  if (!which) throw missing('handoverId');
  const laboratories = await laboratoriesOf(db, user);
  const scope = inOwn(laboratories) ?? sql`true`;
  const row = await readRow<HandoverRow>(
    db,
    sql`select ${handoverColumns} from handover h ${commodityJoin} where h.tenant_id = ${user.tenantId} and h.is_deleted = 0 and ${which} and ${scope}`,
  );
  if (!row) throw new UserError(404, ['没有此交接单', 'No such handover']);
  const items = await readRows<NoHandoverRow>(
    db,
    sql`select ${itemColumns} from ${itemTables} ${itemJoins} where i.tenant_id = ${user.tenantId} and i.handover_id = ${row.handoverId} and ${inScope(sql`s.contract_laboratory_id`, laboratories) ?? sql`true`} order by s.sample_code`,
  );
  return { ...row, items };
}

export const handoverDetail = defineCall<Query>({
  method: 'GET',
  service: 'sample',
  path: 'sample-handover/detail',
  title: ['交接详情', 'Handover'],
  permission: 'sample_view',
  handle: handoverOf,
});
/** What the printed sheet shows: the same facts. */
export const handoverPrint = defineCall<Query>({
  method: 'GET',
  service: 'sample',
  path: 'sample-handover/print-detail',
  title: ['交接单打印', 'Handover sheet'],
  permission: 'sample_view',
  handle: handoverOf,
});
