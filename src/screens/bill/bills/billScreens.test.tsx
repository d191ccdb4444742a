import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { plainOrderActs } from '#domain/bill/orders/orderActs.ts';
import type { OrderListRow } from '#domain/bill/orders/orderRows.ts';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { PickerSourcesContext } from '#src/ui/picker.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { OrderDrawer } from '../orders/OrderDrawer.tsx';
import { Screen as OrderScreen } from '../orders/OrderScreen.tsx';
import { Screen as RecheckOrderScreen } from '../orders/RecheckOrderScreen.tsx';
import { Screen as PoolScreen } from '../orders/PoolScreen.tsx';
import { Screen as PackScreen } from '../packs/PackScreen.tsx';
import { monthBefore } from '../monthBefore.ts';
import { BillDrawer } from './BillDrawer.tsx';
import { Screen as BillScreen } from './BillScreen.tsx';

const person = { userId: '1', tenantId: '000000', account: 'billing', realName: '安', roleNames: [], deptId: '', roleId: '' };
const permissions = [
  'bill_view',
  'salesLine_view',
  'billPeriod_view',
  'bill_send',
  'bill_create',
  'bill_edit_item',
  'orderSystem_create',
  'order_view',
  'order_edit',
  'order_send',
];
const bill = {
  billId: '5',
  billNo: 'BL-1',
  billUnitId: null,
  billName: '甲院',
  billCustomerId: '9',
  billCustomerName: '甲院',
  salesmanId: null,
  salesmanName: null,
  contractLaboratoryId: '1',
  contractLaboratoryName: '本所',
  chargeType: 0,
  businessType: 1,
  sign: 1,
  totalQty: 3,
  totalAmountYuan: '3524.00',
  sended: 0,
  isVoidPending: 0,
  reconciliationTime: null,
  sync: 0,
  syncResult: null,
  remark: null,
  creator: '安',
  createTime: '2026-07-31 09:00:00',
  version: 1,
};
const item = {
  itemId: '8',
  itemNo: 1,
  commodityName: '无创',
  commodityCode: 'NIPT',
  commodityErpCode: null,
  supplementaryed: 0,
  salesman: null,
  priceStr: '1180.00',
  qty: 3,
  totalAmountStr: '3524.00',
};
const order = (orderId: string, more: object) => ({
  ...bill,
  orderId,
  orderNo: `SO-${orderId}`,
  sendSampleClientId: '3',
  sendSampleClientName: '甲院',
  agentCustomerId: null,
  agentCustomerName: null,
  erpCode: null,
  billedQty: 0,
  billStatus: 0,
  forced: 0,
  ['forceReson' as const]: null,
  withdrawnCode: null,
  billNo: null,
  creatorId: '1',
  sended: 1,
  ...more,
});
const page20 = (records: readonly object[]) => ({ records, total: records.length, current: 1, size: 20, pages: 1 });
const answers: Readonly<Record<string, unknown>> = {
  'bill/page': page20([bill]),
  'bill/monthStanding': [
    { standing: 'billed', qty: 3, totalAmountYuan: '3524.00' },
    { standing: 'noPrice', qty: 1, totalAmountYuan: null },
  ],
  'bill/billDetail': { bill, items: [item] },
  'bill/listItemSampleCodes': [
    { lineId: '71', sampleCode: 'A1', personName: '张三', orderNo: 'SO-1' },
    { lineId: '72', sampleCode: 'A2', personName: '李四', orderNo: 'SO-1' },
  ],
  'bill/listBySampleCodeStr': { lines: [], unknown: ['NO1'] },
  'bill/editBillItem': { billId: '5', billNo: 'BL-1' },
  'bill/createBill': { bills: [{ billId: '6', billNo: 'BL-2', totalQty: 1, totalAmountStr: '1.00' }], rows: [] },
  'order/orderDetail': { order: order('3', { sended: 0 }), items: [item] },
  'order/listItemSampleCodes': [
    { lineId: '71', sampleCode: 'A1', personName: '张三', withdrawn: 0, billNo: null },
    { lineId: '72', sampleCode: 'A2', personName: '李四', withdrawn: 0, billNo: null },
  ],
  'order/page': page20([order('1', {}), order('2', { chargeType: 1 }), order('3', { sended: 0 })]),
  'checkQuery/sendSampleList': page20([]),
};
/** What is answered otherwise from some act on. */
let since: Readonly<Record<string, unknown>> = {};
let asked: { readonly path: string; readonly query: string; readonly body: Record<string, any> }[] = [];
const ownFetch = globalThis.fetch;
let page: Mounted;
let queries: QueryClient;
beforeEach(async () => {
  asked = [];
  since = {};
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    asked.push({ path: url.pathname, query: decodeURIComponent(url.search), body: init?.body ? JSON.parse(String(init.body)) : {} });
    const [, data = null] = Object.entries({ ...answers, ...since }).find(([path]) => url.pathname.endsWith(`lims-bill/${path}`)) ?? [];
    return Response.json({ code: 200, success: true, msg: '', data });
  };
  await changeLanguage('zh');
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});
async function open(screen: ReactNode): Promise<void> {
  await keepSession({ ...person, permissions, accessToken: 'x', savedAt: Date.now(), expiresAt: Date.now() + 1e6 }, 'login');
  await startSessionState();
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  page = await mount(
    <QueryClientProvider client={queries}>
      <MemoryRouter>{screen}</MemoryRouter>
    </QueryClientProvider>,
  );
}
const button = (text: string): HTMLButtonElement => {
  const all = page.all('button');
  const found = all.find(({ textContent }) => textContent?.startsWith(text));
  if (!found) throw new Error(`no button ${text} among ${all.map(({ textContent }) => textContent).join('|')}`);
  return found as HTMLButtonElement;
};
const askedOf = (path: string) => asked.filter((one) => one.path.endsWith(path));

