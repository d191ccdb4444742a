import { sql } from 'drizzle-orm';
import { businessType, excludedBy, lineState } from '#domain/bill/billChoices.ts';
import { allLines, forceOrders } from '#domain/bill/billRights.ts';
import { sendBills } from '#domain/bill/bills/billActs.ts';
import { orderGroups } from '#domain/bill/orders/orderGroups.ts';
import { selectable } from '#domain/bill/orders/selectable.ts';
import { excludeClients, restoreClients } from '#domain/bill/exclusion/clientExclusion.ts';
import { excludeSamples, restoreSamples } from '#domain/bill/exclusion/sampleExclusion.ts';
import { createOrders, forceReasonWire } from '#domain/bill/orders/orderCreate.ts';
import { createPack } from '#domain/bill/packs/packActs.ts';
import type { Acting, ActingUser } from '#domain/kernel/command.ts';
import { addDays } from '#domain/kernel/dates.ts';
import { billActs } from '#server/bill/bills/billActs.ts';
import { servedCreateBill } from '#server/bill/bills/createBill.ts';
import { clientActs } from '#server/bill/exclusion/clientActs.ts';
import { sampleActs } from '#server/bill/exclusion/sampleActs.ts';
import { createActs } from '#server/bill/orders/createActs.ts';
import { makeOrders, type MadeOrder } from '#server/bill/orders/makeOrders.ts';
import { servedSend } from '#server/bill/orders/orderActs.ts';
import { lockKnownLines } from '#server/bill/orders/orderLines.ts';
import { packActs } from '#server/bill/packs/packActs.ts';
import { makePack } from '#server/bill/packs/packJob.ts';
import { syncLines } from '#server/spine/bill/syncLines.ts';
import { backfillTasks } from '#server/spine/tasks/backfillTasks.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';
import { addSamples } from '../addSamples.ts';
import { actingAt, commandNamed, demoPerson, doneAs } from '../doneAs.ts';
import { billProfile } from '../sampleStages.ts';

const billedSamples = 110;

/** The month so many before a moment's, its first and last day. */
function monthBefore(now: string, count: number): { readonly month: string; readonly from: string; readonly to: string } {
  let first = `${now.slice(0, 7)}-01`;
  let to = first;
  for (let at = 0; at < count; at++) {
    to = addDays(first, -1);
    first = `${to.slice(0, 7)}-01`;
  }
  return { month: first.slice(0, 7), from: `${first} 00:00:00`, to: `${to} 23:59:59` };
}

/**
 * The demo's billing: four months of reported tests; two months that were ordered and sent, of which one was billed and one in part, one that was packed with what failed in it, a sample that is not
 * charged, and this month's that wait. By the product's own acts. Part of the seed's one transaction.
 */
export async function seedBill(tx: Tx, { tenantId, now }: { readonly tenantId: string; readonly now: string }): Promise<void> {
  const target = { orm: tx, transaction: <T>(work: (within: Tx) => Promise<T>) => work(tx) };
  await addSamples(target, { tenantId, samples: billedSamples, profile: billProfile });
  await backfillTasks(target, { tenantId, isLegacy: 0 });
  const requisitions = await readRows<{ id: string }>(
    tx,
    sql`select id::text as id from requisition where tenant_id = ${tenantId} and requisition_code > ${billProfile.letter} and requisition_code < ${`${billProfile.letter}:`} order by id`,
  );
  await syncLines(
    tx,
    tenantId,
    requisitions.map(({ id }) => id),
  );
  const user = await demoPerson(tx, tenantId, 'billing', [allLines.code, forceOrders.code]);
  const at = (now: string): Acting => actingAt(user, now);

  for (const before of [3, 2]) {
    const { from, to } = monthBefore(now, before);
    const closing = `${addDays(to, 1)} 10:20:00`;
    const made = await orderMonth(tx, user, { from, to, at: closing });
    for (const { orderId } of made) await doneAs(tx, servedSend, { orderId, reconciliationTime: to }, at(closing));
    await billMonth(tx, { tenantId, orders: made, isClosed: before === 3 }, { reconciliationTime: to, acting: at(`${addDays(to, 2)} 15:40:00`) });
  }
  const last = monthBefore(now, 1);
  const packs = packActs(null);
  const asked = { taskName: `${last.month} 月结打包`, auditTimeStart: last.from, auditTimeEnd: last.to, remark: '演示: 上月全部检验所' };
  const { taskId } = await doneAs(tx, commandNamed(packs, createPack.name), asked, at(now));
  await makePack(target, { tenantId, taskId }, new AbortController().signal);
  await leaveOut(tx, tenantId, at(now));
  const unsold = await readRow<{ id: string }>(
    tx,
    sql`select id::text as id from sales_line where tenant_id = ${tenantId} and state = ${lineState.open} and price is not null and salesman_id is null and reported = 1 and excluded_by = 0 order by audit_time, id limit 1`,
  );
  const force = { forced: 1, [forceReasonWire]: '销售员待定, 院方要求本月出账' };
  if (unsold) await doneAs(tx, commandNamed(createActs, createOrders.name), { lineIds: [unsold.id], ...force }, at(now));
}

