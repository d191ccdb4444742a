import { BackgroundSyncPlugin } from 'workbox-background-sync';
import { clientsClaim } from 'workbox-core';
import { registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';

declare const self: ServiceWorkerGlobalScope;

// As its documentation's "Basic usage": NetworkOnly for the POST route, the plugin with its defaults but the retention shown there.
void self.skipWaiting();
clientsClaim();
registerRoute(
  ({ url }) => url.pathname === '/ops',
  new NetworkOnly({ plugins: [new BackgroundSyncPlugin('acts', { maxRetentionTime: 24 * 60 })] }),
  'POST',
);
