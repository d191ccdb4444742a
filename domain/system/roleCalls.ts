import { z } from 'zod';
import { anyJson, declareCalls, inQueryOrBody, isDone, shape, texts, type RowOf } from '#domain/kernel/contract.ts';
import { savedRecord } from '#domain/kernel/resourceShapes.ts';
import { forestShape, treeShape } from '#domain/kernel/treeShapes.ts';
import { role } from './role.ts';

const roleRow = shape({
  id: z.string(),
  parentId: z.string(),
  roleName: z.string(),
  roleAlias: z.string(),
  sort: z.number(),
  remark: z.string(),
});
export type RoleRow = RowOf<typeof roleRow>;

export const roleContracts = declareCalls({
  'GET system/role/list': {
    byHand: 'family',
    title: ['角色列表', 'Roles'],
    permission: 'role_view',
    query: texts('roleName', 'roleAlias'),
    answer: forestShape(roleRow),
  },
  'GET system/role/tree': {
    byHand: 'tree',
    title: ['角色树', 'Role tree'],
    permission: null,
    everybody: 'names of roles, for the switch of roles and for pickers',
    answer: treeShape,
  },
  // The roles a user owns (`userId`), or those named (`roleId`), or all: for the switch dialog and for pickers.
  'GET system/role/select': {
    byHand: 'picker',
    title: ['角色选择', 'Role choices'],
    permission: null,
    everybody: 'the roles of one user, for the switch',
    query: texts('userId', 'roleId'),
    answer: z.array(roleRow.pick({ id: true, roleName: true, roleAlias: true })),
  },
  'GET system/role/alias': {
    byHand: 'picker',
    title: ['角色别名', 'Role aliases'],
    permission: 'role_view',
    answer: z.array(roleRow.pick({ id: true, roleAlias: true })),
  },
  'POST system/role/submit': savedRecord(role),
  'POST system/role/remove': { title: ['删除角色', 'Remove roles'], permission: 'role_remove', ...inQueryOrBody('ids'), answer: isDone },
  // Ids as lists or with commas; without `dataScopeIds` the limits to laboratories stay, with an empty one there are none.
  'POST system/role/grant': {
    title: ['角色授权', 'Grant to roles'],
    permission: 'role_save',
    body: z.object({ roleIds: anyJson, menuIds: anyJson.optional(), dataScopeIds: anyJson.optional(), apiScopeIds: anyJson.optional() }),
    answer: isDone,
  },
});
