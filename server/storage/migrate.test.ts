import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resourceByName } from '#domain/resources.ts';
import { batchOf, keepPortion, portionsOf } from '#server/kernel/import/importBatch.ts';
import { openEmptyDatabase, openTestDatabase, type TestDatabase } from '../testing.ts';
import { foundBy } from './changes.ts';
import { gramsOf, searchKeyOf } from './grams.ts';
import { migrate, migrations } from './migrate.ts';
import { migrationTo, type Snapshot } from './migrationSql.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openEmptyDatabase();
});
afterAll(() => opened.close());

test('the migrations lead to what the descriptions say (else: npm run migration)', async () => {
  const snapshot = JSON.parse(readFileSync(new URL('./migrations/snapshot.json', import.meta.url), 'utf8')) as Snapshot;
  const { statements } = await migrationTo(snapshot);
  expect(statements).toEqual([]);
});

test('the SQL keeps to the subset that also runs on the scale-out engines', () => {
  const text = migrations()
    .flatMap(({ statements }) => statements)
    .join('\n');
  for (const banned of [
    /\bexclude\b/i,
    /\bgist\b/i,
    /create\s+(trigger|rule)\b/i,
    /deferrable/i,
    /advisory/i,
    /generated always as \(/i,
    /\bserial\b/i,
  ])
    expect(text).not.toMatch(banned);
});

test('every unique key of a tenant’s table has the tenant in it, as an engine that spreads rows by tenant asks', async () => {
  const made = await openTestDatabase();
  try {
    const { rows } = await made.database.pool.query<{ name: string }>(`select i.indexrelid::regclass::text as name from pg_index i
      join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
      join pg_attribute t on t.attrelid = i.indrelid and t.attname = 'tenant_id'
      where i.indisunique and not t.attnum = any(i.indkey::int2[]) order by 1`);
    expect(rows).toEqual([]);
  } finally {
    await made.close();
  }
});

test('nodes that start together migrate once, and a later start has nothing to do', async () => {
  const known = [
    { version: 1, statements: ['create table one (a int)', 'insert into one values (1)'] },
    { version: 2, statements: ['alter table one add column b int default 7'] },
  ];
  const versions = await Promise.all([1, 2, 3].map(() => migrate(opened.database, known)));
  expect(versions).toEqual([2, 2, 2]);
  expect(await migrate(opened.database, known)).toBe(2);
  expect((await opened.database.pool.query('select * from one')).rows).toEqual([{ a: 1, b: 7 }]);
});

test('a step that another session keeps from its table keeps nobody else from it, and is done once it can be', async () => {
  const here = await openEmptyDatabase();
  try {
    const { pool, kind } = here.database;
    await pool.query('create table busy (a int); create table idle (a int)');
    const known = [{ version: 1, statements: ['alter table idle add column b int', 'alter table busy add column b int'] }];
    // The embedded engine has one session: nobody works there while it migrates.
    const reader = kind === 'postgres' ? await pool.connect() : null;
    await reader?.query('begin; select * from busy');
    const migrated = migrate(here.database, known);
    if (reader) {
      const waits = "select 1 from pg_locks where relation = 'busy'::regclass and not granted";
      while ((await pool.query(waits)).rows.length === 0);
      // Each comes behind the waiting step, one of them to a table it has already: without a limit it waits until the other session ends.
      await Promise.all([pool.query('select * from busy'), pool.query('select * from idle')]);
      await reader.query('commit');
      reader.release();
    }
    expect(await migrated).toBe(1);
    expect((await pool.query('select b from busy union all select b from idle')).rows).toEqual([]);
  } finally {
    await here.close();
  }
});

test('a migration that fails leaves nothing of itself', async () => {
  const known = [
    { version: 1, statements: [] },
    { version: 2, statements: [] },
    { version: 3, statements: ['create table three (a int)', 'select 1 / 0'] },
  ];
  await expect(migrate(opened.database, known)).rejects.toThrow();
  expect(
    (await opened.database.pool.query("select to_regclass('three') as made, (select max(version) from schema_version) as version")).rows,
  ).toEqual([{ made: null, version: 2 }]);
});

test('rows of an older database are found by pinyin and initials as new ones are', async () => {
  const older = await openEmptyDatabase();
  try {
    await migrate(
      older.database,
      migrations().filter(({ version }) => version < 5),
    );
    const [name, code] = ['江海𠮷人民医院12', 'M0001'];
    await older.database.pool.query(
      'insert into laboratory (id, tenant_id, laboratory_name, laboratory_code, grams, search_key) values (1, $1, $2, $3, $4, $5)',
      ['000000', name, code, gramsOf([name, code]), searchKeyOf(name, code)],
    );
    await migrate(older.database);
    const { rows } = await older.database.pool.query<{ grams: string[] }>('select grams from laboratory');
    const made = foundBy(resourceByName('laboratory'), { laboratoryName: name, laboratoryCode: code });
    expect(rows[0]?.grams.toSorted()).toEqual(made.grams?.toSorted());
  } finally {
    await older.close();
  }
});

test('a number that once brought its account in still does; one that was changed since, or is two persons’, is to be proven', async () => {
  const older = await openEmptyDatabase();
  try {
    await migrate(
      older.database,
      migrations().filter(({ version }) => version < 8),
    );
    const { pool } = older.database;
    const phones = ['13900000001', '13900000002', '13900000003', '13900000004', '13900000004', '13900000005'];
    for (const [at, phone] of phones.entries())
      await pool.query("insert into user_account (id, tenant_id, account, real_name, phone) values ($1, '000000', $2, 'x', $3)", [
        at + 1,
        `a${at + 1}`,
        phone,
      ]);
    const entered = (userId: number, time: string, code: number) =>
      pool.query(
        "insert into login_log (id, tenant_id, user_id, account, grant_type, error_code, login_time) values ((select count(*) + 1 from login_log), '000000', $1, 'x', 'sms_code', $2, $3)",
        [userId, code, time],
      );
    await entered(1, '2026-01-02 08:00:00', 0);
    await entered(2, '2026-01-02 08:00:00', 0);
    await entered(3, '2026-01-02 08:00:00', 2004);
    await entered(4, '2026-01-02 08:00:00', 0);
    await pool.query(
      "insert into audit_entry (id, tenant_id, user_id, user_name, action, subject, before, create_time) values (1, '000000', 2, 'x', 'userAccount.save', '2', '{\"phone\":null}', '2026-01-03 08:00:00'), (2, '000000', 1, 'x', 'userAccount.save', '1', '{\"realName\":\"y\"}', '2026-01-03 08:00:00')",
    );
    await migrate(older.database);
    expect((await pool.query('select phone, user_id::text as id from login_phone')).rows).toEqual([{ phone: '13900000001', id: '1' }]);
  } finally {
    await older.close();
  }
});

test('a list that waited for its confirmation goes on waiting whole, row by row', async () => {
  const older = await openEmptyDatabase();
  try {
    await migrate(
      older.database,
      migrations().filter(({ version }) => version < 16),
    );
    const rows = Array.from({ length: 120 }, (_value, line) => ({ line }));
    await older.database.pool.query(
      "insert into import_batch (id, tenant_id, kind, file_name, file_hash, state, total_count, rows, create_user, create_time, update_time) values (7, '000000', 'summary', 'x', 'y', 0, 120, $1, 5, now(), now())",
      [JSON.stringify(rows)],
    );
    await migrate(older.database);
    const user = { id: '5', account: '', name: '', tenantId: '000000', permissions: new Set<string>() };
    const batch = await batchOf<{ line: number }>(older.database.orm, user, 'summary', '7');
    expect(batch.rows).toEqual(rows);
    await keepPortion(older.database.orm, user, '7', 1, JSON.stringify(portionsOf(rows)[1]));
    expect((await batchOf(older.database.orm, user, 'summary', '7')).rows).toEqual(rows);
  } finally {
    await older.close();
  }
});

test('an older programme does not touch a newer database', async () => {
  await expect(migrate(opened.database, [{ version: 1, statements: [] }])).rejects.toThrow('schema 2');
});
