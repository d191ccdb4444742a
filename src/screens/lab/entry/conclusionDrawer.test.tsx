import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepSession } from '#src/api/sessionStore.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { ConclusionDrawer } from './ConclusionDrawer.tsx';

const sentence = (conclusionId: string, qualitativeResult: number, content: string) => ({
  conclusionId,
  conclusionName: `结论${conclusionId}`,
  qualitativeResult,
  content,
  suggestion: '随访',
});
const all = [sentence('1', 1, '未见异常'), sentence('2', 1, '建议定期复查'), sentence('3', 2, '偏高')];
const person = { userId: '1', tenantId: '000000', account: 'ann', realName: '安', roleNames: [], deptId: '', roleId: '' };
const ownFetch = globalThis.fetch;
let page: Mounted;
let saved: unknown[];
beforeEach(async () => {
  saved = [];
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    if (url.pathname.endsWith('web-upload-conclusion')) {
      saved.push(JSON.parse(String(init?.body)));
      return Response.json({ code: 200, success: true, msg: '', data: { taskId: 't1', version: 3, taskState: 3, detectionResult: 2, signals: [] } });
    }
    const wanted = Number(url.searchParams.get('detectionResult') ?? 1);
    const why = [{ text: ['{name} {value}（参考 {range}）', '{name} {value} ({range})'], params: { name: 'WBC', value: '5.1', range: '3.5~9.5' } }];
    const proposed = all.filter(({ qualitativeResult }) => qualitativeResult === wanted);
    return Response.json({
      code: 200,
      success: true,
      msg: '',
      data: { taskId: 't1', version: 2, derived: 1, why, missing: [], proposed, chosen: null },
    });
  };
  const session = { ...person, permissions: ['result_enter', 'labTask_view'] };
  await keepSession({ ...session, accessToken: 'x', savedAt: Date.now(), expiresAt: Date.now() + 1e6 }, 'login');
  await startSessionState();
  await changeLanguage('zh');
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});

it('tells why, takes sentences and the word by keys, and wants a reason where the word is another', async () => {
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ConclusionDrawer taskId="t1" code="L1" onDone={() => undefined} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const shown = (): string => document.querySelector('[role=dialog]')?.textContent ?? '';
  await vi.waitFor(() => expect(shown()).toContain('WBC 5.1（参考 3.5~9.5）'), 20_000);
  const [text] = page.all('textarea') as HTMLTextAreaElement[];
  // Where nobody types, digits choose.
  await page.run(() => page.find<HTMLElement>('[role=dialog]').focus());
  await page.press('1');
  await page.press('2');
  expect(text!.value).toBe('未见异常\n建议定期复查');
  await page.press('s');
  await vi.waitFor(() => expect(shown()).toContain('偏高'), 20_000);
  expect(text!.value).toBe('');
  await page.press('1');
  expect(text!.value).toBe('偏高');
  await page.press('F9');
  expect([shown().includes('须填写原因'), saved]).toEqual([true, []]);
  await page.focus('input[aria-required]');
  await page.type('镜检1');
  await page.press('F9');
  await vi.waitFor(() => expect(saved).toHaveLength(1), 20_000);
  expect(saved[0]).toMatchObject({
    taskId: 't1',
    version: 2,
    detectionResult: 2,
    conclusionIds: ['3'],
    conclusion: '偏高',
    suggestion: '随访',
    reason: '镜检1',
  });
});
