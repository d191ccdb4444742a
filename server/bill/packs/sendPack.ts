import { randomUUID } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { packSending } from '#domain/bill/billChoices.ts';
import { plainOrderActs } from '#domain/bill/orders/orderActs.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { Label, Language } from '#domain/kernel/label.ts';
import { refusalText } from '#domain/kernel/refusalText.ts';
import { servedSend } from '#server/bill/orders/orderActs.ts';
import type { FindAuthor } from '#server/kernel/act/deskContext.ts';
import { runCommand } from '#server/kernel/act/runCommand.ts';
import { isLineInSight } from '#server/spine/bill/lineSight.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';

interface Sending {
  readonly database: Database;
  readonly findAuthor: FindAuthor;
  readonly signal: AbortSignal;
}
interface Unsendable {
  readonly orderId: string;
  readonly orderNo: string;
  readonly words: Label;
}
const noAuthor: Label = ['发送人账号已停用', 'The account of whoever sends it is disabled'];

/**
 * Sends what of a pack was not sent, as whoever asked for it would order by order: by that rule, with that person's rights of now. Begun anew after
 * a kill it goes on with what is left.
 */
export async function sendPack(
  { database, findAuthor, signal }: Sending,
  whose: { readonly tenantId: string; readonly taskId: string },
): Promise<void> {
  const { tenantId, taskId } = whose;
  const { orm } = database;
  const open = sql`tenant_id = ${tenantId} and id = ${taskId} and send_state = ${packSending.sending}`;
  const task = await readRow<{ sendUserId: string; reconciliationTime: string }>(
    orm,
    sql`select send_user_id::text as send_user_id, reconciliation_time from pack_task where ${open}`,
  );
  if (!task) return;
  const author = await findAuthor(tenantId, task.sendUserId, '');
  const mine = (user: ActingUser): SQL => isLineInSight(user, 'o');
  const orders = await readRows<{ orderId: string; orderNo: string }>(
    orm,
    sql`select o.id::text as order_id, o.order_no from sales_order o where o.tenant_id = ${tenantId} and o.task_id = ${taskId} and o.is_deleted = 0 and o.sended = 0
      ${author ? sql`and ${mine(author.user)}` : sql``} order by o.id`,
  );
  const left: Unsendable[] = [];
  const tell = (state: SQL): Promise<unknown> =>
    orm.execute(sql`update pack_task t set send_success = (select count(*) from sales_order o where o.tenant_id = t.tenant_id and o.task_id = t.id and o.is_deleted = 0 and o.sended = 1),
        send_false = ${left.length}, fault = ${JSON.stringify(left)}::jsonb, send_state = ${state}, update_time = ${nowText()} where ${open}`);
  for (const { orderId, orderNo } of orders) {
    if (signal.aborted) return;
    const words =
      author?.standing === 'active' ? await sendOrder(database, author.user, { orderId, reconciliationTime: task.reconciliationTime }) : noAuthor;
    if (words) left.push({ orderId, orderNo, words });
    await tell(sql`send_state`);
  }
  await tell(sql`${packSending.done}`);
}

/** Null where it is sent now, also by somebody else meanwhile. */
async function sendOrder(
  database: Database,
  author: ActingUser,
  payload: { readonly orderId: string; readonly reconciliationTime: string },
): Promise<Label | null> {
  const { status, code, params } = await runCommand(database, servedSend, {
    opId: randomUUID(),
    payload,
    typeVersion: plainOrderActs.send.version,
    author,
    courierId: author.id,
    deviceId: null,
    seq: null,
    occurredAt: null,
    clockOffsetMs: 0,
  });
  if (status === 'applied' || status === 'repeat' || code === 'order.sent') return null;
  const said = (language: Language): string => refusalText(plainOrderActs.send, code ?? 'command.unknown', params ?? {}, language);
  return [said('zh'), said('en')];
}
