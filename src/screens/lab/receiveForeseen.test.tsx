import 'fake-indexeddb/auto';
import { act } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { LabReceiveWorkRow } from '#domain/sample/rows.ts';
import { deviceDb } from '#src/api/deviceDb.ts';
import { queryClient } from '#src/console/queryClient.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { cacheDb } from '#src/offline/store/cacheDb.ts';
import { readOperations } from '#src/offline/outbox/status.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen } from './LabReceiveScreen.tsx';

const desk = new DiskDesk();
beforeAll(async () => {
  await desk.open();
  await changeLanguage('zh');
  await startSessionState();
});
afterAll(() => desk.close());

const tube = (sampleCode: string, change: Partial<LabReceiveWorkRow> = {}): LabReceiveWorkRow => ({
  id: sampleCode,
  sampleCode,
  testTubeNumber: null,
  requisitionCode: `A26${sampleCode}`,
  labStatus: 103,
  personName: '章晴',
  commodityNames: '血常规五分类',
  labCode: null,
  receivedBy: null,
  labReceiveTime: null,
  executeLaboratoryId: '31',
  executeLaboratoryName: '沪江检验所',
  notHandedOver: [],
  ...change,
});
let page: Mounted;
beforeEach(async () => {
  localStorage.clear();
  await desk.reset();
  const profile = {
    userId: 'ann',
    account: 'ann',
    name: 'ann',
    organisation: '',
    menus: [],
    topMenus: [],
    permissions: ['lab_receive'],
    fetchedAt: 1,
  };
  await deviceDb.profiles.put({ userId: 'ann', profile });
});
afterEach(() => page.unmount());

async function open(rows: readonly LabReceiveWorkRow[]): Promise<void> {
  await cacheDb.worklists.put({ userId: 'ann', name: 'labReceive', rows, fetchedAt: Date.now() });
  page = await mount(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
    { userId: 'ann' },
  );
  await vi.waitFor(() => page.find('[data-scan-box]'));
}
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
  await page.settle(50);
}
const verdict = (): string => {
  const element = page.find('[role=status][data-verdict]');
  return `${element.dataset['verdict']} ${element.textContent}`;
};
const queued = async (): Promise<string[]> => (await readOperations({ types: ['labTask.receive'] })).map(({ subject }) => subject);

it('without network receives what its list knows and what it does not, and says 重复 of what it received itself', async () => {
  await open([tube('S1'), tube('S9')]);
  await vi.waitFor(() => expect(page.root.textContent).toContain('待接收2'));
  await scan('S1');
  await vi.waitFor(() => expect(verdict()).toContain('waiting'));
  // Counted at once, whatever the kept list still says.
  await vi.waitFor(() => expect(page.root.textContent).toContain('待接收1'));
  expect(verdict()).not.toContain('服务器还会核对');
  await scan('S2');
  await vi.waitFor(async () => expect(await queued()).toEqual(['S1', 'S2']));
  await vi.waitFor(() => expect(verdict()).toContain('服务器还会核对: 样本是否可接收'));
  await scan('S1');
  await vi.waitFor(() => expect(verdict()).toMatch(/repeat.*重复.*\d\d:\d\d ann/));
  expect(await queued()).toEqual(['S1', 'S2']);
});

it('refuses before it is saved what its list proves wrong, and leaves open what may have been mended since', async () => {
  await open([tube('S3', { testTubeNumber: 'G1' }), tube('S4', { testTubeNumber: 'G1' }), tube('S5', { notHandedOver: ['尿常规'] })]);
  await scan('G1');
  await vi.waitFor(() => expect(verdict()).toContain('管号 G1 对应多个样本'));
  expect(verdict()).toContain('refused');
  expect(await queued()).toEqual([]);
  // The handover may have been signed since the list was fetched: the server looks.
  await scan('S5');
  await vi.waitFor(async () => expect(await queued()).toEqual(['S5']));
});

it('says in the reader’s language that nothing was saved where the desk cannot', async () => {
  await open([tube('S0001')]);
  desk.lock();
  await scan('S0001');
  await vi.waitFor(() => expect(page.find('[role=status][data-verdict]').textContent).toContain('本机已锁定,内容未保存'));
  expect(page.find('[role=status][data-verdict]').dataset['verdict']).toBe('refused');
});
