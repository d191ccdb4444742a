import { sql, type SQL } from 'drizzle-orm';
import { fieldSchema, check, problemOf, type Problem } from '#domain/kernel/check.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { Field } from '#domain/kernel/fields.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { keyOf, sheetValues, type RecordAnswer, type RecordImport } from '#domain/sheet/recordSheet.ts';
import { snakeCase } from '#server/storage/columns.ts';
import { LastStatement, type Database } from '#server/storage/database.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { allOf } from '#server/storage/sqlParts.ts';
import { foldsCase } from '#server/storage/tables.ts';
import { asUserError } from '#server/kernel/core/answers.ts';
import { plainText } from '#server/kernel/core/plainText.ts';
import { knownRefs, resolveRefs } from './refsByText.ts';
import { columnSql, laboratoryColumn } from '#server/kernel/resource/resourceQuery.ts';
import { wireName } from '#domain/kernel/wireNames.ts';
import { fieldsFromRow, toStored, type StoredRow } from '#server/kernel/resource/resourceWire.ts';

/** Saves one record as the resource does, in one transaction of `database`; answers its id and what else the save tells. */
export type SaveRecord = (database: Database, record: Readonly<Record<string, unknown>>) => Promise<Readonly<Record<string, unknown>>>;

export interface ImportOptions extends RecordImport {
  readonly database: Database;
  readonly resource: Resource;
  readonly user: ActingUser;
  readonly save: SaveRecord;
  /** A SELECT of the rows that may be meant, with the columns of a described table; default the resource's own table, the user's tenant. */
  readonly known?: SQL;
}

/**
 * Judges or saves rows of a sheet, each in a transaction of its own by the resource's own rules. A row that means a
 * known record changes what its cells say; one that changes nothing is not written, so that a file may come twice.
 */
export async function importRecords(options: ImportOptions): Promise<RecordAnswer[]> {
  const { database, resource, user, rows, fixed = {} } = options;
  const read = rows.map(({ cells }) => sheetValues(resource, cells, fixed));
  const refs = await knownRefs(database.orm, resource, user.tenantId, read);
  const laboratories = resource.laboratoryField ? await laboratoriesOf(database.orm, user) : null;
  const answers: RecordAnswer[] = [];
  for (const [index, { line }] of rows.entries()) {
    const given = read[index]!;
    const resolved = resolveRefs(resource, given, refs);
    const values = { ...given.values, ...resolved.values };
    const problems = [...given.problems, ...resolved.problems];
    answers.push({ ...(await oneRecord(options, values, problems, laboratories)), line, warnings: resolved.warnings });
  }
  return answers;
}

type Values = Readonly<Record<string, unknown>>;
type Judged = Omit<RecordAnswer, 'line' | 'warnings'>;
const refused = (id: string | null, problems: readonly Problem[], text: RecordAnswer['text'] = null): Judged => ({
  outcome: 'refused',
  id,
  problems,
  text,
});

async function oneRecord(options: ImportOptions, given: Values, faults: readonly Problem[], laboratories: readonly string[] | null): Promise<Judged> {
  const { database, resource, isTrial, isUpdating = true, save } = options;
  const faulty = new Set(faults.map(({ field }) => field));
  const known = await knownRecord(options, given, faulty, laboratories);
  // What tells the record stays as it is spelled there: a sheet's small letters are no change.
  const told = new Set(known ? keyOf(resource) : []);
  const values = Object.fromEntries(Object.entries(given).filter(([name]) => !told.has(name)));
  const id = known ? plainText(known['id']) : null;
  const before = known ? fieldsFromRow(resource, known) : {};
  const checked = check(resource.fields, { ...before, ...values });
  const problems = [...faults, ...checked.problems.filter(({ field }) => !faulty.has(field))];
  if (problems.length > 0) return refused(id, problems);
  if (known && !isUpdating) return refused(id, keyProblems(resource, given));
  const [now, then] = [toStored(resource, checked.values), toStored(resource, before)];
  if (known && Object.keys(values).every((name) => isSame(now[name], then[name]))) return { outcome: 'same', id, problems, text: null };
  const record = Object.fromEntries(Object.entries(values).map(([name, value]) => [wireName(name, resource.fields[name]!), value]));
  try {
    const saved = await save(isTrial ? trialOf(database) : database, known ? { ...record, id, [resource.id]: id } : record);
    const more = Object.entries(saved).filter(([name, value]) => typeof value === 'string' && name !== 'id' && name !== resource.id);
    return {
      outcome: known ? 'updated' : 'created',
      id: isTrial ? id : plainText(saved['id'] ?? saved[resource.id]),
      problems,
      text: null,
      ...(isTrial || more.length === 0 ? {} : { told: Object.fromEntries(more) as Record<string, string> }),
    };
  } catch (error) {
    const fault = asUserError(error as Error);
    // What is no fault of the row stops the batch; what was saved of it by then is "same" when it comes again.
    if (!fault || fault.status >= 500 || fault.status === 401) throw error;
    return fault.problems ? refused(id, fault.problems) : refused(id, [], fault.label);
  }
}

