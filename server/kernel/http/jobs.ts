import { setInterval } from 'node:timers/promises';
import { sql, type SQL } from 'drizzle-orm';
import pg from 'pg';
import { fromDrizzle, PgBoss, type ConstructorOptions } from 'pg-boss';
import type { Database } from '#server/storage/database.ts';
import type { Tx } from './serve.ts';

/** What a job did, to be seen by whoever runs the installation: figures by name, here a table's. */
export type Did = Readonly<Record<string, number>>;

/** What is done after the act that asked for it: kept in the same database, retried, visible. */
export interface JobKind<Payload> {
  readonly name: string;
  /** Tries after the first, each later than the last (default 5). */
  readonly retries?: number;
  /** Seconds that a try may take at most (default 300). */
  readonly expireSeconds?: number;
  /**
   * May run again with the same payload: a worker can die after its work and before its word. `signal` is aborted where
   * the server stops, or another has taken the job over.
   */
  readonly run: (payload: Payload, signal: AbortSignal) => Promise<void | Did>;
  /**
   * When it begins by itself (minute, hour, day, month, weekday; Shanghai's time), once over all servers; of runs that were
   * missed while none ran, one is made up for. Its payload is empty.
   */
  readonly cron?: string;
  /** Hears of a job that is not tried again, also where each of its tries took the server with it. */
  readonly givenUp?: (payload: Payload) => Promise<void>;
}

