import { code, flag, integer, longText, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atDesks } from '#domain/kernel/roles.ts';

/** A customer: whoever pays, acts as agent for, or is the final user of sending clients. */
export const client = defineResource({
  name: 'client',
  title: ['客户', 'Customer'],
  service: 'base',
  path: 'client',
  verbs: { page: 'page', list: 'list', detail: 'detail', save: ['save', 'edit'], enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'clientId',
  roles: { ...atDesks, billing: ['view', 'save'], finance: ['view'], sales: ['view'], ops: 'all' },
  display: { name: 'clientName', code: 'clientCode' },
  fields: {
    clientCode: code('客户编号', 'Code', { required: true, unique: true, search: true, max: 20 }),
    clientName: text('客户名称', 'Name', { required: true, unique: true, search: true }),
    billErpCode: code('ERP编号', 'ERP code', { search: true, max: 32 }),
    isBill: flag('结算客户', 'Billing customer', { wire: 'bill', search: true }),
    isAgent: flag('代理商', 'Agent', { wire: 'agent', search: true }),
    isFinality: flag('终端客户', 'Final customer', { wire: 'finality', search: true }),
    contactPerson: text('联系人', 'Contact', { max: 50 }),
    contactNumber: text('联系电话', 'Phone', { max: 20 }),
    address: text('地址', 'Address', { max: 200, column: false }),
    closingDay: integer('结账日', 'Closing day', {
      min: 0,
      max: 28,
      column: false,
      help: ['账期的最后一天; 空或0为月末, 25为上月26日至本月25日', 'Last day of a cycle; empty or 0: end of month, 25: from the 26th to the 25th'],
    }),
    accountCheckingPeople: text('对账联系人', 'Statement contact', { max: 50, column: false }),
    accountCheckingEmail: text('对账邮箱', 'Statement e-mail', { max: 200, column: false }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/basic/customer', title: ['客户管理', 'Customers'] }],
  offline: true,
});
