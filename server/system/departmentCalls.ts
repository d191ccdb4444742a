import { requirePermission } from '#server/kernel/permissions.ts';
import { defineCall, type Call } from '#server/kernel/serve.ts';
import { accountOf } from '#server/session/accounts.ts';
import { forest, treeNode } from '#server/kernel/forest.ts';
import { idsIn } from '#server/kernel/idList.ts';
import { departmentRows } from './systemRows.ts';

type Asked = Record<string, string>;

const list = defineCall<Asked>({
  method: 'GET',
  service: 'system',
  path: 'dept/list',
  title: ['部门列表', 'Departments'],
  permission: 'department_view',
  handle: async ({ db, user, query }) =>
    forest(
      (await departmentRows(db, user.tenantId)).filter(
        ({ deptName, fullName }) => deptName.includes(query['deptName'] ?? '') && fullName.includes(query['fullName'] ?? ''),
      ),
    ),
});

/** One level at a time. */
const lazyList = defineCall<Asked>({
  method: 'GET',
  service: 'system',
  path: 'dept/lazy-list',
  title: ['部门列表', 'Departments'],
  permission: 'department_view',
  handle: async ({ db, user, query }) => {
    const rows = await departmentRows(db, user.tenantId);
    const parents = new Set(rows.map(({ parentId }) => parentId));
    return rows
      .filter(({ parentId }) => parentId === (query['parentId'] || '0'))
      .map((row) => ({ ...row, ...(parents.has(row.id) ? { hasChildren: true } : {}) }));
  },
});

const treeCall = (path: string): Call =>
  defineCall<Asked>({
    method: 'GET',
    service: 'system',
    path,
    title: ['部门树', 'Department tree'],
    permission: null,
    handle: async ({ db, user }) => forest((await departmentRows(db, user.tenantId)).map((row) => treeNode(row, row.deptName))),
  });

/** The departments a user owns (`userId`), or those named (`deptId`), or all: for the switch dialog and for pickers. */
const select = defineCall<Asked>({
  method: 'GET',
  service: 'system',
  path: 'dept/select',
  title: ['部门选择', 'Department choices'],
  permission: null,
  handle: async ({ db, user, query }) => {
    const rows = (await departmentRows(db, user.tenantId)).map(({ id, deptName, fullName }) => ({ id, deptName, fullName }));
    if (query['userId'] && query['userId'] !== user.id) requirePermission(user, 'userAccount_view');
    const owned = query['userId']
      ? ((await accountOf(db, user.tenantId, query['userId']))?.deptIds ?? [])
      : query['deptId']
        ? idsIn(query['deptId'])
        : null;
    return owned === null ? rows : rows.filter(({ id }) => owned.includes(id));
  },
});

export const departmentCalls: readonly Call[] = [list, lazyList, select, treeCall('dept/tree'), treeCall('dept/lazy-tree')];
