import { and, asc, eq, inArray } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Language } from '#domain/kernel/label.ts';
import { canHold } from '#domain/reservedRights.ts';
import { menuTable, roleMenuTable } from '#server/storage/sessionTables.ts';
import { isAdministratorName } from './administrator.ts';
import { menuPinyin } from './menuPinyin.ts';

export type MenuRow = typeof menuTable.$inferSelect;
export const menuCategory = { menu: 1, button: 2 } as const;

/** All menus of a tenant and the buttons anybody there can hold, in the order of the sidebar. */
export async function menuRows(db: NodePgDatabase, tenantId: string): Promise<MenuRow[]> {
  const rows = await db
    .select()
    .from(menuTable)
    .where(and(eq(menuTable.tenantId, tenantId), eq(menuTable.isDeleted, 0)))
    .orderBy(asc(menuTable.sort), asc(menuTable.id));
  return rows.filter(({ category, code }) => category !== menuCategory.button || canHold(code, { tenantId, isAdministrator: true }));
}

/** Ids of menus and buttons granted to the roles a user works under; null: all there are, but for what nobody of the tenant can hold. */
export async function grantedMenuIds(
  db: NodePgDatabase,
  user: { tenantId: string; roleIds: readonly string[]; roleNames: readonly string[] },
): Promise<ReadonlySet<string> | null> {
  if (user.roleNames.some(isAdministratorName)) return null;
  return grantedTo(db, user.tenantId, user.roleIds);
}

export async function grantedTo(db: NodePgDatabase, tenantId: string, roleIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (roleIds.length === 0) return new Set();
  const rows = await db
    .select({ id: roleMenuTable.menuId, code: menuTable.code, category: menuTable.category })
    .from(roleMenuTable)
    .innerJoin(menuTable, eq(menuTable.id, roleMenuTable.menuId))
    .where(and(eq(roleMenuTable.tenantId, tenantId), inArray(roleMenuTable.roleId, [...roleIds])));
  const held = rows.filter(({ category, code }) => category !== menuCategory.button || canHold(code, { tenantId, isAdministrator: false }));
  return new Set(held.map(({ id }) => id));
}

/** A row as the contract shows it (docs/wire.md#menu-rows). `labels` carries both languages for clients that switch without asking again. */
export function menuOnWire(row: MenuRow, language: Language) {
  const { id, parentId, code, alias, path, source, sort, category, action, isOpen, remark, isDeleted, roleAliases } = row;
  return {
    id,
    parentId,
    code,
    name: language === 'zh' ? row.name : row.nameEn,
    labels: [row.name, row.nameEn],
    pinyin: menuPinyin(row.name),
    alias,
    path,
    source,
    sort,
    category,
    action,
    isOpen,
    remark,
    isDeleted,
    roleAliases,
    // Clients of the family hide what their roles do not meet (docs/wire.md#routes).
    ...(roleAliases === '' ? {} : { meta: { roles: roleAliases.split(',') } }),
  };
}

/** What a role restriction leaves of these menus for somebody with these roles; what stands below a hidden one goes with it. */
export function shownTo(rows: readonly MenuRow[], aliases: readonly string[]): MenuRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isMet = ({ roleAliases }: MenuRow): boolean => roleAliases === '' || roleAliases.split(',').some((alias) => aliases.includes(alias));
  const isShown = (row: MenuRow): boolean => {
    for (let at: MenuRow | undefined = row, steps = 0; at && steps < 50; at = byId.get(at.parentId), steps++) if (!isMet(at)) return false;
    return true;
  };
  return rows.filter(isShown);
}
