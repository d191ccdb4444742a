import { z } from 'zod';
import { fieldsSchema } from '#domain/kernel/check.ts';
import type { Command } from '#domain/kernel/command.ts';
import { fileAnswer } from '#domain/kernel/contract.ts';
import type { Field } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { bodyShape, manyAnswer } from '#domain/kernel/many.ts';
import { canImport, historyPath, importPath, verbPermission, wireVerbs, type Resource, type Verb } from '#domain/kernel/resource.ts';
import { recordBodies, recordFields, rowShape } from '#domain/kernel/resourceShapes.ts';
import { callPath } from '#domain/kernel/services.ts';
import { wireName } from '#domain/kernel/wireNames.ts';
import { importBody } from '#domain/sheet/importCall.ts';
import type { Call } from '#server/kernel/http/serve.ts';

export interface OpenApiOptions {
  readonly product: string;
  readonly version: string;
  readonly resources: readonly Resource[];
  readonly commands: readonly Command[];
  readonly calls: readonly Call[];
}

type Json = Record<string, unknown>;
export interface Operation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly operationId: string;
  readonly parameters?: readonly Json[];
  readonly requestBody?: Json;
  readonly responses: Json;
}
export interface OpenApi extends Json {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** The whole contract as OpenAPI 3.1. */
export function openApiOf({ product, version, resources, commands, calls }: OpenApiOptions): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {};
  const schemas: Record<string, Json> = {};
  const add = (path: string, method: 'get' | 'post', operation: Operation): void => {
    // A hand-written call stands before the resource's verb of the same path.
    (paths[path] ??= {})[method] ??= operation;
  };
  for (const call of calls) {
    const operation = callOperation(call);
    add(callPath(call.service, call.path, product), call.method === 'GET' ? 'get' : 'post', named(operation, operation.operationId, schemas));
  }
  for (const command of commands) add(callPath(command.service, command.path, product), 'post', commandOperation(command));
  for (const resource of resources) {
    const row = schemaName(resource);
    schemas[row] = rowSchema(resource);
    for (const verb of Object.keys(verbOperations) as Verb[]) {
      for (const segment of wireVerbs(resource, verb)) {
        const isRead = verb === 'page' || verb === 'list' || verb === 'detail';
        add(callPath(resource.service, `${resource.path}/${segment}`, product), isRead ? 'get' : 'post', {
          tags: [resource.title[1]],
          operationId: `${resource.name}.${segment}`,
          ...both([`${resource.title[0]}: ${verbTitles[verb][0]}`, `${resource.title[1]}: ${verbTitles[verb][1]}`], verbPermission(resource, verb)),
          ...verbOperations[verb](resource, { $ref: `#/components/schemas/${row}` }),
        });
      }
    }
    if (!resource.view)
      add(callPath(resource.service, historyPath(resource), product), 'get', {
        tags: [resource.title[1]],
        operationId: `${resource.name}.history`,
        ...both([`${resource.title[0]}: 变更记录`, `${resource.title[1]}: changes`], verbPermission(resource, 'detail')),
        parameters: [parameter(resource.id, { type: 'string' }, '', true), ...pagingParameters.slice(0, 2)],
        responses: answers({ type: 'object', description: 'a page of who, when, before and after' }),
      });
    if (canImport(resource))
      add(callPath(resource.service, importPath(resource), product), 'post', {
        tags: [resource.title[1]],
        operationId: `${resource.name}.import`,
        ...both([`${resource.title[0]}: 导入`, `${resource.title[1]}: import`], verbPermission(resource, 'save')),
        requestBody: bodyOf(json(importBody)),
        responses: answers({ type: 'array', items: { type: 'object', description: 'line, outcome, problems, warnings' } }),
      });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Accession 接样台',
      version,
      description:
        'Every answer is the envelope {code, success, data, msg}; success is code 200. Times are yyyy-MM-dd HH:mm:ss, Asia/Shanghai. Ids are strings.',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: { securitySchemes: { bearer: { type: 'apiKey', in: 'header', name: 'Blade-Auth', description: 'bearer <access_token>' } }, schemas },
  };
}

