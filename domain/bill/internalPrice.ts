import { date, integer, longText, money, ref } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** 内部结算价: what one laboratory of the group pays another for testing its samples (docs/bill.md#settlement). */
export const internalPrice = defineResource({
  name: 'internalPrice',
  title: ['内部结算价', 'Internal price'],
  service: 'bill',
  path: 'internalPrice',
  verbs: { page: 'page', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'internalPriceId',
  roles: { billing: 'all', sales: ['view'], ops: ['view'] },
  display: { name: 'contractLaboratoryId' },
  key: ['contractLaboratoryId', 'executeLaboratoryId', 'commodityId', 'validFrom'],
  noSheet: 'what two of them would both price is judged one by one',
  fields: {
    contractLaboratoryId: ref('签约检验所', 'Contract laboratory', 'laboratory', { required: true, search: true }),
    executeLaboratoryId: ref('执行检验所', 'Executing laboratory', 'laboratory', { required: true, search: true }),
    commodityId: ref('产品', 'Commodity', 'commodity', {
      search: true,
      help: ['留空适用于没有单独定价的产品', 'Empty: holds for whatever has no price of its own'],
    }),
    innerPrice: money('结算单价', 'Price for each', { min: 0, help: ['填写时不按比例', 'Given, it goes before the share'] }),
    basisPoints: integer('结算比例', 'Share', {
      min: 0,
      max: 10_000,
      unit: '‱',
      help: ['占对外结算价的万分比, 如3500为35%; 未填单价时适用', 'Of the bill price, in ten-thousandths: 3500 is 35 %; where no price is given'],
    }),
    validFrom: date('生效日期', 'Valid from', { required: true, search: true }),
    validTo: date('失效日期', 'Valid to', { required: true, help: ['含当日', 'This day included'] }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/bill/internalPrice', title: ['内部结算价管理', 'Internal prices'] }],
  laboratoryField: 'contractLaboratoryId',
});
