import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  type PgColumn,
  type PgTableWithColumns,
} from 'drizzle-orm/pg-core';
import type { Field } from '#domain/kernel/fields.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { columnOf, idColumn, momentColumn, snakeCase } from './columns.ts';

/** Columns of every described table. `version` counts saves; `changeSeq` orders changes for the desks' deltas. */
export const baseColumns = () => ({
  id: idColumn('id').notNull(),
  tenantId: text('tenant_id').notNull(),
  isDisable: smallint('is_disable').notNull().default(0),
  createUser: idColumn('create_user'),
  createTime: momentColumn('create_time')
    .notNull()
    .default(sql`now()`),
  updateUser: idColumn('update_user'),
  updateTime: momentColumn('update_time')
    .notNull()
    .default(sql`now()`),
  isDeleted: smallint('is_deleted').notNull().default(0),
  version: integer('version').notNull().default(1),
  changeSeq: bigint('change_seq', { mode: 'number' }).notNull().default(0),
  /** 1- and 2-grams of the searched texts: trigram indexes do not serve Chinese names of two characters. */
  grams: text('grams').array(),
  /** Code, pinyin and initials of the row's name: what a picker's `keyword` is compared with, and the order by pinyin. */
  searchKey: text('search_key'),
});

type BaseName = keyof ReturnType<typeof baseColumns>;
type AnyColumn = PgColumn<{
  name: string;
  tableName: string;
  dataType: any;
  columnType: string;
  data: any;
  driverParam: unknown;
  notNull: false;
  hasDefault: false;
  isPrimaryKey: false;
  isAutoincrement: false;
  hasRuntimeDefault: false;
  enumValues: undefined;
  baseColumn: never;
  generated: undefined;
  identity: undefined;
}>;

/** The table of a described resource, with its fields' own names as keys. */
export type ResourceTable<Names extends string = string> = PgTableWithColumns<{
  name: string;
  schema: undefined;
  dialect: 'pg';
  columns: Record<Names | BaseName, AnyColumn>;
}>;

const tables = new Map<string, unknown>();

/** Text kinds whose parts can be searched for. */
export const searchedTextKinds: ReadonlySet<Field['kind']> = new Set(['text', 'longText', 'code']);

/**
 * The table of a resource, derived from its description alone; one object per resource name.
 * A unique field gets a partial unique index over living rows of a tenant, without regard to case.
 */
export function tableOf<R extends Resource>(resource: R): ResourceTable<keyof R['fields'] & string> {
  const known = tables.get(resource.name);
  if (known) return known as ResourceTable<keyof R['fields'] & string>;
  if (resource.view) throw new Error(`${resource.name} is a view and has no table`);
  const fields = Object.entries<Field>(resource.fields);
  const name = snakeCase(resource.name);
  const columns = { ...baseColumns(), ...Object.fromEntries(fields.map(([key, field]) => [key, columnOf(key, field)])) };
  const table = pgTable(name, columns as ReturnType<typeof baseColumns>, (made) => {
    const column = (key: string) => (made as unknown as Record<string, typeof made.id>)[key]!;
    return [
      // The id alone finds a row; the tenant stands in the key so that the table can be spread by tenant.
      primaryKey({ name: `${name}_pk`, columns: [made.id, made.tenantId] }),
      ...fields
        .filter(([, field]) => field.unique)
        .map(([key]) =>
          uniqueIndex(`${name}_${snakeCase(key)}_uq`)
            .on(made.tenantId, foldsCase(resource.fields[key]!) ? sql`lower(${column(key)})` : column(key))
            .where(sql`is_deleted = 0`),
        ),
      ...fields.filter(([, field]) => isIndexed(field)).map(([key]) => index(`${name}_${snakeCase(key)}_ix`).on(made.tenantId, column(key))),
      index(`${name}_change_ix`).on(made.tenantId, made.changeSeq),
      index(`${name}_order_ix`).on(
        made.tenantId,
        column(resource.order ?? 'createTime')
          .desc()
          .nullsFirst(),
        made.id,
      ),
      ...(hasSearchedText(resource) ? [index(`${name}_grams_ix`).using('gin', made.grams)] : []),
    ];
  });
  tables.set(resource.name, table);
  return table as unknown as ResourceTable<keyof R['fields'] & string>;
}

/** Texts that differ in case alone count as equal. */
export function foldsCase(field: Field): boolean {
  return searchedTextKinds.has(field.kind);
}

/** Equality filters get an index; unique ones have theirs, texts are found through their grams. */
function isIndexed(field: Field): boolean {
  return (
    !field.unique &&
    (field.kind === 'ref' ||
      (field.search === true &&
        !searchedTextKinds.has(field.kind) &&
        field.kind !== 'refList' &&
        field.kind !== 'choiceList' &&
        field.kind !== 'rows' &&
        field.kind !== 'json'))
  );
}

/** True where some text of the resource can be searched. */
export function hasSearchedText(resource: Resource): boolean {
  return searchedTexts(resource).length > 0;
}

/** Names of the text fields whose grams are stored: searched ones and those that name the row. */
export function searchedTexts(resource: Resource): string[] {
  const { code, name } = resource.display;
  return Object.entries(resource.fields)
    .filter(([key, field]) => searchedTextKinds.has(field.kind) && (field.search || key === code || key === name))
    .map(([key]) => key);
}
