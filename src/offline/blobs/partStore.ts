import type { BlobRow } from '#src/offline/store/outboxDb.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { partId, thumbId } from './sealedParts.ts';

/** What the sender of images needs of the disk beside the queue itself. */
export interface PartStore {
  readonly part: (sha256: string, part: number) => Promise<BlobRow | undefined>;
  /** Drops parts that no unresolved act refers to, and likenesses of yesterday. */
  readonly tidy: (now: number) => Promise<void>;
}

/** A likeness stays a while for its author's list of the day. */
const thumbMs = 20 * 3_600_000;

export const partStore: PartStore = {
  part: (sha256, part) => outboxDb.blobs.get(partId(sha256, part)),
  // Parts come with their act in one transaction, so none is seen here without it.
  tidy: (now) =>
    outboxDb.transaction('rw', outboxDb.ops, outboxDb.blobs, async (transaction) => {
      const ids = (await transaction.table('blobs').toCollection().primaryKeys()) as string[];
      if (ids.length === 0) return;
      const waiting = (await outboxDb.ops.toArray()).flatMap(({ blobs = [] }) => blobs.map(({ sha256 }) => sha256));
      const wanted = new Set(waiting);
      const loose = ids.filter((id) => !wanted.has(id.slice(0, id.indexOf(':'))));
      const thumbs = loose.filter((id) => id.endsWith(':thumb'));
      const kept = (await outboxDb.blobs.bulkGet(thumbs)).filter((row) => row && now - (row.savedAt ?? 0) < thumbMs).map((row) => row!.id);
      await outboxDb.blobs.bulkDelete(loose.filter((id) => !kept.includes(id)));
    }),
};

/** All parts of a picture that are still on this desk. */
export async function partsOf(sha256: string): Promise<readonly BlobRow[]> {
  const rows = await outboxDb.blobs.where('id').between(`${sha256}:`, `${sha256}:\uffff`).toArray();
  return rows.filter((row) => row.bytes !== undefined);
}

export const thumbOf = (sha256: string): Promise<BlobRow | undefined> => outboxDb.blobs.get(thumbId(sha256));
