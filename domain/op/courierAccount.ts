import { declareCalls } from '#domain/kernel/contract.ts';
import { code, longText, secret, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { savedRecord } from '#domain/kernel/resourceShapes.ts';

/** An account at a courier, by which parcels are followed (docs/desk.md#parcels). Administrators' alone. */
export const courierAccount = defineResource({
  name: 'courierAccount',
  title: ['物流账号', 'Courier account'],
  service: 'op',
  path: 'courier-account',
  verbs: { page: 'page', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'courierAccountId',
  display: { name: 'accountName' },
  fields: {
    accountName: text('账号名称', 'Account', { required: true, search: true, max: 50 }),
    apiUrl: text('接口地址', 'API address', {
      required: true,
      max: 200,
      isDestination: true,
      help: [
        'https://bspgw.sf-express.com/std/service; 填 local 则读取本机文件, 不外发',
        'https://bspgw.sf-express.com/std/service; with "local" a file here is read and nobody is asked',
      ],
    }),
    partnerId: text('顾客编码', 'Partner id', { max: 50, isDestination: true, column: false }),
    checkword: secret('校验码', 'Check word'),
    phoneTail: code('电话尾号', 'Last digits of the phone', {
      max: 4,
      help: ['寄件或收件人电话后四位', "The last four digits of sender's or receiver's phone"],
    }),
    pushKey: secret('推送密钥', 'Push key', {
      help: ['路由推送地址为 …/shunFeng/push/账号编号/此密钥', 'Routes are pushed to …/shunFeng/push/ id of the account / this key'],
    }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/op/courierAccount', title: ['物流账号', 'Courier accounts'] }],
});

export const courierContracts = declareCalls({ 'POST op/courier-account/save': savedRecord(courierAccount) });
