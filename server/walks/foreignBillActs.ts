import { sql } from 'drizzle-orm';
import { callPath } from '#domain/kernel/services.ts';
import { addLines, type TestLine } from '#server/bill/billTesting.ts';
import { makePack } from '#server/bill/packs/packJob.ts';
import type { Desk } from '#server/sample/deskTesting.ts';
import type { Prepare } from './preparedAct.ts';

const line = async (desk: Desk, fields: TestLine = {}): Promise<string> => {
  const [id] = await addLines(desk.database, [{ contractLaboratoryId: desk.master.laboratoryId, ...fields }]);
  if (id === undefined) throw new Error('no line');
  return id;
};
const one = (fields: TestLine = {}): Readonly<Record<string, Prepare>> => ({
  'its laboratory': async (desk) => ({ lineIds: [await line(desk, fields)] }),
});
/** An order nobody sent, by whoever is not limited. */
async function order(desk: Desk, isRecheck: boolean): Promise<string> {
  const lineId = await line(desk, isRecheck ? { businessType: 3 } : {});
  const path = callPath('bill', `${isRecheck ? 'recheckOrder' : 'order'}/createOrder`, 'accession');
  const answer = await (await desk.as('admin')).post(path, { lineIds: [lineId] });
  const orderId = answer.json<{ data: { orders: readonly { orderId: string }[] } | null }>().data?.orders[0]?.orderId;
  if (orderId === undefined) throw new Error(`no order: ${answer.body}`);
  return orderId;
}
const reconciliationTime = '2026-07-31 00:00:00';
async function sentOrder(desk: Desk, isRecheck: boolean): Promise<string> {
  const orderId = await order(desk, isRecheck);
  const path = callPath('bill', `${isRecheck ? 'recheckOrder' : 'order'}/send`, 'accession');
  await (await desk.as('admin')).post(path, { orderIds: [orderId], reconciliationTime });
  return orderId;
}
const actsOf = (kind: 'order' | 'recheckOrder') => {
  const isRecheck = kind === 'recheckOrder';
  return {
    [`${kind}.create`]: one(isRecheck ? { businessType: 3 } : {}),
    [`${kind}.send`]: { 'its laboratory': async (desk: Desk) => ({ orderId: await order(desk, isRecheck), reconciliationTime }) },
    [`${kind}.cancelSend`]: { 'its laboratory': async (desk: Desk) => ({ orderId: await sentOrder(desk, isRecheck) }) },
    [`${kind}.remove`]: { 'its laboratory': async (desk: Desk) => ({ orderId: await order(desk, isRecheck) }) },
    [`${kind}.edit`]: {
      'its laboratory': async (desk: Desk) => ({ orderId: await order(desk, isRecheck), version: 1, billUnitId: null, remark: '' }),
    },
  };
};

async function bill(desk: Desk, isSent: boolean, orders = 1): Promise<string> {
  const admin = await desk.as('admin');
  const orderIds: string[] = [];
  for (let at = 0; at < orders; at++) orderIds.push(await sentOrder(desk, false));
  const answer = await admin.post(callPath('bill', 'bill/createBill', 'accession'), { orderIds, billName: '', remark: '' });
  const billId = answer.json<{ data: { bills: readonly { billId: string }[] } | null }>().data?.bills[0]?.billId;
  if (billId === undefined) throw new Error(`no bill: ${answer.body}`);
  if (isSent) await admin.post(callPath('bill', 'bill/send', 'accession'), { billIds: [billId], reconciliationTime });
  return billId;
}
async function billedItem(desk: Desk): Promise<{ readonly billItemId: string; readonly removeLineIds: readonly string[] }> {
  // A bill keeps a line.
  const billId = await bill(desk, false, 2);
  const [place] = await desk.rows(
    sql`select i.id::text as id, y.line_id::text as line from bill_item i join bill_line y on y.bill_id = i.bill_id where i.bill_id = ${billId} limit 1`,
  );
  return { billItemId: String(place?.['id']), removeLineIds: [String(place?.['line'])] };
}
const monthOf = (desk: Desk) => ({ contractLaboratoryId: desk.master.laboratoryId, month: '2020-01' });
const billActs: Readonly<Record<string, Readonly<Record<string, Prepare>>>> = {
  'bill.create': {
    'its order': async (desk) => ({ orderIds: [await sentOrder(desk, false)], billName: '', remark: '' }),
    'its line': async (desk) => {
      const orderId = await sentOrder(desk, false);
      const [place] = await desk.rows(sql`select line_id::text as id from sales_order_line where order_id = ${orderId}`);
      return { lineIds: [String(place?.['id'])], billName: '', remark: '' };
    },
  },
  'bill.send': { 'its laboratory': async (desk) => ({ billId: await bill(desk, false), reconciliationTime }) },
  'bill.cancelSend': { 'its laboratory': async (desk) => ({ billId: await bill(desk, true) }) },
  'bill.remove': { 'its laboratory': async (desk) => ({ billId: await bill(desk, false) }) },
  'bill.edit': { 'its laboratory': async (desk) => ({ billId: await bill(desk, false), version: 1, billUnitId: null, billName: '', remark: '' }) },
  'bill.editItem': { 'its laboratory': billedItem },
  'billPeriod.close': { 'its laboratory': (desk) => Promise.resolve(monthOf(desk)) },
  'billPeriod.reopen': {
    'its laboratory': async (desk) => {
      await (await desk.as('admin')).post(callPath('bill', 'billPeriod/close', 'accession'), monthOf(desk));
      // It is opened by another than who closed it.
      await desk.orm.execute(sql`update bill_period set close_user_id = close_user_id + 1 where month = ${monthOf(desk).month}`);
      return { ...monthOf(desk), reason: '步测' };
    },
  },
};

const packed = { taskName: '步测', auditTimeStart: '2024-02-05 00:00:00', auditTimeEnd: '2024-02-05 23:59:59' };
const packedTime = { auditTime: '2024-02-05 10:00:00' };
/** A pack that is done, with an order and a line that failed. */
async function pack(desk: Desk): Promise<string> {
  await line(desk, packedTime);
  await line(desk, { ...packedTime, price: null });
  const answer = await (await desk.as('admin')).post(callPath('bill', 'orderSystem/createOrderBySystem', 'accession'), packed);
  const taskId = answer.json<{ data: { taskId: string } | null }>().data?.taskId;
  if (taskId === undefined) throw new Error(`no pack: ${answer.body}`);
  await makePack(desk.database, { tenantId: '000000', taskId }, new AbortController().signal);
  return taskId;
}

/** Acts on billable lines, orders, bills and packs of what is another laboratory's, by command. */
export const foreignBillActs: Readonly<Record<string, Readonly<Record<string, Prepare>>>> = {
  ...actsOf('order'),
  ...actsOf('recheckOrder'),
  'salesBillPool.generate': one(),
  ...billActs,
  'orderSystem.create': {
    'its lines': async (desk) => {
      await line(desk, packedTime);
      return packed;
    },
  },
  'orderSystem.retry': { 'its pack': async (desk) => ({ taskId: await pack(desk) }) },
  'orderSystem.send': { 'its pack': async (desk) => ({ taskId: await pack(desk), reconciliationTime }) },
};
