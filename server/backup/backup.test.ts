import { cpSync, existsSync, mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync, statSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { madeJpeg } from '#server/kernel/desk/blobTesting.ts';
import { markOfCopy } from '#server/kernel/desk/installationId.ts';
import { openDesk, summaryPayload, type Desk } from '#server/sample/deskTesting.ts';
import { s3Files } from '#server/ports/s3Files.ts';
import { openS3Server } from '#server/ports/s3Testing.ts';
import { nowText } from '#server/storage/clock.ts';
import { openDatabase } from '#server/storage/database.ts';
import { openEmptyDatabase } from '#server/testing.ts';
import { migrations } from '#server/storage/migrate.ts';
import { keyFileName } from '#server/storage/installationKey.ts';
import { takeBackup, type Taken } from './takeBackup.ts';
import { restoreBackup, type RestoreOptions } from './restoreBackup.ts';

let desk: Desk;
let blobDir = '';
let to = '';
const folders: string[] = [];
const closes: (() => Promise<void>)[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'accession-backup-'));
  folders.push(made);
  return made;
};
beforeAll(async () => {
  [blobDir, to] = [folder(), folder()];
  desk = await openDesk({ blobDir });
  // A test's tables are made at once; an installation's, step by step.
  await desk.database.pool.query('create table schema_version (version integer primary key, applied_at timestamptz not null default now())');
  await desk.database.pool.query('insert into schema_version (version) select generate_series(0, $1::int)', [migrations().at(-1)?.version]);
});
afterAll(async () => {
  await desk.close();
  for (const close of closes) await close();
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

const take = (): Promise<Taken> => takeBackup({ dataDir: desk.dataDir, databaseUrl: desk.url ?? undefined, to, blobDir });
/** An empty installation to put a backup back into, on the engine of this run. */
async function emptyPlace(): Promise<Pick<RestoreOptions, 'dataDir' | 'databaseUrl'>> {
  if (!desk.url) return { dataDir: folder() };
  const empty = await openEmptyDatabase();
  closes.push(empty.close);
  return { dataDir: folder(), databaseUrl: empty.url! };
}
const enter = async (): Promise<string> => {
  const summary = summaryPayload(desk, desk.master.single);
  expect(await desk.act('online', 'reception', 'summary.enter', summary)).toMatchObject({ status: 'applied' });
  return summary.requisitionCode;
};
async function opened<T>(
  place: Pick<RestoreOptions, 'dataDir' | 'databaseUrl'>,
  work: (rows: (text: string) => Promise<any[]>) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(place);
  try {
    return await work(async (text) => (await database.pool.query(text)).rows);
  } finally {
    await database.close();
  }
}

test(
  'a backup taken while the desk works holds all that was acknowledged before it, whole, and no half of what came after',
  { timeout: 300_000 },
  async () => {
    const before = [await enter(), await enter()];
    const bytes = madeJpeg(3_000);
    const picture = await desk.blobs.putWhole('000000', bytes);
    const mark = await markOfCopy(desk.orm);
    const later: string[] = [];
    const toldAt: string[] = [];
    const work = { isOver: false };
    const working = (async () => {
      while (!work.isOver) {
        later.push(await enter());
        toldAt.push(nowText());
      }
    })();
    const taken = await take().finally(() => (work.isOver = true));
    await working;
    expect(later.length).toBeGreaterThan(0);

    const place = await emptyPlace();
    const restored = await restoreBackup({ from: taken.folder, ...place });
    expect(restored).toMatchObject({ takenAt: taken.manifest.takenAt, missing: [], faults: [] });
    await opened(place, async (rows) => {
      const codes = (await rows('select requisition_code as code from requisition')).map(({ code }) => code as string);
      expect(codes).toEqual(expect.arrayContaining(before));
      // What came while it was taken is there whole or not at all: as at one moment, in the order of the acts.
      const kept = later.filter((code) => codes.includes(code));
      expect(kept).toEqual(later.slice(0, kept.length));
      expect(kept.length).toBeGreaterThanOrEqual(toldAt.filter((at) => at < taken.manifest.takenAt).length);
      expect(
        await rows(`select r.requisition_code from requisition r where not exists (select 1 from sample s where s.tenant_id = r.tenant_id and s.requisition_id = r.id)
      and r.requisition_code = any(array[${kept.map((code) => `'${code}'`).join(', ') || "''"}])`),
      ).toEqual([]);
      expect(await rows("select title from notice where title like '系统已从备份恢复%'")).toHaveLength(1);
    });
    // Desks know it from the one it is a copy of.
    const copy = await openDatabase(place);
    expect(await markOfCopy(copy.orm).finally(() => copy.close())).not.toBe(mark);
    const restoredPicture = join(place.dataDir, 'blobs', '000000', picture.sha256.slice(0, 2), picture.sha256);
    expect(readFileSync(restoredPicture).equals(bytes)).toBe(true);
    // The key came along, for this account alone.
    expect(statSync(join(place.dataDir, keyFileName)).mode & 0o077).toBe(0);
  },
);

test('the next one copies no picture twice, and stands beside the first', async () => {
  await desk.blobs.putWhole('000000', madeJpeg(4_000));
  const next = await take();
  expect(next.newBlobs).toBe(1);
  expect(readdirSync(to).filter((name) => /^\d{8}-\d{6}(-\d+)?$/.test(name)).length).toBeGreaterThanOrEqual(2);
  expect(readdirSync(to).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a number given out after the backup is given to nobody after the restore', async () => {
  const reserve = async (count: number): Promise<number[]> => {
    const answer = await (
      await desk.as('admin')
    ).post(callPath('code', 'number-block/reserve', 'accession'), {
      deviceId: 'backup-desk',
      codeType: 3,
      laboratoryId: desk.master.laboratoryId,
      count,
    });
    const { blocks } = answer.json<{ data: { blocks: { first: number; last: number }[] } }>().data;
    return blocks.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_one, at) => first + at));
  };
  const segment = {
    segmentName: '备份段',
    codeType: 3,
    laboratoryId: desk.master.laboratoryId,
    prefix: 'BK',
    digits: 6,
    firstNumber: 1,
    lastNumber: 9_000,
  };
  expect((await (await desk.as('admin')).post(callPath('code', 'number-segment/save', 'accession'), segment)).statusCode).toBe(200);
  await reserve(5);
  const taken = await take();
  const since = await reserve(20);
  const place = await emptyPlace();
  const { leaps } = await restoreBackup({ from: taken.folder, ...place });
  const leapt = (number: number): boolean => leaps.some(({ first, last }) => number >= first && number <= last);
  expect(since.filter((number) => !leapt(number))).toEqual([]);
  await opened(place, async (rows) => {
    // What was given out and what is closed are still all there is before the cursor, and nothing twice.
    expect(
      await rows(
        `select c.segment_id from number_cursor c where exists (select 1 from number_block b where b.segment_id = c.segment_id and b.last_number >= c.next_number)`,
      ),
    ).toEqual([]);
    expect(
      await rows(
        `select * from (select first_number, lag(last_number) over (partition by tenant_id, segment_id order by first_number) as before from number_block) b where before >= first_number`,
      ),
    ).toEqual([]);
  });
});

