import { sql } from 'drizzle-orm';
import { billEmailType, lineState, syncState } from '#domain/bill/billChoices.ts';
import { cancelBills, editBill, editBillItem, removeBills, sendBills, type BillActState, type KnownBill } from '#domain/bill/bills/billActs.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { lastChange } from '#server/bill/documents/lastChange.ts';
import { pickedUnit } from '#server/bill/documents/pickedUnit.ts';
import { queuePush } from '#server/bill/documents/queuePush.ts';
import { billDocument, rewriteDocument, takeApart } from '#server/bill/documents/writeDocument.ts';
import { addStatementRow, type AskedStatement } from '#server/bill/mail/makeRow.ts';
import { lockLinesOf, moveLines, noteLeft } from '#server/bill/orders/orderLines.ts';
import { closedMonth } from '#server/bill/periods/closedMonth.ts';
import { serveCommand, type ServedCommand } from '#server/kernel/http/serve.ts';
import { isLineInSight } from '#server/spine/bill/lineSight.ts';
import { markOf } from '#server/spine/line.ts';
import { marked, own } from '#server/spine/loading.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { countBilled, linesOfBill, lockBillable } from './billLines.ts';
import { sharedBy } from './createBill.ts';

interface LockedBill extends KnownBill {
  readonly revision: number;
  readonly sign: 1 | -1;
  readonly salesmanId: string | null;
  readonly billCustomerId: string;
  readonly reconciliationTime: string | null;
}
const locked = (bill: KnownBill): LockedBill => bill as LockedBill;
/** The customer's statement that a bill sent for a day belongs to (docs/bill.md#mails). */
const statementOf = (
  { billCustomerId: clientId, contractLaboratoryId }: Pick<LockedBill, 'billCustomerId' | 'contractLaboratoryId'>,
  reconciliationTime: string,
  { user, now }: { readonly user: ActingUser; readonly now: string },
): AskedStatement => ({
  tenantId: user.tenantId,
  type: billEmailType.bill,
  contractLaboratoryId,
  clientId,
  day: reconciliationTime.slice(0, 10),
  now,
  by: user,
});

/** A bill of the person's sight, locked; null where there is none, NotYours where it is another's. */
async function lockBill(tx: Tx, user: ActingUser, billId: string): Promise<LockedBill | null> {
  const [row] = await own<LockedBill>(
    tx,
    sql`select b.id as bill_id, b.bill_no, b.version, b.sended::int as sended, b.is_void_pending::int as is_void_pending, b.contract_laboratory_id, b.revision, b.sign::int as sign,
        b.salesman_id, b.bill_customer_id, b.reconciliation_time, ${marked(sql`b.id::text`, isLineInSight(user, 'b'))}
      from bill b where b.tenant_id = ${user.tenantId} and b.id = ${billId} and b.is_deleted = 0 for update of b`,
  );
  return row ?? null;
}
/** The same with its lines and their orders locked before it, as whoever bills them locks them. */
async function lockWhole(tx: Tx, user: ActingUser, billId: string): Promise<LockedBill | null> {
  const [seen] = await own<object>(
    tx,
    sql`select ${marked(sql`b.id::text`, isLineInSight(user, 'b'))} from bill b where b.tenant_id = ${user.tenantId} and b.id = ${billId} and b.is_deleted = 0`,
  );
  if (!seen) return null;
  const places = await readRows<{ lineId: string; orderId: string }>(
    tx,
    sql`select line_id, order_id from bill_line where tenant_id = ${user.tenantId} and bill_id = ${billId} order by line_id`,
  );
  await lockLinesOf(tx, user, { orderIds: [], lineIds: places.map(({ lineId }) => lineId) });
  await lockBillable(tx, user, [...new Set(places.map(({ orderId }) => orderId))]);
  return lockBill(tx, user, billId);
}

const answerOf = ({ billId, billNo }: KnownBill) => ({ billId, billNo });
const pushed = ({ billId, billNo, revision, contractLaboratoryId, salesmanId }: LockedBill, reconciliationTime: string | null) => ({
  doc: 'bill' as const,
  docId: billId,
  docNo: billNo,
  revision,
  contractLaboratoryId,
  salesmanId,
  reconciliationTime,
});
async function loadFor(tx: Tx, user: ActingUser, billId: string, time: string | null | undefined): Promise<BillActState> {
  const bill = await lockBill(tx, user, billId);
  return {
    bill,
    closed: bill
      ? await closedMonth(tx, user.tenantId, bill.contractLaboratoryId, time === undefined ? bill.reconciliationTime : time, 'alone')
      : null,
  };
}

/** Lines go back to where their orders have them. */
async function freeLines(
  tx: Tx,
  whose: { readonly tenantId: string; readonly now: string },
  lines: readonly { readonly lineId: string; readonly orderId: string }[],
) {
  await moveLines(
    tx,
    whose,
    lines.map(({ lineId }) => lineId),
    sql`${lineState.ordered}`,
  );
  await countBilled(tx, whose, [...new Set(lines.map(({ orderId }) => orderId))]);
}

