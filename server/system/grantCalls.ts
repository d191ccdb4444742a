import { inArray, sql } from 'drizzle-orm';
import { inLanguage, type Language } from '#domain/kernel/label.ts';
import { isOfAdministrators } from '#domain/reservedRights.ts';
import { languageOf } from '#server/kernel/core/answers.ts';
import { forest, treeNode, withAncestors, type TreeRow } from '#server/kernel/core/forest.ts';
import type { CallContext } from '#server/kernel/http/serve.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { menuInterfaceTable, roleScopeTable } from '#server/storage/sessionTables.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { idsIn } from '#server/kernel/core/idList.ts';
import { grantedMenuIds, grantedTo, menuCategory, menuOnWire, menuRows, type MenuRow } from './menuRows.ts';
import { authenticate } from '#server/session/authenticate.ts';

type Db = CallContext<unknown>['db'];

/** The interfaces behind the buttons: an interface is granted with its button, whose id its own begins with. */
export async function interfaceLeaves(
  db: Db,
  buttons: readonly MenuRow[],
  language: Language,
): Promise<(TreeRow & { title: string; permission: string; path: string })[]> {
  if (buttons.length === 0) return [];
  const codes = [...new Set(buttons.map(({ code }) => code))];
  const rows = await db.select().from(menuInterfaceTable).where(inArray(menuInterfaceTable.permission, codes)).orderBy(menuInterfaceTable.sort);
  return buttons.flatMap((button) =>
    rows
      .filter(({ permission }) => permission === button.code)
      .map((row, index) => ({
        id: `${button.id}:${index + 1}`,
        parentId: button.parentId,
        permission: button.code,
        path: row.path,
        title: `${inLanguage([row.interfaceName, row.interfaceNameEn], language)} · ${row.method} ${row.path}`,
      })),
  );
}

/** The button ids of interface ids. */
export function buttonsOfInterfaces(ids: unknown): string[] {
  const list = Array.isArray(ids) ? ids.map(String) : typeof ids === 'string' ? ids.split(',') : [];
  return idsIn(list.map((id) => id.split(':')[0] ?? ''));
}

/** Laboratories the caller may give: their own. */
export async function laboratoryLeaves(db: Db, user: CallContext<unknown>['user']): Promise<{ id: string; name: string }[]> {
  const own = await laboratoriesOf(db, user);
  return readRows(
    db as Reader,
    sql`select id::text as id, laboratory_name as name from laboratory where tenant_id = ${user.tenantId} and is_deleted = 0
    and ${own === null ? sql`true` : sql`id = ${anyId(own)}`} order by search_key, id`,
  );
}

/** What the caller may grant: administrators everything, others only what they hold themselves. */
export async function grantTree({ db, user, request }: CallContext<unknown>) {
  const language = languageOf(request);
  const all = (await menuRows(db, user.tenantId)).filter(({ category, code }) => category !== menuCategory.button || !isOfAdministrators(code));
  const ids = await grantedMenuIds(db, await authenticate(request));
  const rows = withAncestors(all, ids ?? new Set(all.map(({ id }) => id)));
  const named = (row: MenuRow) => treeNode(row, menuOnWire(row, language).name);
  const leaves = await interfaceLeaves(
    db,
    rows.filter(({ category }) => category === menuCategory.button),
    language,
  );
  const holding = withAncestors(rows, new Set(leaves.map(({ parentId }) => parentId)));
  return {
    menu: forest(rows.map(named)),
    dataScope: (await laboratoryLeaves(db, user)).map(({ id, name }) => treeNode({ id, parentId: '0' }, name)),
    apiScope: forest([...holding.map(named), ...leaves.map((leaf) => treeNode(leaf, leaf.title))]),
  };
}

/** What roles hold: menus and buttons, the laboratories they are limited to (none: not limited), interfaces. */
export async function roleTreeKeys({ db, user, query, request }: CallContext<{ readonly roleIds?: string | undefined }>) {
  const roleIds = idsIn(query.roleIds);
  const granted = await grantedTo(db, user.tenantId, roleIds);
  const rows = (await menuRows(db, user.tenantId)).filter(({ id, category }) => granted.has(id) && category === menuCategory.button);
  const scopes = await db
    .select()
    .from(roleScopeTable)
    .where(sql`tenant_id = ${user.tenantId} and role_id = ${anyId(roleIds)}`);
  return {
    menu: [...granted],
    dataScope: [...new Set(scopes.flatMap(({ laboratoryIds }) => laboratoryIds.map(String)))],
    apiScope: (await interfaceLeaves(db, rows, languageOf(request))).map(({ id }) => id),
  };
}
