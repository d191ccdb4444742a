import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OwnNotice } from '#domain/notice/noticeCalls.ts';
import { mount, type Mounted } from '#src/ui/testing/mount.tsx';
import { MustConfirm } from './NoticeBell.tsx';

/** A server that knows one person's notices. */
let waiting: OwnNotice[] = [];
let askedAt = 1;
let isLinkUp = true;
const confirmed: string[] = [];
const listeners = new Set<() => void>();
const ask = (): void => {
  askedAt += 1;
  for (const listener of listeners) listener();
};
const ownFetch = globalThis.fetch;
const answer = (data: unknown): Response =>
  Response.json({ code: 200, success: true, data, msg: '' }, { headers: { 'content-type': 'application/json' } });
beforeEach(() => {
  confirmed.length = 0;
  isLinkUp = true;
  globalThis.fetch = async (input, init) => {
    if (!isLinkUp) throw new TypeError('Failed to fetch');
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://desk');
    if (url.pathname.endsWith('/notice/confirm')) {
      const { id } = JSON.parse(String(init?.body)) as { id: string };
      confirmed.push(id);
      waiting = waiting.filter((one) => one.id !== id);
      setTimeout(ask);
      return answer(true);
    }
    return answer(waiting.find(({ id }) => id === url.searchParams.get('id')) ?? null);
  };
});

let page: Mounted;
afterEach(async () => {
  globalThis.fetch = ownFetch;
  await page.unmount();
});
const made = (id: string, title: string, mustConfirm: number): OwnNotice => ({
  id,
  title,
  mustConfirm,
  category: 1,
  releaseTime: '2026-11-21 08:00:00',
  createUserName: '陈立',
  confirmTime: null,
  content: `<p>${title}的正文</p>`,
});

function Bar() {
  const at = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => askedAt,
  );
  return <MustConfirm unread={{ count: waiting.length, next: waiting[0] ?? null, askedAt: at }} />;
}
async function open(notices: OwnNotice[]): Promise<void> {
  waiting = notices;
  page = await mount(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Bar />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await page.settle();
}
const dialog = (): string => document.querySelector('[data-testid=notice-dialog]')?.textContent ?? '';
const button = (): HTMLButtonElement | undefined =>
  page.all('[data-testid=notice-dialog] button').find(({ textContent }) => textContent?.startsWith('已阅读并确认')) as HTMLButtonElement | undefined;
/** Waits until something is so. */
async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 150 && !isSo(); tries += 1) await page.settle(100);
  expect(isSo()).toBe(true);
}

it('opens what must be confirmed, counts down, and goes on to the next unread one', async () => {
  await open([made('1', '停电通知', 1), made('2', '排班调整', 1), made('3', '团建', 0)]);
  expect(dialog()).toContain('停电通知的正文');
  expect(button()?.textContent).toBe('已阅读并确认(5)');
  expect(button()?.disabled).toBe(true);
  // Neither Esc nor what a scanner sends ends it.
  await page.press('Escape');
  await page.press('Enter');
  expect(dialog()).toContain('停电通知');
  await until(() => button()?.textContent === '已阅读并确认');
  expect(confirmed).toEqual([]);
  await page.run(() => button()?.click());
  await until(() => dialog().includes('排班调整'));
  expect(button()?.textContent).toMatch(/\(\d\)$/);
  await until(() => button()?.disabled === false);
  await page.run(() => button()?.click());
  // The next one asks for nothing: opened, it is read.
  await until(() => dialog().includes('团建'));
  await until(() => confirmed.length === 3);
  expect(confirmed).toEqual(['1', '2', '3']);
  await page.settle(100);
  expect(dialog()).toContain('团建的正文');
});

it('leaves the desk to its work while there is no network, and comes back with it', async () => {
  await open([made('1', '停电通知', 1)]);
  isLinkUp = false;
  await until(() => button()?.disabled === false);
  await page.run(() => button()?.click());
  await until(() => dialog().includes('网络已断开'));
  const later = page.all('[data-testid=notice-dialog] button').find(({ textContent }) => textContent === '稍后确认');
  await page.run(() => later?.click());
  expect(dialog()).toBe('');
  expect(confirmed).toEqual([]);
  isLinkUp = true;
  await page.run(ask);
  expect(dialog()).toContain('停电通知');
});

it('does not open what nobody has to confirm', async () => {
  await open([made('3', '团建', 0)]);
  expect(dialog()).toBe('');
});
