import { code, dateTime, json, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** Who changed what, when, at which desk, and why where a reason is asked: the audit trail as a listing. */
export const operateLog = defineResource({
  name: 'operateLog',
  title: ['操作日志', 'Operation log'],
  service: 'log',
  path: 'operate-log',
  verbs: { page: 'page', detail: 'detail' },
  id: 'operateLogId',
  display: { name: 'userName' },
  order: 'createTime',
  view: true,
  fields: {
    createTime: dateTime('操作时间', 'Done at', { search: true }),
    userName: text('操作人', 'Done by', { search: true }),
    action: code('操作', 'Act', { search: true }),
    subject: code('对象', 'Subject', { search: true }),
    reason: text('原因', 'Reason'),
    deviceId: code('设备编号', 'Device', { search: true }),
    occurredAt: dateTime('本机时间', 'Desk time', { column: false }),
    opId: code('操作编号', 'Act number', { column: false }),
    before: json('变更前', 'Before'),
    after: json('变更后', 'After'),
  },
  screens: [{ route: '/system/operate-log', title: ['操作日志', 'Operation log'] }],
});
