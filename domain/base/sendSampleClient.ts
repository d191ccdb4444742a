import { choices } from '#domain/kernel/choices.ts';
import { choice, code, flag, longText, ref, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { atDesks } from '#domain/kernel/roles.ts';

/** When a client's requisition must have been photographed before it can be entered. */
export const imageDuty = choices({
  none: [0, '不要求', 'Not asked for'],
  doubleEntry: [1, '双人录入时要求', 'With double entry'],
  always: [2, '一律要求', 'Always'],
});

/** A hospital or ward that sends samples. */
export const sendSampleClient = defineResource({
  name: 'sendSampleClient',
  title: ['送检单位', 'Sending client'],
  service: 'base',
  path: 'send-sample-client',
  verbs: { page: 'page', list: 'list', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'clientId',
  roles: { ...atDesks, billing: ['view'], finance: ['view'], sales: ['view', 'save'], ops: 'all' },
  display: { name: 'clientName', code: 'clientCode' },
  fields: {
    clientCode: code('送检单位编号', 'Client code', { required: true, unique: true, search: true, max: 20 }),
    clientName: text('送检单位名称', 'Name', { required: true, unique: true, search: true }),
    contractLaboratoryId: ref('签约检验所', 'Contract laboratory', 'laboratory', { search: true }),
    billCustomerId: ref('结算客户', 'Billing customer', 'client', { search: true }),
    agentCustomerId: ref('代理商', 'Agent', 'client', { search: true }),
    salesmanId: ref('销售员', 'Salesperson', 'userAccount', { search: true, people: 'salesperson' }),
    managerArea: text('销售区域', 'Sales area', { search: true, max: 50, dictionary: 'business_region' }),
    provinceName: text('省份', 'Province', { max: 20, column: false, help: ['统计按省份分组', 'Statistics are parted by it'] }),
    contactPerson: text('联系人', 'Contact', { max: 50 }),
    clientTel: text('联系电话', 'Phone', { max: 20 }),
    contactEmail: text('联系邮箱', 'Contact e-mail', { max: 100, column: false, help: ['拒收等通知发到此邮箱', 'Told of rejections by it'] }),
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
    isDoubleEntry: flag('双人录入', 'Double entry', {
      wire: 'doubleEntry',
      column: false,
      help: ['该单位的申请单一律双人录入', 'Every requisition of this client is entered twice'],
    }),
    imageDuty: choice('申请单图片', 'Requisition images', imageDuty, {
      column: false,
      help: ['要求上传时, 没有图片不能完成录入', 'Where one is asked for, no entry is done without it'],
    }),
    salesmanAssistantId: ref('销售助理', 'Sales assistant', 'userAccount', { column: false }),
    accountCheckingPeople: text('对账联系人', 'Statement contact', { max: 50, column: false }),
    accountCheckingEmail: text('对账邮箱', 'Statement e-mail', { max: 200, column: false }),
    isExcluded: flag('不参与结算', 'Excluded', {
      wire: 'exclude',
      search: true,
      readOnly: true,
      help: ['其样本不进入订单和对账', 'Its samples come into no order and no bill'],
    }),
    isGiving: flag('赠送', 'Gift', { wire: 'giving', search: true, readOnly: true, help: ['其样本不收费', 'Its samples are not charged for'] }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/basic/send-sample-clinet', title: ['送检单位管理', 'Sending clients'] }],
  offline: true,
});
