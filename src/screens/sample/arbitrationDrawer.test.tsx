import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { deviceDb } from '#src/api/deviceDb.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { ArbitrationDrawer } from './ArbitrationDrawer.tsx';

const detail = {
  requisitionId: '1',
  requisitionCode: 'A26000001',
  entryForm: 'nomal',
  personName: '章晴',
  fieldCount: 2,
  commodityNames: '全外显子',
  sendSampleClientName: '青禾市第一人民医院',
  firstBy: '录入一',
  secondBy: '录入二',
  compareTime: '2026-11-21 09:00:00',
  differences: [
    { field: 'birthDate', label: ['出生日期', 'Birth date'], value1: '1993-09-03', value2: '1993-09-08' },
    { field: 'doctorName', label: ['送检医生', 'Doctor'], value1: '林医生', value2: '凌医生' },
  ],
  carried: {},
  first: { personName: '章晴', birthDate: '1993-09-03', doctorName: '林医生' },
  second: { personName: '章晴', birthDate: '1993-09-08', doctorName: '凌医生' },
};
const picture = { requisitionImageId: '3', sha256: 'f'.repeat(64), pageNo: 1, imageKind: 1, size: 900, mime: 'image/png' };
const ownFetch = globalThis.fetch;
const desk = new DiskDesk();
beforeAll(async () => {
  await desk.open();
  await changeLanguage('zh');
  await startSessionState();
});
afterAll(() => {
  globalThis.fetch = ownFetch;
  desk.close();
});
const sent: { decisions: readonly object[] }[] = [];
let page: Mounted;
afterEach(() => page.unmount());
beforeEach(async () => {
  await desk.reset();
  const profile = {
    userId: 'ann',
    account: 'ann',
    name: '安然',
    organisation: '',
    menus: [],
    topMenus: [],
    permissions: ['requisitionImage_view'],
    fetchedAt: 1,
  };
  await deviceDb.profiles.put({ userId: 'ann', profile });
  await desk.login('ann');
  sent.length = 0;
  globalThis.fetch = async (input, init) => {
    if (String(input).includes('requisition-image/detail')) return Response.json({ code: 200, success: true, msg: '', data: { images: [picture] } });
    const isRead = String(input).includes('arbitration-detail');
    if (String(input).includes('arbitrate-detail')) sent.push(JSON.parse(String(init?.body)));
    await new Promise((resolve) => setTimeout(resolve, 20));
    return Response.json({ code: 200, success: true, msg: '', data: isRead ? detail : {} });
  };
  page = await mount(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ArbitrationDrawer requisitionCode="A26000001" onClose={() => undefined} onDone={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(page.all('[data-difference]')).toHaveLength(2));
});

it('decides by keys alone what is on the screen, also what was typed last, and once', async () => {
  await page.press('3');
  await page.focus('[data-difference=birthDate] [aria-label="原因"]');
  await page.type('原件为准');
  await page.focus('[data-difference=birthDate] [data-typed] input');
  await page.type('19980520');
  await page.focus('[data-difference=doctorName] [role=radio]');
  await page.press('2');
  await page.focus('[data-difference=birthDate] [data-typed] input');
  await page.type('19980521');
  await page.press('F9');
  await page.press('F9');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  await page.settle(60);
  expect(sent).toMatchObject([
    {
      decisions: [
        { field: 'birthDate', choice: 3, value: '1998-05-21', reason: '原件为准' },
        { field: 'doctorName', choice: 2 },
      ],
    },
  ]);
});

it('shows the name, the product and the picture of what is decided', async () => {
  await vi.waitFor(() => expect(page.all('[role=dialog] [data-image-viewer]')).toHaveLength(1));
  const said = document.querySelector('[role=dialog]')?.textContent;
  for (const word of ['章晴', '全外显子', '青禾市第一人民医院']) expect(said).toContain(word);
});
