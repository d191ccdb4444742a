import { choices } from '#domain/kernel/choices.ts';
import { choice, code, dateTime, json, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

export const clientLogVerb = choices({
  save: ['save', '保存', 'Saved'],
  enable: ['enable', '启用', 'Enabled'],
  disable: ['disable', '停用', 'Disabled'],
  remove: ['remove', '删除', 'Removed'],
});

/** Who changed which sending client, when and what: the audit trail of these rows; removed clients stand in it, too. */
export const sendSampleClientLog = defineResource({
  name: 'sendSampleClientLog',
  title: ['送检单位变更记录', 'Changes of sending clients'],
  service: 'base',
  path: 'send-sample-client',
  verbs: { page: 'pageLog' },
  id: 'logId',
  roles: { sales: ['view'], ops: 'all' },
  display: { name: 'clientName', code: 'clientCode' },
  order: 'id',
  view: true,
  fields: {
    createTime: dateTime('变更时间', 'Changed at', { search: true }),
    createUserName: text('变更人', 'Changed by', { search: true }),
    clientId: ref('送检单位', 'Sending client', 'sendSampleClient', {
      search: true,
      column: false,
      unheld: 'every client has its history, which also tells that it was removed and by whom',
    }),
    clientCode: code('送检单位编号', 'Client code'),
    clientName: text('送检单位名称', 'Name', { search: true }),
    verb: choice('变更', 'Change', clientLogVerb, { search: true }),
    before: json('变更前', 'Before'),
    after: json('变更后', 'After'),
  },
  screens: [{ route: '/basic/send-sample-clinet-log', title: ['送检单位变更记录', 'Changes of sending clients'] }],
});
