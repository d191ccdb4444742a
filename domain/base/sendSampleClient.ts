import { code, flag, longText, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** A hospital or ward that sends samples. */
export const sendSampleClient = defineResource({
  name: 'sendSampleClient',
  title: ['送检单位', 'Sending client'],
  service: 'base',
  path: 'send-sample-client',
  verbs: { page: 'page', list: 'list', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'clientId',
  display: { name: 'clientName', code: 'clientCode' },
  fields: {
    clientCode: code('送检单位编号', 'Code', { required: true, unique: true, search: true, max: 20 }),
    clientName: text('送检单位名称', 'Name', { required: true, unique: true, search: true }),
    contractLaboratoryId: ref('签约检验所', 'Contract laboratory', 'laboratory', { search: true }),
    billCustomerId: ref('结算客户', 'Billing customer', 'client', { search: true }),
    agentCustomerId: ref('代理商', 'Agent', 'client', { search: true }),
    salesmanId: ref('销售员', 'Salesperson', 'userAccount', { search: true }),
    managerArea: text('销售区域', 'Sales region', { search: true, max: 50 }),
    contactPerson: text('联系人', 'Contact', { max: 50 }),
    clientTel: text('联系电话', 'Phone', { max: 20 }),
    address: text('地址', 'Address', { max: 200, column: false }),
    isCredentialRequired: flag('必填证件号', 'Document required', {
      wire: 'credentialRequired',
      column: false,
      help: ['录入时证件类型和号码必填', 'Entry asks for the document type and number'],
    }),
    isTelephoneRequired: flag('必填手机号', 'Mobile required', {
      wire: 'telephoneRequired',
      column: false,
      help: ['开通短信通知的单位需填写受检者手机号', 'For clients whose patients get text messages'],
    }),
    isExcluded: flag('不参与结算', 'Excluded', {
      wire: 'exclude',
      search: true,
      help: ['其样本不进入订单和对账', 'Its samples come into no order and no bill'],
    }),
    isGiving: flag('赠送', 'Gift', { wire: 'giving', search: true, help: ['其样本不收费', 'Its samples are not charged for'] }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/basic/send-sample-clinet', title: ['送检单位管理', 'Sending clients'] }],
  offline: true,
});
