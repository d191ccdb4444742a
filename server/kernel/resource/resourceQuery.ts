import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { isDate, isDateTime } from '#domain/kernel/dates.ts';
import type { Field, FieldKind } from '#domain/kernel/fields.ts';
import { isId } from '#domain/kernel/ids.ts';
import { canDisable, type Resource } from '#domain/kernel/resource.ts';
import { snakeCase } from '#server/storage/columns.ts';
import { containsPattern, gramsOfTerm, normalised } from '#server/storage/grams.ts';
import { anyId, anyText, keyHolds } from '#server/storage/sqlParts.ts';
import { hasSearchedText, searchedTexts } from '#server/storage/tables.ts';
import { malformed } from '#server/kernel/core/answers.ts';
import { findsPatients, patientNamed, patientShown, seesPatients, type PatientViewer } from '#server/kernel/core/patients.ts';
import { fenOf } from '#server/kernel/core/money.ts';
import { plainText } from '#server/kernel/core/plainText.ts';
import { wireName } from '#domain/kernel/wireNames.ts';
import type { View } from './views.ts';

export type Query = Readonly<Record<string, unknown>>;

/** One column of the rows being read (alias r). */
export const columnSql = (column: string): SQL => sql.raw(`r."${column}"`);

const textOf = (value: unknown): string => plainText(Array.isArray(value) ? value[0] : value).trim();

/** Page number and size of a list (docs/wire.md#pages); the search service says pageNum and pageSize. */
export function pagingOf(query: Query, largest = 500): { readonly current: number; readonly size: number } {
  const read = (names: readonly string[], otherwise: number, most: number): number => {
    const name = names.find((one) => textOf(query[one]) !== '');
    if (name === undefined) return otherwise;
    const value = Number(textOf(query[name]));
    if (!Number.isSafeInteger(value) || value < 0) throw malformed(name);
    return Math.min(Math.max(value, 1), most);
  };
  return { current: read(['current', 'pageNum', 'pageIndex'], 1, 1_000_000), size: read(['size', 'pageSize'], 10, largest) };
}

type Condition = (column: SQL, value: string, parameter: string) => SQL;

const equalsNumber: Condition = (column, value, parameter) => {
  const numbers = value.split(',').map(Number);
  if (numbers.some((number) => !Number.isFinite(number))) throw malformed(parameter);
  return numbers.length === 1 ? sql`${column} = ${numbers[0]}` : sql`${column} = any(${sql.param(numbers)}::numeric[])`;
};
/** 1 or 0; clients of the family also say true and false. What was never said is no. */
const equalsFlag: Condition = (column, value, parameter) => {
  const given = value.replaceAll('true', '1').replaceAll('false', '0');
  const found = equalsNumber(column, given, parameter);
  return given.split(',').includes('0') ? sql`(${found} or ${column} is null)` : found;
};
const equalsId: Condition = (column, value, parameter) => {
  const ids = value.split(',').map((id) => id.trim());
  if (ids.some((id) => !isId(id))) throw malformed(parameter);
  return ids.length === 1 ? sql`${column} = ${ids[0]}` : sql`${column} = ${anyId(ids)}`;
};
const equalsText: Condition = (column, value) => (value.includes(',') ? sql`${column} = ${anyText(value.split(','))}` : sql`${column} = ${value}`);
const onDay: Condition = (column, value, parameter) => {
  if (isDateTime(value)) return sql`${column} = ${value}`;
  if (!isDate(value)) throw malformed(parameter);
  return sql`${column} between ${`${value} 00:00:00`} and ${`${value} 23:59:59`}`;
};

/** The filter "equals" of each kind; texts are looked for, so they are not here. */
function equals(field: Field): Condition {
  const byKind: Readonly<Record<Exclude<FieldKind, 'json' | 'rows'>, Condition>> = {
    text: equalsText,
    longText: equalsText,
    code: equalsText,
    integer: equalsNumber,
    decimal: equalsNumber,
    money: (column, value) => sql`${column} = ${fenOf(value)}`,
    yesNo: equalsFlag,
    choice: (column, value, parameter) => {
      if (field.isBoolean) return equalsFlag(column, value, parameter);
      const isNumber = field.choices?.options.every(({ code }) => typeof code === 'number');
      return (isNumber ? equalsNumber : equalsText)(column, value, parameter);
    },
    choiceList: (column, value) => sql`exists (select 1 from unnest(${column}) one where one::text = ${anyText(value.split(','))})`,
    date: (column, value, parameter) => {
      if (!isDate(value.slice(0, 10))) throw malformed(parameter);
      return sql`${column} = ${value.slice(0, 10)}`;
    },
    dateTime: onDay,
    ref: equalsId,
    refList: (column, value, parameter) => {
      equalsId(column, value, parameter);
      return sql`${column} && ${sql.param(value.split(','))}::bigint[]`;
    },
  };
  return field.kind === 'json' || field.kind === 'rows' ? () => sql`true` : byKind[field.kind];
}

