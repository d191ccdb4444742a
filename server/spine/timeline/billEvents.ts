import { sql, type SQL } from 'drizzle-orm';
import { chargeAct, exclusionAct, exclusionKind } from '#domain/bill/billChoices.ts';
import { viewBills, viewLines, viewOrders } from '#domain/bill/billRights.ts';
import { endCommodityRestore, excludeClients, restoreClients, restoreCommodities } from '#domain/bill/exclusion/clientExclusion.ts';
import { excludeSamples, restoreSamples } from '#domain/bill/exclusion/sampleExclusion.ts';
import { cancelBills, editBill } from '#domain/bill/bills/billActs.ts';
import { reconcileErp, retryErp } from '#domain/bill/erp/erpActs.ts';
import { plainOrderActs, recheckOrderActs } from '#domain/bill/orders/orderActs.ts';
import { timelineAct } from '#domain/search/sampleDetail.ts';
import { linesInSight, type BillViewer } from '#server/spine/bill/lineSight.ts';
import type { Reader } from '#server/storage/readRows.ts';
import { leavingActs } from '#server/spine/line.ts';
import { anyText, labelSql } from '#server/storage/sqlParts.ts';
import { auditedOf } from './audited.ts';
import { eventOf, type TubeKeys } from './eventColumns.ts';

/** A kind of document: its tables, what it is known by, and when it was made and sent. */
interface DocumentKind {
  readonly head: SQL;
  readonly place: SQL;
  readonly id: SQL;
  readonly no: SQL;
  readonly made: string;
  readonly sent: string;
  /** Acts on one that is there. */
  readonly steps: readonly string[];
}
const orders: DocumentKind = {
  head: sql`sales_order`,
  place: sql`sales_order_line`,
  id: sql`order_id`,
  no: sql`order_no`,
  made: timelineAct.orderMade,
  sent: timelineAct.orderSent,
  steps: [plainOrderActs, recheckOrderActs].flatMap(({ cancelSend, edit }) => [cancelSend.name, edit.name]),
};
const bills: DocumentKind = {
  head: sql`bill`,
  place: sql`bill_line`,
  id: sql`bill_id`,
  no: sql`bill_no`,
  made: timelineAct.billMade,
  sent: timelineAct.billSent,
  steps: [cancelBills.name, editBill.name],
};
const erpSteps = [retryErp.name, reconcileErp.name];
export const documentActs: readonly string[] = [...orders.steps, ...bills.steps, ...erpSteps, ...leavingActs];

/** Documents (id, no, until) that a line of the tubes' requisitions stands in, and those that it has left, until when: by what their lines noted of that. */
const stoodIn = ({ tenantId, requisitionIds, sampleIds }: TubeKeys, sight: Sight, { head, place, id, no }: DocumentKind): SQL =>
  sql`select h.tenant_id, h.id, h.no, case when bool_or(h.until is null) then null else max(h.until) end as until from (
      select d.tenant_id, d.id, d.${no} as no, null::timestamptz as until from sales_line l
        join ${place} x on x.tenant_id = l.tenant_id and x.line_id = l.id join ${head} d on d.tenant_id = x.tenant_id and d.id = x.${id} and d.is_deleted = 0
        where ${sight.ofLine} and l.requisition_id = ${requisitionIds}
      union all select d.tenant_id, d.id, d.${no}, a.create_time from sample_act a join ${head} d on d.tenant_id = a.tenant_id and d.${no} = a.note
        where a.tenant_id = ${tenantId} and a.sample_id = ${sampleIds} and a.act = ${anyText(leavingActs)} and ${sight.ofDocument}) h group by h.tenant_id, h.id, h.no`;

/** What became of documents: made, last sent, each step on them, and their letting go of the tubes. */
const documents = (keys: TubeKeys, sight: Sight, kind: DocumentKind): SQL[] => [
  sql`select ${eventOf({ at: sql`e.at`, what: sql`e.what`, by: sql`e.by`, content: sql`h.no`, no: sql`h.no`, rank: sql`h.id` })} from (${stoodIn(keys, sight, kind)}) h
    join ${kind.head} d on d.tenant_id = h.tenant_id and d.id = h.id
    cross join lateral (values (d.create_time, ${kind.made}::text, d.creator_name), (d.send_time, ${kind.sent}::text, d.send_user_name)) e (at, what, by)
    where e.at is not null and e.at <= coalesce(h.until, e.at)`,
  auditedOf(
    sql`select h.tenant_id, h.id::text as subject, null::text as sample_code, h.no as content, h.until from (${stoodIn(keys, sight, kind)}) h`,
    kind.steps,
    { no: sql`x.content`, only: sql`a.create_time <= coalesce(x.until, a.create_time)` },
  ),
  sql`select distinct ${eventOf({
    at: sql`a.act_time`,
    serverTime: sql`a.create_time`,
    what: sql`a.act`,
    by: sql`a.user_name`,
    content: sql`a.note`,
    no: sql`a.note`,
    rank: sql`d.id`,
  })} from sample_act a join ${kind.head} d on d.tenant_id = a.tenant_id and d.${kind.no} = a.note
    where a.tenant_id = ${keys.tenantId} and a.sample_id = ${keys.sampleIds} and a.act = ${anyText(leavingActs.filter((act) => !kind.steps.includes(act)))} and ${sight.ofDocument}`,
];
/** What a person had the ERP asked again about documents. */
const erpAsked = (keys: TubeKeys, sight: Sight, kind: DocumentKind, doc: 'order' | 'bill'): SQL =>
  auditedOf(
    sql`select p.tenant_id, p.id::text as subject, null::text as sample_code, h.no as content from (${stoodIn(keys, sight, kind)}) h
      join erp_push p on p.tenant_id = h.tenant_id and p.doc = ${doc} and p.doc_id = h.id`,
    erpSteps,
    { no: sql`x.content` },
  );
