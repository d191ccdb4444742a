import 'fake-indexeddb/auto';
import { act } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { HandoverWorkRow } from '#domain/sample/rows.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { deviceDb } from '#src/api/deviceDb.ts';
import { queryClient } from '#src/console/queryClient.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { words } from '#src/console/words.ts';
import { cacheDb } from '#src/offline/store/cacheDb.ts';
import { openPayload } from '#src/offline/store/openPayload.ts';
import { readOperations } from '#src/offline/outbox/status.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Corrections } from './Corrections.tsx';
import { Screen } from './HandoverScreen.tsx';

const desk = new DiskDesk();
const ownFetch = globalThis.fetch;
beforeAll(async () => {
  await desk.open();
  await changeLanguage('zh');
  await startSessionState();
});
afterAll(() => desk.close());

let page: Mounted;
beforeEach(async () => {
  localStorage.clear();
  queryClient.clear();
  await desk.reset();
  const permissions = ['handover_save', 'handover_view', 'handover_sign'];
  const profile = { userId: 'ann', account: 'ann', name: '安然', organisation: '', menus: [], topMenus: [], permissions, fetchedAt: 1 };
  await deviceDb.profiles.put({ userId: 'ann', profile });
  await desk.login('ann');
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});

const tube = (sampleCode: string, commodityId: string, commodityName: string): HandoverWorkRow =>
  ({
    id: `${sampleCode}-${commodityId}`,
    sampleItemId: `${sampleCode}-${commodityId}`,
    sampleCode,
    testTubeNumber: null,
    requisitionCode: `A26${sampleCode}`,
    labStatus: labStatus.entered,
    personName: '章晴',
    commodityId,
    commodityName,
    sampleClassName: '血清',
    receiveRemark: null,
  }) as unknown as HandoverWorkRow;

/** The server answers the work list with this, where it is there at all. */
function answering(answer: (path: string) => Response | null): void {
  globalThis.fetch = async (input) => {
    const found = answer(input instanceof Request ? input.url : String(input));
    if (found) return found;
    throw new TypeError('failed to fetch');
  };
}
async function open(screen = <Screen />): Promise<void> {
  page = await mount(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>{screen}</MemoryRouter>
    </QueryClientProvider>,
    { userId: 'ann' },
  );
}
const said = (): string => page.root.textContent ?? '';
let clock = 0;
async function scan(code: string): Promise<void> {
  const box = page.find<HTMLInputElement>('[data-scan-box]');
  clock += 1000;
  await act(async () => {
    for (const key of [...code, 'Enter']) {
      const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      Object.defineProperty(press, 'timeStamp', { value: (clock += 5) });
      if (box.dispatchEvent(press) && key.length === 1) box.value += key;
    }
  });
}
const verdict = (): string => {
  const element = page.find('[role=status][data-verdict]');
  return `${element.dataset['verdict']} ${element.textContent}`;
};
const button = (text: string): HTMLElement => page.all('button').find((one) => one.textContent?.includes(text))!;

it('says that nothing is known of what waits where no list was ever here, and why, instead of an empty one', async () => {
  answering((path) => (path.includes('offline/worklist') ? Response.json({ code: 500, success: false, msg: '服务器异常' }, { status: 500 }) : null));
  await open();
  await vi.waitFor(() => expect(said()).toContain('服务器异常'));
  expect(page.find('footer [data-tip]').dataset['tip']).toBe(words.tray.text[0]);
  expect(said()).not.toContain('没有待交接的样本');
  expect(said()).not.toContain('离线');
  expect(said()).toContain('待交接-');
});

it('shows the list of this desk where it cannot be renewed, as offline only without network, else with what the server said', async () => {
  await cacheDb.worklists.put({ userId: 'ann', name: 'handover', rows: [tube('S0001', '1', '血常规')], fetchedAt: 1 });
  answering(() => null);
  await open();
  await vi.waitFor(() => expect(said()).toContain('离线: 显示本机保存的名单'));
  await page.unmount();
  answering((path) => (path.includes('offline/worklist') ? Response.json({ code: 403, success: false, msg: '请求被拒绝' }, { status: 403 }) : null));
  await open();
  await vi.waitFor(() => expect(said()).toContain('名单更新失败: 请求被拒绝'));
  expect(said()).not.toContain('离线');
  expect(said()).toContain('血常规');
});