const textKinds: ReadonlySet<FieldKind> = new Set(['text', 'longText', 'code']);
const rangeKinds: ReadonlySet<FieldKind> = new Set(['date', 'dateTime', 'integer', 'decimal', 'money']);

/** The end of a range: a day ends with its last second. Throws UserError 400 for anything malformed. */
function bound(field: Field, value: string, isEnd: boolean, parameter: string): string | number {
  if (field.kind === 'dateTime') {
    if (isDateTime(value)) return value;
    if (!isDate(value)) throw malformed(parameter);
    return `${value} ${isEnd ? '23:59:59' : '00:00:00'}`;
  }
  if (field.kind === 'date') {
    if (!isDate(value.slice(0, 10))) throw malformed(parameter);
    return value.slice(0, 10);
  }
  if (!/^-?\d+(\.\d+)?$/.test(value)) throw malformed(parameter);
  return field.kind === 'money' ? fenOf(value) : Number(value);
}

/** `Begin` and `End` are the contract's; the rest are the family's suffixes (docs/wire.md#filters). */
const ranges: readonly (readonly [suffix: string, operator: string, isEnd: boolean])[] = [
  ['Begin', '>=', false],
  ['End', '<=', true],
  ['_ge', '>=', false],
  ['_gt', '>', true],
  ['_le', '<=', true],
  ['_lt', '<', false],
  ['_datege', '>=', false],
  ['_dategt', '>', true],
  ['_datele', '<=', true],
  ['_datelt', '<', false],
];

const escaped = (text: string): string => normalised(text).replace(/[\\%_]/g, '\\$&');

/** The rest of the family's suffixes (docs/wire.md#filters); `_ignore` says nothing, as does every parameter nobody knows. */
const suffixes: Readonly<Record<string, (column: SQL, field: Field, value: string, parameter: string) => SQL | undefined>> = {
  _equal: (column, field, value, parameter) => equals(field)(column, value, parameter),
  _dateequal: (column, field, value, parameter) => (rangeKinds.has(field.kind) ? equals(field)(column, value, parameter) : undefined),
  _notequal: (column, field, value, parameter) => sql`(${equals(field)(column, value, parameter)}) is not true`,
  // Named after where the wildcard stands.
  _likeleft: (column, field, value) => (textKinds.has(field.kind) ? sql`lower(${column}) like ${`%${escaped(value)}`}` : undefined),
  _likeright: (column, field, value) => (textKinds.has(field.kind) ? sql`lower(${column}) like ${`${escaped(value)}%`}` : undefined),
  _notlike: (column, field, value) => (textKinds.has(field.kind) ? sql`lower(${column}) like ${containsPattern(value)} is not true` : undefined),
  _null: (column) => sql`${column} is null`,
  _notnull: (column) => sql`${column} is not null`,
};

/** "Contains", through the stored grams where there are some; in a long view without them, "begins with". */
function contains(resource: Resource, name: string, term: string, view: View | undefined): SQL {
  const column = columnSql(snakeCase(name));
  const gramsColumn = resource.view ? view?.grams?.[name] : searchedTexts(resource).includes(name) ? 'grams' : undefined;
  if (resource.view && !gramsColumn) return sql`${column} like ${`${term.normalize('NFKC').replace(/[\\%_]/g, '\\$&')}%`}`;
  const like = sql`lower(${column}) like ${containsPattern(term)}`;
  return gramsColumn ? sql`(${columnSql(gramsColumn)} @> ${sql.param(gramsOfTerm(term))}::text[] and ${like})` : like;
}

/** Fields every table has, which lists may be filtered and sorted by. */
const commonFields: Readonly<Record<string, Field>> = {
  createTime: { kind: 'dateTime', label: ['创建时间', 'Created'] },
  updateTime: { kind: 'dateTime', label: ['更新时间', 'Updated'] },
  createUser: { kind: 'ref', label: ['创建人', 'Created by'] },
  updateUser: { kind: 'ref', label: ['更新人', 'Updated by'] },
};

/** Who asks for a list. */
type Asking = Pick<ActingUser, 'tenantId'> & PatientViewer['user'];
const isHidden = ({ patient }: Field, user: Asking | undefined): boolean => patient !== undefined && !(user && findsPatients({ user }));
/** Columns of a row (alias r) that are masked for its reader, under their own names. */
export const maskedColumns = (resource: Resource, user: Asking): readonly SQL[] =>
  Object.entries<Field>(resource.fields).flatMap(([name, field]) =>
    field.patient && !seesPatients({ user })
      ? [sql`${patientShown[field.patient](columnSql(snakeCase(name)))({ user })} as ${sql.identifier(snakeCase(name))}`]
      : [],
  );

