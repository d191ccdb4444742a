import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isId } from '#domain/kernel/ids.ts';
import { exportPath, historyPath, verbPermission, wireVerbs, type Resource, type Verb } from '#domain/kernel/resource.ts';
import { callPath } from '#domain/kernel/services.ts';
import { ok, UserError, malformed, missing } from '#server/kernel/core/answers.ts';
import { sendExport, tooManyAtOnce } from '#server/kernel/export/exportRows.ts';
import { directRows } from '#domain/kernel/listExport.ts';
import { historyOf } from './resourceHistory.ts';
import { registerImport, type ImportRoutesOptions } from '#server/kernel/import/importRoutes.ts';
import { deviceIdOf, onceOnly } from '#server/kernel/act/onceOnly.ts';
import { takingFile } from '#server/kernel/core/patients.ts';
import { requirePermission } from '#server/kernel/core/permissions.ts';
import { plainText } from '#server/kernel/core/plainText.ts';
import { costOfPage } from '#server/kernel/http/requestLimits.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import { resourceReader, type ResourceReader } from '#server/kernel/resource/resourceRead.ts';
import { secretNames } from '#domain/kernel/wireNames.ts';
import { notFound, removeRows, saveRow, setDisabled, type Writing } from '#server/kernel/resource/resourceWrite.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import type { View } from '#server/kernel/resource/views.ts';

export interface ResourceRoutesOptions extends ImportRoutesOptions {
  readonly resources: readonly Resource[];
  readonly views: readonly View[];
}

interface Asked {
  readonly resource: Resource;
  readonly request: FastifyRequest;
  readonly reader: ResourceReader;
}
type Body = Readonly<Record<string, unknown>>;

/** What reading verbs answer. */
const reads = {
  page: ({ request, reader }: Asked) => reader.page(request.query as Query),
  list: ({ request, reader }: Asked) => reader.list(request.query as Query),
  detail: async ({ resource, request, reader }: Asked) => {
    const query = request.query as Query;
    const id = plainText(query[resource.id] ?? query['id']);
    if (!isId(id)) throw missing(resource.id);
    const row = await reader.detail(id);
    if (!row) throw notFound(resource);
    return row;
  },
} as const satisfies Partial<Record<Verb, (asked: Asked) => Promise<unknown>>>;

/** What writing verbs do inside their transaction. */
const writes = {
  save: (tx: Tx, resource: Resource, request: FastifyRequest, writing: Writing) => {
    if (request.body === null || typeof request.body !== 'object' || Array.isArray(request.body))
      throw new UserError(400, ['消息不能读取', 'The request cannot be read']);
    return saveRow(tx, resource, request.body as Body, writing);
  },
  enable: (tx: Tx, resource: Resource, request: FastifyRequest, writing: Writing) => setDisabled(tx, resource, idsOf(resource, request), 0, writing),
  disable: (tx: Tx, resource: Resource, request: FastifyRequest, writing: Writing) => setDisabled(tx, resource, idsOf(resource, request), 1, writing),
  remove: (tx: Tx, resource: Resource, request: FastifyRequest, writing: Writing) => removeRows(tx, resource, idsOf(resource, request), writing),
} as const satisfies Partial<Record<Verb, unknown>>;

/** Registers every verb of the described resources under its contract paths; a path that a hand-written call serves is left to it. */
export function registerResourceRoutes(app: FastifyInstance, options: ResourceRoutesOptions): void {
  const views = new Map(options.views.map((view) => [view.name, view]));
  for (const resource of options.resources) {
    for (const verb of Object.keys(reads) as (keyof typeof reads)[]) registerRead(app, options, views, resource, verb);
    for (const verb of Object.keys(writes) as (keyof typeof writes)[]) registerWrite(app, options, resource, verb);
    registerExport(app, options, views, resource);
    registerHistory(app, options, views, resource);
    registerImport(app, options, resource);
  }
}

