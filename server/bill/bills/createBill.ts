import { sql } from 'drizzle-orm';
import { lineState } from '#domain/bill/billChoices.ts';
import { billCreateRefusals, createBill } from '#domain/bill/bills/billCreate.ts';
import { fillLabel, type Label } from '#domain/kernel/label.ts';
import { nextNos } from '#server/bill/documents/nextNos.ts';
import { billDocument, writeDocument } from '#server/bill/documents/writeDocument.ts';
import { lockLinesOf, moveLines } from '#server/bill/orders/orderLines.ts';
import { yuanOf } from '#server/kernel/core/money.ts';
import { serveCommand } from '#server/kernel/http/serve.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { billableLines, countBilled, lockBillable } from './billLines.ts';

/** What all have; null where they have several. */
export const sharedBy = <One>(all: readonly One[]): One | null => (new Set(all).size === 1 ? (all[0] ?? null) : null);

/** 生成账单. */
export const servedCreateBill = serveCommand(createBill, {
  async load(tx, { orderIds = [], lineIds = [] }, { user }) {
    const held = await lockLinesOf(tx, user, { orderIds, lineIds: orderIds.length > 0 ? [] : lineIds });
    const locked = held.map(({ lineId }) => lineId);
    const places = await billableLines(tx, user.tenantId, sql`l.id = ${anyId(locked)}`);
    const orderIdsMeant = orderIds.length > 0 ? orderIds : places.flatMap(({ orderId }) => orderId ?? []);
    const orders = await lockBillable(tx, user, [...new Set(orderIdsMeant)]);
    return { orders, lines: await billableLines(tx, user.tenantId, sql`l.id = ${anyId(locked)}`) };
  },
  async write(tx, { change: { head, lines, orders, refused }, input: { orderIds = [], billName, remark }, acting: { user, now } }) {
    const { tenantId } = user;
    const [id, whose] = [newId(), { tenantId, now }];
    const [billNo = ''] = await nextNos(tx, tenantId, { prefix: 'BL', laboratoryId: head.contractLaboratoryId, now, count: 1 });
    const customer = await readRow<{ name: string }>(
      tx,
      sql`select client_name as name from client where tenant_id = ${tenantId} and id = ${head.billCustomerId}`,
    );
    const { totalQty, totalAmount } = await writeDocument(
      tx,
      billDocument,
      {
        ...head,
        id,
        tenantId,
        billNo,
        billUnitId: sharedBy(orders.map(({ billUnitId }) => billUnitId)),
        billName: billName || sharedBy(orders.map((order) => order.billName)) || (customer?.name ?? null),
        // Of several salespeople's orders it is nobody's alone, and seen by those who see everybody's.
        salesmanId: sharedBy(orders.map(({ salesmanId }) => salesmanId)),
        remark: remark || null,
        creatorId: user.id,
        creatorName: user.name,
        createTime: now,
        updateTime: now,
      },
      lines,
    );
    await moveLines(
      tx,
      whose,
      lines.map(({ lineId }) => lineId),
      sql`${lineState.billed}`,
    );
    await countBilled(
      tx,
      whose,
      orders.map(({ orderId }) => orderId),
    );
    const done =
      orderIds.length > 0
        ? orders.map(({ orderId, orderNo }) => ({ id: orderId, code: orderNo }))
        : lines.map(({ lineId, sampleCode }) => ({ id: lineId, code: sampleCode }));
    return {
      bills: [{ billId: id, billNo, totalQty, totalAmountStr: yuanOf(totalAmount) }],
      rows: [
        ...done.map((row) => ({ ...row, success: true, msg: null, text: null })),
        ...refused.map(({ id: of, code, why }) => {
          const said = billCreateRefusals[why.code as keyof typeof billCreateRefusals];
          const text: Label = [fillLabel(said, why.params, 'zh'), fillLabel(said, why.params, 'en')];
          return { id: of, code, success: false, msg: text[0], text };
        }),
      ],
    };
  },
});
