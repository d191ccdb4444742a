import { code, date, longText, money, ref } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** What one client pays for one commodity in a period, with or without an agent between (docs/contract.md#fields-and-codes). */
export const pricePolicy = defineResource({
  name: 'pricePolicy',
  title: ['价格政策', 'Price policy'],
  service: 'bill',
  path: 'pricePolicy',
  verbs: { page: 'page', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'pricePolicyId',
  roles: { billing: 'all', sales: ['view'], ops: 'all' },
  display: { name: 'sendSampleClientId' },
  key: ['sendSampleClientId', 'commodityId', 'agentClientId', 'laboratoryId', 'contractTimeBegin'],
  fields: {
    sendSampleClientId: ref('送检单位', 'Sending client', 'sendSampleClient', { required: true, search: true }),
    commodityId: ref('产品', 'Commodity', 'commodity', { required: true, search: true }),
    agentClientId: ref('代理商', 'Agent', 'client', {
      search: true,
      help: ['留空适用于无专门代理价的情形', 'Empty: holds wherever an agent has no price of their own'],
    }),
    billPrice: money('结算价', 'Bill price', { required: true, min: 0, wire: 'billPriceStr', missing: ['请输入参数名称', 'Enter the price'] }),
    supplementPrice: money('补充报告价', 'Supplement price', {
      min: 0,
      column: false,
      help: ['空表示不另计费', 'Empty: a supplementary report is not charged for'],
    }),
    recheckPrice: money('复检价', 'Recheck price', {
      min: 0,
      column: false,
      help: ['空表示不另计费', 'Empty: a recheck is not charged for'],
    }),
    stopPrice: money('停检价', 'Stop price', {
      min: 0,
      column: false,
      help: ['停检仍收费时的价格', 'What a stopped test costs where it is charged for'],
    }),
    contractTimeBegin: date('合同开始', 'From', { required: true, missing: ['请输入参数键值', 'Enter the first day'] }),
    contractTimeEnd: date('合同结束', 'To', {
      required: true,
      missing: ['请输入参数键值', 'Enter the last day'],
      help: ['含当日', 'This day included'],
    }),
    laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { search: true, help: ['留空: 全部检验所', 'Empty: every laboratory'] }),
    salesmanId: ref('销售员', 'Salesperson', 'userAccount', { search: true, people: 'salesperson' }),
    billErpCode: code('ERP编号', 'ERP code', { required: true, search: true, max: 32, missing: ['请输入参数键值', 'Enter the ERP code'] }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/basic/pricePolicy', title: ['价格政策', 'Price policies'] }],
  laboratoryField: 'laboratoryId',
  isOpenWithoutLaboratory: true,
});
