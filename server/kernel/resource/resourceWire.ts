import type { Field, FieldKind } from '#domain/kernel/fields.ts';
import { canDisable, type Resource } from '#domain/kernel/resource.ts';
import { hasSecretName, secretNames, wireName } from '#domain/kernel/wireNames.ts';
import { snakeCase } from '#server/storage/columns.ts';
import { fenOf, yuanOf } from '#server/kernel/core/money.ts';

/** A row as it came from the database: snake_case columns, bigints and moments as text. */
export type StoredRow = Readonly<Record<string, unknown>>;

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const given = (value: unknown): boolean => value !== null && value !== undefined;
const asNumber = (value: unknown): unknown => (given(value) ? Number(value) : null);
const asIs = (value: unknown): unknown => value ?? null;
const asText = (value: unknown): unknown => (given(value) ? String(value) : null);

/** How a stored value is spelled on the wire, by kind. */
const toWireByKind: Readonly<Record<FieldKind, (value: unknown) => unknown>> = {
  text: asIs,
  longText: asIs,
  code: asIs,
  integer: asNumber,
  decimal: asNumber,
  money: (value) => (given(value) ? yuanOf(Number(value)) : null),
  yesNo: asNumber,
  choice: asIs,
  choiceList: list,
  date: (value) => (given(value) ? String(value).slice(0, 10) : null),
  dateTime: (value) => (given(value) ? String(value).slice(0, 19) : null),
  ref: asText,
  refList: (value) => list(value).map(String),
  rows: asIs,
  json: asIs,
};

/** Stands for a stored secret wherever its field is read. */
export const keptSecret = '••••••••';

/** One value on the wire. */
export function toWire(field: Field, value: unknown): unknown {
  if (field.isBoolean && given(value)) return Number(value) === 1;
  return toWireByKind[field.kind](value);
}

/** A stored row under the wire's names, with the columns every resource has. Names of referred rows are added by `nameRefs`. */
export function rowOnWire(resource: Resource, row: StoredRow): Record<string, unknown> {
  const id = String(row['id']);
  const made: Record<string, unknown> = { id, [resource.id]: id };
  for (const [name, field] of Object.entries<Field>(resource.fields))
    made[wireName(name, field)] = field.isSecret ? null : toWire(field, row[snakeCase(name)]);
  for (const name of secretNames(resource)) made[hasSecretName(wireName(name, resource.fields[name]!))] = given(row[snakeCase(name)]) ? 1 : 0;
  if (resource.view) return made;
  const isDisable = Number(row['is_disable']);
  return Object.assign(made, {
    isDisable,
    ...(canDisable(resource) ? { disable: resource.isDisableBoolean ? isDisable === 1 : isDisable } : {}),
    version: Number(row['version']),
    createUser: asText(row['create_user']),
    createTime: String(row['create_time']).slice(0, 19),
    updateUser: asText(row['update_user']),
    updateTime: String(row['update_time']).slice(0, 19),
  });
}

/** The fields of a posted record under their own names; keys that were not sent are absent. Lists may come as comma text. */
export function fieldsFromWire(resource: Resource, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [name, field] of Object.entries<Field>(resource.fields)) {
    const wire = wireName(name, field);
    const value = Object.hasOwn(body, wire) ? body[wire] : body[name];
    if (value === undefined || (field.isSecret && (value === null || value === ''))) continue;
    const isList = field.kind === 'refList' || field.kind === 'choiceList';
    if (isList && typeof value === 'string')
      made[name] = value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean);
    // The family writes "no parent" as 0.
    else made[name] = field.kind === 'ref' && (value === '0' || value === 0) ? null : value;
  }
  return made;
}

/** A stored row in the form `check` reads, so that a save may send only what it changes. */
export function fieldsFromRow(resource: Resource, row: StoredRow): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries<Field>(resource.fields).map(([name, field]) => {
      const value = row[snakeCase(name)];
      return [name, field.isSecret ? (given(value) ? keptSecret : null) : toWire(field, value)];
    }),
  );
}

/** Checked values as they are stored. */
export function toStored(resource: Resource, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      resource.fields[name]?.kind === 'money' && typeof value === 'string' ? fenOf(value) : value,
    ]),
  );
}
