import { choices } from '#domain/kernel/choices.ts';
import { choice, code, integer, longText, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** What a menu row is, and where a button stands (docs/wire.md#menu-rows). */
export const menuCategory = choices({ menu: [1, '菜单', 'Menu'], button: [2, '按钮', 'Button'] });
export const buttonPlace = choices({
  none: [0, '无', 'None'],
  toolbar: [1, '工具栏', 'Toolbar'],
  row: [2, '操作栏', 'Row'],
  both: [3, '工具操作栏', 'Both'],
});
export const opensTab = choices({ no: [1, '否', 'No'], yes: [2, '是', 'Yes'] });

/** A menu or button as it is kept by hand (docs/wire.md#menu-rows): checked so on the screen and on the server. */
export const menuFields = {
  name: text('菜单名称', 'Name (Chinese)', { required: true, max: 50 }),
  nameEn: text('英文名称', 'English name', { max: 80, help: ['留空则同菜单名称', 'Empty: as the Chinese one'] }),
  parentId: ref('上级菜单', 'Below', 'menu', {}),
  code: code('菜单编号', 'Code', { required: true, max: 80, help: ['按钮的编号即权限标识', 'A button’s code is its permission'] }),
  category: choice('菜单类型', 'Kind', menuCategory, { required: true }),
  alias: code('菜单别名', 'Alias', { required: true, max: 40 }),
  path: text('路由地址', 'Route', { max: 500, help: ['http(s) 或 html 地址在页内框架打开', 'http(s) and html addresses open in a frame'] }),
  source: text('菜单图标', 'Icon', { max: 60 }),
  sort: integer('菜单排序', 'Order', { required: true, min: 0, max: 9999 }),
  action: choice('按钮位置', 'Button stands in', buttonPlace, {}),
  isOpen: choice('新窗口打开', 'Opens a window', opensTab, {}),
  roleAliases: text('限定角色', 'Only for roles', {
    max: 200,
    help: ['角色别名,以逗号分隔;留空则有权限者可见', 'Aliases of roles, by commas; empty: everybody who has the right'],
  }),
  remark: longText('菜单备注', 'Remark', {}),
} as const;
/** The menu as the screen's acts know it: its calls are written by hand (server/system/menuCalls.ts, menuWrites.ts). */
export const menuEntry = defineResource({
  name: 'menu',
  title: ['菜单', 'Menu'],
  service: 'system',
  path: 'menu',
  verbs: { page: 'lazy-list', detail: 'detail', save: 'submit', remove: 'remove' },
  id: 'id',
  display: { name: 'name', code: 'code' },
  noSheet: 'shipped ones come with the programme and are found by it; own ones are few and placed in the tree by hand',
  fields: menuFields,
});
export const menuScreen = { route: '/system/menu', title: ['菜单管理', 'Menus'] } as const;
