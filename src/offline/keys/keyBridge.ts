import type { WorkerMessage } from './workerMessage.ts';
import type { HeldKey } from './deskKeys.ts';

/** What pages say to each other. */
type Word =
  | { readonly type: 'want'; readonly userId: string }
  | { readonly type: 'have'; readonly held: HeldKey }
  | { readonly type: 'unlock'; readonly held: HeldKey }
  | { readonly type: 'lock'; readonly userId: string }
  | { readonly type: 'active'; readonly at: number };

export interface BridgeEars {
  /** The key this page may hand to another one of the same person; null while it is locked. */
  readonly held: () => HeldKey | null;
  readonly onUnlock: (held: HeldKey) => void;
  readonly onLock: (userId: string) => void;
  /** Somebody worked in another page; desk clock, ms. */
  readonly onActive: (at: number) => void;
}

const channelName = 'accession-keys';
/** A page that is busy drawing answers late; longer than this a start does not wait. */
const answerMs = 400;

const worker = (): ServiceWorker | null => (globalThis.navigator as Navigator | undefined)?.serviceWorker?.controller ?? null;

/** Joins this page to the others of the desk. */
export function openBridge(ears: BridgeEars) {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName);
  // In Node an open channel would keep the test process alive.
  (channel as { unref?: () => void } | null)?.unref?.();
  const asked = new Map<string, (held: HeldKey) => void>();
  channel?.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (data.type === 'want') {
      const held = ears.held();
      if (held?.userId === data.userId) say({ type: 'have', held });
    } else if (data.type === 'have') asked.get(data.held.userId)?.(data.held);
    else if (data.type === 'unlock') ears.onUnlock(data.held);
    else if (data.type === 'lock') ears.onLock(data.userId);
    else ears.onActive(data.at);
  });
  const say = (word: Word): void => channel?.postMessage(word);
  const tellWorker = (message: WorkerMessage, transfer: Transferable[] = []): void => worker()?.postMessage(message, transfer);

  const fromPage = (userId: string): Promise<HeldKey | null> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), answerMs);
      asked.set(userId, (held) => {
        clearTimeout(timer);
        resolve(held);
      });
      say({ type: 'want', userId });
    });
  const fromWorker = (userId: string): Promise<HeldKey | null> =>
    new Promise((resolve) => {
      if (!worker()) return resolve(null);
      const { port1, port2 } = new MessageChannel();
      const timer = setTimeout(() => resolve(null), answerMs);
      port1.addEventListener('message', ({ data }: MessageEvent<HeldKey | null>) => {
        clearTimeout(timer);
        port1.close();
        resolve(data);
      });
      port1.start();
      tellWorker({ type: 'WANT_KEY', userId }, [port2]);
    });

  return {
    /** The key from another page or, across a reload, from the worker; null within half a second where neither has it. */
    async find(userId: string): Promise<HeldKey | null> {
      const ways = [fromPage(userId), fromWorker(userId)].map(async (way) => (await way) ?? Promise.reject(new Error('not here')));
      return Promise.any(ways).catch(() => null);
    },
    /** Lets the worker hold the key for the page that follows this one. */
    leave: (held: HeldKey): void => tellWorker({ type: 'KEEP_KEY', held }),
    tellUnlock: (held: HeldKey): void => say({ type: 'unlock', held }),
    /** Everywhere at once: all pages and the worker. */
    tellLock(userId: string): void {
      say({ type: 'lock', userId });
      tellWorker({ type: 'DROP_KEY' });
    },
    dropInWorker: (): void => tellWorker({ type: 'DROP_KEY' }),
    tellActive: (at: number): void => say({ type: 'active', at }),
    close: (): void => channel?.close(),
  };
}
export type KeyBridge = ReturnType<typeof openBridge>;
