import { createRoot } from 'react-dom/client';
import { settleLogout } from '#src/api/session.ts';
import { readFact } from '#src/api/deviceDb.ts';
import { App } from '#src/app/App.tsx';
import { inside } from '#src/app/inside.ts';
import { loadScreen } from '#src/app/loadScreen.ts';
import { collectErrors, logError } from '#src/console/errorLog.ts';
import { currentLook } from '#src/console/preferences.ts';
import { sessionState, startSessionState } from '#src/console/sessionState.ts';
import { startDeskLock } from '#src/offline/session/deskLock.ts';
import { secondCopy } from '#src/offline/journal/secondCopy.ts';
import { registerWorker } from '#src/offline/send/registerWorker.ts';
import { applyAppearance } from '#src/ui/theme/appearance.ts';

/** Somebody is signed in, the desk may send by itself, or somebody begins to sign in: then what is behind the login is fetched meanwhile. */
async function wantsInside(): Promise<void> {
  if (sessionState().session || (await readFact('deviceCredential').catch(() => undefined))) return;
  const signs = ['keydown', 'pointerdown'] as const;
  await new Promise<void>((resolve) => {
    for (const sign of signs) window.addEventListener(sign, () => resolve(), { once: true, capture: true });
  });
}

collectErrors();
applyAppearance(currentLook());
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Before anybody asks the queue for the desk's id: it may have to be put back first.
secondCopy.start();
// The stored login, its lock and the language are read first: a few milliseconds, and nothing blinks.
void Promise.allSettled([startSessionState(), startDeskLock()]).then(() => {
  // What a screen's own boundary catches is noted there.
  createRoot(root, { onUncaughtError: (fault) => logError(fault, 'react') }).render(<App />);
  void registerWorker();
  void wantsInside().then(() => loadScreen(inside));
});
void settleLogout();
window.addEventListener('online', () => void settleLogout());
