import { longText, ref } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atDesks } from '#domain/kernel/roles.ts';

/** What a clerk must know about a sending client before they enter its samples; at most one a client. */
export const enterTip = defineResource({
  name: 'enterTip',
  title: ['录入提示', 'Entry tip'],
  service: 'sample',
  path: 'enter-tip',
  verbs: { page: 'page', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'tipId',
  roles: { ...atDesks, ops: 'all' },
  display: { name: 'content' },
  fields: {
    sendSampleClientId: ref('送检单位', 'Sending client', 'sendSampleClient', { required: true, unique: true, search: true }),
    content: longText('提示内容', 'Tip', { required: true, search: true, column: true, max: 500 }),
  },
  screens: [{ route: '/sample/enter-tip', title: ['录入提示', 'Entry tips'] }],
  offline: true,
});
