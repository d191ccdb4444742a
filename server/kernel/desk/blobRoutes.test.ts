import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlobState } from '#domain/kernel/blobParts.ts';
import { deviceCredentialHeader, offlinePaths, type DeviceWelcome, type Receipt, type SentBlob } from '#domain/kernel/offlineWire.ts';
import { blobPartBytes } from '#domain/kernel/sealing.ts';
import { callPath } from '#domain/kernel/services.ts';
import { openTestApp, type TestApp } from '#server/testing.ts';
import { bindBlob, looseBlob, type BlobStore } from '#server/kernel/core/blobStore.ts';
import { blobOwner } from '#server/storage/blobTables.ts';
import { blobOf, madeJpeg, putPart, sealedPart } from './blobTesting.ts';
import { loadDeviceSecrets } from '#server/kernel/seal/deviceSecrets.ts';
import { newPageSeal, newSigner, type PageSeal } from './sealedTesting.ts';

const path = callPath('sample', offlinePaths.blobs, 'accession');
let test: TestApp;
let blobs: BlobStore;
let dir: string;
let seal: PageSeal;
/** How a desk shows that it may carry, by tenant: the session's, or its own credential alone. */
const may: Record<string, Record<string, string>> = { none: {} };
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'accession-blobs-'));
  test = await openTestApp({ blobDir: dir });
  blobs = test.blobs;
  const reception = await test.as('reception');
  const { keyId, publicKey } = await newSigner();
  const registered = await reception.post(callPath('sample', offlinePaths.device, 'accession'), {
    deviceId: randomUUID(),
    keyId,
    publicKey,
    appVersion: 'test',
  });
  const welcome = registered.json<{ data: DeviceWelcome }>().data;
  seal = await newPageSeal(welcome);
  may['000000'] = { [deviceCredentialHeader]: welcome.credential };
  may['session'] = { 'blade-auth': `bearer ${reception.token}` };
  await test.database.orm.execute(sql`insert into tenant (tenant_id, tenant_name) values ('000001', '另一家')`);
  await test.database.orm.execute(
    sql`insert into device (tenant_id, device_id, user_id, credential_generation) values ('000001', 'desk-of-another', 1, 1)`,
  );
  const secrets = await loadDeviceSecrets(test.database);
  may['000001'] = { [deviceCredentialHeader]: secrets.credential({ tenantId: '000001', deviceId: 'desk-of-another', generation: 1 }) };
});
afterAll(async () => {
  await test.close();
  rmSync(dir, { recursive: true, force: true });
});

interface Put {
  readonly as?: string;
  readonly query?: Record<string, string>;
  readonly body?: Buffer;
  readonly kid?: string;
}
const put = (bytes: Buffer, blob: SentBlob, part: number, { as = '000000', kid = seal.kid, ...more }: Put = {}) =>
  putPart(test.app, bytes, blob, part, { headers: may[as]!, seal: { ...seal, kid }, ...more });
async function state(sha256: string, tenant = '000000'): Promise<BlobState> {
  const answer = await test.app.inject({ method: 'GET', url: `${path}/${sha256}`, headers: may[tenant]! });
  return answer.json<{ data: BlobState }>().data;
}
const stored = (sha256: string, tenant = '000000'): Buffer => readFileSync(join(dir, tenant, sha256.slice(0, 2), sha256));