it('opens the lines of a part of the month’s bar, and names codes nothing is known of', async () => {
  await open(<BillScreen />);
  await vi.waitFor(() => expect(page.root.textContent).toContain('已出账 3 / 3524.00'));
  expect(page.root.textContent).toContain('无价格 1');
  await page.run(() => button('无价格').click());
  await vi.waitFor(() => expect(askedOf('sendSampleList').at(-1)?.query).toContain('standing=noPrice'));
  expect(askedOf('sendSampleList').at(-1)?.query).toMatch(/receiveTimeBegin=\d{4}-\d{2}-01/);
  await page.run(() => button('无价格').click());
  await vi.waitFor(() => expect(page.root.textContent).toContain('BL-1'));
  await page.run(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.press('/');
  await page.type('no1');
  await page.press('Enter');
  await vi.waitFor(() => expect(document.body.textContent).toContain('1 个条码未找到'));
  expect(askedOf('listBySampleCodeStr').at(-1)?.body).toEqual({ sampleCodeStr: 'NO1' });
});

it('begins a pack by the key of a list’s main act', async () => {
  since = { 'orderSystem/list': page20([]) };
  await open(<PackScreen />);
  await vi.waitFor(() => expect(page.root.textContent).toContain('还没有打包'));
  await page.press('Ctrl+Enter');
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('打包名称'));
});

it('says of pasted codes which the list has no row of', async () => {
  const elsewhere = [{ code: 'A1', orderNo: 'DD26110001', isRecheck: 0 }];
  since = { 'checkQuery/unknownCodes': { unknown: ['NO1'], elsewhere } };
  for (const [screen, asked] of [
    [<PoolScreen key="pool" />, { isOrdered: 0 }],
    [<OrderScreen key="orders" />, { isOrdered: 1, list: 'plain' }],
    [<RecheckOrderScreen key="rechecks" />, { isOrdered: 1, list: 'recheck' }],
  ] as const) {
    await open(screen);
    await page.press('/');
    await page.type('no1 a1');
    await page.press('Enter');
    await vi.waitFor(() => expect(page.root.textContent).toContain('1 个条码未找到 NO1'));
    expect(askedOf('unknownCodes').at(-1)?.body).toEqual({ sampleCodeStr: 'NO1,A1', ...asked });
    // What it is instead is told with its order.
    expect(page.root.textContent).toContain('1 个条码在普通订单, 不在此列表 A1 (DD26110001)');
    if (!('list' in asked) || asked.list !== 'recheck') await page.unmount();
  }
});

