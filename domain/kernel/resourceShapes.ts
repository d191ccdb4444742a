import { z } from 'zod';
import { fieldSchema } from './check.ts';
import { anyJson, paging, parameters, shape, type Contract } from './contract.ts';
import type { Field, FieldKind } from './fields.ts';
import type { Label } from './label.ts';
import { canDisable, verbPermission, type Resource } from './resource.ts';
import { authorAliases, hasSecretName, refCodeOf, refNameOf, secretNames, wireName } from './wireNames.ts';

const text = z.string().nullable();
const number = z.number().nullable();
const code = (field: Field): z.ZodType => (field.choices ? z.literal(field.choices.options.map((option) => option.code)) : z.string());

/** How a value stands on the wire, by kind. */
const valueShapes: Readonly<Record<FieldKind, (field: Field) => z.ZodType>> = {
  text: () => text,
  longText: () => text,
  code: () => text,
  integer: () => number,
  decimal: () => number,
  money: () => text,
  yesNo: () => number,
  choice: (field) => code(field).nullable(),
  choiceList: (field) => z.array(code(field)),
  date: () => text,
  dateTime: () => text,
  ref: () => text,
  refList: () => z.array(z.string()),
  rows: () => anyJson,
  json: () => anyJson,
};
const valueShape = (field: Field): z.ZodType =>
  field.isSecret ? z.null() : field.isBoolean ? z.boolean().nullable() : valueShapes[field.kind](field);

const bilingual = (label: Label): string => `${label[0]} / ${label[1]}`;
const said = ({ label, unit, choices }: Field): string =>
  [bilingual(label), unit, ...(choices?.options.map((one) => `${one.code} ${bilingual(one.label)}`) ?? [])].filter(Boolean).join('; ');

/** The id of the record that was saved. */
export const savedId = shape({ id: z.string() });

/** Rows are the same however often they are asked for. */
const known = new WeakMap<Resource, z.ZodObject>();

/** A row of a described resource on the wire: its fields, the names and codes of what they refer to, and what every row has. */
export function rowShape(resource: Resource): z.ZodObject {
  let row = known.get(resource);
  if (!row) known.set(resource, (row = makeRow(resource)));
  return row;
}

function makeRow(resource: Resource): z.ZodObject {
  const row: Record<string, z.ZodType> = { id: z.string(), [resource.id]: z.string() };
  const refs: (readonly [wire: string, isList: boolean])[] = [];
  for (const [name, field] of Object.entries<Field>(resource.fields)) {
    const wire = wireName(name, field);
    row[wire] = valueShape(field).describe(said(field));
    if (field.isSecret) row[hasSecretName(wire)] = z.literal([0, 1]);
    if (field.ref) refs.push([wire, field.kind === 'refList']);
  }
  if (!resource.view) {
    const common = { version: z.int(), createUser: text, createTime: z.string(), updateUser: text, updateTime: z.string() };
    Object.assign(row, { isDisable: z.int(), ...common });
    if (canDisable(resource)) row['disable'] = resource.isDisableBoolean ? z.boolean() : z.int();
    refs.push(['createUser', false], ['updateUser', false]);
  }
  for (const [wire, isList] of refs) {
    row[refNameOf(wire)] ??= isList ? z.array(z.string()).optional() : text.optional();
    // Of what has codes.
    if (!isList) row[refCodeOf(wire)] ??= text.optional();
  }
  for (const [name, of] of authorAliases) if (of in row) row[name] ??= text.optional();
  return shape(row);
}

/** A record of a described resource as it is saved: the record says by itself what is wrong with it, so nothing is refused before. */
export function recordBody(resource: Resource): z.ZodObject<Record<never, never>, z.core.$loose> {
  return z.looseObject({}).register(recordBodies, { resource });
}
/** Which bodies are records, and of what: a document of the calls names their fields. */
export const recordBodies = z.registry<{ readonly resource: Resource }>();

/** What a save takes, for documents. */
export function recordFields(resource: Resource): z.ZodObject {
  const writable = Object.entries<Field>(resource.fields).filter(([, field]) => !field.readOnly);
  const given = writable.map(([name, field]) => [
    wireName(name, field),
    (field.required ? fieldSchema(field) : fieldSchema(field).nullish()).meta({
      description: bilingual(field.label),
      ...(field.isSecret ? { writeOnly: true } : {}),
    }),
  ]);
  return z.object({
    id: z.string().optional().describe('empty: insert'),
    version: z.int().optional().describe('refused with 409 where it is not the stored one'),
    ...Object.fromEntries(given),
  });
}

const moments: ReadonlySet<FieldKind> = new Set(['date', 'dateTime']);

/** What a described list may be asked with. Any field filters by any of the family's suffixes, too: what is not named here is not refused. */
export function listParameters<const Name extends string = never>(resource: Resource, ...more: readonly Name[]) {
  const searched = Object.entries<Field>(resource.fields).filter(([, field]) => field.search);
  const names = searched.flatMap(([name, field]) => {
    const wire = wireName(name, field);
    return moments.has(field.kind) ? [`${wire}Begin`, `${wire}End`] : [wire];
  });
  const all = parameters<(typeof paging)[number] | 'ids' | 'isDisable' | Name>(...paging, 'ids', 'isDisable', ...more);
  // Which fields are searched is not known to the compiler.
  return z.looseObject({ ...(parameters(...names).shape as Record<never, never>), ...all.shape });
}

/** Saving a record by hand, in place of the described save: what stands before and after it is the handler's. */
export const savedRecord = <const R extends Resource>(resource: R) =>
  ({
    title: [`保存${resource.title[0]}`, `Save: ${resource.title[1]}`] as Label,
    permission: verbPermission(resource, 'save'),
    body: recordBody(resource),
    unhashed: secretNames(resource),
    answer: savedId,
  }) satisfies Contract;
