import { onSessionChange } from '#src/api/sessionStore.ts';
import { dropImagesAtLogout } from './store/imageCache.ts';
import { startImages } from './send/keepSending.ts';
import { sealOpenDrafts } from './store/drafts.ts';
import { type DeskKeys, deskKeys, onKeysChange } from './keys/deskKeys.ts';
import { startIdleLock } from './session/idleLock.ts';
import { syncMasterData } from './master/masterData.ts';
import { keepNumbers } from './numbers/tendNumbers.ts';
import { startOutbox } from './send/triggers.ts';

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

let isStarted = false;

/** Everything a page does for working without network, for as long as it lives: the queue, the master data, the numbers. */
export function startOffline(): void {
  if (isStarted) return;
  isStarted = true;
  const seal = (keys: DeskKeys | null): void => void (keys ? sealOpenDrafts(keys).catch(() => undefined) : undefined);
  seal(deskKeys());
  onKeysChange(seal);
  startOutbox();
  keepMasterFresh();
  keepNumbers();
  startIdleLock();
  startImages();
  dropImagesAtLogout();
}
