import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exportState, type MyExport } from '#domain/kernel/listExport.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { ExportsDrawer } from './ExportsDrawer.tsx';

const made = (id: string, state: number, more: Partial<MyExport> = {}): MyExport => ({
  id,
  state,
  resource: 'operateLog',
  title: '操作日志',
  totalCount: 12_345,
  doneCount: 4_000,
  size: null,
  fault: null,
  createTime: '2026-11-23 08:00:00',
  endTime: null,
  untilTime: null,
  ...more,
});
let exports: MyExport[] = [];
let page: Mounted;
const ownFetch = globalThis.fetch;
beforeEach(() => {
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    const { id } = JSON.parse(String(init?.body ?? '{}')) as { id?: string };
    if (url.pathname.endsWith('/cancel')) exports = exports.map((one) => (one.id === id ? { ...one, state: exportState.cancelled } : one));
    if (url.pathname.endsWith('/remove')) exports = exports.filter((one) => one.id !== id);
    return Response.json({ code: 200, success: true, data: exports, msg: '' }, { headers: { 'content-type': 'application/json' } });
  };
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});

it('says how far each file is, what it can be fetched as, and cancels and removes', async () => {
  exports = [
    made('1', exportState.running),
    made('2', exportState.done, { doneCount: 12_345, size: 2_500_000, untilTime: '2026-11-24 08:01:00' }),
    made('3', exportState.failed, { fault: '超过 1000000 行' }),
  ];
  page = await mount(
    <QueryClientProvider client={new QueryClient()}>
      <ExportsDrawer onClose={() => {}} />
    </QueryClientProvider>,
  );
  await expect.poll(() => page.all('[data-export]').length).toBe(3);
  const text = (id: string): string => page.find(`[data-export="${id}"]`).textContent ?? '';
  expect(text('1')).toContain('4,000 / 12,345 行');
  expect(page.find<HTMLProgressElement>('[data-export="1"] progress').value).toBe(4_000);
  expect(text('2')).toContain('2.4 MB');
  expect(text('2')).toContain('保留至 11-24 08:01');
  expect(text('2')).toContain('下载');
  expect(text('3')).toContain('超过 1000000 行');
  await page.click('[data-export="1"] button');
  await expect.poll(() => text('1')).toContain('已取消');
  await page.click('[data-export="3"] button');
  await expect.poll(() => page.all('[data-export]').length).toBe(2);
});
