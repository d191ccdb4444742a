import { sql, type SQL } from 'drizzle-orm';
import { chargeAct, exclusionAct } from '#domain/bill/billChoices.ts';
import { viewBills, viewLines, viewOrders } from '#domain/bill/billRights.ts';
import { excludeSamples, restoreSamples } from '#domain/bill/exclusion/sampleExclusion.ts';
import { cancelBills, editBill } from '#domain/bill/bills/billActs.ts';
import { plainOrderActs, recheckOrderActs } from '#domain/bill/orders/orderActs.ts';
import { timelineAct } from '#domain/search/sampleDetail.ts';
import { linesInSight, type BillViewer } from '#server/spine/bill/lineSight.ts';
import type { Reader } from '#server/storage/readRows.ts';
import { labelSql } from '#server/storage/sqlParts.ts';
import { auditedOf } from './audited.ts';
import { eventOf, type TubeKeys } from './eventColumns.ts';

/** When documents were made and sent that a line of the tubes' requisitions stands in, once each. */
const documents = (
  { requisitionIds }: TubeKeys,
  sight: SQL,
  { head, place, id, no, made, sent }: Readonly<Record<'head' | 'place' | 'id' | 'no', SQL>> & { readonly made: string; readonly sent: string },
): SQL =>
  sql`select ${eventOf({ at: sql`e.at`, what: sql`e.what`, by: sql`e.by`, content: sql`d.no`, no: sql`d.no`, rank: sql`d.id` })} from (
      select distinct d.id, d.${no} as no, d.create_time, d.creator_name, d.send_time, d.send_user_name, d.sended from sales_line l
        join ${place} x on x.tenant_id = l.tenant_id and x.line_id = l.id join ${head} d on d.tenant_id = x.tenant_id and d.id = x.${id} and d.is_deleted = 0
      where ${sight} and l.requisition_id = ${requisitionIds}) d
    cross join lateral (values (d.create_time, ${made}::text, d.creator_name), (case when d.sended = 1 then d.send_time end, ${sent}::text, d.send_user_name)) e (at, what, by) where e.at is not null`;

/** Acts on an order or a bill after it was made and before it is taken apart: what was taken back of its sending, and what was changed. */
const orderSteps = [plainOrderActs, recheckOrderActs].flatMap(({ cancelSend, edit }) => [cancelSend.name, edit.name]);
const billSteps = [cancelBills.name, editBill.name];
export const documentActs: readonly string[] = [...orderSteps, ...billSteps];
const steps = (
  { requisitionIds }: TubeKeys,
  sight: SQL,
  { head, place, id, no }: Readonly<Record<'head' | 'place' | 'id' | 'no', SQL>>,
  actions: readonly string[],
): SQL =>
  auditedOf(
    sql`select distinct d.tenant_id, d.id::text as subject, null::text as sample_code, d.${no} as content from sales_line l
      join ${place} x on x.tenant_id = l.tenant_id and x.line_id = l.id join ${head} d on d.tenant_id = x.tenant_id and d.id = x.${id} and d.is_deleted = 0
      where ${sight} and l.requisition_id = ${requisitionIds}`,
    actions,
    { no: sql`x.content` },
  );

/** What became of the tubes' billable lines, for who sees these: orders, bills, exclusions, changes of the charge. */
export async function billEvents(db: Reader, user: BillViewer, keys: TubeKeys): Promise<SQL[]> {
  const may = ({ code }: { readonly code: string }): boolean => user.permissions.has(code);
  const sight = await linesInSight(db, user, 'l');
  const { requisitionIds } = keys;
  return [
    may(viewOrders) &&
      documents(keys, sight, {
        head: sql`sales_order`,
        place: sql`sales_order_line`,
        id: sql`order_id`,
        no: sql`order_no`,
        made: timelineAct.orderMade,
        sent: timelineAct.orderSent,
      }),
    may(viewOrders) && steps(keys, sight, { head: sql`sales_order`, place: sql`sales_order_line`, id: sql`order_id`, no: sql`order_no` }, orderSteps),
    may(viewBills) && steps(keys, sight, { head: sql`bill`, place: sql`bill_line`, id: sql`bill_id`, no: sql`bill_no` }, billSteps),
    may(viewBills) &&
      documents(keys, sight, {
        head: sql`bill`,
        place: sql`bill_line`,
        id: sql`bill_id`,
        no: sql`bill_no`,
        made: timelineAct.billMade,
        sent: timelineAct.billSent,
      }),
    may(viewLines) &&
      sql`select ${eventOf({
        at: sql`e.create_time`,
        what: sql`case e.act when ${sql.raw(String(exclusionAct.excluded))} then ${excludeSamples.name}::text else ${restoreSamples.name}::text end`,
        sampleCode: sql`e.sample_code`,
        by: sql`e.creator_name`,
        why: sql`e.reason`,
        rank: sql`e.id`,
      })} from sales_line l join exclusion_record e on e.tenant_id = l.tenant_id and e.sample_code = l.sample_code and e.line_id = l.id
        where ${sight} and l.requisition_id = ${requisitionIds}`,
    may(viewLines) &&
      sql`select ${eventOf({
        at: sql`h.create_time`,
        what: sql`${timelineAct.charge}::text`,
        by: sql`h.creator_name`,
        why: sql`h.reason`,
        content: labelSql(sql`h.act`, chargeAct.options),
        rank: sql`h.id`,
      })} from sales_line l join charge_change h on h.tenant_id = l.tenant_id and h.line_id = l.id where ${sight} and l.requisition_id = ${requisitionIds}`,
  ].filter((part): part is SQL => part !== false);
}
