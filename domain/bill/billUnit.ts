import { code, longText, ref } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** 结算单位: under which ERP code a customer is billed by a laboratory (docs/bill.md#settlement). */
export const billUnit = defineResource({
  name: 'billUnit',
  title: ['结算单位', 'Billing unit'],
  service: 'bill',
  path: 'billUnit',
  verbs: { page: 'page', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'billUnitId',
  roles: { billing: 'all', sales: ['view'], ops: ['view'] },
  display: { name: 'billClientId', code: 'billErpCode' },
  key: ['contractLaboratoryId', 'billClientId'],
  noSheet: 'each is judged against the others of its laboratory',
  fields: {
    contractLaboratoryId: ref('签约检验所', 'Contract laboratory', 'laboratory', { required: true, search: true }),
    billClientId: ref('结算客户', 'Billing customer', 'client', { required: true, search: true }),
    billErpCode: code('ERP编号', 'ERP code', { required: true, search: true, max: 32 }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/bill/billUnit', title: ['结算单位管理', 'Billing units'] }],
  laboratoryField: 'contractLaboratoryId',
});
