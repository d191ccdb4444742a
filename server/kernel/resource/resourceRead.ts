import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { Field } from '#domain/kernel/fields.ts';
import { canDisable, type Resource } from '#domain/kernel/resource.ts';
import { resourceByName, resources } from '#domain/resources.ts';
import { snakeCase } from '#server/storage/columns.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import type { Reader } from '#server/storage/readRows.ts';
import { allOf, anyId, anyText } from '#server/storage/sqlParts.ts';
import { pageOf, type Page } from '#server/kernel/core/answers.ts';
import { plainText } from '#server/kernel/core/plainText.ts';
import { columnSql, filtersOf, laboratoryColumn, maskedColumns, orderOf, pagingOf, type Query } from './resourceQuery.ts';
import { authorAliases, refCodeOf, refNameOf, wireName } from '#domain/kernel/wireNames.ts';
import { rowOnWire, type StoredRow } from './resourceWire.ts';
import { longestCount } from './pageRows.ts';
import { sourceOf, type View } from './views.ts';

export type WireRow = Record<string, unknown>;

/** Reads the rows of one resource for one user: their tenant's, living, within their laboratories. */
export interface ResourceReader {
  readonly page: (query: Query) => Promise<Page<WireRow>>;
  readonly list: (query: Query) => Promise<readonly WireRow[]>;
  readonly detail: (id: string) => Promise<WireRow | undefined>;
  /** How many rows the filtered list has; counts no further than `most` and one. */
  readonly count: (query: Query, most: number) => Promise<number>;
  /** Every row of the filtered list, in portions. Throws `tooMany` before the first where there are more than `most`: no list is cut silently. */
  readonly all: (query: Query, most: number, tooMany: () => Error) => AsyncGenerator<readonly WireRow[]>;
}

/** Longest list a picker gets at once; it narrows by `keyword`. */
const longestList = 5_000;
const exportPortion = 1_000;
/** Rows of one statement: the embedded engine does one at a time, and a scan waits no longer than for this one. */
const statementRows = 50;

export function resourceReader(reader: Reader, resource: Resource, user: ActingUser, views: ReadonlyMap<string, View>): ResourceReader {
  const view = views.get(resource.name);
  const source = sql.raw(sourceOf(resource, snakeCase(resource.name), views));
  const fixed: SQL[] = [sql`${columnSql('tenant_id')} = ${user.tenantId}`];
  // Of two columns of one name the later one is read.
  const columns = sql.join([sql`r.*`, ...maskedColumns(resource, user)], sql`, `);
  if (!resource.view) fixed.push(sql`${columnSql('is_deleted')} = 0`);

  async function where(query: Query, more: readonly SQL[] = []): Promise<SQL> {
    const column = columnSql(laboratoryColumn(resource));
    const limit = resource.laboratoryField ? inLaboratories(column, await laboratoriesOf(reader, user)) : undefined;
    const scope = limit && (view ?? resource).isOpenWithoutLaboratory ? sql`(${column} is null or ${limit})` : limit;
    return allOf([...fixed, scope, ...more, ...filtersOf(resource, query, view, user)]);
  }
  async function rows(condition: SQL, order: SQL, limit: number, offset: number): Promise<WireRow[]> {
    const page = sql`where ${condition} order by ${order} limit ${limit} offset ${offset}`;
    const made = resource.view ? await rowsOfIds(await idsOf(page)) : read(await reader.execute(sql`select ${columns} from ${source} ${page}`));
    await nameRefs(reader, resource, user.tenantId, made);
    return made;
  }
  const read = ({ rows: found }: { readonly rows: Record<string, unknown>[] }): WireRow[] =>
    found.map((row) => rowOnWire(resource, row as StoredRow));
  const idsOf = async (page: SQL): Promise<string[]> =>
    (await reader.execute(sql`select r.id::text as id from ${source} ${page}`)).rows.map((row) => plainText(row['id']));
  /** The rows of these ids in their order, without names. What a view works out for each row is asked for a few rows at a time: others have their turn between. */
  async function rowsOfIds(ids: readonly string[]): Promise<WireRow[]> {
    const found: WireRow[] = [];
    for (const some of portionsOf(ids, statementRows))
      found.push(
        ...read(
          await reader.execute(
            sql`select ${columns} from ${source} where ${columnSql('id')} = ${view?.isIdText ? anyText(some) : anyId(some)} and ${allOf(fixed)}`,
          ),
        ),
      );
    const place = new Map(ids.map((id, index) => [id, index]));
    return found.sort((one, other) => place.get(plainText(one['id']))! - place.get(plainText(other['id']))!);
  }

  return {
    async page(query) {
      const { current, size } = pagingOf(query);
      const condition = await where(query);
      const records = await rows(condition, orderOf(resource, query, user), size, (current - 1) * size);
      // A short page tells the total by itself.
      if (records.length > 0 && records.length < size) return pageOf(records, (current - 1) * size + records.length, current, size);
      const counted = await reader.execute(
        sql`select count(*)::int as total from (select 1 from ${source} where ${condition} limit ${resource.view ? longestCount : null}) counted`,
      );
      const total = Number(counted.rows[0]?.['total']);
      const page = pageOf(records, total, current, size);
      return resource.view && total === longestCount ? { ...page, isTotalCapped: true } : page;
    },
    async list(query) {
      // Pickers offer what may be used; who wants the others says isDisable.
      const onlyUsable =
        canDisable(resource) && !resource.isPickedWhileOff && !query['isDisable'] && !query['disable'] && !query['ids']
          ? [sql`${columnSql('is_disable')} = 0`]
          : [];
      const size = query['size'] || query['pageSize'] ? pagingOf(query, longestList).size : longestList;
      return rows(await where(query, onlyUsable), orderOf(resource, query, user), size, 0);
    },
    async detail(id) {
      return (await rows(await where({}, [sql`${columnSql('id')} = ${id}`]), columnSql('id'), 1, 0))[0];
    },
    async count(query, most) {
      const counted = await reader.execute(
        sql`select count(*)::int as total from (select 1 from ${source} where ${await where(query)} limit ${most + 1}) counted`,
      );
      return Number(counted.rows[0]?.['total']);
    },
    async *all(query, most, tooMany) {
      // The order first, as ids alone: going on by offset would read every row again for each portion.
      const ids = await idsOf(sql`where ${await where(query)} order by ${orderOf(resource, query, user)} limit ${most + 1}`);
      if (ids.length > most) throw tooMany();
      for (const some of portionsOf(ids, exportPortion)) {
        const made = await rowsOfIds(some);
        await nameRefs(reader, resource, user.tenantId, made);
        yield made;
      }
    },
  };
}

