import type { BlobStore } from '#server/kernel/core/blobStore.ts';
import { nowMs } from '#server/storage/clock.ts';
import type { JobKind } from './jobs.ts';

/** Once a night: pictures that nothing refers to any more. */
export function blobSweep(blobs: BlobStore): JobKind<object> {
  return {
    name: 'blob.sweep',
    cron: '30 3 * * *',
    run: async () => ({ blob: await blobs.sweep(nowMs()) }),
  };
}