/** What is not charged, and what was left out and is charged after all: two samples, two clients. */
async function leaveOut(tx: Tx, tenantId: string, acting: Acting): Promise<void> {
  const [free, charged] = await readRows<{ id: string }>(
    tx,
    sql`select id::text as id from sales_line where tenant_id = ${tenantId} and state = ${lineState.open} order by audit_time desc, id limit 2`,
  );
  const sample = (act: string, id: string, reason: string) =>
    doneAs(tx, commandNamed(sampleActs, act), { lineId: id, applicant: '冯涛', reason }, acting);
  if (free) await sample(excludeSamples.name, free.id, '科研合作样本, 不计费');
  if (charged) {
    await sample(excludeSamples.name, charged.id, '误登记为科研样本');
    await sample(restoreSamples.name, charged.id, '核实为常规送检');
  }
  const [closed, open] = await readRows<{ id: string }>(
    tx,
    sql`select id::text as id from send_sample_client where tenant_id = ${tenantId} and client_code in ('C0050', 'C0051') order by client_code`,
  );
  const client = (act: string, id: string, reason: string) =>
    doneAs(tx, commandNamed(clientActs, act), { sendSampleClientId: id, applicant: '冯涛', reason }, acting);
  if (closed) await client(excludeClients.name, closed.id, '合同到期, 未续签');
  if (open) {
    await client(excludeClients.name, open.id, '合同待续签');
    await client(restoreClients.name, open.id, '已续签');
  }
}

interface BilledMonth {
  readonly tenantId: string;
  readonly orders: readonly MadeOrder[];
  /** All of it is billed, else a part. */
  readonly isClosed: boolean;
}
/** Bills of a month's orders: of a closed one all, sent but the last; of the next one one bill of a part of its largest order. */
async function billMonth(
  tx: Tx,
  { tenantId, orders, isClosed }: BilledMonth,
  { reconciliationTime, acting }: { readonly reconciliationTime: string; readonly acting: Acting },
): Promise<void> {
  const bill = (asked: object) => doneAs(tx, servedCreateBill, { billName: null, remark: null, ...asked }, acting);
  const send = commandNamed(billActs, sendBills.name);
  if (isClosed) {
    for (const [at, { orderId }] of orders.entries()) {
      const { bills } = await bill({ orderIds: [orderId] });
      if (at < orders.length - 1) await doneAs(tx, send, { billId: bills[0].billId, reconciliationTime }, acting);
    }
    return;
  }
  const largest = orders.toSorted((one, other) => other.totalQty - one.totalQty)[0];
  if (!largest || largest.totalQty < 2) return;
  const lines = await readRows<{ id: string }>(
    tx,
    sql`select line_id::text as id from sales_order_line where tenant_id = ${tenantId} and order_id = ${largest.orderId} order by line_id limit ${Math.floor(largest.totalQty / 2)}`,
  );
  await bill({ lineIds: lines.map(({ id }) => id) });
}

const ofMonth = (tenantId: string, { from, to }: { readonly from: string; readonly to: string }) =>
  sql`tenant_id = ${tenantId} and state = ${lineState.open} and audit_time >= ${from} and audit_time <= ${to} and excluded_by = ${excludedBy.none}
    and business_type in (${businessType.normal}, ${businessType.gift})`;
/** Orders of what could be ordered of a month, made at a moment behind it. */
async function orderMonth(tx: Tx, user: ActingUser, { at, ...month }: { readonly from: string; readonly to: string; readonly at: string }) {
  const ids = await readRows<{ id: string }>(tx, sql`select id::text as id from sales_line where ${ofMonth(user.tenantId, month)} order by id`);
  if (ids.length === 0) return [];
  const lines = await lockKnownLines(
    tx,
    user.tenantId,
    ids.map(({ id }) => id),
  );
  return makeOrders(tx, orderGroups(lines.filter((line) => selectable(line).length === 0)), { user, now: at });
}
