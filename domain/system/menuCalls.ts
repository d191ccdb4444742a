import { z } from 'zod';
import { callsUnder, declareCalls, inQueryOrBody, isDone, pageShape, shape, texts, type RowOf } from '#domain/kernel/contract.ts';
import { historyContract } from '#domain/kernel/historyCalls.ts';
import type { Label } from '#domain/kernel/label.ts';
import { savedRecord } from '#domain/kernel/resourceShapes.ts';
import { forestShape, treeShape } from '#domain/kernel/treeShapes.ts';
import { menuEntry } from './menuFields.ts';

/** A menu or button as clients of the public flavour know it. */
const publicMenuRow = shape({
  id: z.string(),
  parentId: z.string(),
  code: z.string(),
  name: z.string(),
  alias: z.string(),
  path: z.string(),
  source: z.string(),
  sort: z.number(),
  category: z.number(),
  action: z.number(),
  isOpen: z.number(),
  remark: z.string(),
  isDeleted: z.number(),
});
/** With both languages, for clients that switch without asking again. */
const menuRow = publicMenuRow.extend({
  labels: z.array(z.string()),
  pinyin: z.array(z.string()),
  roleAliases: z.string(),
  /** Clients of the family hide what their roles do not meet. */
  meta: shape({ roles: z.array(z.string()) }).optional(),
});
export type MenuOnWire = RowOf<typeof menuRow>;
const listedMenu = menuRow.extend({ hasChildren: z.literal(true).optional() });
const ownMenus = z.union([forestShape(menuRow), forestShape(publicMenuRow)]);

const topMenuRow = shape({
  id: z.string(),
  tenantId: z.string(),
  code: z.string(),
  name: z.string(),
  source: z.string(),
  path: z.string(),
  sort: z.number(),
});
const searched = texts('name', 'code', 'alias', 'parentId');
const list = { title: ['菜单列表', 'Menu list'], permission: 'menu_view', query: searched } as const;
const topTitle = ['顶部菜单', 'Top menus'] as const;

export const menuContracts = declareCalls({
  // The sidebar; with `topMenuId` the part of that top menu.
  'GET system/menu/routes': {
    byHand: 'tree',
    title: ['菜单', 'Menus'],
    permission: null,
    everybody: 'what the asking user may open',
    query: texts('topMenuId'),
    answer: ownMenus,
  },
  // Granted buttons under their own menus: clients flatten it to permission codes.
  'GET system/menu/buttons': {
    byHand: 'tree',
    title: ['按钮权限', 'Buttons'],
    permission: null,
    everybody: 'what the asking user may do',
    answer: ownMenus,
  },
  'GET system/menu/top-menu': {
    byHand: 'tree',
    title: topTitle,
    permission: null,
    everybody: 'what the asking user may open',
    answer: z.array(topMenuRow.extend({ labels: z.array(z.string()), menuIds: z.array(z.string()) })),
  },
  'GET system/menu/detail': {
    title: ['菜单详情', 'Menu'],
    permission: 'menu_view',
    query: texts('id'),
    answer: menuRow.extend({ nameEn: z.string(), parentName: z.string(), categoryName: z.string() }),
  },
  // What the caller may grant: administrators everything, others only what they hold themselves.
  'GET system/menu/grant-tree': {
    title: ['可授权菜单', 'Grantable menus'],
    permission: 'role_save',
    answer: shape({ menu: treeShape, dataScope: treeShape, apiScope: treeShape }),
  },
  // What roles hold: menus and buttons, the laboratories they are limited to (none: not limited), interfaces.
  'GET system/menu/role-tree-keys': {
    title: ['角色菜单', 'Menus of roles'],
    permission: 'role_view',
    query: texts('roleIds'),
    answer: shape({ menu: z.array(z.string()), dataScope: z.array(z.string()), apiScope: z.array(z.string()) }),
  },
  'GET system/menu/tree': { byHand: 'tree', title: ['菜单树', 'Menu tree'], permission: 'role_view', answer: treeShape },
  'GET system/menu/tree-all': { byHand: 'tree', title: ['菜单树', 'Menu tree'], permission: 'menu_view', answer: treeShape },
  'GET system/menu/list': { byHand: 'tree', ...list, answer: forestShape(listedMenu) },
  'GET system/menu/lazy-list': { byHand: 'tree', ...list, answer: z.array(listedMenu) },
  'GET system/menu/lazy-menu-list': { byHand: 'tree', ...list, answer: z.array(listedMenu) },
  'GET system/menu/history': historyContract(menuEntry),
  'GET system/menu/grant-top-tree': { title: topTitle, permission: 'menu_view', answer: shape({ menu: treeShape }) },
  // The menus that stand under top menus.
  'GET system/menu/top-tree-keys': {
    title: topTitle,
    permission: 'menu_view',
    query: texts('topMenuIds'),
    answer: shape({ menu: z.array(z.string()) }),
  },
  'POST system/menu/submit': savedRecord(menuEntry),
  'POST system/menu/remove': { title: ['删除菜单', 'Remove menus'], permission: 'menu_remove', ...inQueryOrBody('ids'), answer: isDone },
});