function pathsOf(
  app: FastifyInstance,
  { product }: ResourceRoutesOptions,
  resource: Resource,
  method: 'GET' | 'POST',
  segments: readonly string[],
): string[] {
  return segments
    .map((segment) => callPath(resource.service, `${resource.path}/${segment}`, product))
    .filter((url) => !app.hasRoute({ method, url }));
}

async function reading(
  request: FastifyRequest,
  { database, authenticate }: ResourceRoutesOptions,
  views: ReadonlyMap<string, View>,
  resource: Resource,
): Promise<ResourceReader> {
  const user = await authenticate(request);
  requirePermission(user, verbPermission(resource, 'page'));
  return resourceReader(database.lists, resource, user, views);
}

function registerRead(
  app: FastifyInstance,
  options: ResourceRoutesOptions,
  views: ReadonlyMap<string, View>,
  resource: Resource,
  verb: keyof typeof reads,
): void {
  for (const url of pathsOf(app, options, resource, 'GET', wireVerbs(resource, verb))) {
    app.get(url, { config: { cost: costOfPage } }, async (request) =>
      ok(await reads[verb]({ resource, request, reader: await reading(request, options, views, resource) })),
    );
  }
}

function registerExport(app: FastifyInstance, options: ResourceRoutesOptions, views: ReadonlyMap<string, View>, resource: Resource): void {
  const url = callPath(resource.service, exportPath(resource), options.product);
  if (!resource.verbs.page || app.hasRoute({ method: 'GET', url })) return;
  app.get(url, { config: { cost: 'export' } }, async (request: FastifyRequest, reply: FastifyReply) => {
    const { database, blobs, authenticate } = options;
    const user = takingFile(await authenticate(request));
    requirePermission(user, verbPermission(resource, 'page'));
    const reader = resourceReader(database.lists, resource, user, views);
    const asked = { db: database.lists, database, query: request.query, user, blobs, request, reply };
    return sendExport(asked, { resource }, reader.all(request.query as Query, directRows, tooManyAtOnce));
  });
}

/** Who changed a row, when, from what to what. Listings have no rows of their own. */
function registerHistory(app: FastifyInstance, options: ResourceRoutesOptions, views: ReadonlyMap<string, View>, resource: Resource): void {
  if (resource.view) return;
  app.get(callPath(resource.service, historyPath(resource), options.product), async (request) => {
    const reader = await reading(request, options, views, resource);
    const { id } = await reads.detail({ resource, request, reader });
    return ok(await historyOf(options.database.orm, resource, await options.authenticate(request), plainText(id), request.query as Query));
  });
}

function registerWrite(app: FastifyInstance, options: ResourceRoutesOptions, resource: Resource, verb: keyof typeof writes): void {
  if (resource.view) return;
  for (const url of pathsOf(app, options, resource, 'POST', wireVerbs(resource, verb))) {
    app.post(url, async (request) => {
      const user = await options.authenticate(request);
      requirePermission(user, verbPermission(resource, verb));
      const deviceId = deviceIdOf(request);
      const data = await onceOnly(
        options.database,
        request,
        user,
        `${resource.name}.${verb}`,
        (tx, opId) => writes[verb](tx, resource, request, { user, deviceId, opId }) as Promise<unknown>,
        secretNames(resource),
      );
      return ok(data);
    });
  }
}

/** The ids a request means: `ids` (comma text or array), `id` or the resource's own id, in the query or the body, or the body itself as an array. */
function idsOf(resource: Resource, request: FastifyRequest): string[] {
  const body = request.body;
  const sources = [request.query, Array.isArray(body) ? { ids: body } : body].filter((one): one is Body => typeof one === 'object' && one !== null);
  for (const source of sources) {
    for (const name of ['ids', 'id', resource.id, `${resource.id}s`]) {
      const value = source[name];
      const ids = (Array.isArray(value) ? value : plainText(value).split(',')).map((id) => plainText(id).trim()).filter(Boolean);
      if (ids.length === 0) continue;
      if (ids.length > 1_000 || ids.some((id) => !isId(id))) throw malformed(name);
      return [...new Set(ids)];
    }
  }
  throw missing('ids');
}
