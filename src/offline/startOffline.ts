import { onSessionChange } from '#src/api/sessionStore.ts';
import { dropImagesAtLogout } from './blobs/imageCache.ts';
import { startImages } from './blobs/keepSending.ts';
import { sealOpenDrafts } from './drafts.ts';
import { onKeysChange } from './keys/deskKeys.ts';
import { startIdleLock } from './keys/idleLock.ts';
import { syncMasterData } from './masterData.ts';
import { keepNumbers } from './numbers/tendNumbers.ts';
import { registerWorker } from './registerWorker.ts';
import { startOutbox } from './triggers.ts';

const freshMs = 5 * 60_000;

/** Keeps the master data fresh while the page is seen: at start, after a login, when the link or the person comes back, every 5 minutes. */
export function keepMasterFresh(): () => void {
  const sync = (): void => {
    if (document.visibilityState === 'visible') void syncMasterData().catch(() => undefined);
  };
  const timer = setInterval(sync, freshMs);
  globalThis.addEventListener('online', sync);
  document.addEventListener('visibilitychange', sync);
  const stopListening = onSessionChange((session, change) => {
    if (session && change === 'login') void syncMasterData().catch(() => undefined);
  });
  sync();
  return () => {
    clearInterval(timer);
    globalThis.removeEventListener('online', sync);
    document.removeEventListener('visibilitychange', sync);
    stopListening();
  };
}

/** Everything a page does for working without network; once, at page start: the worker, the queue, the master data. */
export function startOffline(): () => void {
  void registerWorker();
  const sealDrafts = onKeysChange((keys) => void (keys ? sealOpenDrafts(keys).catch(() => undefined) : undefined));
  const stops = [startOutbox(), keepMasterFresh(), keepNumbers(), startIdleLock(), sealDrafts, startImages(), dropImagesAtLogout()];
  return () => {
    for (const stop of stops) stop();
  };
}
