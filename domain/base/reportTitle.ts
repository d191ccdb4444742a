import { flag, longText, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atBenches } from '#domain/kernel/roles.ts';

/** What a report is headed with: a title of one client, or the tenant's own for every client that has none. */
export const reportTitle = defineResource({
  name: 'reportTitle',
  title: ['报告抬头', 'Report title'],
  service: 'base',
  path: 'report-title',
  verbs: { page: 'page', list: 'list', detail: 'detail', save: 'save', remove: 'remove' },
  id: 'titleId',
  roles: { ...atBenches, ops: 'all' },
  display: { name: 'titleName' },
  key: ['titleName', 'sendSampleClientId'],
  fields: {
    titleName: text('抬头名称', 'Title', { required: true, search: true }),
    sendSampleClientId: ref('送检单位', 'Sending client', 'sendSampleClient', {
      search: true,
      help: ['空表示通用抬头', 'Empty: for every client without a title of its own'],
    }),
    isDefault: flag('默认', 'Default', { readOnly: true, search: true }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/basic/report-title', title: ['报告抬头管理', 'Report titles'] }],
});