/** Acts on the clients of lines that were in no order then, and the one under which a line came in: what kept them out of orders is noted of the client alone. */
const clientExclusions = ({ tenantId, requisitionIds }: TubeKeys, ofLine: SQL): SQL => {
  const [ofClient, ofCommodity, excluded] = [exclusionKind.client, exclusionKind.commodity, exclusionAct.excluded];
  const of = (client: { readonly name: string }, commodity: { readonly name: string }): SQL =>
    sql`case e.kind when ${ofClient}::int then ${client.name}::text else ${commodity.name}::text end`;
  return sql`select distinct ${eventOf({
    at: sql`e.create_time`,
    what: sql`case e.act when ${excluded}::int then ${of(excludeClients, endCommodityRestore)} else ${of(restoreClients, restoreCommodities)} end`,
    by: sql`e.creator_name`,
    why: sql`e.reason`,
    content: sql`(select c.commodity_name from commodity c where c.tenant_id = e.tenant_id and c.id = e.commodity_id)`,
    rank: sql`e.id`,
  })} from sales_line l join exclusion_record e on e.tenant_id = l.tenant_id and e.send_sample_client_id = l.send_sample_client_id
      and (e.kind = ${ofClient} or e.kind = ${ofCommodity} and e.commodity_id = l.commodity_id)
    where l.tenant_id = ${tenantId} and ${ofLine} and l.requisition_id = ${requisitionIds} and l.sign = 1
      and (e.id > l.id or e.act = ${excluded} and not exists (select 1 from exclusion_record n where n.tenant_id = e.tenant_id
        and n.send_sample_client_id = e.send_sample_client_id and n.kind = e.kind and n.commodity_id is not distinct from e.commodity_id and n.id > e.id and n.id < l.id))
      and not exists (select 1 from sales_order_line x join sales_order o on o.tenant_id = x.tenant_id and o.id = x.order_id
        where x.tenant_id = l.tenant_id and x.line_id = l.id and o.id < e.id)`;
};
/** What a person sees of lines (alias l) and documents (alias d). */
type Sight = Readonly<Record<'ofLine' | 'ofDocument', SQL>>;

/** What became of the tubes' billable lines, for who sees these: orders, bills, exclusions, changes of the charge. */
export async function billEvents(db: Reader, user: BillViewer, keys: TubeKeys): Promise<SQL[]> {
  const may = ({ code }: { readonly code: string }): boolean => user.permissions.has(code);
  const sight = { ofLine: await linesInSight(db, user, 'l'), ofDocument: await linesInSight(db, user, 'd') };
  const { requisitionIds } = keys;
  return [
    ...(may(viewOrders) ? [...documents(keys, sight, orders), erpAsked(keys, sight, orders, 'order')] : []),
    ...(may(viewBills) ? [...documents(keys, sight, bills), erpAsked(keys, sight, bills, 'bill')] : []),
    may(viewLines) &&
      sql`select ${eventOf({
        at: sql`e.create_time`,
        what: sql`case e.act when ${sql.raw(String(exclusionAct.excluded))} then ${excludeSamples.name}::text else ${restoreSamples.name}::text end`,
        sampleCode: sql`e.sample_code`,
        by: sql`e.creator_name`,
        why: sql`e.reason`,
        rank: sql`e.id`,
      })} from sales_line l join exclusion_record e on e.tenant_id = l.tenant_id and e.sample_code = l.sample_code and e.line_id = l.id
        where ${sight.ofLine} and l.requisition_id = ${requisitionIds}`,
    may(viewLines) && clientExclusions(keys, sight.ofLine),
    may(viewLines) &&
      sql`select ${eventOf({
        at: sql`h.create_time`,
        what: sql`${timelineAct.charge}::text`,
        by: sql`h.creator_name`,
        why: sql`h.reason`,
        content: labelSql(sql`h.act`, chargeAct.options),
        rank: sql`h.id`,
      })} from sales_line l join charge_change h on h.tenant_id = l.tenant_id and h.line_id = l.id where ${sight.ofLine} and l.requisition_id = ${requisitionIds}`,
  ].filter((part): part is SQL => part !== false);
}
