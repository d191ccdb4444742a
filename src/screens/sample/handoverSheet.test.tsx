import 'fake-indexeddb/auto';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { handoverStatus } from '#domain/sample/handoverState.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { HandoverSheet, type SheetHandover } from './HandoverSheet.tsx';

let page: Mounted;
afterEach(() => page.unmount());

const handover: SheetHandover = {
  handoverKey: '00000000-0000-4000-8000-000000000001',
  commodityName: '血常规',
  actionUserName: '王敏',
  createTime: '2026-11-22 09:00:00',
  createServerTime: '2026-11-22 11:30:00',
  handoverStatus: handoverStatus.handedOver,
  signUserName: '孙涛',
  signTime: '2026-11-22 09:05:00',
  signServerTime: '2026-11-22 11:30:02',
  items: [],
  saveOpId: null,
};

it('tells beside its own times when the server heard of it, on the screen and on paper', async () => {
  page = await mount(
    <MemoryRouter>
      <HandoverSheet handovers={[handover]} onClose={() => undefined} />
    </MemoryRouter>,
    { userId: 'ann' },
  );
  const signed = '孙涛 于 2026-11-22 09:05:00 (服务器 11:30:02) 签收';
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain(signed));
  const paper = document.querySelector('.print-only')?.textContent;
  expect(paper).toContain(signed);
  expect(paper).toContain('时间: 2026-11-22 09:00:00 (服务器 11:30:00)');
});