test('what is damaged, missing, in the way or of the other engine is named, and nothing is left behind', async () => {
  const picture = await desk.blobs.putWhole('000000', madeJpeg(5_000));
  const { folder: from, manifest } = await take();
  const place = await emptyPlace();
  // Copied by what knows of files alone: its empty folders are gone.
  for (const name of manifest.folders.toReversed()) if (readdirSync(join(from, name)).length === 0) rmdirSync(join(from, name));
  // A picture that is gone is named; the rest is back.
  rmSync(join(to, 'blobs', '000000', picture.sha256.slice(0, 2), picture.sha256));
  expect((await restoreBackup({ from, ...place })).missing).toEqual([{ tenantId: '000000', sha256: picture.sha256 }]);
  // Somewhere where there is something.
  await expect(restoreBackup({ from, ...place })).rejects.toThrow('is not empty');
  const other = { ...place, dataDir: folder() };
  await expect(restoreBackup({ from, dataDir: other.dataDir, databaseUrl: desk.url ? undefined : 'postgres://nowhere/x' })).rejects.toThrow(
    'DATABASE_URL',
  );
  // A file that was changed.
  const { path } = manifest.files.find(({ size, path: name }) => size > 0 && name !== keyFileName)!;
  const bytes = readFileSync(join(from, path));
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  writeFileSync(join(from, path), bytes);
  await expect(restoreBackup({ from, ...other })).rejects.toThrow(path);
  expect(readdirSync(other.dataDir)).toEqual([]);
  rmSync(join(from, 'manifest.json'));
  await expect(restoreBackup({ from, ...other })).rejects.toThrow('manifest.json is missing');
  await expect(takeBackup({ dataDir: folder(), to, databaseUrl: desk.url ? 'postgres://127.0.0.1:1/none' : undefined })).rejects.toThrow(
    desk.url ? 'pg_dump' : 'no database in',
  );
  expect(existsSync(join(to, 'blobs'))).toBe(true);
  expect(readdirSync(to).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('of an installation whose pictures lie in an S3 store, what the store lacks is put back, and nothing it has is missed', async () => {
  const store = await openS3Server();
  try {
    const { endpoint, bucket, accessKey, secretKey } = store.place;
    const env = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey };
    const bytes = madeJpeg(3_000);
    const { sha256 } = await desk.blobs.putWhole('000000', bytes);
    const { folder: from } = await take();
    expect((await restoreBackup({ from, ...(await emptyPlace()), env })).missing).toEqual([]);
    const files = s3Files({ ...store.place, prefix: '' }, folder());
    expect((await files.read('000000', sha256)).equals(bytes)).toBe(true);

    // Without the pictures of the backups: what the store has is not missed, what it lost is.
    const alone = join(folder(), 'backup');
    cpSync(from, alone, { recursive: true });
    await files.remove('000000', sha256);
    expect((await restoreBackup({ from: alone, ...(await emptyPlace()), env })).missing).toEqual([{ tenantId: '000000', sha256 }]);
  } finally {
    await store.close();
  }
});
