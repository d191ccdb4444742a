import { code, longText, ref, refList, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atDesks } from '#domain/kernel/roles.ts';

/** A test as the laboratory does it: items that are measured together. */
export const panel = defineResource({
  name: 'panel',
  title: ['检测项目', 'Panel'],
  service: 'base',
  path: 'panel',
  verbs: { page: 'page', list: 'list', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'panelId',
  roles: { ...atDesks, ops: 'all' },
  display: { name: 'panelName', code: 'panelCode' },
  fields: {
    panelCode: code('项目编号', 'Code', { required: true, unique: true, search: true, max: 32 }),
    panelName: text('项目名称', 'Name', { required: true, unique: true, search: true }),
    panelGroupId: ref('项目组', 'Panel group', 'panelGroup', { required: true, search: true }),
    itemIds: refList('检测项', 'Items', 'item', { column: false }),
    method: text('检测方法', 'Method', { max: 50 }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/basic/panel', title: ['检测项目管理', 'Panels'] }],
  offline: true,
});
