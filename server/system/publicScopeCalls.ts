import { inLanguage } from '#domain/kernel/label.ts';
import { topMenus, topMenuOf } from '#domain/system/topMenus.ts';
import { languageOf, pageOf, UserError } from '#server/kernel/answers.ts';
import { forest, treeNode } from '#server/kernel/forest.ts';
import { plainText } from '#server/kernel/plainText.ts';
import { pagingOf } from '#server/kernel/resourceQuery.ts';
import { defineCall, type Call, type CallContext } from '#server/kernel/serve.ts';
import { interfaceLeaves, laboratoryLeaves } from './grantCalls.ts';
import { menuCategory, menuOnWire, menuRows } from './menuRows.ts';
import { topMenusOver } from './topMenusOver.ts';

type Asked = Record<string, string>;
interface Listed {
  readonly id: string;
}

/** How a list that the programme makes itself is read: searched by these texts, page by page, and by id. */
interface MadeList<Row extends Listed> {
  readonly path: string;
  readonly title: Call['title'];
  readonly permission: string;
  readonly searched: readonly string[];
  readonly rows: (context: CallContext<Asked>) => Promise<readonly Row[]>;
  /** Why it cannot be changed here, and where it can. */
  readonly refusal: readonly [string, string];
}

/** The calls of the public flavour over what is described or derived here: read alike, changed elsewhere. */
function callsOf<Row extends Listed>({ path, title, permission, searched, rows, refusal }: MadeList<Row>): Call[] {
  const read = (verb: string, handle: Call['handle']): Call =>
    defineCall({ method: 'GET', service: 'system', path: `${path}/${verb}`, title, permission, handle });
  const refuse = (verb: string): Call =>
    defineCall({
      method: 'POST',
      service: 'system',
      path: `${path}/${verb}`,
      title,
      permission,
      handle: async () => {
        throw new UserError(400, [refusal[0], refusal[1]]);
      },
    });
  return [
    read('list', async (context: CallContext<Asked>) => {
      const { current, size } = pagingOf(context.query);
      const found = (await rows(context)).filter((row) =>
        searched.every((name) => plainText((row as Readonly<Record<string, unknown>>)[name]).includes(context.query[name] ?? '')),
      );
      return pageOf(found.slice((current - 1) * size, current * size), found.length, current, size);
    }),
    read('detail', async (context: CallContext<Asked>) => {
      const row = (await rows(context)).find(({ id }) => id === context.query['id']);
      if (!row) throw new UserError(404, ['未找到数据', 'No such row']);
      return row;
    }),
    refuse('submit'),
    refuse('remove'),
  ];
}

const tops = callsOf({
  path: 'topmenu',
  title: ['顶部菜单', 'Top menus'],
  permission: 'menu_view',
  searched: ['name', 'code'],
  rows: async ({ db, user, request }) => {
    const roots = (await menuRows(db, user.tenantId)).filter(({ parentId, category }) => parentId === '0' && category === menuCategory.menu);
    return topMenusOver(roots, languageOf(request)).map(({ menuIds: _menuIds, labels: _labels, ...row }) => row);
  },
  refusal: ['顶部菜单由系统提供, 不可修改', 'The top menus are the product’s own and cannot be changed'],
});
const grantTop = defineCall({
  method: 'POST',
  service: 'system',
  path: 'topmenu/grant',
  title: ['顶部菜单', 'Top menus'],
  permission: 'menu_view',
  handle: async () => {
    throw new UserError(400, ['顶部菜单由系统提供, 不可修改', 'The top menus are the product’s own and cannot be changed']);
  },
});

const grantTopTree = defineCall({
  method: 'GET',
  service: 'system',
  path: 'menu/grant-top-tree',
  title: ['顶部菜单', 'Top menus'],
  permission: 'menu_view',
  handle: async ({ db, user, request }) => {
    const menus = (await menuRows(db, user.tenantId)).filter(({ category }) => category === menuCategory.menu);
    return { menu: forest(menus.map((row) => treeNode(row, menuOnWire(row, languageOf(request)).name))) };
  },
});

/** The menus that stand under top menus. */
const topTreeKeys = defineCall<Asked>({
  method: 'GET',
  service: 'system',
  path: 'menu/top-tree-keys',
  title: ['顶部菜单', 'Top menus'],
  permission: 'menu_view',
  handle: async ({ db, user, query }) => {
    const asked = topMenus.filter(({ code }) => (query['topMenuIds'] ?? '').split(',').includes(code));
    const menus = (await menuRows(db, user.tenantId)).filter(({ category }) => category === menuCategory.menu);
    const rootOf = (id: string, steps = 0): string => {
      const row = menus.find((one) => one.id === id);
      return !row || row.parentId === '0' || steps > 20 ? (row?.code ?? '') : rootOf(row.parentId, steps + 1);
    };
    return { menu: menus.filter(({ id }) => asked.includes(topMenuOf(rootOf(id)))).map(({ id }) => id) };
  },
});

/** Data is limited by laboratories here, whatever the menu: each is a scope a role may be given. */
const dataScopes = callsOf({
  path: 'data-scope',
  title: ['数据权限', 'Data scopes'],
  permission: 'role_view',
  searched: ['scopeName', 'resourceCode'],
  rows: async ({ db, user, query }) =>
    (await laboratoryLeaves(db, user)).map(({ id, name }) => ({
      id,
      menuId: query['menuId'] ?? '',
      resourceCode: `laboratory_${id}`,
      scopeName: name,
      scopeField: '*',
      scopeClass: '',
      scopeColumn: 'laboratory_id',
      scopeType: 5,
      scopeValue: id,
      remark: '',
    })),
  refusal: ['数据权限按检验所划分, 请在角色权限设置中授予', 'Data is limited by laboratories; give them in the grants of a role'],
});

/** The interfaces behind a menu's buttons: each is granted with its button. */
const apiScopes = callsOf({
  path: 'api-scope',
  title: ['接口权限', 'Interfaces'],
  permission: 'role_view',
  searched: ['scopeName', 'resourceCode'],
  rows: async ({ db, user, query, request }) => {
    const language = languageOf(request);
    const menus = await menuRows(db, user.tenantId);
    const buttons = menus.filter(
      ({ category, parentId }) => category === menuCategory.button && (query['menuId'] === undefined || parentId === query['menuId']),
    );
    return (await interfaceLeaves(db, buttons, language)).map(({ id, parentId, title, permission, path }) => ({
      id,
      menuId: parentId,
      resourceCode: permission,
      scopeName: title,
      scopePath: path,
      scopeType: 1,
      remark: inLanguage(['随按钮授予', 'Granted with its button'], language),
    }));
  },
  refusal: ['接口权限随按钮授予, 请在角色权限设置中授予', 'Interfaces are granted with their buttons, in the grants of a role'],
});

export const publicScopeCalls: readonly Call[] = [...tops, grantTop, grantTopTree, topTreeKeys, ...dataScopes, ...apiScopes];
