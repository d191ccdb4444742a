import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { offlinePaths, type DeviceWelcome } from '#domain/kernel/offlineWire.ts';
import { blobPartBytes } from '#domain/kernel/sealing.ts';
import { callPath } from '#domain/kernel/services.ts';
import { createApp } from '#server/app.ts';
import { openBlobStore, type BlobStore } from '#server/kernel/core/blobStore.ts';
import { blobOf, madeJpeg, putPart } from '#server/kernel/desk/blobTesting.ts';
import { newPageSeal, newSigner, type PageSeal } from '#server/kernel/desk/sealedTesting.ts';
import { blobOwner } from '#server/storage/blobTables.ts';
import { nowMs } from '#server/storage/clock.ts';
import { openTestDatabase, signIn, type TestDatabase } from '#server/testing.ts';
import { blobFilesOf, checkS3, s3Files, s3PlaceOf } from './s3Files.ts';
import { openS3Server, type S3Server } from './s3Testing.ts';

const tenantId = '000000';
let store: S3Server;
let opened: TestDatabase;
/** Two servers: of what each has on its own disk the other knows nothing. */
let nodes: readonly { readonly app: FastifyInstance; readonly blobs: BlobStore; readonly dir: string }[];
let seal: PageSeal;
let headers: Record<string, string>;

beforeAll(async () => {
  store = await openS3Server();
  opened = await openTestDatabase('accounts');
  nodes = await Promise.all(
    [1, 2].map(async () => {
      const dir = mkdtempSync(join(tmpdir(), 'accession-node-'));
      const blobs = openBlobStore(opened.database, s3Files(store.place, dir));
      const app = await createApp({ database: opened.database, blobs, isCaptchaOn: false });
      await app.ready();
      return { app, blobs, dir };
    }),
  );
  const reception = await signIn(nodes[0]!.app, 'reception');
  const { keyId, publicKey } = await newSigner();
  const registration = { deviceId: randomUUID(), keyId, publicKey, appVersion: 'test' };
  const welcome = (await reception.post(callPath('sample', offlinePaths.device, 'accession'), registration)).json<{ data: DeviceWelcome }>().data;
  seal = await newPageSeal(welcome);
  headers = { 'blade-auth': `bearer ${reception.token}` };
});
afterAll(async () => {
  for (const { app, dir } of nodes) {
    await app.close();
    rmSync(dir, { recursive: true, force: true });
  }
  await opened.close();
  await store.close();
});

const send = (node: number, bytes: Buffer, part: number) => putPart(nodes[node]!.app, bytes, blobOf(bytes), part, { headers, seal });
async function textOf(stream: Readable | null): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream ?? []) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

test('a picture whose parts came to different servers is whole for both, in any order', async () => {
  const bytes = madeJpeg(3 * blobPartBytes + 17);
  const { sha256 } = blobOf(bytes);
  expect(await send(0, bytes, 2)).toMatchObject({ status: 200, data: { parts: [2], isWhole: false } });
  expect(await send(1, bytes, 0)).toMatchObject({ data: { parts: [0, 2], isWhole: false } });
  expect(await send(0, bytes, 3)).toMatchObject({ data: { parts: [0, 2, 3], isWhole: false } });
  expect(await send(1, bytes, 1)).toMatchObject({ data: { parts: [0, 1, 2, 3], isWhole: true } });
  // A part that is sent once more, to the other server.
  expect(await send(0, bytes, 2)).toMatchObject({ data: { isWhole: true } });
  for (const { blobs } of nodes) {
    expect(await blobs.missing(tenantId, [sha256])).toEqual([]);
    expect((await textOf(await blobs.read(tenantId, sha256))).equals(bytes)).toBe(true);
    expect(
      (await textOf(await blobs.read(tenantId, sha256, { from: 10, to: blobPartBytes + 9 }))).equals(bytes.subarray(10, blobPartBytes + 10)),
    ).toBe(true);
  }
});

