import type { Language } from '#domain/kernel/label.ts';
import { topMenuOf, topMenus } from '#domain/system/topMenus.ts';
import type { CallContext } from '#server/kernel/http/serve.ts';
import { menuCategory, menuRows, type MenuRow } from './menuRows.ts';

/** The top menus under which these root menus stand, in their order (docs/wire.md#menu-calls); `menuIds`: the roots each shows, for clients that switch without asking again. */
export function topMenusOver(roots: readonly Pick<MenuRow, 'id' | 'code' | 'tenantId'>[], language: Language) {
  return topMenus.flatMap((top, index) => {
    const shown = roots.filter(({ code }) => topMenuOf(code) === top);
    const [first] = shown;
    if (!first) return [];
    const { code, label, source } = top;
    const name = label[language === 'zh' ? 0 : 1];
    return [{ id: code, tenantId: first.tenantId, code, name, labels: label, source, path: '', sort: index + 1, menuIds: shown.map(({ id }) => id) }];
  });
}

/** Does a root menu stand under this top menu? No top menu, or 0, means the whole menu. */
export function standsUnder(topMenuId: string | undefined, root: Pick<MenuRow, 'code'>): boolean {
  return !topMenuId || topMenuId === '0' || topMenuOf(root.code).code === topMenuId;
}

/** The menus that stand under top menus. */
export async function topTreeKeys({ db, user, query }: CallContext<{ readonly topMenuIds?: string | undefined }>) {
  const asked = topMenus.filter(({ code }) => (query.topMenuIds ?? '').split(',').includes(code));
  const menus = (await menuRows(db, user.tenantId)).filter(({ category }) => category === menuCategory.menu);
  const rootOf = (id: string, steps = 0): string => {
    const row = menus.find((one) => one.id === id);
    return !row || row.parentId === '0' || steps > 20 ? (row?.code ?? '') : rootOf(row.parentId, steps + 1);
  };
  return { menu: menus.filter(({ id }) => asked.includes(topMenuOf(rootOf(id)))).map(({ id }) => id) };
}
