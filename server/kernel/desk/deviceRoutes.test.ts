import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SealKeyRow } from '#domain/desk/keptAct.ts';
import { deviceCredentialHeader, keyRevokedCode, otherDeskCode, outboxEpoch, type DeviceWelcome } from '#domain/kernel/offlineWire.ts';
import { callPath } from '#domain/kernel/services.ts';
import { readRow } from '#server/storage/readRows.ts';
import { openTestApp, type TestApp } from '#server/testing.ts';
import { payloadHashOf } from '#server/kernel/act/openAct.ts';
import { nowSql } from '#server/storage/clock.ts';
import { newPageSeal, newSigner, sealAndSign } from './sealedTesting.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const path = (name: string): string => callPath('sample', `offline/${name}`, 'accession');
let devices = 0;
const newDevice = (): string => `device-${String(++devices).padStart(4, '0')}`;
async function register(
  account: string,
  deviceId: string,
  { keyId, publicKey }: { keyId: string; publicKey: string },
  { credential, ...more }: { credential?: string; numbersBefore?: number; joinMark?: string } = {},
) {
  const headers: Record<string, string> = credential === undefined ? {} : { [deviceCredentialHeader]: credential };
  const answer = await (await test.as(account)).post(path('device'), { deviceId, keyId, publicKey, appVersion: '1.2.3', ...more }, headers);
  return { status: answer.statusCode, refusal: answer.json<{ refusal?: string }>().refusal, data: answer.json<{ data: DeviceWelcome }>().data };
}
const state = (credential: string, query: Record<string, string>) =>
  test.app.inject({ method: 'GET', url: path('state'), query, headers: { [deviceCredentialHeader]: credential } });

