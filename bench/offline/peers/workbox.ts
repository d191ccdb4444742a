import { nameOf, offer, storedRows, type Act } from './peer.ts';

interface StoredRequest {
  readonly requestData: { readonly body: ArrayBuffer };
}

offer({
  async start() {
    await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  },
  /** The plugin queues a request whose fetch failed and only then lets the failure through: that is all a page hears of it. */
  async save(act) {
    await fetch('/ops', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer bench-token' },
      body: JSON.stringify(act),
    }).catch(() => undefined);
  },
  async held() {
    const rows = await storedRows<StoredRequest>('workbox-background-sync', 'requests');
    return rows.map(({ requestData }) => nameOf(JSON.parse(new TextDecoder().decode(requestData.body)) as Act));
  },
  resume: () => Promise.resolve(),
});