/** The conditions a query puts on a list. Parameters it does not know are left alone; malformed values are a UserError 400. */
export function filtersOf(resource: Resource, query: Query, view?: View, user?: Asking): SQL[] {
  const found: SQL[] = [];
  const tenantId = user?.tenantId ?? '';
  const looked = (name: string, value: string): SQL => view?.find?.[name]?.(value, tenantId) ?? contains(resource, name, value, view);
  const given = (parameter: string): string => textOf(query[parameter]);
  const add = (name: string, field: Field): void => {
    const column = columnSql(snakeCase(name));
    for (const base of new Set([wireName(name, field), name])) {
      const value = given(base);
      // By a part of what is masked, whoever it hides would be found out letter by letter.
      if (isHidden(field, user)) {
        const gramsColumn = view?.grams?.[name];
        if (user && value) found.push(patientNamed({ user }, value, { column, ...(gramsColumn ? { grams: columnSql(gramsColumn) } : {}) })!);
        continue;
      }
      const like = given(`${base}_like`);
      for (const [suffix, condition] of Object.entries(suffixes)) {
        const asked = given(base + suffix);
        const made = asked ? condition(column, field, asked, base + suffix) : undefined;
        if (made) found.push(made);
      }
      if (value) found.push(textKinds.has(field.kind) ? looked(name, value) : equals(field)(column, value, base));
      if (like && textKinds.has(field.kind)) found.push(looked(name, like));
      if (!rangeKinds.has(field.kind)) continue;
      for (const [suffix, operator, isEnd] of ranges) {
        const limit = given(base + suffix);
        if (limit) found.push(sql`${column} ${sql.raw(operator)} ${bound(field, limit, isEnd, base + suffix)}`);
      }
    }
  };
  for (const [name, field] of Object.entries<Field>(resource.fields)) if (!field.isSecret) add(name, field);
  if (!resource.view) for (const [name, field] of Object.entries(commonFields)) if (!resource.fields[name]) add(name, field);
  const ids = given('ids') || given('id') || (Object.hasOwn(resource.fields, resource.id) ? '' : given(resource.id));
  if (ids && !Object.hasOwn(resource.fields, 'id')) found.push(equalsId(columnSql('id'), ids, 'ids'));
  // `disable` is the contract's other name for it (client/list).
  for (const name of canDisable(resource) ? ['isDisable', 'disable'] : [])
    if (given(name)) found.push(equalsFlag(columnSql('is_disable'), given(name), name));
  const keyword = given('keyword');
  // Each word must be found in the name, its pinyin, its initials or the code.
  if (keyword && !resource.view) for (const word of keyword.split(/\s+/)) found.push(keyHolds('r', word, hasSearchedText(resource)));
  return found;
}

const sortableByAll = ['createTime', 'updateTime', 'id'];

/** The order of a list: what `ascs` and `descs` ask for of the known columns, else the resource's own; ties by id. */
export function orderOf(resource: Resource, query: Query, user?: Asking): SQL {
  const parts: SQL[] = [];
  for (const [parameter, direction] of [
    ['ascs', 'asc'],
    ['descs', 'desc'],
  ] as const) {
    for (const asked of textOf(query[parameter]).split(',').filter(Boolean)) {
      const column = sortColumn(resource, asked, user);
      if (column) parts.push(sql`${columnSql(column)} ${sql.raw(direction)}`);
    }
  }
  if (parts.length === 0) {
    const name = resource.order ?? 'createTime';
    const kind = resource.fields[name]?.kind;
    // A number is a rank, a time is an age: lowest rank first, newest first.
    const isRank = kind === 'integer' || kind === 'decimal';
    parts.push(sql`${columnSql(snakeCase(name))} ${sql.raw(isRank ? 'asc' : 'desc')}`);
  }
  return sql.join([...parts, columnSql('id')], sql`, `);
}

function sortColumn(resource: Resource, asked: string, user: Asking | undefined): string | undefined {
  const plain = asked.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  const open = Object.entries<Field>(resource.fields).filter(([, field]) => !field.isSecret && !isHidden(field, user));
  const entry = open.find(([name, field]) => name === plain || field.wire === plain || name === asked);
  const name = entry?.[0] ?? (sortableByAll.includes(plain) && (!resource.view || plain === 'id') ? plain : undefined);
  if (
    name === undefined ||
    (entry && (entry[1].kind === 'json' || entry[1].kind === 'rows' || entry[1].kind === 'refList' || entry[1].kind === 'choiceList'))
  )
    return undefined;
  // Chinese names by pinyin, not by code point.
  if (name === resource.display.name && !resource.view && entry && textKinds.has(entry[1].kind)) return 'search_key';
  return snakeCase(name);
}

/** The column that says whose laboratory's a row is; a laboratory is its own. */
export const laboratoryColumn = ({ laboratoryField, id }: Resource): string => (laboratoryField === id ? 'id' : snakeCase(laboratoryField ?? ''));
