import { menuEntry } from '#domain/system/menuFields.ts';
import { languageOf, UserError } from '#server/kernel/answers.ts';
import { defineCall, type Call, type CallContext } from '#server/kernel/serve.ts';
import { authenticate } from '#server/session/authenticate.ts';
import { forest, treeNode, withAncestors } from '#server/kernel/forest.ts';
import { grantCalls } from './grantCalls.ts';
import { historyCall } from './historyCall.ts';
import { publicButtons, publicRoutes } from './publicMenu.ts';
import { grantedMenuIds, menuCategory, menuOnWire, menuRows, shownTo, type MenuRow } from './menuRows.ts';
import { standsUnder, topMenusOver } from './topMenusOver.ts';

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

/** The sidebar as a tree; with `topMenuId` the part of that top menu. */
const routes = defineCall<Record<string, string>>({
  method: 'GET',
  service: 'system',
  path: 'menu/routes',
  title: ['菜单', 'Menus'],
  permission: null,
  handle: async (context) => {
    const user = await authenticate(context.request);
    if (user.isPublicFlavour) return publicRoutes(user, languageOf(context.request));
    const tree = forest((await sidebarRows(context)).map((row) => menuOnWire(row, languageOf(context.request))));
    return tree.filter((root) => standsUnder(context.query['topMenuId'], root));
  },
});

/** Granted buttons under their own menus: the client flattens it to permission codes (wire 3.3). */
const buttons = defineCall({
  method: 'GET',
  service: 'system',
  path: 'menu/buttons',
  title: ['按钮权限', 'Buttons'],
  permission: null,
  handle: async (context) => {
    const user = await authenticate(context.request);
    if (user.isPublicFlavour) return publicButtons(user, languageOf(context.request));
    const { all, granted } = await grantedRows(context);
    const kept = granted.filter(isButton);
    const parents = new Set(kept.map(({ parentId }) => parentId));
    return forest([...all.filter(({ id }) => parents.has(id)), ...kept].map((row) => menuOnWire(row, languageOf(context.request))));
  },
});

/** The top menus that have something for the caller. */
const topMenu = defineCall({
  method: 'GET',
  service: 'system',
  path: 'menu/top-menu',
  title: ['顶部菜单', 'Top menus'],
  permission: null,
  handle: async (context) => {
    // The public front end has one sidebar.
    if ((await authenticate(context.request)).isPublicFlavour) return [];
    return topMenusOver(
      (await sidebarRows(context)).filter(({ parentId }) => parentId === '0'),
      languageOf(context.request),
    );
  },
});

function treeCall(path: string, permission: string, keep: (row: MenuRow) => boolean): Call {
  return defineCall({
    method: 'GET',
    service: 'system',
    path,
    title: ['菜单树', 'Menu tree'],
    permission,
    handle: async ({ db, user, request }) => {
      const rows = (await menuRows(db, user.tenantId)).filter(keep);
      return forest(rows.map((row) => treeNode(row, languageOf(request) === 'zh' ? row.name : row.nameEn)));
    },
  });
}

function listCall(path: string, keep: (row: MenuRow) => boolean, isLazy: boolean): Call {
  return defineCall<Record<string, string>>({
    method: 'GET',
    service: 'system',
    path,
    title: ['菜单列表', 'Menu list'],
    permission: 'menu_view',
    handle: async ({ db, user, query, request }) => {
      const rows = (await menuRows(db, user.tenantId)).filter(keep);
      const filters = (['name', 'code', 'alias'] as const).filter((name) => query[name]);
      const found = rows.filter((row) => filters.every((name) => row[name].includes(query[name] ?? '')));
      const shown = filters.length > 0 || !isLazy ? found : found.filter(({ parentId }) => parentId === (query['parentId'] || '0'));
      const parents = new Set(rows.map(({ parentId }) => parentId));
      const onWire = shown.map((row) => ({ ...menuOnWire(row, languageOf(request)), ...(parents.has(row.id) ? { hasChildren: true } : {}) }));
      return isLazy ? onWire : forest(onWire);
    },
  });
}

const detail = defineCall<Record<string, string>>({
  method: 'GET',
  service: 'system',
  path: 'menu/detail',
  title: ['菜单详情', 'Menu'],
  permission: 'menu_view',
  handle: async ({ db, user, query, request }) => {
    const rows = await menuRows(db, user.tenantId);
    const row = rows.find(({ id }) => id === query['id']);
    if (!row) throw new UserError(404, ['未找到菜单', 'No such menu']);
    const language = languageOf(request);
    const parent = rows.find(({ id }) => id === row.parentId);
    return {
      ...menuOnWire(row, language),
      nameEn: row.nameEn,
      parentName: parent ? menuOnWire(parent, language).name : language === 'zh' ? '顶级' : 'Root',
      categoryName: (isMenu(row) ? ['菜单', 'Menu'] : ['按钮', 'Button'])[language === 'zh' ? 0 : 1],
    };
  },
});

export const menuCalls: readonly Call[] = [
  routes,
  buttons,
  topMenu,
  detail,
  ...grantCalls,
  treeCall('menu/tree', 'role_view', isMenu),
  treeCall('menu/tree-all', 'menu_view', () => true),
  listCall('menu/list', () => true, false),
  listCall('menu/lazy-list', () => true, true),
  listCall('menu/lazy-menu-list', isMenu, true),
  historyCall(menuEntry),
];
