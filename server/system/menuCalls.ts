import { inLanguage } from '#domain/kernel/label.ts';
import { menuContracts } from '#domain/system/menuCalls.ts';
import { menuEntry } from '#domain/system/menuFields.ts';
import { languageOf, UserError } from '#server/kernel/core/answers.ts';
import { neededId } from '#server/kernel/resource/pageRows.ts';
import { historyOf } from '#server/kernel/verbs/resourceHistory.ts';
import type { Call, CallContext } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { authenticate } from '#server/session/authenticate.ts';
import { forest, treeNode, withAncestors } from '#server/kernel/core/forest.ts';
import { grantTree, roleTreeKeys } from './grantCalls.ts';
import { publicButtons, publicRoutes } from './publicMenu.ts';
import { grantedMenuIds, menuCategory, menuOnWire, menuRows, shownTo, type MenuRow } from './menuRows.ts';
import { removeMenus, saveMenu } from './menuWrites.ts';
import { standsUnder, topMenusOver, topTreeKeys } from './topMenusOver.ts';

const isMenu = (row: MenuRow): boolean => row.category === menuCategory.menu;
const isButton = (row: MenuRow): boolean => row.category === menuCategory.button;

interface Granted {
  readonly all: MenuRow[];
  readonly granted: MenuRow[];
  readonly aliases: readonly string[];
}

/** What the caller's roles were granted, of everything there is. */
async function grantedRows(context: CallContext<unknown>): Promise<Granted> {
  const user = await authenticate(context.request);
  const all = await menuRows(context.db, user.tenantId);
  const ids = await grantedMenuIds(context.db, user);
  return { all, granted: ids === null ? all : all.filter(({ id }) => ids.has(id)), aliases: user.roleNames };
}

/** What the caller's sidebar holds: granted menus, those of granted buttons, and everything above them, but for what is shown to other roles alone. */
async function sidebarRows(context: CallContext<unknown>): Promise<MenuRow[]> {
  const { all, granted, aliases } = await grantedRows(context);
  const visible = shownTo(all.filter(isMenu), aliases);
  const shown = new Set(granted.flatMap((row) => (isButton(row) ? [row.parentId] : row.path === '' ? [] : [row.id])));
  return withAncestors(visible, shown);
}

const tree =
  (keep: (row: MenuRow) => boolean) =>
  async ({ db, user, request }: CallContext<unknown>) => {
    const rows = (await menuRows(db, user.tenantId)).filter(keep);
    return forest(rows.map((row) => treeNode(row, languageOf(request) === 'zh' ? row.name : row.nameEn)));
  };

type Searched = Readonly<Partial<Record<'name' | 'code' | 'alias' | 'parentId', string | undefined>>>;
/** What was searched for; else, of a lazy list, one level. */
async function listed({ db, user, query, request }: CallContext<Searched>, keep: (row: MenuRow) => boolean, isLazy: boolean) {
  const rows = (await menuRows(db, user.tenantId)).filter(keep);
  const filters = (['name', 'code', 'alias'] as const).filter((name) => query[name]);
  const found = rows.filter((row) => filters.every((name) => row[name].includes(query[name] ?? '')));
  const shown = filters.length > 0 || !isLazy ? found : found.filter(({ parentId }) => parentId === (query.parentId || '0'));
  const parents = new Set(rows.map(({ parentId }) => parentId));
  return shown.map((row) => ({ ...menuOnWire(row, languageOf(request)), ...(parents.has(row.id) ? { hasChildren: true as const } : {}) }));
}

export const menuCalls: readonly Call[] = serveCalls(menuContracts, {
  'GET system/menu/routes': {
    async handle(context) {
      const user = await authenticate(context.request);
      if (user.isPublicFlavour) return publicRoutes(user, languageOf(context.request));
      const grown = forest((await sidebarRows(context)).map((row) => menuOnWire(row, languageOf(context.request))));
      return grown.filter((root) => standsUnder(context.query.topMenuId, root));
    },
  },
  'GET system/menu/buttons': {
    async handle(context) {
      const user = await authenticate(context.request);
      if (user.isPublicFlavour) return publicButtons(user, languageOf(context.request));
      const { all, granted } = await grantedRows(context);
      const kept = granted.filter(isButton);
      const parents = new Set(kept.map(({ parentId }) => parentId));
      return forest([...all.filter(({ id }) => parents.has(id)), ...kept].map((row) => menuOnWire(row, languageOf(context.request))));
    },
  },
  'GET system/menu/top-menu': {
    async handle(context) {
      // The public front end has one sidebar.
      if ((await authenticate(context.request)).isPublicFlavour) return [];
      return topMenusOver(
        (await sidebarRows(context)).filter(({ parentId }) => parentId === '0'),
        languageOf(context.request),
      );
    },
  },
  'GET system/menu/detail': {
    async handle({ db, user, query, request }) {
      const rows = await menuRows(db, user.tenantId);
      const row = rows.find(({ id }) => id === query.id);
      if (!row) throw new UserError(404, ['未找到菜单', 'No such menu']);
      const language = languageOf(request);
      const parent = rows.find(({ id }) => id === row.parentId);
      return {
        ...menuOnWire(row, language),
        nameEn: row.nameEn,
        parentName: parent ? menuOnWire(parent, language).name : inLanguage(['顶级', 'Root'], language),
        categoryName: inLanguage(isMenu(row) ? ['菜单', 'Menu'] : ['按钮', 'Button'], language),
      };
    },
  },
  'GET system/menu/grant-tree': { handle: grantTree },
  'GET system/menu/role-tree-keys': { handle: roleTreeKeys },
  'GET system/menu/tree': { handle: tree(isMenu) },
  'GET system/menu/tree-all': { handle: tree(() => true) },
  'GET system/menu/list': { handle: async (context) => forest(await listed(context, () => true, false)) },
  'GET system/menu/lazy-list': { handle: (context) => listed(context, () => true, true) },
  'GET system/menu/lazy-menu-list': { handle: (context) => listed(context, isMenu, true) },
  'GET system/menu/history': { handle: ({ db, query, user }) => historyOf(db, menuEntry, user, neededId(query, 'id'), query) },
  'GET system/menu/grant-top-tree': {
    async handle({ db, user, request }) {
      const menus = (await menuRows(db, user.tenantId)).filter(isMenu);
      return { menu: forest(menus.map((row) => treeNode(row, menuOnWire(row, languageOf(request)).name))) };
    },
  },
  'GET system/menu/top-tree-keys': { handle: topTreeKeys },
  'POST system/menu/submit': { write: saveMenu },
  'POST system/menu/remove': { write: removeMenus },
});
