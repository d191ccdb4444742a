import { choices } from '#domain/kernel/choices.ts';
import { choice, code, integer, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

export const callMethod = choices({ get: ['GET', '读', 'GET'], post: ['POST', '写', 'POST'] });

/** The calls behind the menus: which address asks for which right, and which menu gives it. */
export const menuInterface = defineResource({
  name: 'menuInterface',
  title: ['菜单接口', 'Menu interfaces'],
  service: 'system',
  path: 'menu-interface',
  verbs: { page: 'page', detail: 'detail' },
  id: 'menuInterfaceId',
  roles: { ops: 'all' },
  display: { name: 'interfaceName' },
  order: 'sort',
  view: true,
  fields: {
    interfaceName: text('接口名称', 'Interface', { search: true }),
    interfaceNameEn: text('接口英文名称', 'English name', { column: false }),
    method: choice('方法', 'Method', callMethod, { search: true }),
    path: code('接口地址', 'API address', { search: true }),
    permission: code('权限编号', 'Permission', { search: true }),
    menuName: text('所属菜单', 'Menu', { search: true }),
    menuNameEn: text('菜单英文名称', 'Menu in English', { column: false }),
    menuPath: code('菜单路由', 'Route', { search: true }),
    sort: integer('排序', 'Order', { column: false }),
  },
  screens: [{ route: '/system/api', title: ['菜单接口', 'Menu interfaces'] }],
});
