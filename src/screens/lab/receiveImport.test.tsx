import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { changeLanguage } from '#src/console/text.ts';
import { readOperations } from '#src/offline/outbox/status.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { ReceiveImport } from './ReceiveImport.tsx';

const desk = new DiskDesk();
const ownFetch = globalThis.fetch;
beforeAll(async () => {
  await desk.open();
  await changeLanguage('zh');
});
afterAll(() => desk.close());
let page: Mounted;
beforeEach(() => desk.reset());
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});

const rows = ['S1', 'S2'].map((code, index) => ({ line: index + 2, code, verdict: 'ready', refusal: null }));
const button = (): HTMLElement | undefined => page.all('[role=dialog] button').find((one) => /^接收 \d+ 管/.test(one.textContent ?? ''));

it('says that a list was not saved where the desk cannot, keeps it, and receives it once the desk can', async () => {
  globalThis.fetch = async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    const data = pathname.endsWith('import-receive-check')
      ? { batchId: '1' }
      : pathname.endsWith('receive-status')
        ? { batchId: '1', fileName: '架.csv', rows }
        : null;
    if (data === null) throw new TypeError('failed to fetch');
    return Response.json({ code: 200, success: true, msg: '', data });
  };
  page = await mount(<ReceiveImport />, { userId: 'ann' });
  await page.run(() => {
    const input = page.find<HTMLInputElement>('input[type=file]');
    Object.defineProperty(input, 'files', { value: [new File(['样本条码\nS1\nS2'], '架.csv')], configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await vi.waitFor(() => expect(button()?.textContent).toContain('接收 2 管'));
  desk.lock();
  await page.run(() => button()!.click());
  await vi.waitFor(() => expect(document.body.textContent).toContain('本机已锁定,内容未保存'));
  expect(button()?.textContent).toContain('接收 2 管');
  await desk.login('ann');
  await vi.waitFor(() => expect(button()?.hasAttribute('disabled')).toBe(false));
  await page.run(() => button()!.click());
  await vi.waitFor(async () => expect((await readOperations({ types: ['labTask.receive'] })).map(({ subject }) => subject)).toEqual(['S1', 'S2']));
  await vi.waitFor(() => expect(page.all('[role=dialog]')).toHaveLength(0));
});
