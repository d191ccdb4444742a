import 'fake-indexeddb/auto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { blobPartBytes } from '#domain/kernel/sealing.ts';
import { enqueue } from '#src/offline/act/enqueue.ts';
import { dropSession } from '#src/api/sessionStore.ts';
import { deskKeys } from '../keys/deskKeys.ts';
import { OutboxError } from '#src/offline/store/outboxError.ts';
import { outboxDb } from '#src/offline/store/outboxDb.ts';
import { discardOperation } from '#src/offline/act/tray.ts';
import { DiskDesk, scan } from '../testing/diskDesk.ts';
import { newUuid } from '#src/offline/platform/uuid.ts';
import { dropImagesAtLogout, dropKeptImages, keepImage, keepList, keptImage, keptList } from '#src/offline/store/imageCache.ts';
import { partStore, partsOf, thumbOf } from './partStore.ts';
import { openImage, sealImage } from './sealedParts.ts';

const desk = new DiskDesk();
beforeAll(() => desk.open());
afterAll(() => desk.close());
beforeEach(() => desk.reset());

const day = 24 * 3_600_000;
const bytesOf = (letter: string, size = blobPartBytes + 7): Uint8Array<ArrayBuffer> => new Uint8Array(size).fill(letter.charCodeAt(0));

/** A matcher would walk through a million numbers. */
const isSame = (one: Uint8Array | null, other: Uint8Array): boolean => one !== null && Buffer.compare(one, other) === 0;

/** What taking a picture does after the browser has made it small. */
async function photograph(letter: string, code = 'T1') {
  const opId = newUuid();
  const { sent, rows } = await sealImage({ bytes: bytesOf(letter), thumb: bytesOf(letter, 30), mime: 'image/jpeg' }, opId, deskKeys()!);
  await enqueue(scan, { code }, { opId, blobs: { sent: [sent], rows } });
  return { opId, sent };
}

it('keeps a picture with its act or not at all, and opens it for its author alone', async () => {
  const { opId, sent } = await photograph('a');
  expect(await outboxDb.ops.get(opId)).toMatchObject({ blobs: [sent], blobsLeft: 1, state: 'pending' });
  const rows = await partsOf(sent.sha256);
  expect(rows.map(({ part }) => part)).toEqual([0, 1]);
  expect(isSame(await openImage(sent, rows, deskKeys()!), bytesOf('a'))).toBe(true);
  await desk.login('bob');
  await expect(openImage(sent, rows, deskKeys()!)).rejects.toThrow();
  await desk.login('ann');

  const { sent: other, rows: lost } = await sealImage({ bytes: bytesOf('b'), thumb: null, mime: 'image/jpeg' }, 'x', deskKeys()!);
  await expect(enqueue(scan, { code: '' }, { blobs: { sent: [other], rows: lost } })).rejects.toThrow(OutboxError);
  expect(await partsOf(other.sha256)).toEqual([]);
});

it('drops parts that no waiting act refers to; the likeness stays for the list of the day', async () => {
  const [gone, stays] = [await photograph('a', 'T1'), await photograph('b', 'T2')];
  const twin = await photograph('b', 'T3');
  await discardOperation(gone.opId, '拍错了');
  await partStore.tidy(Date.now());
  expect(await partsOf(gone.sent.sha256)).toEqual([]);
  expect(await thumbOf(gone.sent.sha256)).toBeDefined();
  expect(await partsOf(stays.sent.sha256)).toHaveLength(2);
  // The same picture for two requisitions: the parts wait for both.
  await discardOperation(stays.opId, '拍错了');
  await partStore.tidy(Date.now());
  expect(await partsOf(twin.sent.sha256)).toHaveLength(2);
  await discardOperation(twin.opId, '拍错了');
  await partStore.tidy(Date.now() + 2 * day);
  expect(await outboxDb.blobs.count()).toBe(0);
});

it('keeps copies of pictures sealed, for their reader alone, until they are given up', async () => {
  const { sent } = await photograph('c');
  await keepImage(sent.sha256, bytesOf('c'));
  await keepList('A1', [{ sha256: sent.sha256 }]);
  expect(isSame(await keptImage(sent.sha256), bytesOf('c'))).toBe(true);
  expect(await keptList('A1')).toEqual([{ sha256: sent.sha256 }]);
  desk.lock();
  expect([await keptImage(sent.sha256), await keptList('A1')]).toEqual([null, null]);
  await desk.login('bob');
  expect([await keptImage(sent.sha256), await keptList('A1')]).toEqual([null, null]);
  await desk.login('ann');
  await keepImage('too large', bytesOf('d', 1_600_000));
  expect(await keptImage('too large')).toBeNull();
  await dropKeptImages();
  expect(await keptImage(sent.sha256)).toBeNull();
});

it('keeps no copy for somebody who left while it was sealed', async () => {
  const keeping = [keepImage('late', bytesOf('e', 500_000)), keepList('A2', [{ sha256: 'late' }])];
  desk.lock();
  await dropKeptImages();
  await Promise.all(keeping);
  await desk.login('ann');
  expect([await keptImage('late'), await keptList('A2')]).toEqual([null, null]);
});

it('keeps no copy between a logout and the going of the keys', async () => {
  const stop = dropImagesAtLogout();
  try {
    await keepList('A3', []);
    await dropSession('logout');
    // The keys wait for what is typed to be kept.
    expect(deskKeys()).not.toBeNull();
    await keepList('A4', []);
    expect([await keptList('A3'), await keptList('A4')]).toEqual([null, null]);
    await desk.login('ann');
    await keepList('A4', []);
    expect(await keptList('A4')).toEqual([]);
  } finally {
    stop();
  }
});
