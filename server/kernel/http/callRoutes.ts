import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ActingUser } from '#domain/kernel/command.ts';
import { callPath } from '#domain/kernel/services.ts';
import type { Database } from '#server/storage/database.ts';
import type { Ports } from '#server/ports/ports.ts';
import { ok, UserError, malformed, missing } from '#server/kernel/core/answers.ts';
import type { BlobStore } from '#server/kernel/core/blobStore.ts';
import type { Jobs } from './jobs.ts';
import { requirePermission } from '#server/kernel/core/permissions.ts';
import { costOfPage } from './requestLimits.ts';
import type { Call } from './serve.ts';
import { nowText } from '#server/storage/clock.ts';

export interface CallRoutesOptions {
  readonly database: Database;
  readonly product: string;
  readonly blobs: BlobStore;
  readonly jobs?: Jobs | null;
  readonly ports: Ports;
  readonly calls: readonly Call[];
  readonly authenticate: (request: FastifyRequest) => Promise<ActingUser>;
}

/** Largest uploaded file. */
const largestUpload = 50 * 1024 * 1024;

/** Registers the hand-written calls. A call that has answered by `reply` itself (a download) returns the reply. */
export async function registerCallRoutes(
  app: FastifyInstance,
  { database, product, blobs, jobs = null, ports, calls, authenticate }: CallRoutesOptions,
): Promise<void> {
  if (calls.some((call) => call.multipart)) await app.register(multipart, { limits: { fileSize: largestUpload, files: 1, fields: 50 } });
  for (const call of calls) {
    app.route({
      method: call.method,
      url: callPath(call.service, call.path, product),
      config: { judgesParts: call.judgesParts === true, cost: call.cost ?? (call.method === 'GET' ? costOfPage : undefined) },
      handler: async (request, reply) => {
        const user = await authenticate(request);
        if (call.permission !== null) requirePermission(user, call.permission);
        const parsed = call.query?.safeParse(request.query);
        if (parsed && !parsed.success) throw badQuery(parsed.error.issues[0]);
        const data = await call.handle({
          db: call.method === 'GET' ? database.lists : database.orm,
          database,
          blobs,
          jobs,
          ports,
          query: parsed ? parsed.data : (request.query as Record<string, string>),
          body: call.body ? call.body.parse(request.body ?? {}) : request.body,
          user,
          now: nowText(),
          request,
          reply,
        });
        // A reply that was awaited says nothing by itself: whether it was sent does.
        return reply.sent ? reply : ok(data);
      },
    });
  }
}

/** The family's wording of a missing or malformed parameter (docs/wire.md#statuses). */
function badQuery(issue: { readonly path: readonly PropertyKey[]; readonly code: string; readonly input?: unknown } | undefined): UserError {
  const name = issue?.path.map(String).join('.') ?? '';
  return issue?.code === 'invalid_type' && issue.input === undefined ? missing(name) : malformed(name);
}
