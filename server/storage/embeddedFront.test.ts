import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbedded, type Embedded } from './embedded.ts';
import { canWaitName } from './embeddedFront.ts';

const runDir = mkdtempSync(join(tmpdir(), 'accession-front-'));
/** Longer than this process may stand still between two statements of a transaction. */
const idleMs = 3_000;
let engine: Embedded;
let pool: pg.Pool;
beforeAll(async () => {
  engine = await startEmbedded({ dir: join(runDir, 'db'), runDir, idleMs });
  pool = new pg.Pool({
    host: runDir,
    port: 5432,
    user: 'postgres',
    database: 'postgres',
    max: 8,
    query_timeout: 20_000,
    connectionTimeoutMillis: 20_000,
  });
  pool.on('error', () => {});
  await pool.query('create table t (id int primary key, v text)');
});
afterAll(async () => {
  await pool.end();
  await engine.close();
  rmSync(runDir, { recursive: true, force: true });
});

/** Runs one round of a lane and answers what went wrong with it, if anything did. */
type Lane = (client: pg.PoolClient, round: number) => Promise<string | null>;
const codeOf = (error: unknown): string => String((error as { code?: unknown }).code);
const failsWith =
  (code: string, text: string, values: unknown[]): Lane =>
  async (client) => {
    const got = await client.query(text, values).then(() => 'none', codeOf);
    return got === code ? null : `expected ${code}, got ${got}`;
  };
const selects: Lane = async (client, round) => {
  const mark = `${round}-${Math.random()}`;
  const { rows } = await client.query('select $1::text as a, $2::int as b', [mark, round]);
  return rows.length === 1 && rows[0].a === mark && rows[0].b === round ? null : `foreign answer ${JSON.stringify(rows)}`;
};
const inserts: Lane = async (client, round) => {
  await client.query('begin');
  const code = await client.query('insert into t values ($1::int, $2)', [round % 100, 'x']).then(() => 'none', codeOf);
  await client.query(code === 'none' ? 'commit' : 'rollback');
  return round < 100 === (code === 'none') ? null : `round ${round}: ${code}`;
};

test('connections keep apart, whatever fails on others', async () => {
  const lanes: Lane[] = [
    selects,
    selects,
    selects,
    inserts,
    failsWith('22012', 'select 1 / $1::int', [0]),
    failsWith('42601', 'selec $1', [1]),
    failsWith('23505', 'insert into t values ($1::int, $2), ($1::int, $2)', [9_999, 'x']),
  ];
  const faults = await Promise.all(
    lanes.map(async (lane) => {
      const found: string[] = [];
      for (let round = 0; round < 250; round++) {
        const client = await pool.connect();
        const fault = await lane(client, round).catch((error: unknown) => String(error));
        if (fault) found.push(fault);
        client.release();
      }
      return found;
    }),
  );
  expect(faults.flat()).toEqual([]);
  expect((await pool.query('select count(*)::int as n from t')).rows).toEqual([{ n: 100 }]);
});

test('a long answer and a long statement arrive whole', async () => {
  const text = '样'.repeat(2_000_000);
  const { rows } = await pool.query('select $1::text as text, g from generate_series(1, 3) g', [text]);
  expect(rows.map((row) => row.text === text)).toEqual([true, true, true]);
});

test('a connection that dies in a transaction is rolled back and others go on', async () => {
  const dying = new pg.Client({ host: runDir, port: 5432, user: 'postgres', database: 'postgres' });
  dying.on('error', () => {});
  await dying.connect();
  await dying.query('begin');
  await dying.query("insert into t values (5000, 'lost')");
  const waiting = pool.query('select count(*)::int as n from t where id = 5000');
  (dying as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();
  expect((await waiting).rows).toEqual([{ n: 0 }]);
});

test('who says nothing inside a transaction while others wait is cut off', async () => {
  const silent = new pg.Client({ host: runDir, port: 5432, user: 'postgres', database: 'postgres' });
  silent.on('error', () => {});
  await silent.connect();
  await silent.query('begin');
  await silent.query("insert into t values (6000, 'lost')");
  expect((await pool.query('select count(*)::int as n from t where id = 6000')).rows).toEqual([{ n: 0 }]);
  await expect(silent.query('commit')).rejects.toThrow();
});

test('a connection made while a transaction is open does not wait for it', async () => {
  const holder = await pool.connect();
  await holder.query('begin');
  const other = new pg.Client({ host: runDir, port: 5432, user: 'postgres', database: 'postgres' });
  // Had it waited, the silent holder would have been cut off and could not commit.
  await other.connect();
  await holder.query('commit');
  holder.release();
  expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await other.end();
});

test('nonsense on the socket harms nobody', async () => {
  const socket = connect(join(runDir, '.s.PGSQL.5432'));
  socket.on('error', () => {});
  socket.write(Buffer.alloc(64, 0xff));
  await new Promise((resolve) => socket.once('close', resolve).setTimeout(500, () => resolve(socket.destroy())));
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('connections that can wait have their turns after the others, and have them', async () => {
  const lists = new pg.Pool({ host: runDir, port: 5432, user: 'postgres', database: 'postgres', max: 6, application_name: canWaitName });
  // All connected first: what is judged is the order of the turns.
  const clients = await Promise.all(Array.from({ length: 6 }, () => lists.connect()));
  const [holder, hurried] = [await pool.connect(), await pool.connect()];
  await holder.query('create sequence turn');
  await holder.query('begin');
  const turnOf = (client: pg.PoolClient): Promise<number> => client.query("select nextval('turn')::int as n").then(({ rows }) => rows[0].n);
  const waiting = clients.map(turnOf);
  const scan = turnOf(hurried);
  // Its answer comes after all that was asked before has arrived.
  await holder.query('select 1');
  await holder.query('commit');
  expect(await scan).toBe(1);
  expect((await Promise.all(waiting)).toSorted((one, other) => one - other)).toEqual([2, 3, 4, 5, 6, 7]);
  for (const client of [...clients, holder, hurried]) client.release();
  await lists.end();
});
