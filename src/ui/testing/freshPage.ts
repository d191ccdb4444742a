import 'fake-indexeddb/auto';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, vi } from 'vitest';
import { patienceMs } from '../../../e2e/patience.ts';
import { unmountAll } from './mount.tsx';

/*
 * A worker's files share what they loaded of others' (React, Chakra, a page's own parts): to load it anew for each took two thirds of the processor's time.
 * What is ours is loaded anew for each file, and what the file before left behind - timers, channels to other pages, databases, replaced parts of the browser - ends with it.
 */
interface Page {
  readonly timers: Set<ReturnType<typeof setTimeout>>;
  readonly channels: Set<BroadcastChannel>;
}
const worker = globalThis as { pageOfTheFile?: Page };
const page = (worker.pageOfTheFile ??= follow());
const [ownFetch, ownNavigator] = [globalThis.fetch, Object.getOwnPropertyDescriptor(globalThis, 'navigator')];

configure({ asyncUtilTimeout: patienceMs });

function follow(): Page {
  const timers: Page['timers'] = new Set();
  const channels: Page['channels'] = new Set();
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const own = globalThis[name];
    const start = (work: () => void, ms?: number, ...given: unknown[]): ReturnType<typeof own> => {
      const timer = own(work, ms, ...(given as []));
      timers.add(timer);
      return timer;
    };
    globalThis[name] = Object.assign(start, own) as never;
  }
  globalThis.BroadcastChannel = class extends globalThis.BroadcastChannel {
    constructor(name: string) {
      super(name);
      // The library of the databases has one for all files.
      if (name.startsWith('accession')) channels.add(this);
    }
    override postMessage(message: unknown): void {
      if (!this.name.startsWith('accession') || channels.has(this)) super.postMessage(message);
    }
  };
  return { timers, channels };
}

afterAll(async () => {
  // Before all else: what is open on a page is remembered by the library of its dialogs and menus.
  cleanup();
  await unmountAll();
  vi.resetModules();
  for (const timer of page.timers) clearTimeout(timer);
  for (const channel of page.channels) channel.close();
  page.timers.clear();
  page.channels.clear();
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
  globalThis.fetch = ownFetch;
  if (ownNavigator) Object.defineProperty(globalThis, 'navigator', ownNavigator);
  document.body.innerHTML = '';
  localStorage.clear();
});
