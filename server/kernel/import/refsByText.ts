import { sql } from 'drizzle-orm';
import { problemOf, type Problem } from '#domain/kernel/check.ts';
import type { Field } from '#domain/kernel/fields.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { resourceByName } from '#domain/resources.ts';
import { isOff, type SheetValues } from '#domain/sheet/recordSheet.ts';
import { snakeCase } from '#server/storage/columns.ts';
import type { Reader } from '#server/storage/readRows.ts';
import { anyId, anyText } from '#server/storage/sqlParts.ts';
import { plainText } from '#server/kernel/core/plainText.ts';
import { columnSql } from '#server/kernel/resource/resourceQuery.ts';

interface Found {
  readonly id: string;
  readonly isDisabled: boolean;
  readonly code: string;
  readonly name: string;
}
/** Rows of each resource by what they are called, in small letters. */
type Known = ReadonlyMap<string, readonly Found[]>;
const folded = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** Living rows whose code or name is one of the texts, without regard to case. */
async function rowsCalled(reader: Reader, to: Resource, tenantId: string, texts: readonly string[]): Promise<Found[]> {
  if (texts.length === 0) return [];
  const behind = to.fields[to.display.name]?.ref;
  const column = (name: string) => columnSql(snakeCase(name));
  const code = to.display.code ? sql`lower(${column(to.display.code)}::text)` : sql`''`;
  const through = behind ? await rowsCalled(reader, resourceByName(behind), tenantId, texts) : [];
  const isNamed = behind
    ? sql`${column(to.display.name)} = ${anyId(through.map(({ id }) => id))}`
    : sql`lower(${column(to.display.name)}::text) = ${anyText(texts)}`;
  const { rows } = await reader.execute(
    sql`select r.id::text as id, r.is_disable, ${code} as code, ${column(to.display.name)}::text as name from ${sql.raw(`"${snakeCase(to.name)}"`)} r
    where r.tenant_id = ${tenantId} and r.is_deleted = 0 and (${isNamed} or ${code} = ${anyText(texts)})`,
  );
  const nameOf = new Map(through.map(({ id, name, code: own }) => [id, texts.includes(own) ? own : name]));
  return rows.map((row) => ({
    id: plainText(row['id']),
    isDisabled: isOff(row['is_disable']),
    code: plainText(row['code']),
    name: behind ? (nameOf.get(plainText(row['name'])) ?? '') : folded(plainText(row['name'])),
  }));
}

/** Looks up everything the rows of a batch refer to: one look-up a referred resource. */
export async function knownRefs(reader: Reader, resource: Resource, tenantId: string, rows: readonly SheetValues[]): Promise<Known> {
  const wanted = new Map<string, Set<string>>();
  for (const { refs } of rows)
    for (const [name, texts] of Object.entries(refs)) {
      const to = resource.fields[name]?.ref ?? '';
      const set = wanted.get(to) ?? new Set();
      for (const text of texts) set.add(folded(text));
      wanted.set(to, set);
    }
  const known = new Map<string, readonly Found[]>();
  for (const [name, texts] of wanted) {
    const to = resourceByName(name);
    known.set(name, to.view ? [] : await rowsCalled(reader, to, tenantId, [...texts]));
  }
  return known;
}

/** The one row a text means: by code before by name, an enabled one before a disabled one; several where that leaves more. */
function meant(rows: readonly Found[], text: string): readonly Found[] {
  const byCode = rows.filter(({ code }) => code === folded(text));
  if (byCode.length === 1) return byCode;
  const named = rows.filter(({ code, name }) => name === folded(text) || code === folded(text));
  const enabled = named.filter(({ isDisabled }) => !isDisabled);
  return enabled.length > 0 ? enabled : named;
}

export interface Resolved {
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** Puts ids in the place of codes and names. */
export function resolveRefs(resource: Resource, { refs }: SheetValues, known: Known): Resolved {
  const values: Record<string, unknown> = {};
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  for (const [name, texts] of Object.entries(refs)) {
    const field = resource.fields[name] as Field;
    const rows = known.get(field.ref ?? '') ?? [];
    const one = (text: string): string | undefined => {
      const found = meant(rows, text);
      const [first] = found;
      if (!first || found.length > 1) problems.push(problemOf(name, field, first ? 'severalRefs' : 'unknownRef', { value: text }));
      else if (first.isDisabled) warnings.push(problemOf(name, field, 'disabledRef', { value: text }));
      return first?.id;
    };
    const [whole = '', ...parts] = texts;
    if (field.kind === 'ref') values[name] = one(whole);
    else values[name] = (meant(rows, whole).length === 1 ? [whole] : parts).map(one);
  }
  return { values, problems, warnings };
}
