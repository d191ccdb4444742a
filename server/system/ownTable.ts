import { sql, type SQL } from 'drizzle-orm';
import { check } from '#domain/kernel/check.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import type { ownListCalls } from '#domain/system/ownListCalls.ts';
import { platformTenantId } from '#domain/system/platform.ts';
import { pageOf, problemsError, UserError, missing } from '#server/kernel/core/answers.ts';
import { takingFile } from '#server/kernel/core/patients.ts';
import { sendExport, tooManyForAFile } from '#server/kernel/export/exportRows.ts';
import { saveByCall, sheetIn } from '#server/kernel/import/importRoutes.ts';
import { historyOf } from '#server/kernel/verbs/resourceHistory.ts';
import { plainText } from '#server/kernel/core/plainText.ts';
import { importRecords } from '#server/kernel/import/resourceImport.ts';
import { filtersOf, orderOf, pagingOf, type Query } from '#server/kernel/resource/resourceQuery.ts';
import { nameRefs, type WireRow } from '#server/kernel/resource/resourceRead.ts';
import { wireName } from '#domain/kernel/wireNames.ts';
import { fieldsFromWire, rowOnWire, type StoredRow } from '#server/kernel/resource/resourceWire.ts';
import { notFound } from '#server/kernel/resource/resourceWrite.ts';
import type { Call, CallContext } from '#server/kernel/http/serve.ts';
import { serveUnder } from '#server/kernel/verbs/serveCalls.ts';
import type { Reader } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';

/** Refuses everybody but people of the platform, whatever rights their own tenant gave them. */
export function requirePlatform(user: ActingUser): void {
  if (user.tenantId !== platformTenantId) throw new UserError(403, ['请求被拒绝', 'Not permitted']);
}

/** Most rows of one export: these lists are short. */
const mostRows = 20_000;

/** A described list that lies in a table of its own, the same for the whole installation. */
export interface OwnTable {
  readonly resource: Resource;
  /** One SELECT with `id` (text), every field, `is_disable`, `version`, `create_time` and `update_time`, all in snake_case. */
  readonly select: SQL;
  /** Who may look at it beside those with the right: everybody, or the platform's people alone. */
  readonly isForPlatform: boolean;
  /** The last touch to a row as the contract spells it. */
  readonly finish?: (row: WireRow, stored: StoredRow) => WireRow;
}

async function rowsOf(reader: Reader, { resource, select, finish }: OwnTable, conditions: readonly SQL[], tail: SQL): Promise<WireRow[]> {
  const { rows } = await reader.execute(sql`select r.* from (${select}) r where ${allOf(conditions)} ${tail}`);
  const made = rows.map((row) => {
    const id = plainText(row['id']);
    const onWire = { ...rowOnWire(resource, row as StoredRow), id, [resource.id]: id };
    return finish ? finish(onWire, row as StoredRow) : onWire;
  });
  await nameRefs(reader, resource, platformTenantId, made);
  return made;
}

/** The row of an id. Throws UserError 404. */
export async function ownRow(reader: Reader, table: OwnTable, id: string): Promise<WireRow> {
  const [row] = await rowsOf(reader, table, [sql`r.id = ${id}`], sql`limit 1`);
  if (!row) throw notFound(table.resource);
  return row;
}

