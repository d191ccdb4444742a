import { sql } from 'drizzle-orm';
import type { OrderGroup } from '#domain/bill/orders/orderGroups.ts';
import { lineState } from '#domain/bill/billChoices.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { nextNos } from '#server/bill/documents/nextNos.ts';
import { orderDocument, writeDocument } from '#server/bill/documents/writeDocument.ts';
import { yuanOf } from '#server/kernel/core/money.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';
import { moveLines } from './orderLines.ts';

export interface MadeOrder {
  readonly orderId: string;
  readonly orderNo: string;
  readonly totalQty: number;
  readonly totalAmountStr: string;
}
interface MadeBy {
  readonly user: Pick<ActingUser, 'id' | 'name' | 'tenantId'>;
  readonly now: string;
  readonly forceReason?: string | null;
  readonly taskId?: string | null;
}

/** Writes an order for each group of locked lines that may be ordered (`orderGroups`), and moves the lines into it. */
export async function makeOrders(tx: Tx, groups: readonly OrderGroup[], by: MadeBy): Promise<MadeOrder[]> {
  const made: MadeOrder[] = [];
  for (const group of groups) made.push(await makeOrder(tx, group, by));
  return made;
}

async function makeOrder(tx: Tx, { head, forced, lines }: OrderGroup, { user, now, forceReason = null, taskId = null }: MadeBy): Promise<MadeOrder> {
  const { tenantId } = user;
  const id = newId();
  const [orderNo = ''] = await nextNos(tx, tenantId, { prefix: 'SO', laboratoryId: head.contractLaboratoryId, now, count: 1 });
  const customer = await readRow<{ name: string }>(
    tx,
    sql`select client_name as name from client where tenant_id = ${tenantId} and id = ${head.billCustomerId}`,
  );
  const { totalQty, totalAmount } = await writeDocument(
    tx,
    orderDocument,
    {
      ...head,
      id,
      tenantId,
      orderNo,
      billName: customer?.name ?? null,
      forced,
      forceReason: forced === 1 ? (forceReason ?? '') : null,
      taskId,
      creatorId: user.id,
      creatorName: user.name,
      createTime: now,
      updateTime: now,
    },
    lines,
  );
  await moveLines(
    tx,
    { tenantId, now },
    lines.map(({ lineId }) => lineId),
    sql`${lineState.ordered}`,
  );
  return { orderId: id, orderNo, totalQty, totalAmountStr: yuanOf(totalAmount) };
}
