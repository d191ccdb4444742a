import { z } from 'zod';
import { declareCalls, shape, texts, type RowOf } from '#domain/kernel/contract.ts';
import { forestShape, treeShape } from '#domain/kernel/treeShapes.ts';

const departmentRow = shape({
  id: z.string(),
  parentId: z.string(),
  deptName: z.string(),
  fullName: z.string(),
  deptCategory: z.union([z.number(), z.literal('')]),
  sort: z.number(),
  remark: z.string(),
});
export type DepartmentRow = RowOf<typeof departmentRow>;
const title = ['部门树', 'Department tree'] as const;

export const departmentContracts = declareCalls({
  'GET system/dept/list': {
    byHand: 'tree',
    title: ['部门列表', 'Departments'],
    permission: 'department_view',
    query: texts('deptName', 'fullName'),
    answer: forestShape(departmentRow),
  },
  // One level at a time.
  'GET system/dept/lazy-list': {
    byHand: 'tree',
    title: ['部门列表', 'Departments'],
    permission: 'department_view',
    query: texts('parentId'),
    answer: z.array(departmentRow.extend({ hasChildren: z.literal(true).optional() })),
  },
  'GET system/dept/tree': { byHand: 'tree', title, permission: null, everybody: 'names of departments, for pickers', answer: treeShape },
  'GET system/dept/lazy-tree': { byHand: 'tree', title, permission: null, everybody: 'names of departments, for pickers', answer: treeShape },
  // The departments a user owns (`userId`), or those named (`deptId`), or all: for the switch dialog and for pickers.
  'GET system/dept/select': {
    byHand: 'picker',
    title: ['部门选择', 'Department choices'],
    permission: null,
    everybody: 'the departments of one user, for the switch',
    query: texts('userId', 'deptId'),
    answer: z.array(departmentRow.pick({ id: true, deptName: true, fullName: true })),
  },
});
