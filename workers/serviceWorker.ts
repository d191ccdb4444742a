import { clientsClaim } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { heedKeyMessage } from '#src/offline/keys/workerKeys.ts';
import { drain, sendImages } from '#src/offline/send/sender.ts';
import { syncTag, type WorkerMessage } from '#src/offline/keys/workerMessage.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: { url: string; revision: string | null }[] };
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}
type Registration = ServiceWorkerRegistration & { readonly sync?: { readonly register: (tag: string) => Promise<void> } };

/** Passes one event may carry: a pass is 25 s at most, an event is cut after 5 minutes. */
const passesPerEvent = 6;

// The new worker waits until a person accepts it (SKIP_WAITING): no skipWaiting at install. Claiming serves the first visit.
clientsClaim();
cleanupOutdatedCaches();
precacheAndRoute(self.__WB_MANIFEST);
// Pages of readers without account are no desk's: their links say each time what the server says.
const notTheConsole = [/^\/api(\/|$)/, /^\/(verify|r)\//];
if (!import.meta.env.DEV) registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notTheConsole }));
// Screens that need the network anyway are kept once seen; names with a hash never change. /api is never routed: its answers are nobody's cache.
registerRoute(
  ({ url, request }) => url.origin === self.location.origin && url.pathname.startsWith('/assets/') && request.method === 'GET',
  new CacheFirst({ cacheName: 'online-screens', plugins: [new ExpirationPlugin({ maxEntries: 400, purgeOnQuotaError: true })] }),
);

/** Sends what can go; answers whether something is left that waits on time alone. */
async function sendAll(): Promise<boolean> {
  for (let pass = 1; ; pass++) {
    const { outcome, nextAt } = await drain();
    if (outcome !== 'more' || pass >= passesPerEvent) return nextAt !== null;
  }
}

self.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage | undefined;
  if (message?.type === 'SKIP_WAITING') void self.skipWaiting();
  if (message?.type === 'CLAIM') event.waitUntil(self.clients.claim());
  if (message?.type === 'DRAIN') event.waitUntil(sendAndArm());
  if (message?.type === 'SEND_IMAGES') event.waitUntil(sendImages().catch(() => undefined));
  const keeping = message && heedKeyMessage(message, event.ports[0]);
  if (keeping) event.waitUntil(keeping);
});

/** Pages look after the rest while they live; the browser's own retry is for when they are gone. */
async function sendAndArm(): Promise<void> {
  const isLeft = await sendAll().catch(() => true);
  if (isLeft) await (self.registration as Registration).sync?.register(syncTag).catch(() => undefined);
}

self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent;
  if (tag !== syncTag) return;
  // Registering again from here would fire again at once: a failed event is retried by the browser, minutes later.
  (event as SyncEvent).waitUntil(
    sendAll().then(async (isLeft) => {
      const images = await sendImages();
      if (isLeft || images.nextAt !== null) throw new Error('acts are still waiting');
    }),
  );
});