function* portionsOf<One>(all: readonly One[], size: number): Generator<readonly One[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}

interface RefColumn {
  readonly wire: string;
  readonly to: Resource;
}

const refColumns = new Map<string, readonly RefColumn[]>();

/** The referring columns of a resource on the wire, with those every table has. */
function refsOf(resource: Resource): readonly RefColumn[] {
  let known = refColumns.get(resource.name);
  if (!known) {
    const described = Object.entries<Field>(resource.fields).flatMap(([name, field]) =>
      field.ref ? [{ wire: wireName(name, field), to: resourceByName(field.ref) }] : [],
    );
    const account = resources.find(({ name }) => name === 'userAccount');
    const common = account && !resource.view ? ['createUser', 'updateUser'].map((wire) => ({ wire, to: account })) : [];
    known = [...described, ...common].filter(({ to }) => !to.view);
    refColumns.set(resource.name, known);
  }
  return known;
}

/** Puts the names of referred rows beside their ids: one look-up per referred resource, however many rows. Removed rows keep their names. */
export async function nameRefs(reader: Reader, resource: Resource, tenantId: string, rows: readonly WireRow[]): Promise<void> {
  const columns = refsOf(resource);
  const wanted = new Map<Resource, Set<string>>();
  for (const row of rows) {
    for (const { wire, to } of columns) {
      const value = row[wire];
      const ids = Array.isArray(value) ? (value as string[]) : typeof value === 'string' && value !== '' ? [value] : [];
      const set = wanted.get(to) ?? new Set();
      ids.forEach((id) => set.add(id));
      wanted.set(to, set);
    }
  }
  const [names, codes] = [new Map<Resource, ReadonlyMap<string, string>>(), new Map<Resource, ReadonlyMap<string, string>>()];
  for (const [to, ids] of wanted) {
    names.set(to, ids.size === 0 ? new Map() : await namesOf(reader, to, tenantId, [...ids]));
    if (to.display.code && to.name !== 'userAccount') codes.set(to, ids.size === 0 ? new Map() : await codesOf(reader, to, tenantId, [...ids]));
  }
  for (const row of rows) {
    for (const { wire, to } of columns) {
      const value = row[wire];
      const key = refNameOf(wire);
      // A view or a field may bring the name itself.
      if (Object.hasOwn(row, key)) continue;
      if (Array.isArray(value)) row[key] = (value as string[]).map((id) => names.get(to)?.get(id) ?? '');
      else row[key] = typeof value === 'string' ? (names.get(to)?.get(value) ?? '') : null;
      const code = refCodeOf(wire);
      if (!Array.isArray(value) && codes.has(to) && !Object.hasOwn(row, code))
        row[code] = typeof value === 'string' ? (codes.get(to)?.get(value) ?? '') : null;
    }
    // The contract's names of who made a row and who changed it last.
    for (const [name, of] of authorAliases) if (Object.hasOwn(row, of) && !Object.hasOwn(row, name)) row[name] = row[of];
  }
}

/** Codes of rows by id. */
async function codesOf(reader: Reader, resource: Resource, tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } =
    await reader.execute(sql`select r.id::text as id, ${columnSql(snakeCase(resource.display.code ?? ''))}::text as code from ${sql.raw(`"${snakeCase(resource.name)}"`)} r
    where ${columnSql('tenant_id')} = ${tenantId} and ${columnSql('id')} = ${anyId(ids)}`);
  return new Map(rows.map((row) => [String(row['id']), plainText(row['code'])]));
}

/** Names of rows by id. A resource that is named by a reference (its display is a ref) is named by that one's name. */
export async function namesOf(reader: Reader, resource: Resource, tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const display = snakeCase(resource.display.name);
  const found =
    await reader.execute(sql`select r.id::text as id, ${columnSql(display)}::text as name from ${sql.raw(`"${snakeCase(resource.name)}"`)} r
    where ${columnSql('tenant_id')} = ${tenantId} and ${columnSql('id')} = ${anyId(ids)}`);
  const own = new Map(found.rows.map((row) => [String(row['id']), plainText(row['name'])]));
  const behind = resource.fields[resource.display.name]?.ref;
  if (!behind || own.size === 0) return own;
  const through = await namesOf(reader, resourceByName(behind), tenantId, [...new Set(own.values())]);
  return new Map([...own].map(([id, name]) => [id, through.get(name) ?? '']));
}
