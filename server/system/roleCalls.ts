import { role, roleAlias } from '#domain/system/role.ts';
import { roleContracts } from '#domain/system/roleCalls.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { requirePermission } from '#server/kernel/core/permissions.ts';
import { removeRows, saveRow } from '#server/kernel/resource/resourceWrite.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { accountOf } from '#server/session/accounts.ts';
import { isAdministratorName } from './administrator.ts';
import { forest, treeNode } from '#server/kernel/core/forest.ts';
import { idsIn, idsOf } from '#server/kernel/core/idList.ts';
import { roleGrant } from './roleGrant.ts';
import { scalarText } from './scalarText.ts';
import { roleRows } from './systemRows.ts';

export const roleCalls: readonly Call[] = serveCalls(roleContracts, {
  'GET system/role/list': {
    async handle({ db, user, query }) {
      const rows = await roleRows(db, user.tenantId);
      return forest(rows.filter((row) => (['roleName', 'roleAlias'] as const).every((name) => row[name].includes(query[name] ?? ''))));
    },
  },
  'GET system/role/tree': {
    handle: async ({ db, user }) => forest((await roleRows(db, user.tenantId)).map((row) => treeNode(row, row.roleName))),
  },
  'GET system/role/select': {
    async handle({ db, user, query: { userId, roleId } }) {
      const rows = (await roleRows(db, user.tenantId)).map(({ id, roleName, roleAlias: alias }) => ({ id, roleName, roleAlias: alias }));
      if (userId !== user.id) requirePermission(user, 'role_view');
      const owned = userId ? ((await accountOf(db, user.tenantId, userId))?.roleIds ?? []) : roleId ? idsIn(roleId) : null;
      return owned === null ? rows : rows.filter(({ id }) => owned.includes(id));
    },
  },
  'GET system/role/alias': {
    handle: async ({ db, user }) => (await roleRows(db, user.tenantId)).map(({ id, roleAlias: alias }) => ({ id, roleAlias: alias })),
  },
  // The administrator's alias is what gives it its rights: it neither changes nor comes into being here.
  'POST system/role/submit': {
    async write(tx, { user, body, writing }) {
      const known = (await roleRows(tx, user.tenantId)).find(({ id }) => id === scalarText(body['id']));
      const sent = body['roleAlias'];
      const alias = typeof sent === 'string' ? sent.trim() : known?.roleAlias;
      if ((known?.roleAlias === roleAlias.administrator || alias === roleAlias.administrator) && alias !== known?.roleAlias)
        throw new UserError(400, ['无权限创建超管角色！', 'The administrator role cannot be made or renamed']);
      return saveRow(tx, role, body, writing);
    },
  },
  'POST system/role/remove': {
    async write(tx, context) {
      const ids = idsOf(context, 'ids');
      const rows = await roleRows(tx, context.user.tenantId);
      if (rows.some((row) => ids.includes(row.id) && isAdministratorName(row.roleAlias)))
        throw new UserError(400, ['超级管理员不能删除', 'The administrator role cannot be removed']);
      return removeRows(tx, role, ids, context.writing);
    },
  },
  'POST system/role/grant': { handle: roleGrant },
});
