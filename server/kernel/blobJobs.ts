import type { BlobStore } from './blobStore.ts';
import type { JobKind, Jobs } from './jobs.ts';

const sweepName = 'blob.sweep';
const dayMs = 24 * 3_600_000;

/** Once a day: pictures that nothing refers to any more. It asks for its own next run, so that a missed day is made up for at the next start. */
export function blobSweep(blobs: BlobStore, jobs: () => Jobs): JobKind<object> {
  return {
    name: sweepName,
    async run() {
      await blobs.sweep(Date.now());
      await jobs().send(sweepName, {}, { key: 'daily', startAfter: new Date(Date.now() + dayMs) });
    },
  };
}

/** At the server's start; a run that waits already stays the only one. */
export const askForSweep = (jobs: Jobs): Promise<void> => jobs.send(sweepName, {}, { key: 'daily' });