it('proposes the end of the month before when a bill or an order is sent', async () => {
  expect(monthBefore('2028-03-05 09:00:00').auditTimeEnd).toBe('2028-02-29 23:59:59');
  const proposed = (): string | undefined => page.all('[data-field=reconciliationTime] input').map((input) => (input as HTMLInputElement).value)[0];
  const lastSecond = /^\d{4}-\d{2}-(28|29|30|31) 23:59:59$/;
  await open(<BillScreen />);
  await vi.waitFor(() => expect(page.root.textContent).toContain('BL-1'));
  await page.run(() => (page.all('[data-act=send]')[0] as HTMLElement).click());
  await vi.waitFor(() => expect(proposed()).toMatch(lastSecond));
  await page.unmount();
  await open(<OrderScreen />);
  await vi.waitFor(() => expect(page.root.textContent).toContain('SO-3'));
  await page.run(() => (page.all('[data-act=send]')[0] as HTMLElement).click());
  await vi.waitFor(() => expect(proposed()).toMatch(lastSecond));
});

it('takes ticked samples out of a bill', async () => {
  await open(<BillDrawer bill={bill} onChanged={() => undefined} onClose={() => undefined} />);
  await vi.waitFor(() => expect(document.body.textContent).toContain('无创'));
  await page.run(() => button('样本').click());
  await vi.waitFor(() => expect(document.body.textContent).toContain('A2'));
  expect(button('移出').disabled).toBe(true);
  await page.run(() => page.all('input[type=checkbox]')[1]?.click());
  await page.run(() => button('移出 1').click());
  await vi.waitFor(() => expect(document.body.textContent).toContain('移出的样本回到已开单'));
  await page.run(() =>
    page
      .all('button')
      .findLast(({ textContent }) => textContent === '移出样本')
      ?.click(),
  );
  await vi.waitFor(() => expect(askedOf('editBillItem').at(-1)?.body).toEqual({ billItemId: '8', removeLineIds: ['72'] }));
});

it('takes a sample out of an order and asks for nothing else: who is billed and the remark stay', async () => {
  const unsent = { ...order('3', { sended: 0, remark: '季度', billUnitId: '77' }), version: 4 } as unknown as OrderListRow;
  await open(
    <OrderDrawer
      order={unsent}
      place="order"
      onTakeOut={{ command: plainOrderActs.edit, onDone: () => undefined }}
      onBill={null}
      onClose={() => undefined}
    />,
  );
  await vi.waitFor(() => expect(document.body.textContent).toContain('无创'));
  await page.run(() => button('样本').click());
  await vi.waitFor(() => expect(document.body.textContent).toContain('A2'));
  await page.run(() => button('移出').click());
  await vi.waitFor(() => expect(document.body.textContent).toContain('移出样本'));
  expect(page.all('[data-field]')).toHaveLength(0);
  await page.press('Ctrl+s');
  const body = { orderId: '3', version: 4, removeLineIds: ['71'], billUnitId: '77', remark: '季度' };
  await vi.waitFor(() => expect(askedOf('editOrder').at(-1)?.body).toEqual(body));
});

it('shows no samples of an item that an order has no longer', async () => {
  await open(
    <OrderDrawer
      order={order('1', {}) as unknown as OrderListRow}
      place="order"
      onTakeOut={null}
      onBill={() => undefined}
      onClose={() => undefined}
    />,
  );
  await vi.waitFor(() => expect(document.body.textContent).toContain('无创'));
  await page.run(() => button('样本').click());
  await vi.waitFor(() => expect(document.body.textContent).toContain('A2'));
  since = { 'order/orderDetail': { order: order('1', {}), items: [{ ...item, itemId: '9', qty: 2 }] }, 'order/listItemSampleCodes': [] };
  await page.run(() => void queries.invalidateQueries());
  await vi.waitFor(() => expect(document.body.textContent).not.toContain('生成账单'));
});

