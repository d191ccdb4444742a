import { choice, code, dateTime, flag, ref, refList, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { buildType, userAccount, userStatus } from './userAccount.ts';

const { account, realName, roleIds, deptIds, phone, email } = userAccount.fields;

/** Accounts of sending clients' people (docs/contract.md#client-account): rows of `user_account`, written through its rules. */
export const clientAccount = defineResource({
  name: 'clientAccount',
  title: ['客户账号', 'Client account'],
  service: 'base',
  path: 'client-account',
  verbs: { page: 'page', detail: 'detail', save: 'submit', enable: 'enable', disable: 'disable' },
  id: 'accountId',
  roles: { sales: ['view'], ops: 'all' },
  display: { name: 'realName', code: 'account' },
  order: 'createTime',
  view: true,
  fields: {
    account: code(...account.label, account),
    realName: text('姓名', 'Name', { ...realName, wire: 'name' }),
    sendSampleClientId: ref('送检单位', 'Sending client', 'sendSampleClient', { required: true, search: true }),
    deptIds: refList(...deptIds.label, 'department', deptIds),
    roleIds: refList(...roleIds.label, 'role', roleIds),
    groupNames: text('项目组', 'Panel groups', {
      readOnly: true,
      help: ['在用户数据范围中限定, 空表示不限', 'Limited in what users see; empty: all'],
    }),
    selfNumberSegment: flag('自有号段', 'Own segment', {
      readOnly: true,
      search: true,
      help: ['该单位有启用的号段', 'The client has a segment of codes in use'],
    }),
    buildType: choice('建立方式', 'Made by', buildType, { readOnly: true, search: true }),
    phone: text(...phone.label, phone),
    email: text(...email.label, email),
    status: choice('账号状态', 'Status', userStatus, { search: true }),
    creator: text('创建人', 'Created by', { readOnly: true }),
    createTime: dateTime('创建时间', 'Created', { readOnly: true }),
  },
  screens: [{ route: '/basic/clientAccount', title: ['客户账号', 'Client accounts'] }],
});
