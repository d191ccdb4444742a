import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offlinePaths, type DeviceWelcome } from '#domain/kernel/offlineWire.ts';
import { callPath } from '#domain/kernel/services.ts';
import { smsPlatform } from '#domain/base/smsPlatform.ts';
import { createApp } from './app.ts';
import { claimKey } from './kernel/seal/claimKey.ts';
import { openFromSetting } from './kernel/seal/secrets.ts';
import { openSecrets } from './kernel/resource/secretText.ts';
import { freshPlace, startServer, type Place } from './serverProcess.ts';
import { closeDataDir } from './storage/closeDataDir.ts';
import { openDatabase, type Database } from './storage/database.ts';
import { InstallationKeyError, keyFileName, keyPlaceOf, type KeyPlace } from './storage/installationKey.ts';
import { openTestApp, type TestApp } from './testing.ts';

/** Paths of a directory and of all below it that others than its owner may read, write or enter. */
function openOnes(dir: string): readonly string[] {
  const below = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name));
  return [dir, ...below].filter((path) => (lstatSync(path).mode & 0o077) !== 0);
}

describe('a data directory', () => {
  let place: Place;
  let dir: string;
  beforeAll(async () => {
    place = await freshPlace();
    dir = place.env['DATA_DIR'] ?? '';
  });
  afterAll(() => place.remove());

  it('is its own account’s alone from the first start, and again after somebody opened it', async () => {
    chmodSync(dir, 0o755);
    const first = await startServer(place.env);
    expect(openOnes(dir)).toEqual([]);
    expect(lstatSync(join(dir, keyFileName)).mode & 0o777).toBe(0o600);
    await first.stop();

    for (const path of [dir, ...readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name))])
      chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o644);
    expect(openOnes(dir).length).toBeGreaterThan(1);
    const second = await startServer(place.env);
    expect(openOnes(dir)).toEqual([]);
    await second.stop();
  });

  it('is not served without its key, nor with another, and gets no new one', async () => {
    const path = join(dir, keyFileName);
    const key = readFileSync(path, 'utf8');
    rmSync(path);
    await expect(startServer(place.env)).rejects.toThrow(/there is none at .*installation\.key/);
    expect(existsSync(path)).toBe(false);
    const other = randomBytes(32).toString('base64');
    await expect(startServer({ ...place.env, INSTALLATION_KEY: other })).rejects.toThrow('INSTALLATION_KEY is not the one');
    await expect(startServer({ ...place.env, INSTALLATION_KEY: 'short' })).rejects.toThrow('INSTALLATION_KEY is no installation key');
    await expect(startServer({ ...place.env, INSTALLATION_KEY: other, KEY_FILE: path })).rejects.toThrow('exclude each other');
    // Given from elsewhere, as on a second node, it opens.
    const server = await startServer({ ...place.env, INSTALLATION_KEY: key.trim() });
    await server.stop();
    expect(existsSync(path)).toBe(false);
    const elsewhere = mkdtempSync(join(tmpdir(), 'accession-key-'));
    try {
      const file = join(elsewhere, 'key');
      writeFileSync(file, key, { mode: 0o644 });
      await (await startServer({ ...place.env, KEY_FILE: file })).stop();
      expect(lstatSync(file).mode & 0o777).toBe(0o600);
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
    writeFileSync(path, key);
  });

  it('keeps what is not ours as it is, and does not follow links', () => {
    const own = mkdtempSync(join(tmpdir(), 'accession-close-'));
    const before = process.umask(0o022);
    try {
      for (const name of ['blobs', 'theirs']) mkdirSync(join(own, name));
      for (const name of ['blobs/one', 'theirs/run.sh']) writeFileSync(join(own, name), '');
      chmodSync(join(own, 'theirs/run.sh'), 0o755);
      symlinkSync(join(own, 'theirs/run.sh'), join(own, 'blobs/link'));
      expect(closeDataDir(own)).toEqual([]);
      const modeOf = (name: string): string => (lstatSync(join(own, name)).mode & 0o777).toString(8);
      expect(['.', 'blobs', 'blobs/one', 'theirs/run.sh'].map(modeOf)).toEqual(['700', '700', '600', '755']);
    } finally {
      process.umask(before);
      rmSync(own, { recursive: true });
    }
  });
});