it('puts tubes of several products on a list with a verdict each, takes one out by F8, and makes a handover a product on one sheet', async () => {
  const rows = [tube('S0001', '1', '血常规'), tube('S0002', '2', '生化七项'), tube('S0003', '2', '生化七项')];
  await cacheDb.worklists.put({ userId: 'ann', name: 'handover', rows, fetchedAt: 1 });
  answering(() => null);
  await open();
  await vi.waitFor(() => expect(page.all('[data-commodity]')).toHaveLength(2));
  for (const { sampleCode } of rows) {
    await scan(sampleCode);
    await vi.waitFor(() => expect(verdict()).toMatch(new RegExp(`^ok.*已加入.*${sampleCode}|^ok.*${sampleCode}.*已加入`, 'u')));
  }
  await scan('S0001');
  await vi.waitFor(() => expect(verdict()).toMatch(/^repeat.*已在名单/u));
  await page.press('F8');
  await vi.waitFor(() => expect(verdict()).toContain('扫描要移出的样本'));
  await scan('S0003');
  await vi.waitFor(() => expect(verdict()).toMatch(/^ok.*已移出/u));
  expect(page.find('[data-chosen]').textContent).toBe('已选样本2');
  await page.run(() => button('新建交接').click());
  await vi.waitFor(() => expect([...document.querySelectorAll<HTMLElement>('[role=dialog] [data-sheet-group]')]).toHaveLength(2));
  const groups = [...document.querySelectorAll<HTMLElement>('[role=dialog] [data-sheet-group]')].map((group) => [
    group.dataset['sheetGroup'],
    group.querySelectorAll('tbody tr').length,
  ]);
  expect(groups).toEqual([
    ['血常规', 1],
    ['生化七项', 1],
  ]);
  const made = await readOperations({ types: ['handover.save'] });
  const contents = await Promise.all(made.map(async (operation) => openPayload(operation)));
  expect(contents.map((content) => (content.isReadable ? content.payload : null))).toMatchObject(
    made.map(() => ({ handoverKey: expect.any(String), sampleCodes: [expect.any(String)] })),
  );
  expect(made).toHaveLength(2);
});

it('hands over a tube that waits behind the list this desk keeps: its scan brings the rows from the server', async () => {
  await cacheDb.worklists.put({ userId: 'ann', name: 'handover', rows: [tube('S0001', '1', '血常规')], fetchedAt: 1 });
  const waiting = [tube('S9001', '1', '血常规'), tube('S9001', '2', '生化七项')];
  answering((path) =>
    path.includes('why-not') ? Response.json({ code: 200, success: true, msg: '', data: { isWaiting: true, text: '', waiting } }) : null,
  );
  await open();
  await vi.waitFor(() => expect(page.all('[data-commodity]')).toHaveLength(1));
  await scan('S9001');
  await vi.waitFor(() => expect(verdict()).toMatch(/^ok.*已加入/u));
  expect(page.find('[data-chosen]').textContent).toBe('已选样本2');
  await page.press('F8');
  await scan('S9001');
  await vi.waitFor(() => expect(verdict()).toMatch(/^ok.*已移出/u));
  expect(page.find('[data-chosen]').textContent).toBe('已选样本0');
  await scan('S9001');
  await vi.waitFor(() => expect(page.find('[data-chosen]').textContent).toBe('已选样本2'));
  await page.run(() => button('新建交接').click());
  await vi.waitFor(async () => expect(await readOperations({ types: ['handover.save'] })).toHaveLength(2));
  const made = await readOperations({ types: ['handover.save'] });
  const contents = await Promise.all(made.map(async (operation) => openPayload(operation)));
  expect(contents.map((content) => (content.isReadable ? content.payload : null))).toEqual(
    expect.arrayContaining(['1', '2'].map((commodityId) => expect.objectContaining({ commodityId, sampleCodes: ['S9001'] }))),
  );
  // On a handover it waits no more, though the server has not heard of it yet.
  await vi.waitFor(() => expect(page.find('[data-chosen]').textContent).toBe('已选样本0'));
  await page.run(() => document.querySelector<HTMLElement>('[role=dialog] [aria-label^=关闭]')!.click());
  await scan('S9001');
  await vi.waitFor(() => expect(verdict()).toMatch(/^repeat.*已列入交接单/u));
});

it('calls what is to be corrected no empty list where it could not be read', async () => {
  answering(() => Response.json({ code: 500, success: false, msg: '服务器异常' }, { status: 500 }));
  await open(<Corrections onOpen={() => undefined} chosen={null} />);
  await vi.waitFor(() => expect(said()).toContain('待我更正读取失败: 服务器异常'));
});
