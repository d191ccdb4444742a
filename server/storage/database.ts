import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres/session';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { AwayError, isAway } from './away.ts';
import { lockDataDir } from './dataLock.ts';
import { startEmbedded, type Embedded } from './embedded.ts';
import { canWaitName } from './embeddedFront.ts';
import { bindKey, keyPlaceOf, type KeyHolder, type KeyPlace } from './installationKey.ts';
import { sqlStateOf } from './sqlState.ts';
import { together } from './together.ts';
import { timeStatements, type SlowWatch } from './slowStatements.ts';
import type { Tx } from './tx.ts';

export interface Database {
  readonly orm: NodePgDatabase;
  /** For what reads much and writes nothing: lists, exports. On connections of its own, which the embedded engine serves after all others: a scan goes first. */
  readonly lists: NodePgDatabase;
  readonly pool: pg.Pool;
  readonly kind: 'embedded' | 'postgres';
  /**
   * One transaction, committed when `work` returns. A serialisation failure or deadlock (40001, 40P01) runs `work`
   * again, so it must do nothing but read and write through `tx`. Any other query inside it throws at once:
   * the embedded engine has one session and would wait for itself.
   */
  readonly transaction: <T>(work: (tx: Tx) => Promise<T | LastStatement<T>>) => Promise<T>;
  /** Who is told of statements that take longer; null: nobody. */
  readonly watchSlow: (watch: SlowWatch | null) => void;
  /** Embedded only: nobody else vacuums. */
  readonly vacuum: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What a transaction's work may answer: its last statement, not awaited, so that the commit travels with it. If it fails, nothing is committed. */
export class LastStatement<T> {
  readonly answer: Promise<T>;
  constructor(answer: Promise<T>) {
    this.answer = answer;
  }
}

export interface DatabaseOptions {
  /** Directory of the embedded database; unused where `databaseUrl` is given. */
  readonly dataDir: string;
  /** A PostgreSQL server in place of the embedded engine. */
  readonly databaseUrl?: string | undefined;
  /** Where the installation's key is; a file of `dataDir` unless said otherwise. */
  readonly keyPlace?: KeyPlace;
  /** After this long an unanswered query is an error. */
  readonly queryTimeoutMs?: number;
}

const poolSize = { embedded: 4, postgres: 10 } as const;
const listPoolSize = { embedded: 2, postgres: 5 } as const;
const connectionTimeoutMs = 30_000;
/** What the first question at a start may take. */
const checkMs = 10_000;
const retried = new Set(['40001', '40P01']);
const maxAttempts = 6;
const dialect = new PgDialect();

/** Opens the database: PostgreSQL where a URL is given, else the embedded engine in `dataDir`, which is locked for this process. */
export async function openDatabase({
  dataDir,
  databaseUrl,
  keyPlace = keyPlaceOf(dataDir),
  queryTimeoutMs = 60_000,
}: DatabaseOptions): Promise<Database> {
  // Statements that are started together travel together; each keeps its own answer or error.
  const limits = { connectionTimeoutMillis: connectionTimeoutMs, query_timeout: queryTimeoutMs, types: textTypes, pipeline: true };
  if (databaseUrl) {
    // Compiling a count took a quarter of its time and gained nothing.
    const reached = { connectionString: databaseUrl, options: '-c TimeZone=Asia/Shanghai -c jit=off', ...limits };
    return assemble(reached, 'postgres', keyPlace, async () => {});
  }
  const lock = await lockDataDir(dataDir);
  let engine: Embedded;
  try {
    mkdirSync(join(dataDir, 'db'), { recursive: true });
    engine = await startEmbedded({ dir: join(dataDir, 'db'), runDir: lock.runDir, idleMs: queryTimeoutMs });
  } catch (error) {
    lock.release();
    throw error;
  }
  return assemble({ host: lock.runDir, port: 5432, user: 'postgres', database: 'postgres', ...limits }, 'embedded', keyPlace, async () => {
    await engine.close();
    lock.release();
  });
}

/** Asks a PostgreSQL server whether it takes writes. Throws AwayError where it does not answer or not yet, with its answer where it does not let us in. */
export async function checkPostgres(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: checkMs, query_timeout: checkMs });
  client.on('error', () => {});
  let isReadOnly: boolean;
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    isReadOnly = rows[0]?.transaction_read_only === 'on';
  } catch (error) {
    throw isAway(error) ? new AwayError(`DATABASE_URL: ${(error as Error).message || String((error as { code?: unknown }).code)}`, error) : error;
  } finally {
    await client.end().catch(() => {});
  }
  if (isReadOnly) throw new AwayError('DATABASE_URL: a standby that takes no writes');
}

