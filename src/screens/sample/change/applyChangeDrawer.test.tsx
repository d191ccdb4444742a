import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepSession } from '#src/api/sessionStore.ts';
import { queryClient } from '#src/console/queryClient.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { ApplyChangeDrawer } from './ApplyChangeDrawer.tsx';

const requisition = (requisitionCode: string) => ({
  requisitionCode,
  entryForm: 'nomal',
  isSettled: 0,
  commodities: [],
  values: {},
  tubes: [{ sampleCode: `S${requisitionCode}`, labStatus: 103 }],
  open: { by: '王敏', at: '2026-11-20 09:00:00' },
});
const ownFetch = globalThis.fetch;
let asked: string[] = [];
let page: Mounted;
beforeEach(async () => {
  await changeLanguage('zh');
  asked = [];
  globalThis.fetch = async (input) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    if (!pathname.endsWith('/order-change-record/current')) return Response.json({ code: 200, success: true, msg: '', data: null });
    const code = searchParams.get('code')!;
    asked.push(code);
    return code === 'NONE0001'
      ? Response.json({ code: 404, success: false, data: null, msg: '没有此申请单' }, { status: 404 })
      : Response.json({ code: 200, success: true, msg: '', data: requisition(code) });
  };
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  queryClient.clear();
  await page.unmount();
});

async function open(code?: string, permissions: readonly string[] = []): Promise<void> {
  const names = { userId: 'ann', tenantId: '000000', account: 'ann', realName: '安然', roleNames: [], permissions, deptId: '', roleId: '' };
  await keepSession({ ...names, accessToken: 'token', expiresAt: Date.now() + 3_600_000, savedAt: Date.now() }, 'login');
  await startSessionState();
  page = await mount(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ApplyChangeDrawer code={code} onDone={() => undefined} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
    { userId: 'ann' },
  );
}
async function type(code: string): Promise<void> {
  const box = document.querySelector<HTMLInputElement>('[role=dialog] [data-scan-box]')!;
  await page.run(() => {
    box.focus();
    box.value = code;
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  });
  await page.settle(20);
}
const dialog = (): string => document.querySelector('[role=dialog]')?.textContent ?? '';

it('asks once for the requisition it was opened for', async () => {
  await open('A2600001');
  await vi.waitFor(() => expect(dialog()).toContain('SA2600001'));
  expect(asked).toEqual(['A2600001']);
});

it('shows what was scanned last alone, and of an unknown code why not', async () => {
  await open();
  expect(dialog()).toContain('扫描要变更的申请单');
  await type('A2600001');
  await vi.waitFor(() => expect(dialog()).toContain('SA2600001'));
  await type('NONE0001');
  await vi.waitFor(() => expect(dialog()).toContain('没有此申请单'));
  expect(dialog()).not.toContain('SA2600001');
  await type('A2600002');
  await vi.waitFor(() => expect(dialog()).toContain('SA2600002'));
  expect(dialog()).not.toContain('没有此申请单');
});

it('shows what a change does before it can be applied for, whatever was never typed of the rest', async () => {
  const answerOf = globalThis.fetch;
  const effects = [['更改 受检者姓名', 'Changes Patient name']];
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    if (pathname.endsWith('/order-change-record/current'))
      return Response.json({
        code: 200,
        success: true,
        msg: '',
        data: {
          ...requisition('A2600001'),
          open: null,
          isSettled: true,
          values: { personName: '受检甲', age: 26, sex: 2, birthDate: '2000-09-28', clinicalDiagnosis: null },
        },
      });
    if (pathname.endsWith('/order-change-record/foresee'))
      return Response.json({ code: 200, success: true, msg: '', data: { changes: [], effects, refusal: null, problems: [] } });
    return answerOf(input, init);
  };
  await open('A2600001', ['orderChange_apply']);
  await vi.waitFor(() => expect(document.querySelector('[data-field=personName] input')).not.toBeNull());
  for (const [name, text] of [
    ['personName', '更名人'],
    ['applyReason', '姓名写错'],
  ] as const) {
    const input = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[data-field=${name}] input, [data-field=${name}] textarea`)!;
    await page.run(() => {
      const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')!;
      own.set!.call(input, text);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
  const buttonOf = (name: string) =>
    [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')].find(({ textContent }) => textContent?.includes(name));
  await page.run(() => buttonOf('查看影响')!.click());
  await vi.waitFor(() => expect(dialog()).toContain('更改 受检者姓名'));
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('提交申请');
});
