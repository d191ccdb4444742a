import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen } from './PartnerReceiveScreen.tsx';

const line = {
  expectedId: '9',
  partner: 'zhangjiagang',
  state: 0,
  receiveStatusName: '未到',
  testTubeNumber: 'ZJG0000001',
  thirdBarCode: 'ZJG0000001',
  barCode: null,
  sampleCode: null,
  requisitionCode: null,
  personName: '张晴',
  sex: 2,
  age: 31,
  birthDate: '1995-03-07',
  telephone: '19900001234',
  credentialNo: null,
  patientNo: null,
  department: null,
  doctorName: null,
  hospitalCode: null,
  courierNumber: null,
  samplingTime: '2026-03-01 08:30:00',
  sendSampleClientId: '4',
  sendSampleClientName: '市一医院',
  laboratoryId: '1',
  laboratoryName: '沪江检验所',
  commodityIds: ['7'],
  commodityNames: '耳聋基因',
  expectTime: '2026-03-01 12:00:00',
  receiveTime: null,
  closeReason: null,
  remark: null,
};
const received = {
  expectedId: '9',
  requisitionId: '1',
  requisitionCode: 'A26000001',
  sampleCode: 'A26000001',
  receiveTime: '2026-03-01 10:00:00',
  by: '王敏',
};
const page1 = { total: 1, size: 20, current: 1, pages: 1, orders: [], searchCount: true };
let posts: { path: string; body: any }[] = [];
let receipts: unknown[] = [];
let page: Mounted;
const ownFetch = globalThis.fetch;
const answerOf = (path: string): unknown =>
  path.endsWith('partner/counts')
    ? { expected: 12, arrived: 5, missing: 3 }
    : path.endsWith('partner/line')
      ? { line, count: 1, boundCode: null, sampleClassIds: ['5'] }
      : path.endsWith('deafness/list') || path.endsWith('list-hospital-sample-code-info')
        ? { ...page1, records: [line] }
        : { ...page1, total: 0, records: [] };
beforeEach(() => {
  [posts, receipts] = [[], [{ id: 'ZJG0000001', status: 'applied', code: null, text: null, answer: received }]];
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    if (init?.method !== 'POST') return Response.json({ code: 200, success: true, msg: '', data: answerOf(pathname) });
    posts.push({ path: pathname, body: JSON.parse(String(init.body)) });
    return Response.json({ code: 200, success: true, msg: '', data: receipts });
  };
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});
const shown = (): string => document.body.textContent ?? '';
async function until(isShown: () => boolean): Promise<void> {
  for (let turn = 0; turn < 100 && !isShown(); turn++) await page.settle(30);
}
async function open(route = '/sample/receiveDeafSave', more: readonly string[] = []): Promise<void> {
  const permissions = ['partner_view', 'partner_receive', ...more];
  const person = { userId: '1', tenantId: '000000', account: 'ann', realName: '安', roleNames: [], permissions };
  await keepSession({ ...person, deptId: '', roleId: '', accessToken: 'x', savedAt: Date.now(), expiresAt: Date.now() + 1e6 }, 'login');
  await startSessionState();
  await changeLanguage('zh');
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[route]}>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await until(() => page.find('[data-testid=partner-counts]').textContent?.includes('12') === true);
}
async function scan(code: string): Promise<void> {
  await page.focus('[data-scan-box]');
  await page.type(code);
  await page.press('Enter');
  await until(() => page.find('[data-verdict]').textContent?.includes(code) === true);
}

it('receives a partner’s tube by two scans, shows whom it is of and what is awaited', async () => {
  await open();
  expect(page.find('[data-testid=partner-counts]').textContent).toBe('应到12已到5缺3多0');
  expect(shown()).toContain('断网时按本机清单(尚未下载)接收');
  await scan('ZJG0000001');
  expect(page.find('[data-testid=told-person]').textContent).toContain('张晴');
  expect(page.find('[data-verdict]').dataset['verdict']).toBe('waiting');
  await scan('A26000001');
  expect(page.find('[data-verdict]').dataset['verdict']).toBe('ok');
  expect(posts).toMatchObject([
    { body: { rows: [{ thirdpartyBarCode: 'ZJG0000001', barCode: 'A26000001', tube: { sampleClassId: '5', sampleQuantity: 1 } }] } },
  ]);
  expect(posts[0]?.path).toMatch(/deafness\/receiveDeafSave$/);
});

it('receives nothing while a class typed beside it chooses none', async () => {
  await open();
  await page.focus('[data-testid=partner-tube] [data-field=sampleClassId] input');
  await page.type('全血');
  await scan('ZJG0000001');
  await page.focus('[data-scan-box]');
  await page.type('A26000001');
  await page.press('Enter');
  await until(() => page.find('[data-verdict]').dataset['verdict'] === 'refused');
  expect([posts, page.find('[data-verdict]').textContent]).toEqual([[], expect.stringContaining('全血')]);
});

it('lets what was told be replaced with a reason, by F7', async () => {
  receipts = [{ id: 'ZJG0000001', status: 'refused', code: 'partner.unmapped', text: '性别=X 无对照' }];
  await open();
  await scan('ZJG0000001');
  await page.focus('[data-scan-box]');
  await page.type('A26000001');
  await page.press('Enter');
  await until(() => shown().includes('性别=X 无对照'));
  await page.press('F7');
  await until(() => document.querySelector('[role=dialog]') !== null);
  receipts = [{ id: 'ZJG0000001', status: 'applied', code: null, text: null, answer: received }];
  await page.focus('[role=dialog] [data-field=personName] input');
  await page.type('张清');
  await page.focus('[role=dialog] [data-field=reason] input');
  await page.type('电话核实');
  await page.press('Ctrl+s');
  await until(() => posts.length === 2);
  expect(posts[1]?.body.rows).toMatchObject([{ overrides: { personName: '张清' }, reasons: { personName: '电话核实', state: '电话核实' } }]);
});

it('shows at the desk of all clients what hospitals filled in, and registers for none that is not named', async () => {
  await open('/sample/customer-receive', ['wechatentry_view', 'wechatentry_submit']);
  const button = (text: string) => [...document.querySelectorAll('button')].find((one) => one.textContent?.includes(text));
  await page.run(() => button('微信录入')?.click());
  await until(() => document.querySelector('[role=dialog]')?.textContent?.includes('张晴') === true);
  await page.run(() => button('登记微信录入')?.click());
  await until(() => document.querySelector('[data-field=personName] input') !== null);
  await page.focus('[data-field=sampleCode] input');
  await page.type('A26000009');
  await page.focus('[data-field=personName] input');
  await page.type('张清');
  await page.press('Ctrl+s');
  await until(() => shown().includes('请选择送检单位'));
  expect(shown()).toContain('请选择送检单位');
  expect(posts).toEqual([]);
});
