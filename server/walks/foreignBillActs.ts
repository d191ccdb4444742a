import { callPath } from '#domain/kernel/services.ts';
import { addLines, type TestLine } from '#server/bill/billTesting.ts';
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
      'its laboratory': async (desk: Desk) => ({ orderId: await order(desk, isRecheck), version: 1, billName: '步测', remark: '' }),
    },
  };
};

/** Acts on billable lines and orders of what is another laboratory's, by command. */
export const foreignBillActs: Readonly<Record<string, Readonly<Record<string, Prepare>>>> = {
  ...actsOf('order'),
  ...actsOf('recheckOrder'),
  'salesBillPool.generate': one(),
};
