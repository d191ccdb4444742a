import { code, longText, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atBenches } from '#domain/kernel/roles.ts';

/** A testing platform: instruments of one technology that a panel group works with. */
export const terrace = defineResource({
  name: 'terrace',
  title: ['检测平台', 'Platform'],
  service: 'base',
  path: 'terrace',
  verbs: { page: 'page', list: 'list', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'terraceId',
  roles: { ...atBenches, ops: 'all' },
  display: { name: 'terraceName', code: 'terraceCode' },
  fields: {
    terraceCode: code('平台编号', 'Code', { required: true, unique: true, search: true, max: 20 }),
    terraceName: text('平台名称', 'Name', { required: true, unique: true, search: true }),
    panelGroupId: ref('项目组', 'Panel group', 'panelGroup', { search: true }),
    principle: text('检测原理', 'Principle', { max: 100 }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/basic/terrace', title: ['检测平台管理', 'Platforms'] }],
});