describe('making a desk one’s own', () => {
  it('answers what seals, carries and shows, and the same when asked again', async () => {
    const [deviceId, signer] = [newDevice(), await newSigner()];
    const { status, data } = await register('reception', deviceId, signer);
    expect(status).toBe(200);
    expect(Buffer.from(data.serverPublicKey, 'base64url')).toHaveLength(65);
    expect(Buffer.from(data.dataKey, 'base64url')).toHaveLength(32);
    const again = await register('reception', deviceId, signer);
    expect({ ...again.data, grantUntil: '' }).toEqual({ ...data, grantUntil: '' });
    const others = [await register('lab', deviceId, await newSigner(), data), await register('reception', newDevice(), await newSigner())];
    expect(new Set([data, ...others.map((one) => one.data)].map(({ dataKey }) => dataKey)).size).toBe(3);
    expect(others.map((one) => one.data.credential === data.credential)).toEqual([true, false]);
    expect(
      await readRow(
        test.database.orm,
        sql`select app_version, credential_generation from device where device_id = ${deviceId} and tenant_id = '000000'`,
      ),
    ).toEqual({ appVersion: '1.2.3', credentialGeneration: expect.any(Number) });
  });

  it('takes only P-256 keys, and a key id for one key of one person', async () => {
    const [deviceId, signer] = [newDevice(), await newSigner()];
    const spki = (pair: { publicKey: { export: (how: any) => any } }): string =>
      pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    const wrong = [
      spki(generateKeyPairSync('ec', { namedCurve: 'P-384' })),
      spki(generateKeyPairSync('rsa', { modulusLength: 2048 })),
      spki(generateKeyPairSync('ed25519')),
      'AAAA',
      '',
      `${signer.publicKey}\u0000`,
    ];
    for (const publicKey of wrong) expect((await register('reception', deviceId, { keyId: signer.keyId, publicKey })).status, publicKey).toBe(400);
    expect((await register('reception', deviceId, { ...signer, keyId: 'short' })).status).toBe(400);
    expect((await register('reception', deviceId, signer)).status).toBe(200);
    const { data } = await register('reception', deviceId, signer);
    expect((await register('reception', deviceId, { keyId: signer.keyId, publicKey: (await newSigner()).publicKey }, data)).status).toBe(400);
    expect((await register('lab', deviceId, signer, data)).status).toBe(400);
    expect((await test.app.inject({ method: 'POST', url: path('device'), payload: {} })).statusCode).toBe(401);
  });

  it('grants the unlock without network for as long as the policy says', async () => {
    const hoursOf = ({ data }: { data: DeviceWelcome }): number => Math.round((Date.parse(data.grantUntil) - Date.now()) / 360_000) / 10;
    expect(hoursOf(await register('reception', newDevice(), await newSigner()))).toBe(12);
    const admin = await test.as('admin');
    for (const [paramKey, paramValue] of [
      ['offline.grantHours', '2.5'],
      ['offline.lockMinutes', '7'],
    ]) {
      const [row] = (await admin.get('/api/blade-system/param/page', { paramKey: paramKey! })).json<{ data: { records: object[] } }>().data.records;
      expect((await admin.post('/api/blade-system/param/submit', { ...row, paramValue })).json<{ code: number }>().code).toBe(200);
    }
    const shorter = await register('reception', newDevice(), await newSigner());
    expect(hoursOf(shorter)).toBe(2.5);
    expect(shorter.data.lockMinutes).toBe(7);
  });

  it('lists its sealing keys with what may still be sealed to each, for a supervisor alone', async () => {
    const pathOfKeys = callPath('sample', 'offline/seal-key/list', 'accession');
    expect((await (await test.as('reception')).get(pathOfKeys)).statusCode).toBe(403);
    const listed = async (): Promise<SealKeyRow[]> => (await (await test.as('admin')).get(pathOfKeys)).json<{ data: SealKeyRow[] }>().data;
    const rotate = async (): Promise<string> =>
      (await (await test.as('admin')).post(callPath('sample', 'offline/seal-key/rotate', 'accession'), {})).json<{ data: { serverKeyId: string } }>()
        .data.serverKeyId;
    const first = (await listed())[0]!;
    const { data: welcome } = await register('reception', newDevice(), await newSigner());
    expect(first).toMatchObject({ serverKeyId: welcome.serverKeyId, replacedTime: null, waitingActs: 0, unheardDesks: 0 });

    const [waits, silent, fresh, revoked] = [newDevice(), newDevice(), newDevice(), newDevice()];
    for (const deviceId of [waits, silent, fresh, revoked]) await register('reception', deviceId, await newSigner());
    await test.database.orm.execute(sql`insert into kept_act (op_id, tenant_id, device_id, author_id, type, seq, lanes, op, reason)
      values ('kept-sealed-1', '000000', ${waits}, 1, 'summary.enter', 1, '{}', ${JSON.stringify({ sealed: { alg: 'x', kid: welcome.serverKeyId } })}, 'author.disabled')`);
    // Another made it sealed to a key nobody knows; it counts for none of ours.
    await test.database.orm.execute(sql`insert into kept_act (op_id, tenant_id, device_id, author_id, type, seq, lanes, op, reason)
      values ('kept-sealed-2', '000000', ${waits}, 1, 'summary.enter', 2, '{}', ${JSON.stringify({ sealed: { alg: 'x', kid: 'elsewhere' } })}, 'author.disabled')`);
    const before = (await listed())[0]!;
    const serverKeyId = await rotate();
    await test.database.orm.execute(sql`update device set last_seen = ${nowSql} + interval '1 minute'`);
    await test.database.orm.execute(sql`update device set waiting = 4, oldest_waiting_at = ${nowSql} - interval '1 hour' where device_id = ${waits}`);
    await test.database.orm.execute(
      sql`update device set waiting = 2, oldest_waiting_at = ${nowSql} + interval '1 minute' where device_id = ${fresh}`,
    );
    // The old key is of January, two desks are silent since February.
    await test.database.orm.execute(
      sql`update setting set value = jsonb_set(value, '{createdAt}', '"2026-01-01T00:00:00.000Z"') where key = ${`offline.sealKey.${before.serverKeyId}`}`,
    );
    await test.database.orm.execute(
      sql`update device set last_seen = '2026-02-01 00:00:00+00', revoked_time = case when device_id = ${revoked} then ${nowSql} end where device_id in (${silent}, ${revoked})`,
    );
    const [newest, older] = await listed();
    expect(newest).toMatchObject({ serverKeyId, replacedTime: null, keptActs: 0 });
    expect(older).toMatchObject({ serverKeyId: before.serverKeyId, replacedTime: newest!.createTime, keptActs: 1, waitingActs: 4, unheardDesks: 1 });
  });

  it('offers a new sealing key once it was changed, and still opens what was sealed to the old one', async () => {
    const [deviceId, signer] = [newDevice(), await newSigner()];
    const { data: before } = await register('admin', deviceId, signer);
    const changed = await (await test.as('admin')).post(callPath('sample', 'offline/seal-key/rotate', 'accession'), {});
    const { serverKeyId } = changed.json<{ data: { serverKeyId: string } }>().data;
    const { data: after } = await register('admin', deviceId, signer);
    expect([after.serverKeyId, after.serverKeyId === before.serverKeyId]).toEqual([serverKeyId, false]);
    const authorId = (await (await test.as('admin')).get('/api/blade-auth/oauth/user-info')).json<{ userId: string }>().userId;
    for (const [index, welcome] of [before, after].entries()) {
      const payload = { opId: `given-up-${index}`, type: 'summary.enter', subject: 'x', reason: '作废' };
      const open = {
        opId: `sealed-act-${index}`,
        seq: index + 1,
        authorId,
        type: 'offline.discard',
        typeVersion: 1,
        payload,
        payloadHash: payloadHashOf(payload),
        lanes: [`discard:${index}`],
        dependsOn: [],
        occurredAt: new Date().toISOString(),
        clockOffsetMs: 0,
        appVersion: 'test',
      };
      const op = await sealAndSign(open, deviceId, { signer, seal: await newPageSeal(welcome) });
      const answer = await test.app.inject({
        method: 'POST',
        url: path('ops'),
        payload: { deviceId, maxSeq: index + 1, epoch: outboxEpoch, ops: [op] },
        headers: { [deviceCredentialHeader]: after.credential },
      });
      expect(answer.json<{ data: { results: unknown[] } }>().data.results).toMatchObject([{ status: 'applied' }]);
    }
  });
});

