import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen } from './FindCodeScreen.tsx';

const tube = {
  sampleId: '9',
  requisitionCode: 'A26000001',
  sampleCode: '0261119',
  hospitalCode: null,
  testTubeNumber: 'T77',
  labCode: null,
  labStatus: 103,
  isCodeInvented: 0,
  sampleClassName: 'EDTA全血',
  commodityNames: '血常规',
  sendSampleClientName: '市一医院',
  contractLaboratoryName: '沪江检验所',
  executeLaboratoryName: '总部',
  receiveTime: '2026-11-20 09:00:00',
  entryPersonName: '王敏',
  rejectReason: null,
  personName: '张*',
  sex: 2,
  age: 31,
  ageUnit: 1,
  telephone: '138****5678',
  handover: { by: '王敏', signedBy: null },
  replaced: [{ oldCode: '0261118', newCode: '0261119', reason: '标签破损', by: '王敏', at: '2026-11-20 09:30:00' }],
  acts: [
    { at: '2026-11-20 09:00:00', serverTime: '2026-11-20 14:10:00', what: 'summary.enter', toStatus: 101, by: '王敏', why: null },
    { at: '2026-11-20 09:30:00', serverTime: null, what: 'sample.replaceCode', toStatus: null, by: '王敏', why: '0261118 → 0261119 · 标签破损' },
    { at: '2026-11-20 10:00:00', serverTime: '2026-11-21 08:20:00', what: 'handover.save', toStatus: null, by: '王敏', why: null },
  ],
};
let posts: { path: string; body: unknown }[] = [];
const ownFetch = globalThis.fetch;
let page: Mounted;
beforeEach(() => {
  posts = [];
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    if (init?.method === 'POST') {
      posts.push({ path: pathname, body: JSON.parse(String(init.body)) });
      return Response.json(
        { code: 409, success: false, data: null, msg: '条码 0261120 已用于申请单 A26000002', refusal: 'replace.taken' },
        { status: 409 },
      );
    }
    return Response.json({ code: 200, success: true, msg: '', data: pathname.endsWith('find-code') ? [tube] : null });
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
async function open(permissions: readonly string[], language: 'zh' | 'en' = 'zh'): Promise<void> {
  const person = { userId: '1', tenantId: '000000', account: 'ann', realName: '安', roleNames: [], permissions, deptId: '', roleId: '' };
  await keepSession({ ...person, accessToken: 'x', savedAt: Date.now(), expiresAt: Date.now() + 1e6 }, 'login');
  await startSessionState();
  await changeLanguage(language);
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={['/sample/find-code?code=0261118']}>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
    { language },
  );
  await until(() => shown().includes('0261119'));
}

it('tells whose a tube is, where it is, its acts with times, which code replaced the scanned one, and leads on', async () => {
  await open(['sample_view', 'requisitionImage_view', 'sampleReceipt_view', 'sample_replace']);
  expect(page.find('[data-place]').textContent).toBe('王敏 的交接单上,待签收');
  expect(shown()).toContain('张* · 女 · 31 岁 · 138****5678');
  expect(page.find('[data-replaced]').textContent).toBe('原条码 0261118 已作废, 现用 0261119');
  expect(page.all('[data-act]').map((line) => line.textContent)).toEqual([
    '2026-11-20 09:00:00服务器 14:10:00前处理录入 → 待录入 · 王敏',
    '2026-11-20 09:30:00更换样本条码 · 王敏 · 0261118 → 0261119 · 标签破损',
    '2026-11-20 10:00:00服务器 11-21 08:20新建交接 · 王敏',
  ]);
  expect(page.all('a').map((link) => link.getAttribute('href'))).toEqual([
    '/sample/requisition-image?requisitionCode=A26000001',
    '/search/sampleReceive?requisitionCode=A26000001',
  ]);
});

it('offers another label to who may give one, and says what the server has against it', async () => {
  await open(['sample_view']);
  expect(shown()).not.toContain('更换条码0');
  expect(page.all('button').some((button) => button.textContent === '更换条码')).toBe(false);
  await page.unmount();
  await open(['sample_view', 'sample_replace']);
  await page.run(() => (page.all('button').find((button) => button.textContent === '更换条码') as HTMLButtonElement).click());
  await until(() => document.querySelector('[data-field=newCode] input') !== null);
  const type = async (name: string, value: string): Promise<void> => {
    const input = document.querySelector<HTMLInputElement>(`[data-field=${name}] input`)!;
    await page.run(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
  };
  await type('newCode', '0261120');
  await type('reason', '标签破损');
  const save = [...document.querySelectorAll<HTMLButtonElement>('[data-enter-end]')].at(-1)!;
  await page.run(() => save.click());
  await until(() => posts.length > 0);
  expect(posts.at(-1)).toMatchObject({
    path: expect.stringContaining('enter-info/replace-code'),
    body: { sampleCode: '0261119', newCode: '0261120', reason: '标签破损' },
  });
});

it('speaks English', async () => {
  await open(['sample_view'], 'en');
  expect(page.find('[data-place]').textContent).toBe('On a handover of 王敏, waiting for a signature');
});
