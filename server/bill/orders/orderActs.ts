import { sql } from 'drizzle-orm';
import { lineState } from '#domain/bill/billChoices.ts';
import {
  plainOrderActs,
  recheckOrderActs,
  type EditChange,
  type EditInput,
  type EditState,
  type KnownOrder,
  type OrderActState,
} from '#domain/bill/orders/orderActs.ts';
import type { PricedLine } from '#domain/bill/orders/orderGroups.ts';
import type { Acting, ActingUser } from '#domain/kernel/command.ts';
import type { Label } from '#domain/kernel/label.ts';
import { lastChange } from '#server/bill/documents/lastChange.ts';
import { pickedUnit } from '#server/bill/documents/pickedUnit.ts';
import { queuePush } from '#server/bill/documents/queuePush.ts';
import { syncWords } from '#server/bill/erp/erpWords.ts';
import { orderDocument, rewriteDocument, takeApart } from '#server/bill/documents/writeDocument.ts';
import { closedMonth } from '#server/bill/periods/closedMonth.ts';
import { serveCommand } from '#server/kernel/http/serve.ts';
import { isLineInSight } from '#server/spine/bill/lineSight.ts';
import { markOf } from '#server/spine/line.ts';
import { marked, own } from '#server/spine/loading.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';
import { followFreed } from './followFreed.ts';
import { freed, linesOf, lockLinesOf, moveLines, noteLeft } from './orderLines.ts';

interface LockedOrder extends Omit<KnownOrder, 'head' | 'withdrawnCode' | 'billNo'> {
  readonly revision: number;
  readonly reconciliationTime: string | null;
}
type Stored = LockedOrder & KnownOrder['head'];

/** An order of the person's sight, locked; null where there is none, NotYours where it is another's. */
async function lockOrder(tx: Tx, user: ActingUser, orderId: string): Promise<(KnownOrder & LockedOrder) | null> {
  const [row] = await own<Stored>(
    tx,
    sql`select o.id as order_id, o.order_no, o.version, o.is_recheck::int as is_recheck, o.sended::int as sended, o.is_void_pending::int as is_void_pending,
        o.bill_status::int as bill_status, o.forced::int as forced, o.creator_id, o.revision, o.reconciliation_time, o.contract_laboratory_id, o.bill_customer_id,
        o.send_sample_client_id, o.agent_customer_id, o.salesman_id, o.erp_code, o.charge_type::int as charge_type, o.business_type::int as business_type, o.sign::int as sign,
        ${marked(sql`o.id::text`, isLineInSight(user, 'o'))}
      from sales_order o where o.tenant_id = ${user.tenantId} and o.id = ${orderId} and o.is_deleted = 0 for update of o`,
  );
  if (!row) return null;
  const found = await readRow<{ withdrawnCode: string | null; billNo: string | null }>(
    tx,
    sql`select (select min(l.sample_code) from sales_order_line x join sales_line l on l.tenant_id = x.tenant_id and l.id = x.line_id
          where x.tenant_id = ${user.tenantId} and x.order_id = ${orderId} and l.withdrawn = 1) as withdrawn_code,
        (select min(b.bill_no) from bill_line y join bill b on b.tenant_id = y.tenant_id and b.id = y.bill_id where y.tenant_id = ${user.tenantId} and y.order_id = ${orderId}) as bill_no`,
  );
  const { contractLaboratoryId, billCustomerId, sendSampleClientId, agentCustomerId, salesmanId, erpCode, chargeType, businessType, sign, ...order } =
    row;
  const isRecheck = order.isRecheck === 1 ? 1 : 0;
  const head = {
    contractLaboratoryId,
    billCustomerId,
    sendSampleClientId,
    agentCustomerId,
    salesmanId,
    erpCode,
    chargeType,
    businessType,
    isRecheck,
    sign,
  } as const;
  return { ...order, head, withdrawnCode: found?.withdrawnCode ?? null, billNo: found?.billNo ?? null };
}

/** The same with its lines locked before it: what is withdrawn meanwhile is seen here, or sees what was done here. */
async function lockWhole(tx: Tx, user: ActingUser, orderId: string): Promise<(KnownOrder & LockedOrder) | null> {
  await lockLinesOf(tx, user, { orderIds: [orderId], lineIds: [] });
  return lockOrder(tx, user, orderId);
}

const locked = (order: KnownOrder): KnownOrder & LockedOrder => order as KnownOrder & LockedOrder;
const answerOf = ({ orderId, orderNo }: KnownOrder) => ({ orderId, orderNo });
const pushed = ({ orderId, orderNo, head, revision }: KnownOrder & LockedOrder, reconciliationTime: string | null) => ({
  doc: 'order' as const,
  docId: orderId,
  docNo: orderNo,
  revision,
  contractLaboratoryId: head.contractLaboratoryId,
  salesmanId: head.salesmanId,
  reconciliationTime,
});
const redWords: Label = ['随账单红字应收', 'Goes with the red receivable of its bill'];
interface Done<Change, Input> {
  readonly opId: string;
  readonly change: Change;
  readonly input: Input;
  readonly acting: Acting;
}

