import 'fake-indexeddb/auto';
import { generateKeyPairSync } from 'node:crypto';
import { act } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { handoverStatus } from '#domain/sample/handoverState.ts';
import { signHandover } from '#domain/sample/handoverSign.ts';
import { deviceDb } from '#src/api/deviceDb.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { changeLanguage } from '#src/console/text.ts';
import { outboxStore } from '#src/offline/outbox/outboxStore.ts';
import { readOperations } from '#src/offline/outbox/status.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { counts } from '#src/offline/store/standing.ts';
import { DiskDesk } from '#src/offline/testing/diskDesk.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { HandoverSheet, type SheetHandover } from './HandoverSheet.tsx';

const desk = new DiskDesk();
const ownFetch = globalThis.fetch;
beforeAll(async () => {
  await desk.open();
  await changeLanguage('zh');
  await startSessionState();
});
afterAll(() => desk.close());
let page: Mounted;
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});

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

const passwordKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

it('tells a wrong password of the signer at its field while there is a network and queues nothing; the right one is queued once', async () => {
  await desk.reset();
  const permissions = ['handover_sign'];
  await deviceDb.profiles.put({
    userId: 'ann',
    profile: { userId: 'ann', account: 'ann', name: '安然', organisation: '', menus: [], topMenus: [], permissions, fetchedAt: 1 },
  });
  await desk.login('ann');
  let isRight = false;
  globalThis.fetch = async (input) => {
    const path = input instanceof Request ? input.url : String(input);
    if (path.includes('public-key')) return Response.json({ code: 200, success: true, msg: '', data: { publicKey: passwordKey } });
    if (!path.includes('sign-check')) throw new TypeError('failed to fetch');
    if (isRight) return Response.json({ code: 200, success: true, msg: '', data: true });
    return Response.json({ code: 400, success: false, msg: '签收人账号或密码错误', refusal: 'handover.signerWrong', data: null }, { status: 400 });
  };
  const waiting = { ...handover, handoverStatus: handoverStatus.pending, signUserName: null, signTime: null, signServerTime: null };
  page = await mount(
    <MemoryRouter>
      <HandoverSheet handovers={[waiting]} onClose={() => undefined} />
    </MemoryRouter>,
    { userId: 'ann' },
  );
  const dialog = (): HTMLElement => document.querySelector<HTMLElement>('[role=dialog]')!;
  const input = (name: string): HTMLInputElement => dialog().querySelector<HTMLInputElement>(`[data-field=${name}] input`)!;
  const fill = (name: string, text: string): Promise<void> =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input(name), text);
      input(name).dispatchEvent(new Event('input', { bubbles: true }));
    });
  const sign = (): Promise<void> => act(async () => dialog().querySelector<HTMLElement>('[data-enter-end]')!.click());
  await vi.waitFor(() => expect(input('signAccount')).not.toBeNull());
  await fill('signAccount', 'lab');
  await fill('signPassword', 'Falsch-123');
  await sign();
  await vi.waitFor(() => expect(dialog().querySelector('[data-field=signPassword]')!.textContent).toContain('签收人账号或密码错误'));
  expect(await readOperations({ types: [signHandover.name] })).toEqual([]);

  isRight = true;
  await fill('signPassword', 'Richtig-123');
  await sign();
  await vi.waitFor(async () => expect(await readOperations({ types: [signHandover.name] })).toHaveLength(1));

  // One that was refused all the same gives its place to the next: it stands in nobody's way.
  const [first] = await readOperations({ types: [signHandover.name] });
  await desk.rest();
  await outboxStore.change(async (tx) => {
    const act = (await tx.find(first!.opId))!;
    await tx.put([
      {
        ...act,
        state: 'rejected',
        isUnknown: false,
        receipt: { ...act.receipt, status: 'refused', code: 'handover.signerWrong', params: {} },
      } as never,
    ]);
  });
  await vi.waitFor(() => expect(input('signAccount')).not.toBeNull());
  await fill('signAccount', 'lab');
  await fill('signPassword', 'Richtig-124');
  await sign();
  await vi.waitFor(async () => {
    const standing = (await readOperations({ types: [signHandover.name] })).filter(counts);
    expect(standing.map(({ opId }) => opId)).toEqual([expect.not.stringMatching(first!.opId)]);
  });
  expect(await outboxDb.ops.where('state').equals('rejected').count()).toBe(0);
});
