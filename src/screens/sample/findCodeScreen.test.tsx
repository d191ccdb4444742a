import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { Screen } from './FindCodeScreen.tsx';

const tube = {
  sampleId: '1',
  requisitionCode: 'A26000001',
  sampleCode: '0260000011',
  labStatus: 111,
  sampleClassName: 'EDTA全血',
  commodityNames: '血常规',
  receiveTime: '2026-11-22 09:00:00',
  receiveServerTime: '2026-11-22 14:10:00',
  entryPersonName: '王敏',
  enterTime: null,
  labReceiveTime: '2026-11-22 15:00:00',
  labReceiveServerTime: '2026-11-22 15:00:02',
  labReceiveUserName: '孙悦',
  rejectTime: '2026-11-22 16:00:00',
  rejectServerTime: '2026-11-23 08:20:00',
  rejectUserName: '王敏',
  rejectReason: '空管',
};
const ownFetch = globalThis.fetch;
let page: Mounted;
beforeEach(() => {
  globalThis.fetch = async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    return Response.json({ code: 200, success: true, data: pathname.endsWith('enter-info/find-code') ? [tube] : [], msg: '' });
  };
});
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});

it('tells what happened to a tube with the server’s time beside the act’s own, where they differ', async () => {
  page = await mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={['/?code=0260000011']}>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  for (let turn = 0; turn < 100 && page.all('ol li').length === 0; turn++) await page.settle(30);
  expect(page.all('ol li').map(({ textContent }) => textContent)).toEqual([
    '2026-11-22 09:00:00服务器 14:10:00接样 · 王敏',
    '2026-11-22 15:00:00实验室接收 · 孙悦',
    '2026-11-22 16:00:00服务器 11-23 08:20拒收 · 王敏 · 空管',
  ]);
});