const sending = {
  async load(
    tx: Tx,
    { orderId, reconciliationTime }: { readonly orderId: string; readonly reconciliationTime: string },
    { user }: Acting,
  ): Promise<OrderActState> {
    const order = await lockWhole(tx, user, orderId);
    return { order, closed: order ? await closedMonth(tx, user.tenantId, order.head.contractLaboratoryId, reconciliationTime) : null };
  },
  async write(tx: Tx, { change, input: { reconciliationTime }, acting: { user, now } }: Done<KnownOrder, { readonly reconciliationTime: string }>) {
    const order = locked(change);
    const isRed = order.head.sign === -1;
    await tx.execute(sql`update sales_order set sended = 1, reconciliation_time = ${reconciliationTime}, send_user_id = ${user.id}, send_user_name = ${user.name}, send_time = ${now},
      sync = ${isRed ? 1 : 0}, sync_result = ${syncWords(isRed ? redWords : null)}, sync_time = null, update_time = ${now}, version = version + 1
      where tenant_id = ${user.tenantId} and id = ${order.orderId}`);
    if (!isRed) await queuePush(tx, 'push', pushed(order, reconciliationTime), { user, now });
    return answerOf(order);
  },
};
const cancelling = {
  async load(tx: Tx, { orderId }: { readonly orderId: string }, { user }: Acting): Promise<OrderActState> {
    const order = await lockOrder(tx, user, orderId);
    return { order, closed: order ? await closedMonth(tx, user.tenantId, order.head.contractLaboratoryId, order.reconciliationTime) : null };
  },
  async write(tx: Tx, { change, acting: { user, now } }: Done<KnownOrder, unknown>) {
    const order = locked(change);
    const isPushed = order.head.sign === 1;
    await tx.execute(sql`update sales_order set sended = 0, revision = revision + 1, is_void_pending = ${isPushed ? 1 : 0}, sync = 0, sync_result = null, update_time = ${now}, version = version + 1
      where tenant_id = ${user.tenantId} and id = ${order.orderId}`);
    if (isPushed) await queuePush(tx, 'void', pushed(order, order.reconciliationTime), { user, now });
    return answerOf(order);
  },
};
const linesOfOrder = (tenantId: string, orderId: string) =>
  sql`l.id in (select x.line_id from sales_order_line x where x.tenant_id = ${tenantId} and x.order_id = ${orderId})`;
const removing = (command: { readonly name: string }) => ({
  async load(tx: Tx, { orderId }: { readonly orderId: string }, { user }: Acting): Promise<OrderActState> {
    return { order: await lockWhole(tx, user, orderId), closed: null };
  },
  async write(tx: Tx, { change, acting, opId }: Done<KnownOrder, unknown>) {
    const { user, now } = acting;
    const whose = { tenantId: user.tenantId, now };
    const lines = await readRows<{ lineId: string }>(
      tx,
      sql`select line_id from sales_order_line where tenant_id = ${user.tenantId} and order_id = ${change.orderId} order by line_id`,
    );
    await takeApart(tx, orderDocument, { tenantId: user.tenantId, id: change.orderId });
    await moveLines(
      tx,
      whose,
      lines.map(({ lineId }) => lineId),
      freed,
    );
    await followFreed(
      tx,
      whose,
      lines.map(({ lineId }) => lineId),
    );
    await noteLeft(
      tx,
      user.tenantId,
      markOf(command, { acting, opId }, change.orderNo),
      lines.map(({ lineId }) => lineId),
    );
    await tx.execute(
      sql`update sales_order set is_deleted = 1, update_time = ${now}, version = version + 1 where tenant_id = ${user.tenantId} and id = ${change.orderId}`,
    );
    return answerOf(change);
  },
});
const editing = (command: { readonly name: string }) => ({
  async load(tx: Tx, { orderId, version, billUnitId, addLineIds = [] }: EditInput, { user }: Acting): Promise<EditState> {
    // Lines before orders, those that come with those that are there: whoever makes an order locks them in this order, too.
    const asked = new Set(addLineIds);
    const added = (await lockLinesOf(tx, user, { orderIds: [orderId], lineIds: addLineIds })).filter(({ lineId }) => asked.has(lineId));
    const order = await lockOrder(tx, user, orderId);
    const lines = order ? ((await linesOf(tx, user.tenantId, linesOfOrder(user.tenantId, orderId))) as readonly PricedLine[]) : [];
    const isStale = order !== null && order.version !== version;
    return {
      order,
      closed: null,
      lines,
      added,
      unit: await pickedUnit(tx, user.tenantId, billUnitId),
      lastChange: isStale ? await lastChange(tx, user.tenantId, 'sales_order', orderId) : null,
    };
  },
  async write(tx: Tx, { change: { order, unit, lines, added, removed }, input: { remark }, acting, opId }: Done<EditChange, EditInput>) {
    const { user, now } = acting;
    const whose = { tenantId: user.tenantId, now };
    if (lines !== null) {
      await rewriteDocument(tx, orderDocument, { tenantId: user.tenantId, id: order.orderId, sign: order.head.sign }, lines);
      await moveLines(tx, whose, added, sql`${lineState.ordered}`);
      await moveLines(tx, whose, removed, freed);
      await followFreed(tx, whose, removed);
      await noteLeft(tx, user.tenantId, markOf(command, { acting, opId }, order.orderNo), removed);
    }
    await tx.execute(sql`update sales_order o set bill_unit_id = ${unit?.billUnitId ?? null}, remark = ${remark || null}, revision = revision + 1, update_time = ${now}, version = version + 1,
        bill_name = coalesce(${unit?.name ?? null}, (select c.client_name from client c where c.tenant_id = o.tenant_id and c.id = o.bill_customer_id))
      where tenant_id = ${user.tenantId} and id = ${order.orderId}`);
    return answerOf(order);
  },
});

/** 发送 of plain orders; packs send theirs by it, too. */
export const servedSend = serveCommand(plainOrderActs.send, sending);
/** 发送, 取消发送, 删除, 修改: the same for orders and recheck orders. */
export const orderActs = [plainOrderActs, recheckOrderActs].flatMap(({ send, cancelSend, remove, edit }) => [
  send === plainOrderActs.send ? servedSend : serveCommand(send, sending),
  serveCommand(cancelSend, cancelling),
  serveCommand(remove, removing(remove)),
  serveCommand(edit, editing(edit)),
]);
