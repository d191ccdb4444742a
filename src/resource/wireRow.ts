import type { Field } from '#domain/kernel/fields.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { type RowNaming, rowNaming, wireName } from '#domain/kernel/wireNames.ts';

/** A row as the server sent it: wire names, ids as text, names of referred rows beside their ids. */
export type WireRow = Readonly<Record<string, unknown>>;

/** The id of a row; '' where it has none. */
export function rowId(resource: Pick<RowNaming, 'id'>, row: WireRow): string {
  const id = row[resource.id] ?? row.id;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}

/** A row under the fields' own names, for a form. */
export function fieldsOfRow(resource: Resource, row: WireRow): Record<string, unknown> {
  return Object.fromEntries(Object.entries(resource.fields).map(([name, field]) => [name, row[wireName(name, field)] ?? row[name]]));
}

/** Checked values under the wire's names, ready to be posted. Fields the server sets are left out. */
export function bodyOfFields(resource: Resource, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries<Field>(resource.fields).filter(([name, field]) => !field.readOnly && name in values);
  return Object.fromEntries(entries.map(([name, field]) => [wireName(name, field), values[name]]));
}

const plain = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '');

/** What names a row to a person; a display that refers to another row is named by that one. */
export const rowName = (resource: Resource, row: WireRow): string => nameIn(rowNaming(resource), row);
export const nameIn = ({ nameKeys }: RowNaming, row: WireRow): string => plain(nameKeys.map((key) => row[key]).find((value) => value != null));

/** The code that stands before the name; '' where the resource has none. */
export const rowCode = (resource: Resource, row: WireRow): string => codeIn(rowNaming(resource), row);
export const codeIn = ({ codeKey }: RowNaming, row: WireRow): string => (codeKey ? plain(row[codeKey]) : '');
