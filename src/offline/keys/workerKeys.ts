import type { WorkerMessage } from './workerMessage.ts';
import type { HeldKey } from './deskKeys.ts';

/** A reload takes seconds; a key that nobody fetches is forgotten. */
export const keptMs = 60_000;
let kept: HeldKey | null = null;

/**
 * The worker's part in a reload: holds the key of a page that goes, in memory, for the page that comes.
 * Answers the work that must keep the worker alive meanwhile; undefined where the message is not about keys.
 */
export function heedKeyMessage(message: WorkerMessage, port?: MessagePort): Promise<void> | undefined {
  switch (message.type) {
    case 'KEEP_KEY': {
      const { held } = message;
      kept = held;
      return new Promise((resolve) => {
        setTimeout(() => {
          if (kept === held) kept = null;
          resolve();
        }, keptMs);
      });
    }
    case 'WANT_KEY':
      port?.postMessage(kept?.userId === message.userId ? kept : null);
      return undefined;
    case 'DROP_KEY':
      kept = null;
      return undefined;
    default:
      return undefined;
  }
}
