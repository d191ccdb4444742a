import { choices } from '#domain/kernel/choices.ts';
import { choice, decimal, longText, ref, secret, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** Which ERP is spoken to. */
export const erpKind = choices({ kingdee: [1, '金蝶云星空', 'Kingdee Cloud'], yonyou: [2, '用友U8', 'Yonyou U8'] });

/** The account by which the orders and bills of a laboratory go to its ERP (docs/bill.md#erp). Administrators' alone: it leads money elsewhere. */
export const erpAccount = defineResource({
  name: 'erpAccount',
  title: ['ERP账套', 'ERP account'],
  service: 'bill',
  path: 'erpAccount',
  verbs: { page: 'page', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'erpAccountId',
  display: { name: 'accountName' },
  key: ['laboratoryId', 'accountName'],
  fields: {
    laboratoryId: ref('签约检验所', 'Contract laboratory', 'laboratory', { required: true, search: true }),
    accountName: text('名称', 'Name', { required: true, search: true, max: 50 }),
    erpKind: choice('ERP类型', 'ERP', erpKind, { required: true, search: true, isDestination: true }),
    url: text('接口地址', 'API address', {
      required: true,
      max: 200,
      isDestination: true,
      help: ['http(s)://…; 填 local 则只写入本机文件, 不外发', 'http(s)://…; with "local" documents stay in a file here'],
    }),
    accountSet: text('账套', 'Account set', {
      max: 100,
      isDestination: true,
      help: ['金蝶: 数据中心编号; 用友: to_account', 'Kingdee: data centre; Yonyou: to_account'],
    }),
    userName: text('用户', 'User', {
      max: 100,
      isDestination: true,
      help: ['金蝶: 集成用户; 用友: from_account', 'Kingdee: integration user; Yonyou: from_account'],
    }),
    appId: text('集成应用编号', 'App id', { max: 200, isDestination: true }),
    appSecret: secret('集成应用密钥', 'App secret'),
    organisation: text('组织编码', 'Organisation', { max: 50 }),
    taxRate: decimal('税率', 'Tax rate', { required: true, min: 0, max: 99, unit: '%' }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/bill/erpAccount', title: ['ERP账套', 'ERP accounts'] }],
  laboratoryField: 'laboratoryId',
});
