import { useSyncExternalStore } from 'react';
import { canSeal } from '#src/offline/keys/deskKeys.ts';
import { type DeskLock, deskLock, onDeskLock } from '#src/offline/session/deskLock.ts';

/** The lock needs WebCrypto: a plain-http page has no keys to drop and offers no lock. */
export const canLock = canSeal;

/** Whether the desk is open to who is signed in, in this page and all others of the desk. */
export function useLock(): DeskLock {
  return useSyncExternalStore(onDeskLock, deskLock, deskLock);
}
