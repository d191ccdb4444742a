import { pullMaster } from '#src/offline/master/masterSync.ts';

/** The first load of the master data, off the page's thread: fetching, parsing and storing tens of thousands of rows. */
self.addEventListener('message', () => {
  pullMaster().then(
    (changed) => self.postMessage({ changed: changed ?? 0 }),
    (error: unknown) => self.postMessage({ failed: error instanceof Error ? error.message : String(error) }),
  );
});
