import { and, asc, eq } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import { isOfPlatform } from '#domain/reservedRights.ts';
import { platformRoutes, platformTenantId } from '#domain/system/platform.ts';
import { withAncestors } from '#server/kernel/core/forest.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { menuTable } from '#server/storage/sessionTables.ts';
import { bringMenus, type WantedMenu } from './seedMenus.ts';

type MenuRow = typeof menuTable.$inferSelect;

/** The platform's menus that another tenant may have: all but those that keep the installation itself. */
export async function tenantMenuRows(tx: Pick<Tx, 'select'>): Promise<MenuRow[]> {
  const all = await tx
    .select()
    .from(menuTable)
    .where(and(eq(menuTable.tenantId, platformTenantId), eq(menuTable.isDeleted, 0)))
    .orderBy(asc(menuTable.sort), asc(menuTable.id));
  const kept = new Set(all.filter(({ path }) => platformRoutes.has(path)).map(({ id }) => id));
  return all.filter(({ id, parentId, category, code }) => !kept.has(id) && !kept.has(parentId) && !(category === 2 && isOfPlatform(code)));
}

/** Rows under the keys of their places, each after the one it stands under. */
function wantedOf(rows: readonly MenuRow[]): WantedMenu[] {
  const byParent = new Map<string, MenuRow[]>();
  const known = new Set(rows.map(({ id }) => id));
  for (const row of rows) {
    const parentId = known.has(row.parentId) ? row.parentId : '0';
    byParent.set(parentId, [...(byParent.get(parentId) ?? []), row]);
  }
  const below = (parentId: string, parentKey: string): WantedMenu[] =>
    (byParent.get(parentId) ?? []).flatMap((row) => {
      const { code, name, nameEn, alias, path, source, sort, category, action, roleAliases } = row;
      const key = category === 1 ? `menu ${code}` : `${parentKey} ${code}`;
      return [{ key, parentKey, values: { code, name, nameEn, alias, path, source, sort, category, action, roleAliases } }, ...below(row.id, key)];
    });
  return below('0', '');
}

/** Gives a tenant the menus of its package, and nothing else of the programme's; without a package all there are. */
export async function bringTenantMenus(tx: Tx, tenantId: string): Promise<void> {
  if (tenantId === platformTenantId) return;
  const packaged = await readRow<{ menuId: string | null }>(
    tx,
    sql`select p.menu_id from tenant t join tenant_package p on p.id = t.package_id and p.tenant_id = ${platformTenantId} and p.is_deleted = 0 where t.tenant_id = ${tenantId}`,
  );
  const rows = await tenantMenuRows(tx);
  const chosen = packaged === undefined ? null : new Set((packaged.menuId ?? '').split(','));
  await bringMenus(tx, tenantId, wantedOf(chosen === null ? rows : withAncestors(rows, chosen)));
}

/** Every other living tenant's number. */
export async function otherTenantIds(tx: Tx): Promise<string[]> {
  const rows = await readRows<{ tenantId: string }>(
    tx,
    sql`select tenant_id from tenant where tenant_id <> ${platformTenantId} and is_deleted = 0 order by tenant_id`,
  );
  return rows.map(({ tenantId }) => tenantId);
}
