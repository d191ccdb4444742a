import { and, eq, inArray } from 'drizzle-orm';
import type { MenuNode } from '#domain/system/menuNode.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import { newId } from '#server/storage/ids.ts';
import { menuTable } from '#server/storage/sessionTables.ts';

type MenuRow = typeof menuTable.$inferSelect;
/** Wanted rows in the order of the sidebar, each under the key of its place. */
export interface WantedMenu {
  readonly key: string;
  readonly parentKey: string;
  readonly values: Pick<MenuRow, 'code' | 'name' | 'nameEn' | 'alias' | 'path' | 'source' | 'sort' | 'category' | 'action' | 'roleAliases'>;
}

/** A menu is found again by its code wherever it stands; a button by its menu and code. */
function wantedRows(nodes: readonly MenuNode[], parentKey = ''): WantedMenu[] {
  return nodes.flatMap((node, index) => {
    const key = `menu ${node.code}`;
    const own: WantedMenu = {
      key,
      parentKey,
      values: {
        code: node.code,
        name: node.label[0],
        nameEn: node.label[1],
        alias: 'menu',
        path: node.path ?? '',
        source: node.source ?? '',
        sort: index + 1,
        category: 1,
        action: 0,
        roleAliases: '',
      },
    };
    // Two acts of one screen may need the same permission: it is one button.
    const distinct = (node.permissions ?? []).filter(({ code }, place, all) => all.findIndex((other) => other.code === code) === place);
    const buttons = distinct.map(({ code, label }, place): WantedMenu => ({
      key: `${key} ${code}`,
      parentKey: key,
      values: {
        code,
        name: label[0],
        nameEn: label[1],
        alias: code.slice(code.lastIndexOf('_') + 1),
        path: '',
        source: '',
        sort: place + 1,
        category: 2,
        action: 1,
        roleAliases: '',
      },
    }));
    return [own, ...buttons, ...wantedRows(node.children ?? [], key)];
  });
}

/** Brings the shipped menus up to the programme's, keeping ids and with them what was granted. Answers rows that are new. */
export function seedMenus(tx: Tx, tenantId: string, nodes: readonly MenuNode[]): Promise<MenuRow[]> {
  return bringMenus(tx, tenantId, wantedRows(nodes));
}

/** Makes a tenant's shipped menus these, each found again by the key of its place. What its people changed stays so. */
export async function bringMenus(tx: Tx, tenantId: string, wanted: readonly WantedMenu[]): Promise<MenuRow[]> {
  const existing = await tx.select().from(menuTable).where(eq(menuTable.tenantId, tenantId));
  const keyById = new Map(existing.filter(({ category }) => category === 1).map((row) => [row.id, `menu ${row.code}`]));
  const byKey = new Map(existing.map((row) => [row.category === 1 ? `menu ${row.code}` : `${keyById.get(row.parentId) ?? ''} ${row.code}`, row]));
  const ids = new Map<string, string>([['', '0']]);
  const made: MenuRow[] = [];
  for (const { key, parentKey, values } of wanted) {
    const known = byKey.get(key);
    if (known?.isShipped === 2) {
      ids.set(key, known.id);
      continue;
    }
    const row = {
      ...values,
      id: known?.id ?? newId(),
      tenantId,
      parentId: ids.get(parentKey) ?? '0',
      isOpen: known?.isOpen ?? 1,
      remark: known?.remark ?? '',
      isShipped: 1,
      isDeleted: 0,
    };
    ids.set(key, row.id);
    if (!known) made.push(row);
    else if (Object.entries(row).some(([name, value]) => known[name as keyof MenuRow] !== value))
      await tx.update(menuTable).set(row).where(eq(menuTable.id, row.id));
  }
  if (made.length > 0) await tx.insert(menuTable).values(made);
  const kept = new Set(ids.values());
  const gone = existing.filter(({ id, isShipped, isDeleted }) => isShipped > 0 && isDeleted === 0 && !kept.has(id)).map(({ id }) => id);
  if (gone.length > 0)
    await tx
      .update(menuTable)
      .set({ isDeleted: 1 })
      .where(and(eq(menuTable.tenantId, tenantId), inArray(menuTable.id, gone)));
  return made;
}
