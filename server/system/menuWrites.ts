import { and, eq, inArray } from 'drizzle-orm';
import { check, problemOf, type Problem } from '#domain/kernel/check.ts';
import { buttonPlace, menuCategory, menuFields, opensTab } from '#domain/system/menuFields.ts';
import { problemsError, UserError } from '#server/kernel/core/answers.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import type { Written } from '#server/kernel/verbs/serveCalls.ts';
import { bringTenantMenus, otherTenantIds } from '#server/session/tenantMenus.ts';
import { newId } from '#server/storage/ids.ts';
import { menuTable } from '#server/storage/sessionTables.ts';
import { idsOf } from '#server/kernel/core/idList.ts';
import type { MenuRow } from './menuRows.ts';
import { requirePlatform } from './ownTable.ts';
import { scalarText } from './scalarText.ts';
import { roleRows } from './systemRows.ts';

/** Without these nobody could bring a menu back. */
const lasting: ReadonlySet<string> = new Set(['/system/menu', '/system/role', '/system/user']);

/** All rows of a tenant, removed ones too: codes are found again by them. Locked, so that two savers wait for each other. */
async function lockMenus(tx: Tx, tenantId: string): Promise<MenuRow[]> {
  return tx.select().from(menuTable).where(eq(menuTable.tenantId, tenantId)).orderBy(menuTable.id).for('update');
}

/** The other tenants' menus follow the platform's. */
async function passOn(tx: Tx): Promise<void> {
  for (const tenantId of await otherTenantIds(tx)) await bringTenantMenus(tx, tenantId);
}

function isBelow(rows: readonly MenuRow[], id: string, above: string): boolean {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (let at: string | undefined = id, steps = 0; at && steps < 50; at = byId.get(at)?.parentId, steps++) if (at === above) return true;
  return false;
}

/** Aliases as somebody writes them, each once. */
const aliasesIn = (value: unknown): string[] => [
  ...new Set(
    scalarText(value)
      .split(/[,，、\s]+/)
      .filter(Boolean),
  ),
];

/** A record as `check` wants it: what was sent over what is there. */
function recordOf(sent: Readonly<Record<string, unknown>>, known: MenuRow | undefined): Record<string, unknown> {
  const before: Record<string, unknown> = known
    ? { ...known }
    : { category: menuCategory.menu, action: buttonPlace.none, isOpen: opensTab.no, sort: 1 };
  const merged = { ...before, ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) };
  const parentId = scalarText(merged['parentId']);
  const isMenu = String(merged['category']) === String(menuCategory.menu);
  return {
    ...merged,
    parentId: parentId === '0' ? '' : parentId,
    nameEn: scalarText(sent['nameEn']) || known?.nameEn || scalarText(merged['name']),
    alias: scalarText(merged['alias']) || (isMenu ? 'menu' : ''),
  };
}

