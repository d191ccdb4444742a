/**
 * Calls `look` every 5 s while this page is hidden: browsers let timers of hidden pages run once a minute at most,
 * those of a worker they do not slow down. Answers the function that stops it.
 */
export function tickWhileHidden(look: () => void): () => void {
  if (typeof document === 'undefined' || typeof Worker === 'undefined') return () => undefined;
  let worker: Worker | null = null;
  const follow = (): void => {
    if (document.visibilityState === 'hidden' && !worker) {
      worker = new Worker(new URL('../../../workers/tick.ts', import.meta.url), { type: 'module', name: 'tick' });
      worker.addEventListener('message', look);
      // Without it the page's own timers remain.
      worker.addEventListener('error', (event) => event.preventDefault());
    } else if (document.visibilityState === 'visible') {
      worker?.terminate();
      worker = null;
    }
  };
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    worker?.terminate();
    worker = null;
  };
}
