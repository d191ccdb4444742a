import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen as ClientScreen } from './ClientExclusionScreen.tsx';
import { Screen as SampleScreen } from './SampleExclusionScreen.tsx';

const person = { userId: '1', tenantId: '000000', account: 'billing', realName: '安', roleNames: [], deptId: '', roleId: '' };
const permissions = ['exclusion_view', 'exclusion_exclude', 'exclusion_restore', 'sendSampleClient_view'];
const line = {
  lineId: '5',
  sampleCode: 'A1',
  requisitionCode: 'R1',
  commodityId: '7',
  commodityName: '无创',
  sendSampleClientId: '9',
  sendSampleClientName: '甲院',
  personName: '张三',
  contactNumber: null,
  contractLaboratoryId: '1',
  contractLaboratoryName: '本所',
  auditTime: null,
  excludedBy: 0,
  billPriceStr: '1180.00',
  orderNo: null,
  isWithdrawn: false,
};
const ordered = { ...line, lineId: '6', sampleCode: 'A2', orderNo: 'SO-1' };
const client = { clientId: '9', id: '9', clientCode: 'C1', clientName: '甲院', exclude: 0, giving: 0 };
const done = { id: '9', lines: 3, orders: [], orderCount: 0, left: 2, leftOrders: ['SO-7'], leftOrderCount: 1 };
let asked: { readonly path: string; readonly body: Record<string, any> }[] = [];
const ownFetch = globalThis.fetch;
let page: Mounted;
const answerOf = (path: string): object | null => {
  if (path.endsWith('listBySampleCodeStr')) return { lines: [line, ordered], unknown: ['NO1'] };
  if (path.endsWith('send-sample-client/page')) return { records: [client], total: 1, current: 1, size: 20, pages: 1 };
  if (path.endsWith('excludeSendSampleClient/counts')) return { lines: 3, samples: 2, unsentLines: 1, unsentOrders: 1, sentLines: 1, sentOrders: 1 };
  if (path.endsWith('/exclude')) return [{ id: '9', status: 'applied', code: null, text: null, answer: done }];
  return null;
};
beforeEach(async () => {
  asked = [];
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    asked.push({ path: url.pathname, body: init?.body ? JSON.parse(String(init.body)) : {} });
    return Response.json({ code: 200, success: true, msg: '', data: answerOf(url.pathname) });
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
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>{screen}</MemoryRouter>
    </QueryClientProvider>,
  );
}
const button = (text: string): HTMLButtonElement => {
  const found = page.all('button').find((one) => one.textContent === text || one.textContent?.startsWith(`${text}C`));
  if (!found)
    throw new Error(
      `no button ${text} among ${page
        .all('button')
        .map((one) => one.textContent)
        .join('|')}`,
    );
  return found as HTMLButtonElement;
};
const fill = async (field: string, text: string): Promise<void> => {
  await page.focus(`[data-field=${field}] input, [data-field=${field}] textarea`);
  await page.type(text);
};

it('finds pasted codes, names unknown ones, and excludes the lines that may be', async () => {
  await open(<SampleScreen />);
  await page.focus('textarea');
  await page.type('a1、A2 no1');
  await page.run(() => button('查询 3').click());
  await vi.waitFor(() => expect(page.root.textContent).toContain('NO1'));
  expect(page.root.textContent).toContain('1 个条码未找到');
  await page.run(() => button('排除').click());
  await fill('applicant', '李经理');
  await fill('reason', '合同未签');
  await page.press('Ctrl+s');
  await vi.waitFor(() => expect(asked.some(({ path }) => path.endsWith('excludeSampleCode/exclude'))).toBe(true));
  expect(asked.find(({ path }) => path.endsWith('excludeSampleCode/exclude'))?.body).toEqual({
    lineIds: ['5'],
    applicant: '李经理',
    reason: '合同未签',
  });
});

it('counts what excluding a client would meet before, and names the orders it left after', async () => {
  await open(<ClientScreen />);
  await vi.waitFor(() => expect(page.root.textContent).toContain('甲院'));
  await page.run(() => button('排除').click());
  await vi.waitFor(() => expect(page.find('[data-counts]').textContent).toBe('未开单明细 3 条, 涉及 2 份申请单; 2 条已在 2 个订单中, 不变'));
  await fill('applicant', '李经理');
  await fill('reason', '合同未签');
  await page.press('Ctrl+s');
  await vi.waitFor(() => expect(page.find('[data-touched]').textContent).toContain('2 条已开单, 不变: SO-7'));
});

it('does the main act on what is ticked by Ctrl+Enter', async () => {
  await open(<ClientScreen />);
  await vi.waitFor(() => expect(page.root.textContent).toContain('甲院'));
  await page.press('Ctrl+Enter');
  expect(page.all('[role=dialog]')).toEqual([]);
  await page.click('tbody input[type=checkbox]');
  (document.activeElement as HTMLElement).blur();
  await page.press('Ctrl+Enter');
  expect(page.find('[role=dialog]').textContent).toContain('排除');
});