const verbTitles: Readonly<Record<Verb, Label>> = {
  page: ['分页', 'page'],
  list: ['列表', 'list'],
  detail: ['详情', 'detail'],
  save: ['保存', 'save'],
  enable: ['启用', 'enable'],
  disable: ['停用', 'disable'],
  remove: ['删除', 'remove'],
};

const verbOperations: Readonly<Record<Verb, (resource: Resource, row: Json) => Omit<Operation, 'tags' | 'summary' | 'operationId'>>> = {
  page: (resource, row) => ({
    parameters: [...pagingParameters, ...filterParameters(resource)],
    responses: answers({
      type: 'object',
      properties: {
        records: { type: 'array', items: row },
        total: { type: 'integer' },
        size: { type: 'integer' },
        current: { type: 'integer' },
        pages: { type: 'integer' },
      },
    }),
  }),
  list: (resource, row) => ({
    parameters: [
      parameter('keyword', { type: 'string' }, '名称、编号、拼音或首字母 / name, code, pinyin or initials'),
      ...filterParameters(resource),
    ],
    responses: answers({ type: 'array', items: row }),
  }),
  detail: (resource, row) => ({ parameters: [parameter(resource.id, { type: 'string' }, '', true)], responses: answers(row) }),
  save: (resource) => ({
    parameters: [idempotencyKey],
    requestBody: bodyOf({ ...json(fieldsSchema(resource.fields)), ...idAndVersion(resource) }),
    responses: answers({ type: 'object', properties: { id: { type: 'string' } } }),
  }),
  enable: () => ({ parameters: [idsParameter, idempotencyKey], responses: answers({ type: 'boolean' }) }),
  disable: () => ({ parameters: [idsParameter, idempotencyKey], responses: answers({ type: 'boolean' }) }),
  remove: () => ({ parameters: [idsParameter, idempotencyKey], responses: answers({ type: 'boolean' }) }),
};

const parameter = (name: string, schema: Json, description = '', required = false, where = 'query'): Json => ({
  name,
  in: where,
  schema,
  ...(description ? { description } : {}),
  ...(required ? { required } : {}),
});
const pagingParameters = [
  parameter('current', { type: 'integer', default: 1 }),
  parameter('size', { type: 'integer', default: 10 }),
  parameter('ascs', { type: 'string' }),
  parameter('descs', { type: 'string' }),
  parameter('keyword', { type: 'string' }),
];
const idsParameter = parameter('ids', { type: 'string' }, 'comma list', true);
const idempotencyKey = parameter('Idempotency-Key', { type: 'string' }, '', false, 'header');
const schemaName = (resource: Resource): string => resource.name[0]!.toUpperCase() + resource.name.slice(1);
const title = (label: Label): string => `${label[0]} / ${label[1]}`;

function filterParameters(resource: Resource): Json[] {
  return Object.entries<Field>(resource.fields)
    .filter(([, field]) => field.search)
    .flatMap(([name, field]) => {
      const wire = wireName(name, field);
      if (field.kind === 'date' || field.kind === 'dateTime')
        return [`${wire}Begin`, `${wire}End`].map((one) => parameter(one, { type: 'string' }, title(field.label)));
      return [parameter(wire, { type: 'string' }, title(field.label))];
    });
}

function idAndVersion(resource: Resource): Json {
  const properties = json(fieldsSchema(resource.fields))['properties'] as Json;
  return {
    properties: {
      id: { type: 'string', description: 'empty: insert' },
      version: { type: 'integer', description: 'refused with 409 where it is not the stored one' },
      ...properties,
    },
  };
}

/** What a row looks like on the wire. */
const rowSchema = (resource: Resource): Json => ({ title: title(resource.title), ...json(rowShape(resource)) });