describe('the secrets of an installation', () => {
  let test: TestApp;
  let database: Database;
  const empty = mkdtempSync(join(tmpdir(), 'accession-empty-'));
  beforeAll(async () => {
    test = await openTestApp();
    ({ database } = test);
  });
  afterAll(async () => {
    await database.close();
    await test.close();
    rmSync(empty, { recursive: true });
  });
  const settings = async (): Promise<Record<string, unknown>> =>
    Object.fromEntries((await database.pool.query('select key, value from setting')).rows.map(({ key, value }) => [key, value]));
  const secretNames = ['session.tokenKey', 'session.loginKey', 'session.sm2Key', 'installation.secretText', 'offline.deviceSecret'];
  const secretsIn = (all: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(all).filter(([name]) => secretNames.includes(name) || name.startsWith('offline.sealKey.')));
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : (value as { privateKey: string }).privateKey);

  /** What an earlier version had in the database: every secret open, and no word of a key. */
  async function unseal(): Promise<void> {
    for (const [name, value] of Object.entries(secretsIn(await settings()))) {
      const text = openFromSetting(database.orm, name, textOf(value));
      const open = typeof value === 'string' ? text : { ...(value as object), privateKey: text };
      await database.pool.query('update setting set value = $2::jsonb where key = $1', [name, JSON.stringify(open)]);
    }
    await database.pool.query(`delete from setting where key = 'installation.keyMark'`);
  }
  /** The next process on the same database. */
  async function reopen(keyPlace?: KeyPlace): Promise<void> {
    await test.app.close();
    await database.close();
    database = await openDatabase({ dataDir: test.dataDir, databaseUrl: test.url ?? undefined, ...(keyPlace ? { keyPlace } : {}) });
  }

  it('lie in the database sealed, and stay what they were when an earlier version’s are moved', async () => {
    const admin = await test.as('admin');
    const password = 'p-of-theirs';
    const saved = await admin.post(callPath('base', 'baseSmsPlatform/submit', 'accession'), {
      platformName: '平台',
      url: 'https://sms.example.com/send',
      format: 1,
      status: 0,
      password,
    });
    expect(saved.json()).toMatchObject({ code: 200 });
    const publicKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    const register = async (app: FastifyInstance): Promise<DeviceWelcome> => {
      const answer = await app.inject({
        method: 'POST',
        url: callPath('sample', offlinePaths.device, 'accession'),
        payload: { deviceId: 'desk-of-a-test', keyId: 'key-of-a-test', publicKey, appVersion: '1' },
        headers: { 'blade-auth': `bearer ${admin.token}` },
      });
      const { grantUntil: _later, ...welcome } = answer.json<{ data: DeviceWelcome }>().data;
      return welcome as DeviceWelcome;
    };
    const welcome = await register(test.app);
    const sealed = secretsIn(await settings());
    expect(Object.keys(sealed).toSorted()).toEqual([...secretNames, `offline.sealKey.${welcome.serverKeyId}`].toSorted());
    for (const [name, value] of Object.entries(sealed)) expect(textOf(value), name).toMatch(/^v1\./);

    await unseal();
    const open = secretsIn(await settings());
    expect(textOf(open['session.loginKey'])).toContain('PRIVATE KEY');
    rmSync(join(test.dataDir, keyFileName));
    await reopen();
    // What the next start does: the old state is found, and moved.
    await claimKey(database);
    expect(readFileSync(join(test.dataDir, keyFileName), 'utf8')).toMatch(/^\S{44}\n$/);
    for (const [name, value] of Object.entries(secretsIn(await settings()))) {
      expect(textOf(value), name).toMatch(/^v1\./);
      expect(openFromSetting(database.orm, name, textOf(value)), name).toBe(textOf(open[name]));
    }
    const app = await createApp({ database, isCaptchaOn: false });
    try {
      // The session goes on, the desk's keys are the same, and what was sealed for a platform opens.
      expect(await register(app)).toEqual(welcome);
      const { rows } = await database.pool.query<{ id: string }>('select id::text as id from sms_platform');
      expect(await openSecrets(database.orm, smsPlatform, '000000', rows[0]?.id ?? '')).toMatchObject({ password });
    } finally {
      await app.close();
    }
    if (test.url !== null) return;
    // Nor do they stand open in pages that the engine has given up.
    await database.pool.query('checkpoint');
    const base = join(test.dataDir, 'db/base');
    const files = readdirSync(base, { recursive: true, encoding: 'utf8' }).map((name) => join(base, name));
    const pages = files.filter((path) => lstatSync(path).isFile()).map((path) => readFileSync(path));
    expect(pages.filter((bytes) => bytes.includes('installation.keyMark'))).not.toEqual([]);
    expect(pages.filter((bytes) => bytes.includes(textOf(open['session.tokenKey'])))).toEqual([]);
  });

  it('open with their own key alone: another, or none, is told so and changes nothing', async () => {
    const before = await settings();
    await reopen(keyPlaceOf(empty));
    await expect(claimKey(database)).rejects.toThrow(InstallationKeyError);
    expect(readdirSync(empty)).toEqual([]);
    await reopen(keyPlaceOf(empty, { INSTALLATION_KEY: randomBytes(32).toString('base64') }));
    await expect(createApp({ database })).rejects.toThrow(InstallationKeyError);
    expect(await settings()).toEqual(before);
  });

  it('are not taken from a setting that somebody wrote open', async () => {
    await reopen();
    await database.pool.query(`update setting set value = to_jsonb($1::text) where key = 'session.tokenKey'`, [randomBytes(32).toString('base64')]);
    await expect(createApp({ database })).rejects.toThrow('not a sealed text');
  });
});

it('a key is made once, whoever asks', () => {
  const dir = mkdtempSync(join(tmpdir(), 'accession-place-'));
  try {
    const place = keyPlaceOf(dir);
    expect(place.read()).toBeNull();
    const made = place.make();
    expect(keyPlaceOf(dir).make()).toEqual(made);
    expect(place.read()).toEqual(made);
  } finally {
    rmSync(dir, { recursive: true });
  }
});
