import { sql } from 'drizzle-orm';
import { packResult, packSending, packStatus } from '#domain/bill/billChoices.ts';
import { orderGroups } from '#domain/bill/orders/orderGroups.ts';
import { isRecheckKind, selectable, type PoolLine } from '#domain/bill/orders/selectable.ts';
import { makeOrders } from '#server/bill/orders/makeOrders.ts';
import { lockKnownLines } from '#server/bill/orders/orderLines.ts';
import type { FindAuthor } from '#server/kernel/act/deskContext.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { recordset } from '#server/storage/recordset.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { sendPack } from './sendPack.ts';

/** The job that makes the orders of packs and sends them. */
export const packJob = 'bill.pack';

interface Packing {
  readonly database: Database;
  readonly findAuthor: FindAuthor;
  readonly signal: AbortSignal;
}
/** A database, or one transaction that is to hold all of it. */
interface PackTarget {
  readonly orm: Reader;
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}
interface Pack {
  readonly tenantId: string;
  readonly taskId: string;
}

/** `bill.pack`: works at every pack that is to be packed or sent (docs/bill.md#packs); begun at once by an act, and each minute for what a killed server left. */
export const packing = (database: Database, findAuthor: FindAuthor): JobKind<object> => ({
  name: packJob,
  cron: '* * * * *',
  expireSeconds: 7_200,
  run: (_none, signal) => workAtPacks({ database, findAuthor, signal }),
});

/** Goes on with what is open. Where one pack fails the others are done before it is said. */
export async function workAtPacks({ database, findAuthor, signal }: Packing): Promise<void> {
  const open = await readRows<Pack & { readonly isPacking: boolean }>(
    database.orm,
    sql`select tenant_id, id::text as task_id, status = ${packStatus.packing} as is_packing from pack_task
      where status = ${packStatus.packing} or send_state = ${packSending.sending} order by id`,
  );
  const faults: unknown[] = [];
  for (const { isPacking, ...pack } of open) {
    if (signal.aborted) return;
    try {
      await (isPacking ? makePack(database, pack, signal) : sendPack({ database, findAuthor, signal }, pack));
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
}

/** Makes what is left of a pack, an order after the other: each in a transaction of its own, so that who is killed doubles and loses nothing. */
export async function makePack(database: PackTarget, pack: Pack, signal: AbortSignal): Promise<void> {
  const { tenantId, taskId } = pack;
  const groups = await readRows<{ groupNo: number }>(
    database.orm,
    sql`select distinct r.group_no from pack_task_row r where r.tenant_id = ${tenantId} and r.task_id = ${taskId} and r.result = ${packResult.waiting} order by r.group_no`,
  );
  for (const { groupNo } of groups) {
    if (signal.aborted) return;
    const make = () => database.transaction((tx) => makeGroup(tx, pack, groupNo));
    // What another one changed at this moment is read again; what fails twice is left to a person.
    await make()
      .catch(make)
      .catch(async (error: unknown) => {
        console.error(error);
        await database.transaction((tx) => leaveGroup(tx, pack, groupNo));
      });
  }
  const rows = (result: number) =>
    sql`exists (select 1 from pack_task_row r where r.tenant_id = t.tenant_id and r.task_id = t.id and r.result = ${result}`;
  await database.orm
    .execute(sql`update pack_task t set status = case when ${rows(packResult.failed)} and r.reason -> 'codes' @> '"fault"') then ${packStatus.failed}::int else ${packStatus.done}::int end,
      update_time = ${nowText()}, version = version + 1
    where t.tenant_id = ${tenantId} and t.id = ${taskId} and t.status = ${packStatus.packing} and not ${rows(packResult.waiting)})`);
}

/** Those of a group that still wait, locked: whoever comes second finds none. */
const waitingOf = async (tx: Tx, { tenantId, taskId }: Pack, groupNo: number): Promise<string[]> =>
  (
    await readRows<{ lineId: string }>(
      tx,
      sql`select r.line_id::text as line_id from pack_task_row r where r.tenant_id = ${tenantId} and r.task_id = ${taskId} and r.group_no = ${groupNo} and r.result = ${packResult.waiting}
        order by r.line_id for update of r`,
    )
  ).map(({ lineId }) => lineId);

async function makeGroup(tx: Tx, pack: Pack, groupNo: number): Promise<void> {
  const { tenantId, taskId } = pack;
  const ids = await waitingOf(tx, pack, groupNo);
  if (ids.length === 0) return;
  const maker = await readRow<{ creatorId: string; creatorName: string | null }>(
    tx,
    sql`select creator_id::text as creator_id, creator_name from pack_task where tenant_id = ${tenantId} and id = ${taskId}`,
  );
  const user = { id: maker?.creatorId ?? '0', name: maker?.creatorName ?? '', tenantId };
  const lines = await lockKnownLines(tx, tenantId, ids);
  const free = lines.filter((line) => selectable(line).length === 0 && !isRecheckKind(line.businessType));
  const groups = orderGroups(free);
  const orders = await makeOrders(tx, groups, { user, now: nowText(), taskId });
  for (const [at, { lines: taken }] of groups.entries())
    await tx.execute(sql`update pack_task_row set result = ${packResult.success}, reason = null, order_id = ${orders[at]?.orderId} where tenant_id = ${tenantId} and task_id = ${taskId}
      and line_id = ${anyId(taken.map(({ lineId }) => lineId))}`);
  const left = lines.filter((line) => !free.includes(line));
  if (left.length > 0)
    await tx.execute(sql`update pack_task_row r set result = ${packResult.failed}, group_no = null, reason = x.reason
      from ${recordset('x', { line_id: 'bigint', reason: 'jsonb' }, left.map(leftRow))} where r.tenant_id = ${tenantId} and r.task_id = ${taskId} and r.line_id = x.line_id`);
  await count(tx, pack, free.length, left.length);
}

const leftRow = (line: PoolLine) => {
  const codes = selectable(line);
  return { line_id: line.lineId, reason: { codes: codes.length > 0 ? codes : ['ordered'], why: line.priceReason, no: line.orderNo } };
};

/** A group that could not be written: its lines fail with a fault, and can be tried anew. */
async function leaveGroup(tx: Tx, pack: Pack, groupNo: number): Promise<void> {
  const ids = await waitingOf(tx, pack, groupNo);
  if (ids.length === 0) return;
  await tx.execute(sql`update pack_task_row set result = ${packResult.failed}, group_no = null, reason = '{"codes":["fault"]}' where tenant_id = ${pack.tenantId} and task_id = ${pack.taskId}
    and line_id = ${anyId(ids)}`);
  await count(tx, pack, 0, ids.length);
}

const count = (tx: Tx, { tenantId, taskId }: Pack, success: number, failed: number): Promise<unknown> =>
  tx.execute(sql`update pack_task set total_success = total_success + ${success}::int, total_false = total_false + ${failed}::int, update_time = ${nowText()}
    where tenant_id = ${tenantId} and id = ${taskId}`);