const answerShape = ({ many, answer }: Command): Json => (many ? json(z.array(manyAnswer)) : answer ? json(answer) : {});

function commandOperation(command: Command): Operation {
  const refusals = Object.entries(command.refusals).map(([code, label]) => `- \`${code}\` ${title(label)}`);
  return {
    tags: ['Steps'],
    operationId: command.name,
    ...both(command.title, command.permission, [`offline: ${command.offline ? 'yes' : 'no'}`, ...refusals]),
    parameters: [idempotencyKey],
    requestBody: bodyOf(json(bodyShape(command))),
    responses: { ...answers(answerShape(command)), 409: { description: 'conflict' } },
  };
}

function callOperation(call: Call): Operation {
  const query = call.query ? json(call.query) : {};
  const required = (query['required'] as string[] | undefined) ?? [];
  const parameters = Object.entries((query['properties'] as Record<string, Json> | undefined) ?? {}).map(([name, schema]) =>
    parameter(name, schema, '', required.includes(name)),
  );
  return {
    tags: ['Calls'],
    operationId: `${call.method} ${call.service}/${call.path}`,
    ...both(call.title, call.permission, call.repeats ? [`repeats: ${title(call.repeats)}`] : []),
    parameters: call.method === 'POST' && call.answer && !call.repeats ? [...parameters, idempotencyKey] : parameters,
    ...(call.method === 'POST'
      ? {
          requestBody: call.multipart
            ? { content: { 'multipart/form-data': { schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } } } } }
            : bodyOf(call.body ? json(call.body) : { type: 'object' }),
        }
      : {}),
    responses: call.answer === fileAnswer ? files : answers(call.answer ? json(call.answer) : {}),
  };
}

/** Parts that contain themselves (trees) get a name of the document's own: what refers to them within a schema would else lead nowhere. */
function named<Part>(part: Part, place: string, schemas: Record<string, Json>): Part {
  if (part === null || typeof part !== 'object') return part;
  const { $defs: defs, ...rest } = part as Json;
  if (Array.isArray(part)) return part.map((one: unknown) => named(one, place, schemas)) as Part;
  const parts = Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, named(one, place, schemas)]));
  if (!defs) return parts as Part;
  const nameOf = (name: string): string => `${place}.${name}`.replaceAll(/[^\w.-]/g, '.');
  const moved = <One>(one: One): One =>
    JSON.parse(JSON.stringify(one).replaceAll(/"#\/\$defs\/(\w+)"/g, (_all, name: string) => `"#/components/schemas/${nameOf(name)}"`));
  for (const [name, one] of Object.entries(defs as Json)) schemas[nameOf(name)] = moved(named(one as Json, place, schemas));
  return moved(parts) as Part;
}

function both(label: Label, permission: string | null, more: readonly string[] = []): { summary: string; description: string } {
  return { summary: title(label), description: [`permission: ${permission ?? '-'}`, ...more].join('\n') };
}

const bodyOf = (schema: Json): Json => ({ required: true, content: { 'application/json': { schema } } });
const answers = (data: Json): Json => ({
  200: {
    description: 'ok',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: { code: { type: 'integer', const: 200 }, success: { type: 'boolean' }, data, msg: { type: 'string' } },
        },
      },
    },
  },
  ...refused,
});

const refused = {
  400: { description: 'malformed or faulty fields (problems[])' },
  401: { description: 'no valid token' },
  403: { description: 'not permitted' },
};
const files: Json = {
  200: { description: 'the file', content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } },
  ...refused,
};

function json(schema: z.ZodType): Json {
  const { $schema: _dialect, ...made } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const record = recordBodies.get(zodSchema as never);
      if (record) Object.assign(jsonSchema, json(recordFields(record.resource)));
      // Whatever else it holds is taken and left out.
      if (zodSchema._zod.def.type === 'object' && typeof jsonSchema.additionalProperties === 'object') jsonSchema.additionalProperties = true;
    },
  }) as Json;
  return made;
}