function assemble(reached: pg.PoolConfig, kind: Database['kind'], keyPlace: KeyPlace, afterPool: () => Promise<void>): Database {
  const insideTransaction = new AsyncLocalStorage<true>();
  const keyHolder: KeyHolder = { place: keyPlace, key: null };
  let slow: SlowWatch | null = null;
  const [pool, listPool] = [
    new pg.Pool({ ...reached, max: poolSize[kind] }),
    new pg.Pool({ ...reached, max: listPoolSize[kind], application_name: canWaitName }),
  ];
  for (const one of [pool, listPool]) {
    // A connection that breaks is replaced by the pool, and whoever waits on it hears of it; without listeners, for idle
    // ones on the pool and for those in use on the client, it would end the process.
    one.on('error', () => {});
    one.on('connect', (client) => client.on('error', () => {}));
    forbidOutsiders(one, insideTransaction);
    one.on('connect', sendTogether);
    one.on('connect', (client) => timeStatements(client, () => slow));
  }
  const [orm, lists] = [drizzleOf(pool, keyHolder), drizzleOf(listPool, keyHolder)];
  let closing: Promise<void> | undefined;

  async function transaction<T>(work: (tx: Tx) => Promise<T | LastStatement<T>>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(work);
      } catch (error) {
        if (!retried.has(sqlStateOf(error) ?? '') || attempt >= maxAttempts) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt));
      }
    }
  }
  async function once<T>(work: (tx: Tx) => Promise<T | LastStatement<T>>): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    // `begin` travels with the first statement; it fails only with its connection, and then so does that.
    const begun = client.query('begin');
    begun.catch(() => {});
    try {
      const tx = new NodePgTransaction(dialect, new NodePgSession(client, dialect, undefined), undefined) as unknown as Tx;
      bindKey(tx, keyHolder);
      const made = await insideTransaction.run(true, () => work(tx));
      await begun;
      if (!(made instanceof LastStatement)) {
        await client.query('commit');
        return made;
      }
      // Behind a failed statement a commit is a rollback.
      const [answer] = await together(made.answer, client.query('commit'));
      return answer;
    } catch (error) {
      await client.query('rollback').catch((fault: Error) => (broken = fault));
      throw error;
    } finally {
      client.release(broken);
    }
  }
  async function close(): Promise<void> {
    await Promise.all([pool.end(), listPool.end()]);
    await afterPool();
  }
  return {
    orm,
    lists,
    pool,
    kind,
    transaction,
    watchSlow: (watch) => void (slow = watch),
    vacuum: async () => {
      if (kind !== 'embedded') return;
      // A table known to be empty is planned for one row, however many have come since: what never held a row stays unknown, until
      // the age of its transactions would in the end stop the whole database (PostgreSQL, "Preventing Transaction ID Wraparound Failures").
      const { rows } = await pool.query<{ tables: string }>(`select string_agg(oid::regclass::text, ', ') as tables from pg_class
        where relkind = 'r' and (pg_relation_size(oid) > 0 or age(relfrozenxid) > current_setting('vacuum_freeze_table_age')::int)`);
      await pool.query(unhurried(`vacuum (analyze) ${rows[0]!.tables}`));
    },
    close: () => (closing ??= close()),
  };
}

function drizzleOf(pool: pg.Pool, keyHolder: KeyHolder): NodePgDatabase {
  const orm = drizzle(pool);
  bindKey(orm, keyHolder);
  // Calls open transactions on the pool's drizzle, too.
  const begin = orm.transaction.bind(orm);
  orm.transaction = (work, config) =>
    begin((tx) => {
      bindKey(tx, keyHolder);
      return work(tx);
    }, config);
  return orm;
}

/** A statement that may take as long as it needs. */
export function unhurried(text: string, values: unknown[] = []): pg.QueryConfig {
  return { text, values, query_timeout: 6 * 3_600_000 } as pg.QueryConfig;
}

/** Statements of one turn of the event loop leave in one write instead of one each. */
function sendTogether(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  let isHeld = false;
  (client as { query: unknown }).query = (...given: unknown[]): unknown => {
    if (!isHeld) {
      isHeld = true;
      stream.cork();
      process.nextTick(() => {
        isHeld = false;
        stream.uncork();
      });
    }
    return query(...given);
  };
}

/** Makes "another connection inside a transaction" an error at once, on both engines. */
function forbidOutsiders(pool: pg.Pool, inside: AsyncLocalStorage<true>): void {
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  (pool as { connect: unknown }).connect = (...given: unknown[]): unknown => {
    // Whoever waits for a connection goes on as themselves, not as whoever gave one back.
    if (!inside.getStore()) return connect(...given.map((one) => (typeof one === 'function' ? AsyncResource.bind(one as () => void) : one)));
    const error = new Error('A query outside its transaction was started inside one: pass the tx');
    if (typeof given[0] !== 'function') return Promise.reject(error);
    return (given[0] as (error: Error) => void)(error);
  };
}

const { types } = pg;
const momentTypes: ReadonlySet<number> = new Set([types.builtins.TIMESTAMPTZ, types.builtins.TIMESTAMP]);
/** Dates and moments stay the text they are (Asia/Shanghai); numeric and bigint are text anyway. */
const textTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown => {
    if (momentTypes.has(oid)) return (value: string) => value.slice(0, 19);
    if (oid === types.builtins.DATE) return (value: string) => value;
    return types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;
