import type { HeldKey } from './deskKeys.ts';

/** The tag of Background Sync: a bonus where the browser has it, never the only way (docs/offline.md#sending). */
export const syncTag = 'outbox';
/** What a page says to its service worker. */
export type WorkerMessage =
  | { readonly type: 'DRAIN' }
  | { readonly type: 'SEND_IMAGES' }
  | { readonly type: 'SKIP_WAITING' }
  | { readonly type: 'CLAIM' }
  | { readonly type: 'KEEP_KEY'; readonly held: HeldKey }
  | { readonly type: 'WANT_KEY'; readonly userId: string }
  | { readonly type: 'DROP_KEY' };