const flat = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? null : (value ?? null));
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(flat(one)) === JSON.stringify(flat(other));

function keyProblems(resource: Resource, values: Values): Problem[] {
  const [name = Object.keys(resource.fields)[0] ?? ''] = keyOf(resource);
  return [problemOf(name, resource.fields[name]!, 'knownRecord', { value: plainText(values[name]) })];
}

/** The living record a row means, within the user's laboratories; undefined where it is a new one or its key is faulty. */
async function knownRecord(
  { database, resource, user, known }: ImportOptions,
  values: Values,
  faulty: ReadonlySet<string>,
  laboratories: readonly string[] | null,
): Promise<StoredRow | undefined> {
  const key = keyOf(resource);
  const names = key.length > 0 ? key : Object.keys(values);
  if (names.some((name) => faulty.has(name)) || names.every((name) => values[name] === undefined)) return undefined;
  const conditions: SQL[] = [];
  for (const name of names) {
    const field = resource.fields[name]!;
    if (field.kind === 'refList' || field.kind === 'choiceList') continue;
    const value = values[name];
    const parsed = value === undefined ? { success: true, data: null } : fieldSchema(field).safeParse(value);
    if (!parsed.success) return undefined;
    const stored = toStored(resource, { [name]: parsed.data })[name] ?? null;
    conditions.push(sameValue(name, field, stored));
  }
  const scope = resource.laboratoryField ? inLaboratories(columnSql(laboratoryColumn(resource)), laboratories) : undefined;
  const found = await database.orm.execute(
    sql`select r.* from (${known ?? ownRows(resource, user)}) r where ${allOf([...conditions, scope])} order by r.id limit 1`,
  );
  return found.rows[0] as StoredRow | undefined;
}

const ownRows = (resource: Resource, user: ActingUser): SQL =>
  sql`select * from ${sql.raw(`"${snakeCase(resource.name)}"`)} where tenant_id = ${user.tenantId} and is_deleted = 0`;

function sameValue(name: string, field: Field, value: unknown): SQL {
  const column = columnSql(snakeCase(name));
  if (value === null) return sql`${column} is null`;
  return foldsCase(field) ? sql`lower(${column}) = lower(${plainText(value)})` : sql`${column} = ${value}`;
}

/** Carries the answer of a trial out of the transaction it undoes. */
class Undone extends Error {
  readonly answer: unknown;
  constructor(answer: unknown) {
    super('a trial is never kept');
    this.answer = answer;
  }
}

/** A database whose transactions do all their work and are undone at their end. */
function trialOf(database: Database): Database {
  const transaction: Database['transaction'] = async <T>(work: Parameters<typeof database.transaction<T>>[0]) => {
    try {
      await database.transaction(async (tx) => {
        const made = await work(tx);
        throw new Undone(made instanceof LastStatement ? await made.answer : made);
      });
    } catch (error) {
      if (error instanceof Undone) return error.answer as T;
      throw error;
    }
    throw new Error('a trial was kept');
  };
  const own = { transaction: { value: transaction } };
  return Object.create(database, { ...own, orm: { value: Object.create(database.orm, own) } }) as Database;
}
