import type { WorkerMessage } from './workerMessage.ts';
import type { HeldKey } from './deskKeys.ts';

/** A reload takes seconds; a key that nobody fetches is forgotten. */
export const keptMs = 60_000;
let kept: HeldKey | null = null;
/** Ends the work of the event that brought `kept`. */
let letGo: () => void = () => undefined;

/**
 * The worker's part in a reload: holds the key of a page that goes, in memory, for the page that comes.
 * Answers the work that must keep the worker alive until the key is fetched, dropped or a minute old; undefined where the message is not about keys.
 */
export function heedKeyMessage(message: WorkerMessage, port?: MessagePort): Promise<void> | undefined {
  switch (message.type) {
    case 'KEEP_KEY': {
      const { held } = message;
      // The event before has nothing left to wait for: its key is replaced.
      letGo();
      kept = held;
      return new Promise((resolve) => {
        setTimeout(() => {
          if (kept === held) kept = null;
          resolve();
        }, keptMs);
        letGo = resolve;
      });
    }
    case 'WANT_KEY':
      port?.postMessage(kept?.userId === message.userId ? kept : null);
      // A new version takes over only from a worker with nothing left to do: waiting on would hold it up for the rest of the minute.
      if (kept?.userId === message.userId) letGo();
      return undefined;
    case 'DROP_KEY':
      kept = null;
      letGo();
      return undefined;
    default:
      return undefined;
  }
}
