import { choice, integer, longText, ref } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { billEmailType } from '../billChoices.ts';

/** 自动对账邮件: whose statements are mailed by themselves, and on which day of the month (docs/bill.md#statements). */
export const billEmailAutoClient = defineResource({
  name: 'billEmailAutoClient',
  title: ['自动对账客户', 'Automatic statement'],
  service: 'bill',
  path: 'billEmailAutoClient',
  verbs: { page: 'page', save: 'save', remove: 'remove' },
  id: 'autoClientId',
  roles: { billing: 'all', sales: ['view'], ops: ['view'] },
  display: { name: 'contractLaboratoryId' },
  key: ['contractLaboratoryId', 'type', 'billCustomerId', 'sendSampleClientId'],
  noSheet: 'whose statement it is follows from its type',
  fields: {
    contractLaboratoryId: ref('签约检验所', 'Contract laboratory', 'laboratory', { required: true, search: true }),
    type: choice('对账类型', 'Statement of', billEmailType, { required: true, search: true }),
    billCustomerId: ref('结算客户', 'Billing customer', 'client', {
      search: true,
      help: ['按结算客户对账时必填', 'Needed where it is of a customer'],
    }),
    sendSampleClientId: ref('送检单位', 'Sending client', 'sendSampleClient', {
      search: true,
      help: ['按送检单位对账时必填', 'Needed where it is of a sending client'],
    }),
    sendDay: integer('每月发送日', 'Day of the month', { required: true, min: 1, max: 28 }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/bill/billEmailAutoClient', title: ['自动对账客户', 'Automatic statements'] }],
  laboratoryField: 'contractLaboratoryId',
});
