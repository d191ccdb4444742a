import { sql } from 'drizzle-orm';
import pg from 'pg';
import { fromDrizzle, PgBoss, type ConstructorOptions } from 'pg-boss';
import type { Database } from '#server/storage/database.ts';
import type { Tx } from './serve.ts';

/** What is done after the act that asked for it: kept in the same database, retried, visible. */
export interface JobKind<Payload> {
  readonly name: string;
  /** Tries after the first, each later than the last (default 5). */
  readonly retries?: number;
  /** Seconds after which a silent worker counts as dead (default 300). */
  readonly expireSeconds?: number;
  /** May run again with the same payload: a worker can die after its work and before its word. */
  readonly run: (payload: Payload, jobId: string) => Promise<void>;
}

export interface Jobs {
  /** Queues a job; with `tx` it exists only if that transaction commits. A second one with a waiting `key` is dropped. */
  readonly send: (name: string, payload: object, options?: { readonly tx?: Tx; readonly key?: string; readonly startAfter?: Date }) => Promise<void>;
  /** Waiting, running and failed jobs by kind. */
  readonly depths: () => Promise<Readonly<Record<string, { readonly waiting: number; readonly active: number; readonly failed: number }>>>;
  /** Lets running jobs end and stops. */
  readonly stop: () => Promise<void>;
}

const pollingSeconds = 2;

/** Starts the queue of the given kinds and works on them. Polled: neither engine is asked for notifications. */
export async function startJobs(database: Database, kinds: readonly JobKind<any>[], onError: (error: unknown) => void): Promise<Jobs> {
  const boss = new PgBoss({ db: onPool(database.pool), backend: 'postgres', schedule: false, reindex: false, monitorVacuum: false });
  boss.on('error', onError);
  // Two servers that start at once both see no schema: PostgreSQL then refuses the second in spite of `if not exists`.
  await database.pool.query('create schema if not exists pgboss').catch((error: unknown) => {
    if ((error as { code?: string }).code !== '23505') throw error;
  });
  await boss.start();
  for (const kind of kinds) {
    // Under the default policy a second job with the same key would not be refused.
    await boss.createQueue(kind.name, {
      policy: 'short',
      retryLimit: kind.retries ?? 5,
      retryBackoff: true,
      expireInSeconds: kind.expireSeconds ?? 300,
    });
    await boss.work<object>(kind.name, { pollingIntervalSeconds: pollingSeconds }, async (jobs) => {
      for (const job of jobs) await kind.run(job.data, job.id);
    });
  }
  return {
    async send(name, payload, { tx, key, startAfter } = {}) {
      await boss.send(name, payload, {
        ...(key ? { singletonKey: key } : { singletonKey: crypto.randomUUID() }),
        ...(startAfter ? { startAfter } : {}),
        ...(tx ? { db: fromDrizzle(tx, sql) } : {}),
      });
    },
    async depths() {
      const found = await database.pool.query<{ name: string; waiting: number; active: number; failed: number }>(
        "select name, count(*) filter (where state in ('created', 'retry'))::int as waiting, count(*) filter (where state = 'active')::int as active, count(*) filter (where state = 'failed')::int as failed from pgboss.job group by name",
      );
      const known = new Map(found.rows.map(({ name, ...counts }) => [name, counts]));
      return Object.fromEntries(kinds.map(({ name }) => [name, known.get(name) ?? { waiting: 0, active: 0, failed: 0 }]));
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

/** The server's own pool: the embedded engine has no connections to spare for another. Dates stay dates for the queue. */
function onPool(pool: pg.Pool): NonNullable<ConstructorOptions['db']> {
  return { executeSql: (text, values) => pool.query({ text, ...(values && values.length > 0 ? { values } : {}), types: pg.types }) };
}
