import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ActingUser } from '#domain/kernel/command.ts';
import { canImport, importPath, verbPermission, wireVerbs, type Resource } from '#domain/kernel/resource.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { callPath } from '#domain/kernel/services.ts';
import { importBody } from '#domain/sheet/importCall.ts';
import type { RecordImport } from '#domain/sheet/recordSheet.ts';
import type { Ports } from '#server/ports/ports.ts';
import type { Database } from '#server/storage/database.ts';
import { ok, UserError, malformed } from '#server/kernel/core/answers.ts';
import type { BlobStore } from '#server/kernel/core/blobStore.ts';
import { deviceIdOf } from '#server/kernel/act/onceOnly.ts';
import { requirePermission } from '#server/kernel/core/permissions.ts';
import { importRecords, type SaveRecord } from './resourceImport.ts';
import { saveRow } from '#server/kernel/resource/resourceWrite.ts';
import type { Call, CallContext } from '#server/kernel/http/serve.ts';
import { nowText } from '#server/storage/clock.ts';

export interface ImportRoutesOptions {
  readonly database: Database;
  readonly product: string;
  readonly blobs: BlobStore;
  readonly ports: Ports;
  /** A resource whose save is written by hand is imported through it. */
  readonly calls: readonly Call[];
  readonly authenticate: (request: FastifyRequest) => Promise<ActingUser>;
}

/** The hand-written save of a resource; undefined where the engine's own serves. */
function ownSaveOf(calls: readonly Call[], resource: Resource): Call | undefined {
  const paths = wireVerbs(resource, 'save').map((segment) => `${resource.path}/${segment}`);
  return calls.find(({ method, service, path }) => method === 'POST' && service === resource.service && path === paths[0]);
}

/** A request that asks for one record of a sheet: who asks stays, what they ask is the record's own. */
function requestFor(request: FastifyRequest, record: unknown): FastifyRequest {
  const headers = { ...request.headers, 'idempotency-key': undefined };
  const own = (value: unknown) => ({ value, writable: true, enumerable: true });
  return Object.create(request, { headers: own(headers), body: own(record), query: own({}) }) as FastifyRequest;
}

/** Saves a record by a hand-written call, with its own checks and in its own transaction. */
export function saveByCall(call: Call, context: Omit<CallContext<unknown>, 'db' | 'database' | 'body' | 'query'>): SaveRecord {
  return async (database, record) => {
    const request = requestFor(context.request, record);
    return (await call.handle({ ...context, db: database.orm, database, request, query: {}, body: record })) as Record<string, unknown>;
  };
}

/** What a call to import asks for. Throws UserError 400 for what cannot be read, or fixes what nobody may set. */
export function sheetIn(resource: Resource, body: unknown): RecordImport {
  const parsed = importBody.safeParse(body);
  if (!parsed.success) throw new UserError(400, ['消息不能读取', 'The request cannot be read']);
  const mayFix = (name: string): boolean => {
    const field: Field | undefined = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    return field !== undefined && !field.readOnly && !field.isSecret;
  };
  if (!Object.keys(parsed.data.fixed ?? {}).every(mayFix)) throw malformed('fixed');
  return parsed.data;
}

/** Judging and saving rows of a sheet: `isTrial` says which. Each row answers for itself. */
export function registerImport(app: FastifyInstance, options: ImportRoutesOptions, resource: Resource): void {
  const { database, product, blobs, ports, calls, authenticate } = options;
  if (!canImport(resource)) return;
  const own = ownSaveOf(calls, resource);
  app.post(
    callPath(resource.service, importPath(resource), product),
    { config: { cost: 'import' } },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const user = await authenticate(request);
      requirePermission(user, verbPermission(resource, 'save'));
      if (own?.permission) requirePermission(user, own.permission);
      const save: SaveRecord = own
        ? saveByCall(own, { blobs, ports, user, now: nowText(), request, reply })
        : (at, record) => at.transaction((tx) => saveRow(tx, resource, record, { user, deviceId: deviceIdOf(request), opId: null }));
      return ok(await importRecords({ database, resource, user, save, ...sheetIn(resource, request.body) }));
    },
  );
}