test('last parts that come to two servers at once make one picture', async () => {
  for (let round = 0; round < 5; round++) {
    const bytes = madeJpeg(2 * blobPartBytes);
    const answers = await Promise.all([send(0, bytes, 0), send(1, bytes, 1)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const { blobs } of nodes) expect(await blobs.state(tenantId, blobOf(bytes).sha256)).toEqual({ parts: [0, 1], isWhole: true });
  }
});

test('files that one server writes aside are read by the other, and are gone when they are dropped', async () => {
  const [one, two] = nodes as [(typeof nodes)[number], (typeof nodes)[number]];
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(200_000)]);
  const blob = blobOf(bytes, 'application/pdf');
  const draft = await one.blobs.draft();
  writeFileSync(draft, bytes);
  await one.blobs.putFile(tenantId, draft, blob, blobOwner.reportDownload);
  expect(existsSync(draft)).toBe(false);
  expect((await textOf(await two.blobs.read(tenantId, blob.sha256))).equals(bytes)).toBe(true);
  await two.blobs.drop(tenantId, blob.sha256, blobOwner.reportDownload);
  expect(await one.blobs.read(tenantId, blob.sha256)).toBeNull();
});

test('what nobody refers to is swept, parts and all', async () => {
  const [{ blobs }] = nodes as [(typeof nodes)[number]];
  const bytes = madeJpeg(2 * blobPartBytes);
  await send(0, bytes, 1);
  const whole = await blobs.putWhole(tenantId, madeJpeg(2_000));
  expect(await blobs.sweep(nowMs() + 40 * 86_400_000)).toBeGreaterThanOrEqual(2);
  expect(await blobs.state(tenantId, blobOf(bytes).sha256)).toEqual({ parts: [], isWhole: false });
  expect(await blobs.read(tenantId, whole.sha256)).toBeNull();
});

test('while the store is away a desk is told to come again, and then it goes on', async () => {
  const bytes = madeJpeg(1_000);
  await store.stop();
  expect(await send(0, bytes, 0)).toMatchObject({ status: 503 });
  await store.start();
  expect(await send(1, bytes, 0)).toMatchObject({ status: 200, data: { isWhole: true } });
});

describe('where it lies is said by variables', () => {
  const env = (): Record<string, string> => {
    const { endpoint, bucket, accessKey, secretKey } = store.place;
    return { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey };
  };
  test('a folder without them, the store with all of them, an error that names the one that is missing', async () => {
    expect(s3PlaceOf({})).toBeNull();
    expect(() => s3PlaceOf({ ...env(), S3_BUCKET: '' })).toThrow('S3_BUCKET');
    expect(() => s3PlaceOf({ ...env(), S3_ENDPOINT: 'store.lan' })).toThrow('S3_ENDPOINT');
    expect(await blobFilesOf(tmpdir(), s3PlaceOf(env())).sizeOf(tenantId, '0'.repeat(64))).toBeNull();
  });
  test('a store that does not let us in, has no such bucket or does not answer is told at the start', async () => {
    const place = store.place;
    // The stand-in cannot cut a list short: nothing of what the bucket holds is asked for.
    for (const bytes of [randomBytes(3), randomBytes(4)])
      await s3Files(place, tmpdir()).write(tenantId, createHash('sha256').update(bytes).digest('hex'), bytes);
    await checkS3(place);
    await expect(checkS3({ ...place, accessKey: 'somebody' })).rejects.toThrow(/403/);
    await expect(checkS3({ ...place, bucket: 'nowhere' })).rejects.toThrow(/404 NoSuchBucket/);
    await expect(checkS3({ ...place, endpoint: 'http://127.0.0.1:1' })).rejects.toThrow('127.0.0.1:1');
    await expect(s3Files({ ...place, bucket: 'nowhere' }, tmpdir()).write(tenantId, '0'.repeat(64), randomBytes(3))).rejects.toMatchObject({
      status: 503,
    });
  });
});
