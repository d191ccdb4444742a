import { code, integer, longText, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** A role: what its members may do stands in the menus and buttons granted to it. `list` is a tree (roleCalls). */
export const role = defineResource({
  name: 'role',
  title: ['角色', 'Role'],
  service: 'system',
  path: 'role',
  verbs: { page: 'page', detail: 'detail', save: 'submit', remove: 'remove' },
  id: 'id',
  roles: { ops: ['view'] },
  display: { name: 'roleName', code: 'roleAlias' },
  order: 'sort',
  fields: {
    roleName: text('角色名称', 'Role name', { required: true, unique: true, search: true, max: 50 }),
    roleAlias: code('角色别名', 'Alias', { required: true, unique: true, search: true, max: 50 }),
    parentId: ref('上级角色', 'Parent role', 'role', { column: false }),
    sort: integer('排序', 'Order', { min: 0, max: 9999 }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/system/role', title: ['角色管理', 'Roles'] }],
});

/** Aliases with a built-in meaning (docs/wire.md#session): both see every laboratory, the first also holds every permission. */
export const roleAlias = { administrator: 'administrator', admin: 'admin' } as const;
