import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { inLanguage, type Language } from '#domain/kernel/label.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { callPath } from '#domain/kernel/services.ts';
import { languageOf, UserError } from '#server/kernel/core/answers.ts';
import { JsonRows } from '#server/kernel/http/longAnswers.ts';
import { plainText } from '#server/kernel/core/plainText.ts';
import { hasSecretName, refNameOf, wireName } from '#domain/kernel/wireNames.ts';
import { keptSecret } from '#server/kernel/resource/resourceWire.ts';

/** Who asks, and whether their programme speaks the family's public flavour; null where nobody is signed in. */
export type Asking = (request: FastifyRequest) => Promise<(ActingUser & { readonly isPublicFlavour: boolean }) | null>;
interface Options {
  readonly product: string;
  readonly resources: readonly Resource[];
  readonly asking: Asking;
}
type Row = Record<string, unknown>;

/** The public flavour's own words for fields, where they differ from ours (docs/wire.md#system-resources). */
const otherNames: Readonly<Record<string, Readonly<Record<string, string>>>> = { tenant: { domain: 'domainUrl' } };
/** Its forms name the tenant a row belongs to. */
const namesTenant: ReadonlySet<string> = new Set(['userAccount', 'role', 'department', 'post']);

/**
 * Speaks the public flavour's JSON (docs/wire.md#json) to clients that signed in by it, on the very calls everybody uses: no
 * nulls and comma lists going out, the same read back coming in. A value that is not changed comes back as it was.
 */
export function registerPublicFlavour(app: FastifyInstance, { product, resources, asking }: Options): void {
  const byPath = new Map<string, Resource>();
  for (const resource of resources) {
    const path = callPath(resource.service, resource.path, product);
    if (!resource.view && !byPath.has(path)) byPath.set(path, resource);
  }
  const resourceOf = (request: FastifyRequest): Resource | undefined =>
    byPath.get((request.routeOptions.url ?? '').split('/').slice(0, -1).join('/'));

  app.addHook('preHandler', async (request) => {
    const user = await asking(request);
    if (!user?.isPublicFlavour) return;
    const query = request.query as Row;
    // Its addresses spell what was not filled in (exports).
    for (const [name, value] of Object.entries(query)) if (value === 'undefined' || value === 'null') delete query[name];
    if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body)) return;
    const resource = resourceOf(request);
    if (!resource) return;
    const record = request.body as Row;
    const { tenantId } = record;
    if (namesTenant.has(resource.name) && typeof tenantId === 'string' && tenantId !== '' && tenantId !== user.tenantId)
      throw new UserError(400, ['只能维护本租户的数据', 'Only data of your own tenant can be changed here']);
    request.body = asRead(resource, record);
  });

  app.addHook('preSerialization', async (request, _reply, payload) => {
    const answer = payload as { readonly code?: unknown; readonly data?: unknown } | null;
    if (answer === null || typeof answer !== 'object' || answer.code !== 200 || !('data' in answer)) return payload;
    const user = await asking(request);
    if (!user?.isPublicFlavour) return payload;
    const resource = resourceOf(request);
    const written = asWritten(answer.data, { resource, language: languageOf(request), tenantId: user.tenantId });
    return { ...answer, data: written === '' && answer.data === null ? {} : written };
  });
}

const isNumber = ({ kind, choices }: Field): boolean =>
  ['integer', 'decimal', 'yesNo'].includes(kind) || (kind === 'choice' && choices?.options.every(({ code }) => typeof code === 'number') === true);
const isList = ({ kind }: Field): boolean => kind === 'refList' || kind === 'choiceList';
/** -1 stands for "no number" where it cannot be one. */
const standsForNull = (field: Field): boolean =>
  isNumber(field) && (field.choices ? field.choices.labelOf(-1) === undefined : field.kind === 'yesNo' || (field.min ?? -1) >= 0);

function asRead(resource: Resource, record: Row): Row {
  const read: Row = { ...record };
  for (const [theirs, ours] of Object.entries(otherNames[resource.name] ?? {})) if (theirs in read) read[ours] = read[theirs];
  for (const [name, field] of Object.entries<Field>(resource.fields)) {
    const wire = wireName(name, field);
    if (standsForNull(field) && plainText(read[wire]) === '-1') read[wire] = null;
    if (field.isSecret && read[wire] === keptSecret) delete read[wire];
  }
  return read;
}

interface Writing {
  readonly resource: Resource | undefined;
  readonly language: Language;
  readonly tenantId: string;
}

function asWritten(value: unknown, writing: Writing): unknown {
  if (value === null || value === undefined) return '';
  if (value instanceof JsonRows) return asWritten(value.toJSON(), writing);
  if (Array.isArray(value)) return value.map((one) => (one === null ? '' : asWritten(one, writing)));
  if (typeof value !== 'object') return value;
  const row = { ...(value as Row) };
  // A page is no row: its rows are.
  if (writing.resource && !Array.isArray(row['records'])) describe(row, writing.resource, writing);
  for (const [name, one] of Object.entries(row)) row[name] = asWritten(one, writing);
  return row;
}

/** What the description knows of a row's values. */
function describe(row: Row, resource: Resource, { language, tenantId }: Writing): void {
  if (namesTenant.has(resource.name)) row['tenantId'] ??= tenantId;
  for (const [name, field] of Object.entries<Field>(resource.fields)) {
    const wire = wireName(name, field);
    if (!(wire in row)) continue;
    const value = row[wire];
    if (isList(field)) {
      row[wire] = joined(value);
      const names = row[refNameOf(wire)];
      if (Array.isArray(names)) row[refNameOf(wire)] = joined(names);
    } else if (field.isSecret) {
      if (value === null && row[hasSecretName(wire)] === 1) row[wire] = keptSecret;
    } else if (value === null && standsForNull(field)) row[wire] = -1;
    // A key of a dictionary is a number there (docs/wire.md#system-resources).
    else if (wire === 'dictKey' && /^-?\d{1,9}$/.test(plainText(value))) row[wire] = Number(value);
    const label = field.kind === 'choice' && value !== null ? field.choices?.labelOf(value) : undefined;
    if (label) row[`${wire}Name`] ??= inLanguage(label, language);
  }
  for (const [theirs, ours] of Object.entries(otherNames[resource.name] ?? {})) row[theirs] = row[ours] ?? '';
}

const joined = (value: unknown): string => (Array.isArray(value) ? value.map(plainText).join(',') : plainText(value));
