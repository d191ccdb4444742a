import { createRoot } from 'react-dom/client';
import { settleLogout } from '#src/api/session.ts';
import { App } from '#src/app/App.tsx';
import { collectErrors, logError } from '#src/console/errorLog.ts';
import { currentLook } from '#src/console/preferences.ts';
import { startSessionState } from '#src/console/sessionState.ts';
import { startDeskLock } from '#src/offline/keys/deskLock.ts';
import { secondCopy } from '#src/offline/journal/secondCopy.ts';
import { startOffline } from '#src/offline/startOffline.ts';
import { applyAppearance } from '#src/ui/theme/appearance.ts';

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
  startOffline();
});
void settleLogout();
window.addEventListener('online', () => void settleLogout());