/** Lists of the public flavour over what is described or derived here: read alike, changed elsewhere. */
export const madeListFamily = (title: Label, permission: string, row: z.ZodObject, searchedBy: readonly string[], refusing: Label) => {
  const refused = { title, permission, repeats: [`一律拒绝: ${refusing[0]}`, `refuses always: ${refusing[1]}`] as const, answer: z.never() };
  return {
    'GET list': {
      byHand: 'publicFlavour',
      title,
      permission,
      query: z.looseObject(texts(...searchedBy, 'current', 'size').shape),
      answer: pageShape(row),
    },
    'GET detail': { title, permission, query: texts('id', 'menuId'), answer: row },
    'POST submit': refused,
    'POST remove': refused,
  } as const;
};

const scopeRow = shape({
  id: z.string(),
  menuId: z.string(),
  resourceCode: z.string(),
  scopeName: z.string(),
  scopeType: z.number(),
  remark: z.string(),
});
/** Why they cannot be changed here, and where they can. */
export const madeListRefusals = {
  topMenu: ['顶部菜单由系统提供, 不可修改', 'The top menus are the product’s own and cannot be changed'],
  dataScope: ['数据权限按检验所划分, 请在角色权限设置中授予', 'Data is limited by laboratories; give them in the grants of a role'],
  apiScope: ['接口权限随按钮授予, 请在角色权限设置中授予', 'Interfaces are granted with their buttons, in the grants of a role'],
} as const satisfies Record<string, Label>;

export const madeLists = {
  topMenu: madeListFamily(topTitle, 'menu_view', topMenuRow, ['name', 'code'], madeListRefusals.topMenu),
  // Data is limited by laboratories here, whatever the menu: each is a scope a role may be given.
  dataScope: madeListFamily(
    ['数据权限', 'Data scopes'],
    'role_view',
    scopeRow.extend({ scopeField: z.string(), scopeClass: z.string(), scopeColumn: z.string(), scopeValue: z.string() }),
    ['scopeName', 'resourceCode', 'menuId'],
    madeListRefusals.dataScope,
  ),
  // The interfaces behind a menu's buttons: each is granted with its button.
  apiScope: madeListFamily(
    ['接口权限', 'Interfaces'],
    'role_view',
    scopeRow.extend({ scopePath: z.string() }),
    ['scopeName', 'resourceCode', 'menuId'],
    madeListRefusals.apiScope,
  ),
};
export const grantTopContracts = declareCalls({ 'POST system/topmenu/grant': madeLists.topMenu['POST submit'] });

export const madeListContracts = {
  ...callsUnder('system/topmenu', madeLists.topMenu),
  ...grantTopContracts,
  ...callsUnder('system/data-scope', madeLists.dataScope),
  ...callsUnder('system/api-scope', madeLists.apiScope),
};
