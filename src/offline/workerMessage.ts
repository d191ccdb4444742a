/** The tag of Background Sync: a bonus where the browser has it, never the only way (offline.md 0.4). */
export const syncTag = 'outbox';
/** What a page says to its service worker. */
export type WorkerMessage = { readonly type: 'DRAIN' } | { readonly type: 'SKIP_WAITING' };
