import { role, roleAlias } from '#domain/system/role.ts';
import { UserError } from '#server/kernel/answers.ts';
import { requirePermission } from '#server/kernel/permissions.ts';
import { removeRows, saveRow } from '#server/kernel/resourceWrite.ts';
import { defineCall, type Call } from '#server/kernel/serve.ts';
import { accountOf } from '#server/session/accounts.ts';
import { isAdministratorName } from './administrator.ts';
import { forest, treeNode } from '#server/kernel/forest.ts';
import { idsIn, idsOf } from '#server/kernel/idList.ts';
import { roleGrant } from './roleGrant.ts';
import { scalarText } from './scalarText.ts';
import { roleRows } from './systemRows.ts';
import { writeOnce } from './writing.ts';

type Asked = Record<string, string>;

const list = defineCall<Asked>({
  method: 'GET',
  service: 'system',
  path: 'role/list',
  title: ['角色列表', 'Roles'],
  permission: 'role_view',
  handle: async ({ db, user, query }) => {
    const rows = await roleRows(db, user.tenantId);
    return forest(rows.filter((row) => (['roleName', 'roleAlias'] as const).every((name) => row[name].includes(query[name] ?? ''))));
  },
});

const tree = defineCall({
  method: 'GET',
  service: 'system',
  path: 'role/tree',
  title: ['角色树', 'Role tree'],
  permission: null,
  handle: async ({ db, user }) => forest((await roleRows(db, user.tenantId)).map((row) => treeNode(row, row.roleName))),
});

/** The roles a user owns (`userId`), or those named (`roleId`), or all: for the switch dialog and for pickers. */
const select = defineCall<Asked>({
  method: 'GET',
  service: 'system',
  path: 'role/select',
  title: ['角色选择', 'Role choices'],
  permission: null,
  handle: async ({ db, user, query }) => {
    const rows = (await roleRows(db, user.tenantId)).map(({ id, roleName, roleAlias: alias }) => ({ id, roleName, roleAlias: alias }));
    if (query['userId'] !== user.id) requirePermission(user, 'role_view');
    const owned = query['userId']
      ? ((await accountOf(db, user.tenantId, query['userId']))?.roleIds ?? [])
      : query['roleId']
        ? idsIn(query['roleId'])
        : null;
    return owned === null ? rows : rows.filter(({ id }) => owned.includes(id));
  },
});

const aliases = defineCall({
  method: 'GET',
  service: 'system',
  path: 'role/alias',
  title: ['角色别名', 'Role aliases'],
  permission: 'role_view',
  handle: async ({ db, user }) => (await roleRows(db, user.tenantId)).map(({ id, roleAlias: alias }) => ({ id, roleAlias: alias })),
});

/** Saves a role. The administrator's alias is what gives it its rights: it neither changes nor comes into being here. */
const submit = defineCall({
  method: 'POST',
  service: 'system',
  path: 'role/submit',
  title: ['保存角色', 'Save a role'],
  permission: 'role_save',
  handle: async (context) => {
    const { db, user, body } = context;
    const known = (await roleRows(db, user.tenantId)).find(({ id }) => id === scalarText(body?.id));
    const alias = typeof body?.roleAlias === 'string' ? body.roleAlias.trim() : known?.roleAlias;
    if ((known?.roleAlias === roleAlias.administrator || alias === roleAlias.administrator) && alias !== known?.roleAlias)
      throw new UserError(400, ['无权限创建超管角色！', 'The administrator role cannot be made or renamed']);
    return writeOnce(context, 'role.save', (tx, writing) => saveRow(tx, role, body ?? {}, writing));
  },
});

const remove = defineCall<Asked>({
  method: 'POST',
  service: 'system',
  path: 'role/remove',
  title: ['删除角色', 'Remove roles'],
  permission: 'role_remove',
  handle: async (context) => {
    const { db, user } = context;
    const ids = idsOf(context, 'ids');
    const rows = await roleRows(db, user.tenantId);
    if (rows.some((row) => ids.includes(row.id) && isAdministratorName(row.roleAlias)))
      throw new UserError(400, ['超级管理员不能删除', 'The administrator role cannot be removed']);
    return writeOnce(context, 'role.remove', (tx, writing) => removeRows(tx, role, ids, writing));
  },
});

export const roleCalls: readonly Call[] = [list, tree, select, aliases, submit, remove, roleGrant];