describe('a desk that somebody works at', () => {
  const rows = (deviceId: string) =>
    readRow(
      test.database.orm,
      sql`select user_id, last_courier_id, app_version, credential_generation, last_seen::text as seen,
        (select string_agg(key_id, ',' order by key_id) from device_key k where k.device_id = d.device_id) as keys from device d where device_id = ${deviceId}`,
    );
  const revoke = (deviceId: string) =>
    test.as('admin').then((admin) => admin.post(callPath('sample', 'offline/device/revoke', 'accession'), { deviceId, reason: '前台丢失' }));

  it('is joined from itself alone: its id opens nothing to somebody elsewhere', async () => {
    const [deviceId, signer] = [newDevice(), await newSigner()];
    const { data } = await register('reception', deviceId, signer);
    const elsewhere = await register('reception', newDevice(), await newSigner());
    const before = await rows(deviceId);
    const [tenant, , generation, mac] = data.credential.split('~');
    const shown = [undefined, '', 'nonsense', elsewhere.data.credential, [tenant, deviceId, `${generation}1`, mac].join('~')];
    for (const credential of shown) {
      const refused = await register('lab', deviceId, await newSigner(), credential === undefined ? {} : { credential });
      expect(refused, credential).toEqual({ status: 403, refusal: otherDeskCode, data: null });
      // Nor does the name of a key do, without the key.
      expect((await register('reception', deviceId, { ...(await newSigner()), keyId: signer.keyId }, { credential: credential ?? '' })).status).toBe(
        403,
      );
    }
    expect(await rows(deviceId)).toEqual(before);
    const joined = await register('lab', deviceId, await newSigner(), data);
    expect([joined.status, joined.data.credential]).toEqual([200, data.credential]);
  });

  it('is joined after the loss of its databases by its join mark, beside a login; the mark carries nothing, and dies with the desk', async () => {
    const deviceId = newDevice();
    const { data } = await register('reception', deviceId, await newSigner());
    const { joinMark, credential } = data;
    expect((await register('lab', deviceId, await newSigner(), { joinMark })).data).toMatchObject({ credential, joinMark });
    const other = (await register('reception', newDevice(), await newSigner())).data.joinMark;
    for (const wrong of [other, credential, `${joinMark}x`]) {
      expect(await register('lab', deviceId, await newSigner(), { joinMark: wrong })).toMatchObject({ status: 403, refusal: otherDeskCode });
    }
    // It is no credential.
    expect((await state(credential, { device: deviceId })).statusCode).toBe(200);
    expect((await state(joinMark, { device: deviceId })).statusCode).toBe(401);
    await test.database.orm.execute(sql`update device set credential_generation = credential_generation + 1 where device_id = ${deviceId}`);
    expect(await register('lab', deviceId, await newSigner(), { joinMark })).toMatchObject({ status: 403, refusal: otherDeskCode });
  });
  it('lets a person repeat their own key, whose answer was lost on the way', async () => {
    const [deviceId, signer] = [newDevice(), await newSigner()];
    const { data } = await register('reception', deviceId, signer);
    const again = await register('reception', deviceId, signer, { credential: 'lost' });
    expect([again.status, again.data.credential]).toEqual([200, data.credential]);
  });

  it('is free again once a supervisor has taken it out: its old credential joins nothing', async () => {
    const [deviceId, signer] = [newDevice(), await newSigner()];
    const { data } = await register('reception', deviceId, signer);
    expect((await revoke(deviceId)).statusCode).toBe(200);
    expect(await register('reception', deviceId, signer, data)).toMatchObject({ status: 409, refusal: keyRevokedCode });
    const anew = await register('reception', deviceId, await newSigner(), data);
    expect([anew.status, anew.data.credential === data.credential]).toEqual([200, false]);
    expect(await register('lab', deviceId, await newSigner(), data)).toMatchObject({ status: 403, refusal: otherDeskCode });
    expect((await register('lab', deviceId, await newSigner(), anew.data)).status).toBe(200);
  });

  it('goes on counting under another id where it stood', async () => {
    const deviceId = newDevice();
    const { data } = await register('reception', deviceId, await newSigner(), { numbersBefore: 40 });
    const asked = await state(data.credential, { device: deviceId, maxSeq: '42' });
    expect(asked.json<{ data: object }>().data).toMatchObject({ gaps: [41, 42], highestContiguousSeq: 40 });
    // Said once, at the beginning: nobody explains numbers away with it later.
    await register('lab', deviceId, await newSigner(), { ...data, numbersBefore: 42 });
    expect((await state(data.credential, { device: deviceId, maxSeq: '42' })).json<{ data: object }>().data).toMatchObject({ gaps: [41, 42] });
  });
});

