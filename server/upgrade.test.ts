import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wireVerbs } from '#domain/kernel/resource.ts';
import { callPath } from '#domain/kernel/services.ts';
import { menu } from '#domain/menu.ts';
import { resources } from '#domain/resources.ts';
import { permissionCodes } from '#domain/system/menuNode.ts';
import { createApp } from './app.ts';
import { openBlobStore } from './kernel/core/blobStore.ts';
import { prepare } from './prepare.ts';
import { isGranted, seedRoles } from './session/seedRoles.ts';
import { calls } from './steps.ts';
import { openDatabase, type Database } from './storage/database.ts';
import { keyPlaceOf } from './storage/installationKey.ts';
import { migrations } from './storage/migrate.ts';
import { openEmptyDatabase, signIn, type Caller, type TestDatabase } from './testing.ts';
import { exampleRecord, refIds } from './walks/exampleRecord.ts';

/** Databases of earlier versions, by their newest migration (`server/storage/keepDump.ts`). */
const dumps = new URL('./storage/dumps/', import.meta.url);
/** Of those databases alone; what it seals is invented. */
const key = Buffer.from('a key of tests, never of anybody').toString('base64');
/** What a start makes anew, or takes away because its time is over. */
const passing: ReadonlySet<string> = new Set(['menu_interface', 'captcha', 'login_failure', 'schema_version']);

describe.each(readdirSync(dumps))('a database of version %s', (file) => {
  let opened: TestDatabase;
  let database: Database;
  let app: FastifyInstance;
  let admin: Caller;
  let before: ReadonlyMap<string, number>;
  const blobDir = mkdtempSync(join(tmpdir(), 'accession-upgrade-'));

  beforeAll(async () => {
    opened = await openEmptyDatabase();
    const { dataDir, url } = opened;
    if (!url) await opened.database.close();
    database = await openDatabase({ dataDir, ...(url ? { databaseUrl: url } : {}), keyPlace: keyPlaceOf(dataDir, { INSTALLATION_KEY: key }) });
    await database.pool.query(brotliDecompressSync(readFileSync(new URL(file, dumps))).toString());
    before = await rowCounts();
    await prepare(database, { isDemo: true, seedPassword: undefined });
    app = await createApp({ database, blobs: openBlobStore(database, blobDir), isCaptchaOn: false });
    await app.ready();
    admin = await signIn(app, 'admin');
  });
  afterAll(async () => {
    await app?.close();
    await database?.close();
    await opened.close();
    rmSync(blobDir, { recursive: true, force: true });
  });

  async function rowCounts(): Promise<ReadonlyMap<string, number>> {
    const { rows: tables } = await database.pool.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    const counts = new Map<string, number>();
    for (const { name } of tables) {
      const { rows } = await database.pool.query<{ count: number }>(`select count(*)::int as count from "${name}"`);
      counts.set(name, rows[0]!.count);
    }
    return counts;
  }

  test('is migrated to this version and loses no row', async () => {
    const { rows } = await database.pool.query<{ version: number }>('select max(version) as version from schema_version');
    expect(rows[0]?.version).toBe(migrations().at(-1)?.version);
    const after = await rowCounts();
    const lost = [...before].filter(([name, count]) => !passing.has(name) && (after.get(name) ?? 0) < count);
    expect(lost).toEqual([]);
    expect(before.get('sample')).toBeGreaterThan(100);
  });

  test('gives each shipped role what it is to have', async () => {
    const { rows } = await database.pool.query<{ held: string }>(
      `select distinct r.role_alias || ' ' || m.code as held from role r join role_menu g on g.tenant_id = r.tenant_id and g.role_id = r.id
        join menu m on m.tenant_id = g.tenant_id and m.id = g.menu_id and m.is_deleted = 0 where r.tenant_id = '000000'`,
    );
    const held = new Set(rows.map((row) => row.held));
    const lacking = permissionCodes(menu).flatMap((code) =>
      seedRoles.flatMap(({ alias }) => (isGranted({ alias }, code) && !held.has(`${alias} ${code}`) ? [`${alias} ${code}`] : [])),
    );
    expect(lacking).toEqual([]);
    expect(held).toContain('billing pricePolicy_remove');
  });

  test('answers every list and reading call', async () => {
    const urls = [
      ...calls.filter(({ method }) => method === 'GET').map(({ service, path }) => callPath(service, path, 'accession')),
      ...resources.flatMap((resource) =>
        (['page', 'list'] as const).flatMap((verb) =>
          wireVerbs(resource, verb).map((wire) => callPath(resource.service, `${resource.path}/${wire}`, 'accession')),
        ),
      ),
    ];
    const failed: string[] = [];
    let answered = 0;
    for (const url of new Set(urls)) {
      const { statusCode } = await admin.get(url);
      if (statusCode >= 500) failed.push(url);
      if (statusCode === 200) answered += 1;
    }
    expect(failed).toEqual([]);
    expect(answered).toBeGreaterThan(200);
  });

  test('takes a new record of everything that is described', async () => {
    const failed: string[] = [];
    let saved = 0;
    for (const resource of resources.filter(({ view, verbs }) => !view && verbs.save)) {
      const [wire = ''] = wireVerbs(resource, 'save');
      const body = exampleRecord(resource, 93, await refIds(database, resource));
      const { statusCode, body: said } = await admin.post(callPath(resource.service, `${resource.path}/${wire}`, 'accession'), body);
      if (statusCode >= 500) failed.push(`${resource.name}: ${said}`);
      if (statusCode === 200) saved += 1;
    }
    expect(failed).toEqual([]);
    expect(saved).toBeGreaterThan(30);
  });
});