export interface Jobs {
  /** Queues a job; with `tx` it exists only if that transaction commits. A second one with a waiting `key` is dropped. */
  readonly send: (name: string, payload: object, options?: { readonly tx?: Tx; readonly key?: string; readonly startAfter?: Date }) => Promise<void>;
  /** Those of the kinds that begin by themselves, and when. */
  readonly crons: Readonly<Record<string, string>>;
  /** Has jobs that failed for good tried again at once, or dropped; the ids of those it was done with. */
  readonly settleFailed: (how: 'retry' | 'discard', ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Waiting, running and failed jobs by kind. */
  readonly depths: () => Promise<Readonly<Record<string, { readonly waiting: number; readonly active: number; readonly failed: number }>>>;
  /** Lets running jobs end and stops. */
  readonly stop: () => Promise<void>;
}

/** So often one statement asks what is due and wakes its workers. Each worker asking for itself was most of what an idle server did. */
const lookMilliseconds = 1_000;
/** So often each worker asks by itself, where the looks fail. */
const pollingSeconds = 60;
/** So often what shall begin by itself is looked for. */
const cronSeconds = 2;
/** A worker tells so often that it lives, and is taken for dead after so long a silence: its jobs go to any other server, or to its own next start. */
const beatSeconds = 5;
const silentSeconds = 20;
const watchSeconds = 15;
/** What begins by itself every minute is not kept for weeks. */
const daySeconds = 86_400;

/** Whether a server works at the job of this key now. SQL, so that it is asked together with what the job writes. */
export const isWorkedAt = (name: string, key: SQL): SQL =>
  sql`exists (select 1 from pgboss.job j where j.name = ${name} and j.singleton_key = ${key} and j.state = 'active'
    and j.heartbeat_on + make_interval(secs => ${silentSeconds}) > pgboss.job_now())`;

/** Starts the queue of the given kinds and works on them. Polled: neither engine is asked for notifications. */
export async function startJobs(database: Database, kinds: readonly JobKind<any>[], onError: (error: unknown) => void): Promise<Jobs> {
  const boss = new PgBoss({
    db: onPool(database.pool),
    backend: 'postgres',
    cronWorkerIntervalSeconds: cronSeconds,
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: watchSeconds,
    monitorIntervalSeconds: watchSeconds,
  });
  boss.on('error', onError);
  // Two servers that start at once both see no schema: PostgreSQL then refuses the second in spite of `if not exists`.
  await database.pool.query('create schema if not exists pgboss').catch((error: unknown) => {
    if ((error as { code?: string }).code !== '23505') throw error;
  });
  await boss.start();
  const workers = new Map<string, string>();
  for (const kind of kinds) {
    const { givenUp } = kind;
    const dead = `${kind.name}.givenUp`;
    if (givenUp) {
      await boss.createQueue(dead);
      const worker = await boss.work<object>(dead, { pollingIntervalSeconds: pollingSeconds }, async (jobs) => {
        for (const job of jobs) await givenUp(job.data);
      });
      workers.set(dead, worker);
    }
    const settings = {
      retryLimit: kind.retries ?? 5,
      retryBackoff: true,
      expireInSeconds: kind.expireSeconds ?? 300,
      heartbeatSeconds: silentSeconds,
      ...(givenUp ? { deadLetter: dead } : {}),
      ...(kind.cron ? { deleteAfterSeconds: daySeconds } : {}),
    };
    // Under the default policy a second job with the same key would not be refused.
    await boss.createQueue(kind.name, { policy: 'short', ...settings });
    // One of an earlier version keeps what it was made with.
    await boss.updateQueue(kind.name, settings);
    const worker = await boss.work<object>(
      kind.name,
      { pollingIntervalSeconds: pollingSeconds, heartbeatRefreshSeconds: beatSeconds },
      async (jobs) => {
        let did: void | Did = undefined;
        for (const job of jobs) did = await kind.run(job.data, job.signal);
        return did;
      },
    );
    workers.set(kind.name, worker);
    if (kind.cron) await boss.schedule(kind.name, kind.cron, {}, { tz: 'Asia/Shanghai', missed: 'once' });
  }
  // What an earlier version began by itself and this one does not know.
  const begun = new Set(kinds.filter(({ cron }) => cron).map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) if (!begun.has(name)) await boss.unschedule(name);
  const looking = new AbortController();
  const looked = lookForDue(looking.signal);
  return {
    async send(name, payload, { tx, key, startAfter } = {}) {
      await boss.send(name, payload, {
        ...(key ? { singletonKey: key } : { singletonKey: crypto.randomUUID() }),
        ...(startAfter ? { startAfter } : {}),
        ...(tx ? { db: fromDrizzle(tx, sql) } : {}),
      });
    },
    crons: Object.fromEntries(kinds.flatMap(({ name, cron }) => (cron ? [[name, cron]] : []))),
    async settleFailed(how, ids) {
      // One at a time: of several that were asked for, each says for itself what became of it.
      const done = new Set<string>();
      for (const id of ids) {
        const found = await database.pool.query<{ name: string }>("select name from pgboss.job where id = $1 and state = 'failed'", [id]);
        const name = found.rows[0]?.name;
        if (name === undefined) continue;
        await (how === 'retry' ? boss.retry(name, id) : boss.deleteJob(name, id));
        done.add(id);
      }
      return done;
    },
    async depths() {
      const found = await database.pool.query<{ name: string; waiting: number; active: number; failed: number }>(
        "select name, count(*) filter (where state in ('created', 'retry'))::int as waiting, count(*) filter (where state = 'active')::int as active, count(*) filter (where state = 'failed')::int as failed from pgboss.job group by name",
      );
      const known = new Map(found.rows.map(({ name, ...counts }) => [name, counts]));
      return Object.fromEntries(kinds.map(({ name }) => [name, known.get(name) ?? { waiting: 0, active: 0, failed: 0 }]));
    },
    async stop() {
      looking.abort();
      await looked;
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };

  async function wakeDue(): Promise<void> {
    const due = await database.pool.query<{ name: string }>(
      "select distinct name from pgboss.job where state < 'active' and start_after <= pgboss.job_now()",
    );
    for (const { name } of due.rows) {
      const worker = workers.get(name);
      if (worker) boss.notifyWorker(worker);
    }
  }
  async function lookForDue(signal: AbortSignal): Promise<void> {
    try {
      for await (const _ of setInterval(lookMilliseconds, undefined, { signal })) await wakeDue().catch(onError);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

/** The server's own pool: the embedded engine has no connections to spare for another. Dates stay dates for the queue. */
function onPool(pool: pg.Pool): NonNullable<ConstructorOptions['db']> {
  return { executeSql: (text, values) => pool.query({ text, ...(values && values.length > 0 ? { values } : {}), types: pg.types }) };
}