export const billActs: readonly ServedCommand[] = [
  serveCommand(sendBills, {
    load: (tx, { billId, reconciliationTime }, { user }) => loadFor(tx, user, billId, reconciliationTime),
    async write(tx, { change, input: { reconciliationTime }, acting: { user, now } }) {
      const bill = locked(change);
      await tx.execute(sql`update bill set sended = 1, reconciliation_time = ${reconciliationTime}, send_user_id = ${user.id}, send_user_name = ${user.name}, send_time = ${now},
        sync = ${syncState.not}, sync_result = null, sync_time = null, update_time = ${now}, version = version + 1
        where tenant_id = ${user.tenantId} and id = ${bill.billId}`);
      await queuePush(tx, 'push', pushed(bill, reconciliationTime), { user, now });
      await addStatementRow(tx, statementOf(bill, reconciliationTime, { user, now }));
      return answerOf(bill);
    },
  }),
  serveCommand(cancelBills, {
    load: (tx, { billId }, { user }) => loadFor(tx, user, billId, undefined),
    async write(tx, { change, acting: { user, now } }) {
      const bill = locked(change);
      await tx.execute(sql`update bill set sended = 0, revision = revision + 1, is_void_pending = 1, sync = ${syncState.not}, sync_result = null, update_time = ${now}, version = version + 1
        where tenant_id = ${user.tenantId} and id = ${bill.billId}`);
      await queuePush(tx, 'void', pushed(bill, bill.reconciliationTime), { user, now });
      if (bill.reconciliationTime) await addStatementRow(tx, statementOf(bill, bill.reconciliationTime, { user, now }));
      return answerOf(bill);
    },
  }),
  serveCommand(removeBills, {
    load: async (tx, { billId }, { user }) => ({ bill: await lockWhole(tx, user, billId), closed: null }),
    async write(tx, { change, acting, opId }) {
      const { user, now } = acting;
      const whose = { tenantId: user.tenantId, now };
      const lines = await readRows<{ lineId: string; orderId: string }>(
        tx,
        sql`select line_id, order_id from bill_line where tenant_id = ${user.tenantId} and bill_id = ${change.billId} order by line_id`,
      );
      await takeApart(tx, billDocument, { tenantId: user.tenantId, id: change.billId });
      await freeLines(tx, whose, lines);
      await noteLeft(
        tx,
        user.tenantId,
        markOf(removeBills, { acting, opId }, change.billNo),
        lines.map(({ lineId }) => lineId),
      );
      await tx.execute(
        sql`update bill set is_deleted = 1, update_time = ${now}, version = version + 1 where tenant_id = ${user.tenantId} and id = ${change.billId}`,
      );
      return answerOf(change);
    },
  }),
  serveCommand(editBill, {
    async load(tx, { billId, version, billUnitId }, { user }) {
      const bill = await lockBill(tx, user, billId);
      const isStale = bill !== null && bill.version !== version;
      return {
        bill,
        closed: null,
        unit: await pickedUnit(tx, user.tenantId, billUnitId),
        lastChange: isStale ? await lastChange(tx, user.tenantId, 'bill', billId) : null,
      };
    },
    async write(tx, { change: { bill, unit }, input: { billName, remark }, acting: { user, now } }) {
      await tx.execute(sql`update bill b set bill_unit_id = ${unit?.billUnitId ?? null}, remark = ${remark || null}, revision = revision + 1, update_time = ${now}, version = version + 1,
          bill_name = coalesce(${billName || unit?.name || null}, (select c.client_name from client c where c.tenant_id = b.tenant_id and c.id = b.bill_customer_id))
        where tenant_id = ${user.tenantId} and id = ${bill.billId}`);
      return answerOf(bill);
    },
  }),
  serveCommand(editBillItem, {
    async load(tx, { billItemId }, { user }) {
      const item = await readRow<{ billId: string; itemNo: number }>(
        tx,
        sql`select bill_id, item_no from bill_item where tenant_id = ${user.tenantId} and id = ${billItemId}`,
      );
      const bill = item ? await lockWhole(tx, user, item.billId) : null;
      if (!item || !bill) return { bill: null, closed: null, lines: [] };
      const here = await readRows<{ lineId: string }>(
        tx,
        sql`select y.line_id from bill_line y join bill_item i on i.tenant_id = y.tenant_id and i.bill_id = y.bill_id and i.item_no = y.item_no
          where y.tenant_id = ${user.tenantId} and i.id = ${billItemId}`,
      );
      const isHere = new Set(here.map(({ lineId }) => lineId));
      const lines = await linesOfBill(tx, user.tenantId, bill.billId);
      return { bill, closed: null, lines: lines.map((line) => ({ ...line, isHere: isHere.has(line.lineId) })) };
    },
    async write(tx, { change: { bill, lines, removed }, acting, opId }) {
      const { user, now } = acting;
      const whose = { tenantId: user.tenantId, now };
      const { billId, sign } = locked(bill);
      await rewriteDocument(tx, billDocument, { tenantId: user.tenantId, id: billId, sign }, lines);
      await freeLines(tx, whose, removed);
      await noteLeft(
        tx,
        user.tenantId,
        markOf(editBillItem, { acting, opId }, bill.billNo),
        removed.map(({ lineId }) => lineId),
      );
      const salesmen = await readRows<{ salesmanId: string | null }>(
        tx,
        sql`select distinct salesman_id from sales_order where tenant_id = ${user.tenantId} and id = ${anyId([...new Set(lines.map(({ orderId }) => orderId))])}`,
      );
      await tx.execute(sql`update bill set salesman_id = ${sharedBy(salesmen.map(({ salesmanId }) => salesmanId))}, revision = revision + 1, update_time = ${now}, version = version + 1
        where tenant_id = ${user.tenantId} and id = ${billId}`);
      return answerOf(bill);
    },
  }),
];
