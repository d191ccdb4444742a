import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '#server/storage/database.ts';
import { ok, UserError } from '#server/kernel/core/answers.ts';
import type { Jobs } from './jobs.ts';
import { nowIso, nowMs } from '#server/storage/clock.ts';

export interface HealthOptions {
  readonly database: Database;
  readonly jobs: Jobs | null;
  readonly version: string;
  /** The mark of the copy of the database it works on. */
  readonly copy: () => Promise<string>;
  /** Who asks; null for nobody who is signed in. */
  readonly asking: (request: FastifyRequest) => Promise<unknown>;
}

/**
 * `/api/health/live`: the process answers, with the mark of the database it found at its start: by it a desk that saw no break hears that the
 * server was put back from a backup. `/api/health`: it can work; 503 where the database does not answer. How it does is told to
 * people who are signed in.
 */
export function registerHealth(app: FastifyInstance, { database, jobs, version, copy, asking }: HealthOptions): void {
  const startedAt = nowMs();
  let mark = '';
  app.addHook('onReady', async () => {
    // Whether the process answers is said without the database.
    mark = await copy();
  });
  const openBecause = 'says that the process answers, and by an opaque mark on which copy of the database';
  app.get('/api/health/live', { config: { openBecause } }, async () => ok({ live: true, copy: mark }));
  app.get('/api/health', { config: { openBecause: 'probes ask whether it can work; details need a login' } }, async (request) => {
    const schema = await schemaVersion(database).catch(() => {
      throw new UserError(503, ['数据库无响应', 'The database does not answer'], { headers: { 'retry-after': '5' } });
    });
    const told = { live: true, ready: true };
    if (!(await asking(request))) return ok(told);
    return ok({
      ...told,
      version,
      schema,
      database: database.kind,
      uptimeSeconds: Math.round((nowMs() - startedAt) / 1000),
      queues: (await jobs?.depths()) ?? {},
      pool: { total: database.pool.totalCount, idle: database.pool.idleCount, waiting: database.pool.waitingCount },
      serverTime: nowIso(),
    });
  });
}

/** The newest migration that was applied; 0 where the tables were made without them (tests). */
export async function schemaVersion(database: Pick<Database, 'pool'>): Promise<number> {
  const found = await database.pool.query<{ made: boolean }>("select to_regclass('schema_version') is not null as made");
  if (!found.rows[0]?.made) return 0;
  return Number((await database.pool.query<{ version: number }>('select coalesce(max(version), 0) as version from schema_version')).rows[0]?.version);
}
