import { choices } from '#domain/kernel/choices.ts';
import { choice, code, integer, longText, ref } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** Who pays for a third party's samples (docs/contract.md#fields-and-codes). */
export const expenseType = choices({
  selfPaid: [0, '医院自费', 'Paid by the hospital'],
  government: [1, '政府免费项目', 'Free government project'],
});

/** How a partner's barcodes look for one client: their beginning and their length. */
export const thirdpartyRule = defineResource({
  name: 'thirdpartyRule',
  title: ['第三方条码规则', 'Third-party code rule'],
  service: 'base',
  path: 'code-thirdparty-rule',
  verbs: { page: 'rule-page', list: 'list', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'ruleId',
  roles: { ops: 'all' },
  display: { name: 'thirdpartyCode' },
  key: ['affiliationId', 'sendSampleClientId', 'expenseType', 'thirdpartyCode'],
  fields: {
    affiliationId: ref('第三方归属', 'Affiliation', 'thirdpartyAffiliation', { required: true, search: true }),
    sendSampleClientId: ref('送检单位', 'Sending client', 'sendSampleClient', { required: true, search: true }),
    expenseType: choice('费用类型', 'Expense type', expenseType, { required: true, search: true }),
    thirdpartyCode: code('条码前缀', 'Code prefix', { required: true, search: true, max: 20 }),
    codeLength: integer('条码长度', 'Code length', { required: true, min: 4, max: 40 }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/code/code-thirdparty-rule', title: ['第三方条码规则', 'Third-party code rules'] }],
});