describe('a device’s credential', () => {
  it('speaks for its own device and tenant alone, and counts only as it was given', async () => {
    const [mine, other] = [newDevice(), newDevice()];
    const [{ data }] = [await register('reception', mine, await newSigner()), await register('reception', other, await newSigner())];
    expect((await state(data.credential, { device: mine })).statusCode).toBe(200);
    expect((await state(data.credential, { device: other })).statusCode).toBe(401);
    const [tenant, , generation, mac] = data.credential.split('~');
    const forged = [
      '',
      '~',
      data.credential.slice(0, -2),
      `${data.credential}A`,
      [tenant, other, generation, mac].join('~'),
      ['111111', mine, generation, mac].join('~'),
      [tenant, mine, '2', mac].join('~'),
      [tenant, mine, generation, ''].join('~'),
      'x'.repeat(5_000),
    ];
    for (const credential of forged) expect((await state(credential, { device: mine })).statusCode, credential).toBe(401);
    const batch = { deviceId: other, maxSeq: 0, epoch: outboxEpoch, ops: [] };
    const sent = await test.app.inject({ method: 'POST', url: path('ops'), payload: batch, headers: { [deviceCredentialHeader]: data.credential } });
    expect(sent.statusCode).toBe(401);
  });

  it('gives way to a session: an invalid token beside it is a 401, so that the desk renews it', async () => {
    const deviceId = newDevice();
    const { data } = await register('reception', deviceId, await newSigner());
    const asked = { method: 'GET', url: path('state'), query: { device: deviceId } } as const;
    const headers = { [deviceCredentialHeader]: data.credential, 'blade-auth': 'bearer nonsense' };
    expect((await test.app.inject({ ...asked, headers })).statusCode).toBe(401);
    const beside = async (credential: string) =>
      (await (await test.as('lab')).get(asked.url, asked.query, { [deviceCredentialHeader]: credential })).statusCode;
    expect([await beside('nonsense'), await beside(data.credential)]).toEqual([403, 200]);
  });

  it('is dead once its desk was taken out, also when the desk is heard of again', async () => {
    const deviceId = newDevice();
    const signer = await newSigner();
    await register('reception', deviceId, signer);
    const onDesk = sql`where device_id = ${deviceId} and tenant_id = '000000'`;
    // As desks of earlier versions began.
    await test.database.orm.execute(sql`update device set credential_generation = 1 ${onDesk}`);
    const { data } = await register('reception', deviceId, signer);
    expect((await state(data.credential, { device: deviceId })).statusCode).toBe(200);
    await test.database.orm.execute(sql`delete from device ${onDesk}`);
    expect((await state(data.credential, { device: deviceId })).statusCode).toBe(401);
    expect((await (await test.as('lab')).get(path('state'), { device: deviceId })).statusCode).toBe(403);
    expect((await register('lab', deviceId, await newSigner())).status).toBe(200);
    expect((await state(data.credential, { device: deviceId })).statusCode).toBe(401);
  });

  it('ends with its house', async () => {
    const deviceId = newDevice();
    const { data } = await register('reception', deviceId, await newSigner());
    const close = (isDisable: number) => test.database.orm.execute(sql`update tenant set is_disable = ${isDisable}`);
    await close(1);
    expect((await state(data.credential, { device: deviceId })).statusCode).toBe(401);
    await close(0);
    expect((await state(data.credential, { device: deviceId })).statusCode).toBe(200);
  });
});