it('says of a line that takes a charge back what it takes off', async () => {
  const red = {
    lineId: '9',
    sampleCode: 'A1',
    sign: -1,
    billPriceStr: '88.00',
    reasons: [],
    selectable: true,
    businessType: 1,
    state: 1,
    chargeType: 0,
  };
  since = { 'checkQuery/sendSampleList': page20([red]) };
  await open(<PoolScreen />);
  await vi.waitFor(() => expect(page.root.textContent).toContain('红字 -88.00'));
});

it('bills ticked orders where they have all in common', async () => {
  await open(<OrderScreen />);
  await vi.waitFor(() => expect(page.root.textContent).toContain('SO-1'));
  const boxes = () => (page.all('tr input[type=checkbox]') as HTMLInputElement[]).filter(({ disabled }) => !disabled);
  const tick = (at: number) => page.run(() => boxes().at(at)?.click());
  // Behind the head's own box.
  await tick(1);
  await tick(2);
  expect([button('生成账单 2').disabled, button('生成账单 2').title]).toEqual([true, '所选订单的收费类型不同']);
  await tick(2);
  await page.run(() => button('生成账单 1').click());
  // Billed it can be ticked no more, and is not.
  since = { 'order/page': page20([order('1', { billStatus: 1, billedQty: 3, billNo: 'BL-2' })]) };
  await page.press('Ctrl+s');
  await vi.waitFor(() => expect(askedOf('createBill').at(-1)?.body).toMatchObject({ orderIds: ['1'] }));
  await vi.waitFor(() => expect(button('生成账单').textContent).toBe('生成账单 0'));
  expect((page.all('tbody input[type=checkbox]') as HTMLInputElement[]).map(({ checked }) => checked)).toEqual([false]);
});

it('looks for the orders of pasted codes, and says in place where they are too many', async () => {
  await open(<OrderScreen />);
  await vi.waitFor(() => expect(page.root.textContent).toContain('SO-1'));
  await page.run(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.press('/');
  await page.type(Array.from({ length: 601 }, (_, at) => `A${at}`).join('\n'));
  await page.press('Enter');
  expect(page.find('[role=alert]').textContent).toContain('一次最多 600 个条码, 已粘贴 601 个');
  expect(asked.filter(({ query, body }) => `${query}${JSON.stringify(body)}`.includes('A600'))).toEqual([]);
  await page.type('a1 a2');
  await page.press('Enter');
  const searches = () => askedOf('order/page').filter(({ query }) => query.includes('sampleCodeStr=A1,A2'));
  await vi.waitFor(() => expect(searches()).toHaveLength(1));
  expect(page.all('[role=alert]')).toHaveLength(0);
  // Asked again for the same codes it looks again.
  await page.press('Enter');
  await vi.waitFor(() => expect(searches()).toHaveLength(2));
});

it('changes the billing unit of an unsent order in its cell, and wants one chosen', async () => {
  const units = [{ id: '77', code: 'U-1', name: '甲院分院' }];
  const source = {
    key: 'billUnit',
    search: async () => units,
    resolve: async (ids: readonly string[]) => units.filter(({ id }) => ids.includes(id)),
  };
  await open(
    <PickerSourcesContext.Provider value={() => source}>
      <OrderScreen />
    </PickerSourcesContext.Provider>,
  );
  await vi.waitFor(() => expect(page.all('[data-unit]').map(({ dataset }) => dataset['unit'])).toEqual(['3']));
  await page.click('[data-unit="3"]');
  await page.focus('[data-unit-editor] [role=combobox]');
  await page.press('Enter');
  await vi.waitFor(() => expect(page.find('[data-unit-editor]').textContent).toContain('请选择结算单位'));
  expect(askedOf('editOrder')).toEqual([]);
  await page.type('甲院');
  await vi.waitFor(async () => {
    await page.settle(20);
    expect(page.all('[role=option]')).toHaveLength(1);
  });
  await page.run(() => page.all('[role=option]')[0]?.click());
  await vi.waitFor(() => expect(askedOf('editOrder').at(-1)?.body).toEqual({ orderId: '3', version: 1, billUnitId: '77', remark: null }));
  await vi.waitFor(() => expect(page.all('[data-unit-editor]')).toHaveLength(0));
});
