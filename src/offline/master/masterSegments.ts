import { cacheDb, type MasterRow, type SegmentRow, type SyncRow } from '#src/offline/store/cacheDb.ts';
import { mergeSegments, packSegment } from './masterSegment.ts';
import { newUuid } from '#src/offline/platform/uuid.ts';

/** Seqs of a resource's last segments, all small, oldest first. */
type Tails = NonNullable<SyncRow['tails']>;

const smallRows = 500;
/** So many small ones in a row become one: a desk that gets a change now and then keeps few. */
const mostSmall = 16;
const portion = 2_000;

const sizeOf = ({ ids, gone }: SegmentRow): number => ids.length + gone.length;

/** Adds what a page of changes says of one resource to what is searched; inside the transaction that keeps the page. Answers the new tails. */
export async function addSegment(resource: string, rows: readonly MasterRow[], gone: readonly string[], tails: Tails): Promise<Tails> {
  if (rows.length + gone.length === 0) return tails;
  let segment = packSegment(resource, rows, gone);
  let before = tails[resource] ?? [];
  if (sizeOf(segment) < smallRows && before.length + 1 >= mostSmall) {
    const small = (await cacheDb.segments.bulkGet([...before])).filter((one) => one !== undefined);
    segment = mergeSegments(resource, [...small, segment]);
    await cacheDb.segments.bulkDelete([...before]);
    before = [];
  }
  const seq = await cacheDb.segments.add(segment);
  return { ...tails, [resource]: sizeOf(segment) < smallRows ? [...before, seq] : [] };
}

/** Packs copies that lie there unpacked, of an earlier version of the console: once. */
export async function fillSegments(): Promise<void> {
  const known = await cacheDb.sync.get('master');
  if (!known || known.epoch !== undefined) return;
  await cacheDb.transaction('rw', cacheDb.master, cacheDb.sync, cacheDb.segments, async () => {
    const sync = await cacheDb.sync.get('master');
    if (!sync || sync.epoch !== undefined) return;
    await cacheDb.segments.clear();
    let tails: Tails = {};
    let last: [string, string] | undefined;
    for (;;) {
      const rows: MasterRow[] = await (last ? cacheDb.master.where(':id').above(last) : cacheDb.master.toCollection()).limit(portion).toArray();
      for (const resource of new Set(rows.map((row) => row.resource)))
        tails = await addSegment(
          resource,
          rows.filter((row) => row.resource === resource),
          [],
          tails,
        );
      const end = rows.at(-1);
      if (!end) break;
      last = [end.resource, end.id];
    }
    await cacheDb.sync.put({ ...sync, epoch: newUuid(), generation: newUuid(), tails, rowCount: await cacheDb.master.count() });
  });
}
