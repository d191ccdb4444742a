import { departmentContracts } from '#domain/system/departmentCalls.ts';
import { requirePermission } from '#server/kernel/core/permissions.ts';
import type { Call, CallContext } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { accountOf } from '#server/session/accounts.ts';
import { forest, treeNode } from '#server/kernel/core/forest.ts';
import { idsIn } from '#server/kernel/core/idList.ts';
import { departmentRows } from './systemRows.ts';

const tree = async ({ db, user }: CallContext<unknown>) =>
  forest((await departmentRows(db, user.tenantId)).map((row) => treeNode(row, row.deptName)));

export const departmentCalls: readonly Call[] = serveCalls(departmentContracts, {
  'GET system/dept/list': {
    handle: async ({ db, user, query: { deptName: name = '', fullName: full = '' } }) =>
      forest((await departmentRows(db, user.tenantId)).filter(({ deptName, fullName }) => deptName.includes(name) && fullName.includes(full))),
  },
  'GET system/dept/lazy-list': {
    async handle({ db, user, query }) {
      const rows = await departmentRows(db, user.tenantId);
      const parents = new Set(rows.map(({ parentId }) => parentId));
      return rows
        .filter(({ parentId }) => parentId === (query.parentId || '0'))
        .map((row) => ({ ...row, ...(parents.has(row.id) ? { hasChildren: true as const } : {}) }));
    },
  },
  'GET system/dept/tree': { handle: tree },
  'GET system/dept/lazy-tree': { handle: tree },
  'GET system/dept/select': {
    async handle({ db, user, query: { userId, deptId } }) {
      const rows = (await departmentRows(db, user.tenantId)).map(({ id, deptName, fullName }) => ({ id, deptName, fullName }));
      if (userId && userId !== user.id) requirePermission(user, 'userAccount_view');
      const owned = userId ? ((await accountOf(db, user.tenantId, userId))?.deptIds ?? []) : deptId ? idsIn(deptId) : null;
      return owned === null ? rows : rows.filter(({ id }) => owned.includes(id));
    },
  },
});