describe('a heartbeat', () => {
  it('tells what the desk says of itself; what it leaves out stays', async () => {
    const deviceId = newDevice();
    const { data } = await register('reception', deviceId, await newSigner());
    const row = () =>
      readRow(
        test.database.orm,
        sql`select user_id = last_courier_id as by_session, last_courier_id is null as by_device, app_version, waiting, oldest_waiting_at::text as oldest, max_seq_reported as max_seq from device where device_id = ${deviceId}`,
      );
    expect(await row()).toMatchObject({ bySession: true, byDevice: false, waiting: null, oldest: null });
    await state(data.credential, { device: deviceId, maxSeq: '7', appVersion: '2.0.0', waiting: '3', oldestWaitingAt: '2026-01-02T01:00:00Z' });
    expect(await row()).toMatchObject({ byDevice: true, appVersion: '2.0.0', waiting: 3, oldest: '2026-01-02 09:00:00+08', maxSeq: '7' });
    await (await test.as('lab')).get(path('state'), { device: deviceId, maxSeq: '6' }, { [deviceCredentialHeader]: data.credential });
    expect(await row()).toMatchObject({ bySession: true, appVersion: '2.0.0', waiting: 3, oldest: '2026-01-02 09:00:00+08', maxSeq: '7' });
    const batch = { deviceId, maxSeq: 8, epoch: outboxEpoch, ops: [], waiting: 0 };
    await test.app.inject({ method: 'POST', url: path('ops'), payload: batch, headers: { [deviceCredentialHeader]: data.credential } });
    expect(await row()).toMatchObject({ waiting: 0, oldest: null, maxSeq: '8' });
  });
});
