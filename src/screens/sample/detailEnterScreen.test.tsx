import 'fake-indexeddb/auto';
import { act } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#src/console/queryClient.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen } from './DetailEnterScreen.tsx';

const ownFetch = globalThis.fetch;
const desk = new DiskDesk();
beforeAll(async () => {
  await desk.open();
  await changeLanguage('zh');
  await startSessionState();
});
afterAll(() => desk.close());
let page: Mounted;
beforeEach(async () => {
  queryClient.clear();
  await desk.reset();
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});

const row = {
  requisitionId: '1',
  requisitionCode: 'A26000001',
  entryForm: 'nomal',
  isDoubleEntry: 0,
  entryState: 1,
  carried: { requisitionCode: 'A26000001', receiveTime: '2026-11-21 09:00:00' },
  prefill: { personName: '章晴' },
  commodityIds: ['11'],
  commodityNames: '血常规五分类',
  sendSampleClientId: '41',
  sendSampleClientName: '青禾市第一人民医院',
  sampleClassNames: 'EDTA全血',
  receiveServerTime: '2026-11-21 09:00:00',
  isImageMissing: false,
  own: null,
  madeBy: null,
  lockedBy: null,
};
let clock = 0;
async function scanned(code: string, pass = 1): Promise<void> {
  page = await mount(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/sample/detail-enter/${pass}`]}>
        <Routes>
          <Route path="/sample/:form/:pass" element={<Screen />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
    { userId: 'ann' },
  );
  await vi.waitFor(() => expect(document.body.textContent).toContain('没有待录入的申请单'));
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
/** The list of this desk is empty; of a requisition the server says this, null: it cannot be asked. */
function answering(change: object | null): void {
  globalThis.fetch = async (input) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    const data = pathname.endsWith('/offline/worklist')
      ? []
      : pathname.endsWith('/get-detail-info') && change !== null
        ? { ...row, pass: Number(searchParams.get('pass')), ...change }
        : undefined;
    if (data) return Response.json({ code: 200, success: true, msg: '', data });
    throw new TypeError('failed to fetch');
  };
}
const said = (text: string): Promise<void> => vi.waitFor(() => expect(document.body.textContent).toContain(text));

it('opens a scanned requisition that waits behind the list this desk keeps', async () => {
  answering({ lockedBy: '录入二' });
  await scanned('A26000001');
  await vi.waitFor(() => expect(page.all('[data-testid=detail-form]')).toHaveLength(1));
  expect(page.find('header').textContent).toContain('青禾市第一人民医院');
  expect(page.find('header').textContent).toContain('录入二');
  expect(page.find<HTMLInputElement>('[data-field=personName] input').value).toBe('章晴');
});

it('says why a scanned requisition does not wait for this pass, and opens nothing', async () => {
  answering({ madeBy: '录入二' });
  await scanned('A26000001');
  await said('A26000001 已由 录入二 录入');
  await page.unmount();
  answering({ own: { values: {}, unclear: [], explained: [], enterTime: '2026-11-21 09:30:00', revision: 1 } });
  await scanned('A26000001');
  await said('A26000001 已由您录入');
  await page.unmount();
  answering({});
  await scanned('A26000001', 2);
  await said('A26000001 不需二录');
  await page.unmount();
  answering({ entryState: 6 });
  await scanned('A26000001');
  await said('A26000001 录入状态: 已关闭');
  expect(page.all('[data-testid=detail-form]')).toHaveLength(0);
});

it('leaves to the list alone what waits where the server cannot be asked', async () => {
  answering(null);
  await scanned('A26000001');
  await said('本机待录入名单中没有 A26000001; 联网后可查其他申请单');
  expect(page.all('[data-testid=detail-form]')).toHaveLength(0);
});

it('says that nothing was saved where the desk cannot, and keeps what was typed', async () => {
  const prefill = { personName: '章晴', sex: 2, age: 33, ageUnit: 1, samplingTime: '2026-11-20 12:00:00', doctorName: '林医生' };
  answering({ prefill });
  await scanned('A26000001');
  await vi.waitFor(() => expect(page.all('[data-testid=detail-form]')).toHaveLength(1));
  desk.lock();
  await page.press('F9');
  await said('本机已锁定,内容未保存');
  expect(page.find<HTMLInputElement>('[data-field=doctorName] input').value).toBe('林医生');
});
