import { choices } from '#domain/kernel/choices.ts';
import { choice, code, integer, longText, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** Level of a post (docs/wire.md#system-resources, dictionary post_category). */
export const postCategory = choices({
  senior: [1, '高层', 'Senior'],
  middle: [2, '中层', 'Middle'],
  junior: [3, '基层', 'Junior'],
  other: [4, '其他', 'Other'],
});

/** A post people hold beside their roles: it gives no rights. */
export const post = defineResource({
  name: 'post',
  title: ['岗位', 'Post'],
  service: 'system',
  path: 'post',
  verbs: { page: ['list', 'page'], list: 'select', detail: 'detail', save: 'submit', remove: 'remove' },
  id: 'id',
  roles: { ops: 'all' },
  display: { name: 'postName', code: 'postCode' },
  order: 'sort',
  fields: {
    category: choice('岗位类型', 'Level', postCategory, { required: true, search: true }),
    postCode: code('岗位编号', 'Post code', { required: true, unique: true, search: true, max: 40 }),
    postName: text('岗位名称', 'Post', { required: true, search: true, max: 50 }),
    sort: integer('岗位排序', 'Order', { required: true, min: 0, max: 9999 }),
    remark: longText('岗位描述', 'Description', { column: true }),
  },
  screens: [{ route: '/system/post', title: ['岗位管理', 'Posts'] }],
});
