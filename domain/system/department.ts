import { choices } from '#domain/kernel/choices.ts';
import { choice, integer, longText, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** Kind of organisation (docs/wire.md#system-resources, dictionary org_category). */
export const deptCategory = choices({ company: [1, '公司', 'Company'], department: [2, '部门', 'Department'], group: [3, '小组', 'Group'] });

/** A department. `list`, `tree` and `select` are trees and choices (departmentCalls). */
export const department = defineResource({
  name: 'department',
  title: ['部门', 'Department'],
  service: 'system',
  path: 'dept',
  verbs: { page: 'page', detail: 'detail', save: 'submit', remove: 'remove' },
  id: 'id',
  roles: { ops: 'all' },
  display: { name: 'deptName' },
  order: 'sort',
  fields: {
    deptName: text('部门名称', 'Department', { required: true, unique: true, search: true, max: 50 }),
    fullName: text('部门全称', 'Full name', { max: 100 }),
    parentId: ref('上级部门', 'Parent department', 'department', { column: false }),
    deptCategory: choice('机构类型', 'Kind', deptCategory, { search: true }),
    sort: integer('排序', 'Order', { min: 0, max: 9999 }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/system/dept', title: ['部门管理', 'Departments'] }],
});
