import Fastify, { type FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '#server/storage/database.ts';
import type { Jobs } from './jobs.ts';

/** Seconds: a scan is to be answered within the first ones, an export may take the last. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export interface Metrics {
  /** Has every call of an application counted. */
  readonly watch: (app: FastifyInstance) => void;
  /** One `GET /metrics` in Prometheus' text format, on an address of its own: never among the calls of the product. */
  readonly listen: (at: { readonly port: number; readonly host: string }) => Promise<{ readonly port: number; readonly close: () => Promise<void> }>;
}

/**
 * How the server does, by service and not by call (there are 600 of those): `accession_call_seconds`, `accession_jobs`,
 * `accession_database_connections`, and Node's own (docs/operations.md#metrics). No value says anything of a person.
 */
export function openMetrics({ database, jobs, version }: { readonly database: Database; readonly jobs: Jobs; readonly version: string }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({ name: 'accession_info', help: 'Always 1; what runs', labelNames: ['version', 'database'], registers }).set(
    { version, database: database.kind },
    1,
  );
  const calls = new Histogram({ name: 'accession_call_seconds', help: 'Answered calls', labelNames: ['service', 'outcome'], buckets, registers });
  const refused = new Counter({
    name: 'accession_calls_limited_total',
    help: 'Calls refused because there were too many',
    labelNames: ['service'],
    registers,
  });
  new Gauge({
    name: 'accession_jobs',
    help: 'Jobs by queue and state',
    labelNames: ['queue', 'state'],
    registers,
    async collect() {
      this.reset();
      for (const [queue, counts] of Object.entries(await jobs.depths()))
        for (const [state, count] of Object.entries(counts)) this.set({ queue, state }, count);
    },
  });
  new Gauge({
    name: 'accession_database_connections',
    help: 'Connections of this server, and calls that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = database.pool;
      this.set({ state: 'busy' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
  return {
    watch(app) {
      app.addHook('onResponse', async ({ url, routeOptions }, { statusCode, elapsedTime }) => {
        if (!url.startsWith('/api/') || url.startsWith('/api/health')) return;
        // What is served by no route may be any word.
        const service = routeOptions.url === undefined ? 'none' : (/^\/api\/([^/]+)/.exec(routeOptions.url)?.[1] ?? 'none');
        calls.observe({ service, outcome: `${Math.floor(statusCode / 100)}xx` }, elapsedTime / 1000);
        if (statusCode === 429) refused.inc({ service });
      });
    },
    async listen(at) {
      const server = Fastify();
      server.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
      await server.listen(at);
      return { port: (server.server.address() as { port: number }).port, close: () => server.close() };
    },
  };
}
