import { bigint, customType, integer, jsonb, numeric, smallint, text } from 'drizzle-orm/pg-core';
import type { Field, FieldKind } from '#domain/kernel/fields.ts';

/** An id: bigint in the database, decimal text in code (2^53 is too small for it). */
export const idColumn = customType<{ data: string; driverData: string | number }>({
  dataType: () => 'bigint',
  fromDriver: String,
});

/**
 * A moment: `timestamptz` in the database, `yyyy-MM-dd HH:mm:ss` of Asia/Shanghai in code. Every session of the
 * database runs in that time zone, so its text is cut, never converted; whole seconds, so that ranges end exactly.
 */
export const momentColumn = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp (0) with time zone',
  fromDriver: (value) => value.slice(0, 19),
});

/** A calendar date, `yyyy-MM-dd`. */
export const dayColumn = customType<{ data: string; driverData: string }>({ dataType: () => 'date' });

/** True where all codes of a choice are numbers: then the column is one. */
function hasNumberCodes(field: Field): boolean {
  return field.choices?.options.every(({ code }) => typeof code === 'number') ?? false;
}

/** The column of a field, by its kind: exhaustive, so that a new kind cannot be forgotten. */
const columnsByKind = {
  text: (name: string) => text(name),
  longText: (name: string) => text(name),
  code: (name: string) => text(name),
  integer: (name: string) => bigint(name, { mode: 'number' }),
  decimal: (name: string, field: Field) => numeric(name, { precision: 18, scale: field.scale ?? 2, mode: 'number' }),
  /** Integer fen. */
  money: (name: string) => bigint(name, { mode: 'number' }),
  yesNo: (name: string) => smallint(name),
  choice: (name: string, field: Field) => (hasNumberCodes(field) ? integer(name) : text(name)),
  choiceList: (name: string, field: Field) => (hasNumberCodes(field) ? integer(name).array() : text(name).array()),
  date: (name: string) => dayColumn(name),
  dateTime: (name: string) => momentColumn(name),
  ref: (name: string) => idColumn(name),
  refList: (name: string) => idColumn(name).array(),
  rows: (name: string) => jsonb(name),
  json: (name: string) => jsonb(name),
} as const satisfies Record<FieldKind, (name: string, field: Field) => unknown>;

/** The column builder of a described field under its snake_case name. */
export function columnOf(name: string, field: Field) {
  return columnsByKind[field.kind](snakeCase(name), field);
}

/** `sendSampleClientId` -> `send_sample_client_id`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The columns every table of acts begins with. */
export const key = () => ({ id: idColumn('id').notNull(), tenantId: text('tenant_id').notNull() });
/** When a row was made and changed, and how often. */
export const times = () => ({
  createTime: momentColumn('create_time').notNull(),
  updateTime: momentColumn('update_time').notNull(),
  version: integer('version').notNull().default(1),
});
