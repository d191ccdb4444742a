import { choices } from '#domain/kernel/choices.ts';
import { choice, longText, ref, refList, secret, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atBenches } from '#domain/kernel/roles.ts';
import { reportChannel } from './reportStrategy.ts';

const { mail, paper } = reportChannel;
/** Ways that lead to a client, not to a patient. */
export const receiverChannel = choices({
  mail: [mail, '邮件', 'Mail'],
  paper: [paper, '纸质', 'Paper'],
});

/** Who at a client gets its reports, and how (docs/report.md#receivers). */
export const reportReceiver = defineResource({
  name: 'reportReceiver',
  title: ['报告接收人', 'Report receiver'],
  service: 'report',
  path: 'report-receiver',
  verbs: { page: 'page', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'receiverId',
  // It keeps a password: written by administrators alone (docs/contract.md#roles).
  roles: { ...atBenches, ops: ['view'] },
  display: { name: 'receiverName' },
  key: ['sendSampleClientId', 'receiverName', 'channel'],
  fields: {
    sendSampleClientId: ref('送检单位', 'Sending client', 'sendSampleClient', { required: true, search: true }),
    receiverName: text('报告接收人', 'Report receiver', { required: true, search: true, max: 50 }),
    channel: choice('送达方式', 'Channel', receiverChannel, { required: true, search: true }),
    email: text('邮箱', 'Mail address', { max: 100, isDestination: true, help: ['送达方式为邮件时必填', 'Needed for mail'] }),
    password: secret('附件密码', 'Attachment password'),
    address: text('邮寄地址', 'Postal address', { max: 200, help: ['送达方式为纸质时必填', 'Needed for paper'] }),
    commodityIds: refList('产品', 'Commodities', 'commodity', { help: ['空表示所有产品', 'Empty: every commodity'] }),
    laboratoryId: ref('签约检验所', 'Contract laboratory', 'laboratory', { required: true, search: true }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/lab-report/receiver', title: ['报告接收人管理', 'Report receivers'] }],
  laboratoryField: 'laboratoryId',
});