/** Saves a menu or button of the platform; the other tenants' follow. Throws UserError 400 with the faults by field. */
export async function saveMenu(tx: Tx, { user, now, body: sent, writing }: Written<Readonly<Record<string, unknown>>>): Promise<{ id: string }> {
  requirePlatform(user);
  const rows = await lockMenus(tx, user.tenantId);
  const id = scalarText(sent['id']);
  const known = id === '' ? undefined : rows.find((row) => row.id === id && row.isDeleted === 0);
  if (id !== '' && !known) throw new UserError(404, ['未找到菜单', 'No such menu']);
  const { values, problems } = check(menuFields, recordOf(sent, known));
  const found: Problem[] = [...problems];
  const parentId = scalarText(values['parentId']) || '0';
  const category = Number(values['category']);
  const parent = rows.find((row) => row.id === parentId && row.isDeleted === 0);
  if (known && isBelow(rows, parentId, known.id)) throw new UserError(400, ['父节点不可选择自身!', 'A node cannot be its own parent']);
  const mustHaveParent = category === menuCategory.button;
  if (parentId === '0' ? mustHaveParent : parent?.category !== menuCategory.menu)
    found.push(problemOf('parentId', menuFields.parentId, parentId === '0' ? 'requiredChoice' : 'notChoice'));
  const code = scalarText(values['code']);
  if (code !== '' && !/^[A-Za-z][\w-]*$/.test(code)) found.push(problemOf('code', menuFields.code, 'wrongShape'));
  // A menu's code stands once, a button's once below its menu: the screens of one permission may be several.
  const same = rows.find((row) => row.id !== id && row.code === code && row.category === category && (category === 1 || row.parentId === parentId));
  if (same?.isDeleted === 0) found.push(problemOf('code', menuFields.code, 'taken', { value: code }));
  const path = scalarText(values['path']);
  if (path !== '' && !/^(\/|https?:\/\/)|html/.test(path)) found.push(problemOf('path', menuFields.path, 'wrongShape'));
  const roleAliases = aliasesIn(values['roleAliases']);
  const roleNames = new Set((await roleRows(tx, user.tenantId)).map((one) => one.roleAlias));
  const unknown = roleAliases.filter((alias) => !roleNames.has(alias));
  if (unknown.length > 0) found.push(problemOf('roleAliases', menuFields.roleAliases, 'notChoice'));
  if (found.length > 0) throw problemsError(found);
  const isAboveLasting = rows.some((one) => lasting.has(one.path) && id !== '' && isBelow(rows, one.id, id));
  if (roleAliases.length > 0 && (isAboveLasting || lasting.has(path)))
    throw new UserError(400, ['菜单、角色与用户管理不能限定角色', 'The menus of menus, roles and users are for everybody with the right']);
  const row = {
    parentId,
    code,
    category,
    path,
    name: scalarText(values['name']),
    nameEn: scalarText(values['nameEn']),
    alias: scalarText(values['alias']),
    source: scalarText(values['source']),
    sort: Number(values['sort']),
    action: Number(values['action'] ?? 0),
    isOpen: Number(values['isOpen'] ?? opensTab.no),
    remark: scalarText(values['remark']),
    roleAliases: roleAliases.join(','),
    isDeleted: 0,
  };
  if (known && known.isShipped > 0 && (known.code !== row.code || known.category !== row.category || known.path !== row.path))
    throw new UserError(400, ['系统菜单的编号、类型与路由不可修改', 'Code, kind and route of a shipped menu stay as they are']);
  const reused = known ?? same;
  const savedId = reused?.id ?? newId();
  if (reused)
    await tx
      .update(menuTable)
      .set({ ...row, isShipped: reused.isShipped > 0 ? 2 : 0 })
      .where(and(eq(menuTable.tenantId, user.tenantId), eq(menuTable.id, savedId)));
  else await tx.insert(menuTable).values({ ...row, id: savedId, tenantId: user.tenantId, isShipped: 0 });
  await writeAudit(tx, { ...writing, action: 'menu.save', subject: savedId, before: known ?? null, after: row, now });
  await passOn(tx);
  return { id: savedId };
}

/** Removes menus with their buttons. Throws UserError 400 for what stands above others, or must last. */
export async function removeMenus(tx: Tx, context: Written<unknown>): Promise<true> {
  const { user, now, writing } = context;
  requirePlatform(user);
  const ids = new Set(idsOf(context, 'ids'));
  const rows = (await lockMenus(tx, user.tenantId)).filter(({ isDeleted }) => isDeleted === 0);
  const chosen = rows.filter(({ id }) => ids.has(id));
  if (chosen.length < ids.size) throw new UserError(404, ['未找到菜单', 'No such menu']);
  const left = rows.find((row) => row.category === menuCategory.menu && ids.has(row.parentId) && !ids.has(row.id));
  if (left) throw new UserError(400, [`请先删除子节点: ${left.name}`, `Remove what stands below it first: ${left.nameEn || left.name}`]);
  // A menu takes its buttons with it.
  const gone = rows.filter((row) => ids.has(row.id) || ids.has(row.parentId));
  const lastingIds = new Set(rows.filter(({ path }) => lasting.has(path)).map(({ id }) => id));
  if (gone.some(({ id, parentId }) => lastingIds.has(id) || lastingIds.has(parentId)))
    throw new UserError(400, ['菜单、角色与用户管理不能删除', 'The menus of menus, roles and users cannot be removed']);
  for (const isShipped of [0, 2]) {
    const part = gone.filter((row) => (row.isShipped > 0 ? 2 : 0) === isShipped).map(({ id }) => id);
    if (part.length > 0)
      await tx
        .update(menuTable)
        .set({ isDeleted: 1, isShipped })
        .where(and(eq(menuTable.tenantId, user.tenantId), inArray(menuTable.id, part)));
  }
  for (const row of gone) await writeAudit(tx, { ...writing, action: 'menu.remove', subject: row.id, before: row, after: { isDeleted: 1 }, now });
  await passOn(tx);
  return true;
}
