import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WireRow } from '#src/resource/wireRow.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { PriceBatchDrawer } from './PricePolicyScreen.tsx';

const ownFetch = globalThis.fetch;
let sent: Record<string, unknown>[] = [];
let refusing: string[] = [];
let [reloads, closes] = [0, 0];
let page: Mounted;

beforeEach(async () => {
  [sent, refusing, reloads, closes] = [[], [], 0, 0];
  globalThis.fetch = async (_input, init) => {
    const body = JSON.parse(String(init?.body)) as { ids: string[] };
    sent.push(body);
    const data = body.ids.map((id) => ({ id, success: !refusing.includes(id), msg: refusing.includes(id) ? '与已有政策的期间重叠' : '' }));
    return Response.json({ code: 200, success: true, msg: '', data });
  };
  const rows = ['1', '2'].map((id) => ({ pricePolicyId: id, sendSampleClientIdName: `单位${id}` }) as unknown as WireRow);
  page = await mount(<PriceBatchDrawer rows={rows} reload={() => (reloads += 1)} onClose={() => (closes += 1)} />);
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});

const shown = (): string => document.body.textContent ?? '';
async function submit(): Promise<void> {
  await page.press('Ctrl+s');
  for (let tries = 0; tries < 50 && document.querySelector('[aria-busy=true]'); tries += 1) await page.settle(20);
  await page.settle(50);
}
async function price(text: string): Promise<void> {
  // The drawer takes the focus to its first field once it is open.
  await page.settle(150);
  await page.focus('[name=billPrice]');
  await page.type(text);
}

it('changes what is filled in, in every chosen row', async () => {
  await price('12.50');
  await submit();
  expect(sent).toEqual([{ ids: ['1', '2'], billPriceStr: '12.50' }]);
  expect([reloads, closes]).toEqual([1, 1]);
});

it('keeps the refused rows chosen, each with its reason, and what was typed', async () => {
  refusing = ['2'];
  await price('12.50');
  await submit();
  expect(shown()).toContain('与已有政策的期间重叠');
  expect(shown()).toContain('批量修改价格 · 1 条');
  expect(closes).toBe(0);
  refusing = [];
  await submit();
  expect(sent.at(-1)).toEqual({ ids: ['2'], billPriceStr: '12.50' });
  expect(closes).toBe(1);
});

it('asks for something to change', async () => {
  await submit();
  expect(sent).toEqual([]);
  expect(shown()).toContain('请输入要修改的内容');
});