describe('parts of a picture', () => {
  it('make the same bytes in whatever order and however often they come', async () => {
    const bytes = madeJpeg(2 * blobPartBytes + 777);
    const blob = blobOf(bytes);
    expect(await state(blob.sha256)).toEqual({ parts: [], isWhole: false });
    expect((await put(bytes, blob, 2)).data).toEqual({ parts: [2], isWhole: false });
    expect((await put(bytes, blob, 0)).data).toEqual({ parts: [0, 2], isWhole: false });
    expect((await put(bytes, blob, 2)).data).toEqual({ parts: [0, 2], isWhole: false });
    // What a desk asks after it was killed: only the rest goes.
    expect(await state(blob.sha256)).toEqual({ parts: [0, 2], isWhole: false });
    expect((await put(bytes, blob, 1)).data).toEqual({ parts: [0, 1, 2], isWhole: true });
    expect(stored(blob.sha256).equals(bytes)).toBe(true);
    expect((await put(bytes, blob, 1)).data).toEqual({ parts: [0, 1, 2], isWhole: true });
    expect(readdirSync(join(dir, 'unfinished'))).toEqual([]);
    expect(readdirSync(join(dir, '000000', blob.sha256.slice(0, 2)))).toEqual([blob.sha256]);
  });

  it('may come all at once', async () => {
    const bytes = madeJpeg(3 * blobPartBytes);
    const blob = blobOf(bytes);
    const answers = await Promise.all([0, 1, 2, 0, 1, 2].map((part) => put(bytes, blob, part)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await state(blob.sha256)).toEqual({ parts: [0, 1, 2], isWhole: true });
    expect(stored(blob.sha256).equals(bytes)).toBe(true);
  });

  it('are dropped where the whole is not what its name says, and may come again', async () => {
    const bytes = madeJpeg(blobPartBytes + 10);
    const blob = blobOf(bytes);
    const other = madeJpeg(blobPartBytes + 10);
    await put(bytes, blob, 0);
    expect(await put(other, blob, 1)).toMatchObject({ status: 422, refusal: 'blob.differs' });
    expect(await state(blob.sha256)).toEqual({ parts: [], isWhole: false });
    await put(bytes, blob, 1);
    expect((await put(bytes, blob, 0)).data?.isWhole).toBe(true);
  });

  it('are refused where they are no picture, too long, too many, or sealed for another place', async () => {
    const text = Buffer.from('%PDF-1.7 this is a document and no picture at all');
    expect(await put(text, blobOf(text), 0)).toMatchObject({ status: 422, refusal: 'blob.noImage' });
    const bytes = madeJpeg(5_000);
    const blob = blobOf(bytes);
    expect((await put(bytes, blob, 0, { query: { size: String(21 * 1024 * 1024), parts: '21' } })).status).toBe(400);
    expect((await put(bytes, blob, 0, { query: { parts: '2' } })).status).toBe(400);
    expect((await put(bytes, blob, 1)).status).toBe(400);
    expect((await put(bytes, blob, 0, { query: { mime: 'image/svg+xml' } })).status).toBe(400);
    expect(await put(bytes, blob, 0, { query: { mime: 'image/png' } })).toMatchObject({ status: 422, refusal: 'blob.noImage' });
    expect(await put(bytes, blob, 0, { query: { size: '4000' } })).toMatchObject({ status: 422, refusal: 'blob.differs' });
    expect(await put(bytes, blob, 0, { kid: 'k2' })).toMatchObject({ status: 422, refusal: 'blob.keyUnknown' });
    const elsewhere = await sealedPart(seal, bytes, blobOf(madeJpeg(50)).sha256, 0);
    expect(await put(bytes, blob, 0, { body: elsewhere })).toMatchObject({ status: 422, refusal: 'blob.unreadable' });
    expect((await put(bytes, blob, 0, { body: randomBytes(blobPartBytes + 100) })).status).toBe(413);
    expect((await put(bytes, blob, 0, { body: Buffer.alloc(5) })).status).toBe(400);
    expect((await put(bytes, { ...blob, sha256: 'A'.repeat(64) }, 0)).status).toBe(400);
    expect(await state(blob.sha256)).toEqual({ parts: [], isWhole: false });
  });

  it('belong to a tenant, and to nobody without a name', async () => {
    const bytes = madeJpeg(4_000);
    const blob = blobOf(bytes);
    expect((await put(bytes, blob, 0, { as: 'none' })).status).toBe(401);
    expect((await put(bytes, blob, 0, { as: 'session' })).data?.isWhole).toBe(true);
    expect(await state(blob.sha256)).toMatchObject({ isWhole: true });
    expect(await state(blob.sha256, '000001')).toEqual({ parts: [], isWhole: false });
    expect(await blobs.read('000001', blob.sha256)).toBeNull();
    expect(await blobs.missing('000001', [blob.sha256])).toEqual([blob.sha256]);
    expect(await blobs.missing('000000', [blob.sha256])).toEqual([]);
  });

  it('are asked for again where database and files know differently', async () => {
    const bytes = madeJpeg(6_000);
    const blob = blobOf(bytes);
    await put(bytes, blob, 0);
    rmSync(join(dir, '000000', blob.sha256.slice(0, 2), blob.sha256));
    expect(await state(blob.sha256)).toEqual({ parts: [], isWhole: false });
    await put(bytes, blob, 0);
    await test.database.orm.execute(sql`delete from blob where sha256 = ${blob.sha256}`);
    // A database put back from an older copy: the file is what its name says.
    expect(await state(blob.sha256)).toEqual({ parts: [0], isWhole: true });
    await test.database.orm.execute(sql`delete from blob where sha256 = ${blob.sha256}`);
    writeFileSync(join(dir, '000000', blob.sha256.slice(0, 2), blob.sha256), 'spoilt');
    expect(await state(blob.sha256)).toEqual({ parts: [], isWhole: false });
    expect((await put(bytes, blob, 0)).data?.isWhole).toBe(true);
    expect(stored(blob.sha256).equals(bytes)).toBe(true);
  });

  it('are asked for again where the file was damaged since, though it has the size it had', async () => {
    const bytes = madeJpeg(6_000);
    const blob = blobOf(bytes);
    await put(bytes, blob, 0);
    const damaged = Buffer.from(bytes);
    damaged[3_000]! ^= 1;
    const damage = (): void => writeFileSync(join(dir, '000000', blob.sha256.slice(0, 2), blob.sha256), damaged);
    damage();
    expect(await state(blob.sha256)).toEqual({ parts: [], isWhole: false });
    // Who does not ask first heals it as well.
    expect((await put(bytes, blob, 0)).data?.isWhole).toBe(true);
    expect(stored(blob.sha256).equals(bytes)).toBe(true);
    damage();
    await blobs.putWhole('000000', bytes);
    expect(stored(blob.sha256).equals(bytes)).toBe(true);
  });
});

it('drops after 30 days what nothing refers to, arrived whole or in parts, and nothing else', async () => {
  const [loose, bound] = [madeJpeg(1_000), madeJpeg(1_000)].map((bytes) => ({ bytes, blob: blobOf(bytes) }));
  const begun = madeJpeg(blobPartBytes + 5);
  for (const one of [loose!, bound!]) await put(one.bytes, one.blob, 0);
  await put(begun, blobOf(begun), 0);
  await bindBlob(test.database.orm, '000000', bound!.blob.sha256, blobOwner.patient);
  const day = 24 * 3_600_000;
  expect(await blobs.sweep(Date.now() + 29 * day)).toBe(0);
  expect(await blobs.sweep(Date.now() + 31 * day)).toBeGreaterThanOrEqual(2);
  expect(await blobs.missing('000000', [loose!.blob.sha256, bound!.blob.sha256])).toEqual([loose!.blob.sha256]);
  expect(await state(blobOf(begun).sha256)).toEqual({ parts: [], isWhole: false });
  await looseBlob(test.database.orm, '000000', bound!.blob.sha256);
  expect(await blobs.sweep(Date.now() + 31 * day)).toBe(1);
  expect(await blobs.read('000000', bound!.blob.sha256)).toBeNull();
  await put(loose!.bytes, loose!.blob, 0);
  expect(await state(loose!.blob.sha256)).toMatchObject({ isWhole: true });
});

it('asks for the pictures of an act before it does the act, and does it once they are there', async () => {
  const reception = await test.as('reception');
  const me = (await reception.get('/api/blade-auth/oauth/user-info')).json<{ data: Record<string, unknown> }>().data;
  const bytes = madeJpeg(2_345);
  const blob = blobOf(bytes);
  const imageKey = randomUUID();
  const payload = { imageKey, requisitionCode: 'A26000777', pageNo: 1, imageKind: 1, ...blob };
  const op = {
    opId: randomUUID(),
    seq: 1,
    authorId: String(me['user_id'] ?? me['userId'] ?? me['id']),
    type: 'requisitionImage.upload',
    typeVersion: 1,
    payload,
    payloadHash: '',
    lanes: [`image:${imageKey}`],
    dependsOn: [],
    occurredAt: new Date().toISOString(),
    clockOffsetMs: 0,
    appVersion: 'test',
    blobs: [blob],
  };
  const send = async (): Promise<Receipt> =>
    (await reception.post(callPath('sample', offlinePaths.ops, 'accession'), { deviceId: 'desk-with-camera', maxSeq: 1, epoch: 1, ops: [op] })).json<{
      data: { results: Receipt[] };
    }>().data.results[0]!;
  // Not kept as its answer: the same key is judged afresh.
  expect(await send()).toMatchObject({ status: 'blocked', code: 'blob.missing', serverSeq: '0' });
  await put(bytes, blob, 0);
  writeFileSync(join(dir, '000000', blob.sha256.slice(0, 2), blob.sha256), madeJpeg(bytes.length));
  expect(await send()).toMatchObject({ status: 'blocked', code: 'blob.missing' });
  await put(bytes, blob, 0);
  expect(await send()).toMatchObject({ status: 'applied', result: { requisitionCode: 'A26000777', pageNo: 1 } });
  expect(await send()).toMatchObject({ status: 'applied', duplicate: true });
  expect(await blobs.sweep(Date.now() + 40 * 24 * 3_600_000)).toBeGreaterThanOrEqual(0);
  expect(await blobs.missing('000000', [blob.sha256])).toEqual([]);
});