/** Page, detail, history and export of such a list, as the engine serves them for described resources. */
export function ownTableReads(table: OwnTable, family: ReturnType<typeof ownListCalls>): readonly Call[] {
  const { resource, isForPlatform } = table;
  // Texts are found by their beginning: there are no grams here.
  const listed: Resource = { ...resource, view: true };
  const { finish: _finish, ...described } = table;
  const asked = (query: Query) => {
    const { ids: _ids, id: _id, ...rest } = query;
    return filtersOf(listed, rest);
  };
  const admit = ({ user }: Pick<CallContext<unknown>, 'user'>): void => {
    if (isForPlatform) requirePlatform(user);
  };
  async function page(context: CallContext<Query>) {
    admit(context);
    const { db, query } = context;
    const { current, size } = pagingOf(query);
    const conditions = asked(query);
    const { rows } = await db.execute(sql`select count(*)::int as total from (${table.select}) r where ${allOf(conditions)}`);
    const order = sql`order by ${orderOf(listed, query)} limit ${size} offset ${(current - 1) * size}`;
    return pageOf(await rowsOf(db, table, conditions, order), Number(rows[0]?.['total']), current, size);
  }
  return serveUnder(`${resource.service}/${resource.path}`, family, {
    'GET list': { handle: page },
    'GET page': { handle: page },
    'GET detail': {
      async handle(context) {
        admit(context);
        return ownRow(context.db, table, idIn(resource, context.query));
      },
    },
    'GET history': {
      async handle(context) {
        admit(context);
        const { db, query, user } = context;
        const row = await ownRow(db, table, idIn(resource, query));
        return historyOf(db, resource, user, plainText(row['id']), query);
      },
    },
    'GET export': {
      cost: 'export',
      async handle(context) {
        admit(context);
        const { db, query } = context;
        async function* all(): AsyncGenerator<WireRow[]> {
          const rows = await rowsOf(db, described, asked(query), sql`order by ${orderOf(listed, query)} limit ${mostRows + 1}`);
          if (rows.length > mostRows) throw tooManyForAFile(mostRows);
          yield rows;
        }
        return sendExport({ ...context, user: takingFile(context.user) }, { resource }, all());
      },
    },
  });
}

/** Judges and saves rows of a sheet for such a list, each through its own `submit`. */
export function importOwn({ resource, select }: OwnTable, submit: Call, context: CallContext<unknown>) {
  requirePlatform(context.user);
  const { database, user, body } = context;
  return importRecords({ database, resource, user, known: select, save: saveByCall(submit, context), ...sheetIn(resource, body) });
}

function idIn(resource: Resource, query: Readonly<Record<string, unknown>>): string {
  const id = plainText(query['id'] ?? query[resource.id] ?? query[resource.display.code ?? '']);
  if (id === '') throw missing(resource.id);
  return id;
}

/** What a posted record makes of a row, checked by its description. Throws UserError 400 naming the fields, 409 for an old version. */
export function checkedRecord(
  resource: Resource,
  known: WireRow | undefined,
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const before = known
    ? fieldsFromWire(
        resource,
        Object.fromEntries(Object.entries(resource.fields).map(([name, field]) => [name, known[wireName(name, field)] ?? null])),
      )
    : {};
  const { values, problems } = check(resource.fields, { ...before, ...fieldsFromWire(resource, body) });
  if (problems.length > 0) throw problemsError(problems);
  const version = plainText(body['version']);
  if (known && version !== '' && Number(version) !== Number(known['version']))
    throw new UserError(
      409,
      [`${resource.title[0]}已被他人修改, 请刷新后重试`, `${resource.title[1]} was changed by somebody else; reload and try again`],
      { refusal: 'resource.changed', params: { version: Number(known['version']), updateTime: known['updateTime'] } },
    );
  return values;
}

/** Ids as an act names them (`ids`, `id` or the resource's own), in the query string or the body; any text, not numbers alone. */
export function textIdsOf(asked: { readonly query: unknown; readonly body: unknown }, ...names: readonly string[]): string[] {
  const [query, body] = [asked.query, asked.body].map(
    (side) => (typeof side === 'object' && side !== null ? side : {}) as Readonly<Record<string, unknown>>,
  );
  const given = ['ids', 'id', ...names].map((name) => query?.[name] ?? body?.[name]).find((value) => value !== undefined && value !== '');
  const ids = (Array.isArray(given) ? given.map(plainText) : plainText(given).split(',')).map((id) => id.trim()).filter(Boolean);
  if (ids.length === 0) throw new UserError(400, ['请选择至少一条数据', 'Select at least one row']);
  return [...new Set(ids)].toSorted();
}

/** An argument of a posting call, in the query string (as the family sends it) or in the body; undefined where it was not given. */
export function argumentOf(asked: { readonly query: unknown; readonly body: unknown }, name: string): string | undefined {
  for (const source of [asked.query, asked.body]) {
    const value = (source as Readonly<Record<string, unknown>> | null | undefined)?.[name];
    if (value !== undefined && value !== null) return plainText(value).trim();
  }
  return undefined;
}
