import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen } from './ResultScreen.tsx';

const row = {
  partnerResultId: '9',
  partner: 'zhangJiaGangResult',
  kind: 1,
  pushState: 2,
  isHeld: 0,
  attempt: 6,
  nextTime: null,
  pushTime: '2026-11-20 12:00:00',
  success: 0,
  remark: 'HTTP 503',
  contractLaboratoryId: '1',
  contractLaboratoryName: '沪江检验所',
  sendSampleClientId: '4',
  sendSampleClientName: '市一医院',
  requisitionId: '5',
  requisitionCode: 'A26000001',
  sampleCode: 'A26000001',
  thirdBarCode: 'ZJG0000001',
  patientName: '张*',
  commodityId: '7',
  commodityName: '耳聋基因',
  commodityCode: 'DEAF01',
  reportNo: 'A26000001',
  reportVersion: 1,
  samplingTime: '2026-11-18 08:30:00',
  receiveTime: '2026-11-18 12:00:00',
  checkTimeTwo: '2026-11-20 11:00:00',
};
const page1 = { size: 20, current: 1, pages: 1, orders: [], searchCount: true };
let posts: { path: string; body: unknown }[] = [];
let asked: string[] = [];
let page: Mounted;
const ownFetch = globalThis.fetch;
beforeEach(() => {
  [posts, asked] = [[], []];
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    if (init?.method === 'POST') {
      posts.push({ path: pathname, body: JSON.parse(String(init.body)) });
      return Response.json({ code: 200, success: true, msg: '', data: [{ id: '9', status: 'applied', code: null, text: null }] });
    }
    asked.push(pathname);
    const records = pathname.endsWith('deafness/resultList') ? [row, { ...row, partnerResultId: '8', pushState: 1, success: 1, remark: null }] : [];
    return Response.json({ code: 200, success: true, msg: '', data: { ...page1, total: records.length, records, chart: [], totals: {} } });
  };
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});
const shown = (): string => document.body.textContent ?? '';
async function until(isShown: () => boolean): Promise<void> {
  for (let turn = 0; turn < 100 && !isShown(); turn++) await page.settle(30);
  expect(isShown(), shown()).toBe(true);
}
async function open(route: string, permissions: readonly string[]): Promise<void> {
  const person = { userId: '1', tenantId: '000000', account: 'ann', realName: '安', roleNames: [], permissions: [...permissions] };
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
}
const button = (text: string): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')].find((one) => one.textContent?.includes(text));

it('lists what a partner was told, and has what failed told again', async () => {
  await open('/search/zhangJiaGangDeafnessResult', ['partnerresult_view', 'partnerresult_resend']);
  await until(() => shown().includes('HTTP 503'));
  expect(shown()).toContain('推送失败');
  await page.run(() => page.all('tbody input[type=checkbox], [role=row] [role=checkbox]')[0]?.click());
  await until(() => button('重新推送 1') !== undefined);
  await page.run(() => button('重新推送 1')?.click());
  await until(() => document.querySelector('[role=dialog]') !== null);
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('相同幂等键');
  await page.press('Ctrl+s');
  await until(() => posts.length === 1);
  expect(posts[0]).toMatchObject({ path: expect.stringMatching(/op\/partner-result\/resend$/), body: { ids: ['9'] } });
});

it('offers no act to who may only look, at the other partner’s address, too', async () => {
  await open('/search/aishenpuSyncResult', ['partnerresult_view']);
  await until(() => shown().includes('没有推送记录'));
  expect(asked.some((path) => path.endsWith('op/aishenpu/list'))).toBe(true);
  expect(button('重新推送')).toBeUndefined();
});
