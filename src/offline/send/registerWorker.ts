import { Workbox } from 'workbox-window';
import { settleDrafts } from '#src/offline/store/settleDrafts.ts';
import type { WorkerMessage } from '#src/offline/keys/workerMessage.ts';

const updateEveryMs = 60 * 60_000;
const drainMs = 4000;
const [firstPauseMs, longestPauseMs] = [5000, 60_000];

let isOffered = false;
let isAccepted = false;
let isBegun = false;
let workbox: Workbox | null = null;
const listeners = new Set<(isOffered: boolean) => void>();

function offer(next: boolean): void {
  isOffered = next;
  for (const listener of listeners) listener(next);
}

/** Hears, at once and at each change, whether a new version waits for consent; answers the function that stops it. */
export function observeUpdate(listener: (isOffered: boolean) => void): () => void {
  listeners.add(listener);
  listener(isOffered);
  return () => listeners.delete(listener);
}

const atMost = (ms: number, work: Promise<unknown>): Promise<unknown> => Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))]);

/**
 * The person accepts the new version: drafts are saved, what can be sent is sent, then the waiting worker takes over
 * and every tab reloads (docs/offline.md#versions). Without a waiting worker the page simply reloads.
 */
export async function acceptUpdate(): Promise<void> {
  isAccepted = true;
  await settleDrafts();
  await atMost(
    drainMs,
    import('./sender.ts').then(({ drain }) => drain()).catch(() => undefined),
  );
  if (!workbox || !isOffered) return location.reload();
  // A key left in the old worker, by a page that went for good, would hold the new one up.
  navigator.serviceWorker.controller?.postMessage({ type: 'DROP_KEY' } satisfies WorkerMessage);
  workbox.messageSkipWaiting();
}

/** Looks for a new version now; also when a chunk of this one is gone from the server. */
export async function lookForUpdate(): Promise<void> {
  await workbox?.update().catch(() => undefined);
}

/**
 * Registers the service worker; once, at page start. Where there can be none (plain http, development) the page
 * sends by itself and nothing is cached. Tried until it stands: a desk without it is not ready for an outage.
 * No worker takes over by itself: it waits for `acceptUpdate`.
 */
export async function registerWorker(url = '/serviceWorker.js'): Promise<void> {
  const container = (globalThis.navigator as Navigator | undefined)?.serviceWorker;
  if (isBegun || !container || !globalThis.isSecureContext || import.meta.env.DEV) return;
  isBegun = true;
  const hadController = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    // The very first worker claims pages that are already current.
    if (!hadController && !isOffered && !isAccepted) return;
    void settleDrafts().finally(() => location.reload());
  });
  setInterval(() => void lookForUpdate(), updateEveryMs);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void lookForUpdate();
  });
  // A programme that came with a hole is thrown away by the browser, and it asks again only at the next page load.
  for (let pauseMs = firstPauseMs; !(await tryToRegister(url)); pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  // A page that was still loading while the worker claimed its pages, or was reloaded past it, would stay without one.
  const { active } = await container.ready;
  if (!container.controller) active?.postMessage({ type: 'CLAIM' } satisfies WorkerMessage);
  if (container.controller && (await container.getRegistration())?.waiting) offer(true);
}

/** True once a worker stands; false where it could not be fetched whole. */
async function tryToRegister(url: string): Promise<boolean> {
  workbox = new Workbox(url, { updateViaCache: 'none' });
  workbox.addEventListener('waiting', () => offer(true));
  workbox.addEventListener('installed', ({ isUpdate, isExternal }) => {
    if (isExternal && isUpdate) offer(true);
  });
  const registration = await workbox.register().catch(() => undefined);
  const worker = registration?.active ?? registration?.waiting ?? registration?.installing;
  if (!worker) return false;
  return new Promise((resolve) => {
    const look = (): void => {
      if (worker.state === 'redundant') resolve(false);
      else if (worker.state !== 'installing') resolve(true);
    };
    worker.addEventListener('statechange', look);
    look();
  });
}
