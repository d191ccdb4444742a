import { deskKeys, onKeysChange } from '#src/offline/keys/deskKeys.ts';
import { lockDesk, onActivity, tellActivity } from './deskLock.ts';
import { canUnlock } from './enter.ts';
import { personOf } from '#src/offline/keys/knownPeople.ts';

const lookMs = 15_000;
/** Other pages hear of work here so often at most. */
const tellMs = 10_000;
const signs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const;

/** Locks the desk after the minutes of the policy without a sign of a person in any of its pages; answers the function that stops it. */
export function startIdleLock(): () => void {
  let activeAt = Date.now();
  let toldAt = 0;
  const note = (): void => {
    activeAt = Date.now();
    if (activeAt - toldAt < tellMs) return;
    toldAt = activeAt;
    tellActivity(activeAt);
  };
  const look = async (): Promise<void> => {
    const keys = deskKeys();
    if (!keys) return;
    const { lockMinutes = 0 } = (await personOf(keys.userId)) ?? {};
    if (lockMinutes <= 0 || Date.now() - activeAt < lockMinutes * 60_000) return;
    const { byAccount, byLock } = await canUnlock();
    if (byAccount || byLock) await lockDesk();
  };
  for (const sign of signs) globalThis.addEventListener(sign, note, { capture: true, passive: true });
  const stops = [
    onActivity((at) => {
      activeAt = Math.max(activeAt, at);
    }),
    // Who has just come in is here.
    onKeysChange((keys) => (keys ? note() : undefined)),
  ];
  const timer = setInterval(() => void look(), lookMs);
  // A computer that slept has no timers: it is looked at before anything of the work is seen again.
  const wake = (): void => void look();
  document.addEventListener('visibilitychange', wake);
  globalThis.addEventListener('focus', wake);
  return () => {
    clearInterval(timer);
    for (const sign of signs) globalThis.removeEventListener(sign, note, { capture: true });
    document.removeEventListener('visibilitychange', wake);
    globalThis.removeEventListener('focus', wake);
    for (const stop of stops) stop();
  };
}
