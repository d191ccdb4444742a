import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing.ts';
import { openDatabase } from './database.ts';
import { keyPlaceOf } from './installationKey.ts';
import { sqlStateOf } from './sqlState.ts';
import { startEmbedded } from './embedded.ts';
import { foreignOrder } from './textOrder.ts';
import { analyseWritten } from './vacuum.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
  await opened.database.pool.query('create table thing (id int primary key, value text)');
});
afterAll(() => opened.close());

test('opens with the described tables; moments and dates are the text of Shanghai', async () => {
  const { rows } = await opened.database.pool.query("select count(*)::int as n from information_schema.tables where table_schema = 'public'");
  expect(rows[0].n).toBeGreaterThan(10);
  const zone = await opened.database.pool.query(
    "select current_setting('TimeZone') as zone, '2026-03-01T00:00:00Z'::timestamptz as t, date '2026-03-01' as d, 9007199254740993::bigint as big",
  );
  expect(zone.rows[0]).toEqual({ zone: 'Asia/Shanghai', t: '2026-03-01 08:00:00', d: '2026-03-01', big: '9007199254740993' });
});

test('tells the order of a database in which no index finds codes by their beginning', async () => {
  const { database, url } = opened;
  expect(await foreignOrder(database)).toBeNull();
  if (url === null) return;
  const other = new URL(url);
  other.pathname += '_other';
  const name = other.pathname.slice(1);
  await database.pool.query(`create database ${name} template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'`);
  try {
    const wrong = await openDatabase({ dataDir: opened.dataDir, keyPlace: keyPlaceOf(opened.dataDir, {}), databaseUrl: other.href });
    expect(await foreignOrder(wrong).finally(() => wrong.close())).toBe('C.UTF-8');
  } finally {
    await database.pool.query(`drop database ${name} with (force)`);
  }
});

test('every commit reaches the disk', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'accession-sync-'));
  const engine = await startEmbedded({ dir: join(dir, 'db'), runDir: dir, idleMs: 60_000 });
  const client = new pg.Client({ host: dir, port: 5432, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    expect((await client.query('show fsync')).rows[0]).toEqual({ fsync: 'on' });
    await client.query('create table t (a int)');
    const before = await engine.syncs();
    for (let a = 0; a < 20; a++) await client.query('insert into t values ($1)', [a]);
    expect((await engine.syncs()) - before).toBeGreaterThanOrEqual(20);
  } finally {
    await client.end();
    await engine.close();
    rmSync(dir, { recursive: true, force: true });
  }
});

test('a table in which much was written is analysed, and not again until much is written', async () => {
  const { pool } = opened.database;
  // PostgreSQL's own must not come first.
  await pool.query('create table written (id int) with (autovacuum_enabled = false)');
  const write = async (count: number, known: number): Promise<void> => {
    await pool.query('insert into written select * from generate_series(1, $1::int)', [count]);
    const counted = "select n_mod_since_analyze::int as n from pg_stat_user_tables where relname = 'written'";
    // The counters of a session come a second late.
    await expect.poll(async () => (await pool.query<{ n: number }>(counted)).rows[0]?.n, { timeout: 60_000 }).toBe(count + known);
  };
  await write(1_000, 0);
  expect(await analyseWritten(opened.database)).toContain('written');
  expect((await pool.query("select reltuples::int as n from pg_class where relname = 'written'")).rows).toEqual([{ n: 1_000 }]);
  await write(100, 0);
  expect(await analyseWritten(opened.database)).not.toContain('written');
  await write(100, 100);
  expect(await analyseWritten(opened.database)).toContain('written');
});

test('a table that never held a row is not taken for one that stays empty, until its age would stop the database', async () => {
  const { pool, vacuum, kind } = opened.database;
  await pool.query('create table never_written (id int)');
  // -1: not known.
  const known = async () => (await pool.query<{ n: number }>("select reltuples::int as n from pg_class where relname = 'never_written'")).rows[0]?.n;
  await vacuum();
  expect(await known()).toBe(-1);
  // The embedded engine has one session: what is set for one connection is for all.
  await pool.query('set vacuum_freeze_table_age = 0');
  await vacuum();
  await pool.query('reset vacuum_freeze_table_age');
  expect(await known()).toBe(kind === 'embedded' ? 0 : -1);
});

test('a transaction that throws leaves nothing', async () => {
  const { database } = opened;
  const failing = database.transaction(async (tx) => {
    await tx.execute(sql`insert into thing values (1, 'lost')`);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect((await database.pool.query('select * from thing where id = 1')).rows).toEqual([]);
});

test('a serialisation failure runs the work again, another error does not', async () => {
  let attempts = 0;
  const value = await opened.database.transaction(async (tx) => {
    attempts += 1;
    if (attempts < 3) await tx.execute(sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`);
    return 'done';
  });
  expect([value, attempts]).toEqual(['done', 3]);
  let others = 0;
  const twice = opened.database.transaction(async (tx) => {
    others += 1;
    await tx.execute(sql`insert into thing values (2, 'a'), (2, 'b')`);
  });
  const error: unknown = await twice.catch((thrown: unknown) => thrown);
  expect([sqlStateOf(error), others]).toEqual(['23505', 1]);
});

test('a query outside its transaction is an error at once, not a deadlock', async () => {
  const { database } = opened;
  const outside = database.transaction(async () => database.pool.query('select 1'));
  await expect(outside).rejects.toThrow('outside its transaction');
  const nested = database.transaction(async () => database.transaction(async () => 1));
  await expect(nested).rejects.toThrow();
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a second opening in the same process is refused too, and closing gives the directory back', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'accession-lock-'));
  const first = await openDatabase({ dataDir });
  await expect(openDatabase({ dataDir })).rejects.toThrow('in use');
  await first.pool.query('create table kept (a int)');
  await first.close();
  const second = await openDatabase({ dataDir });
  expect((await second.pool.query("select to_regclass('kept')::text as name")).rows).toEqual([{ name: 'kept' }]);
  await second.close();
  rmSync(dataDir, { recursive: true, force: true });
});
