import type { Language } from '#domain/kernel/label.ts';
import { topMenuOf, topMenus } from '#domain/system/topMenus.ts';
import type { MenuRow } from './menuRows.ts';

/** The top menus under which these root menus stand, in their order (wire 3.2); `menuIds`: the roots each shows, for clients that switch without asking again. */
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
