import { choice, code, dateTime, ref, refList, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';
import { userAccount, userStatus } from './userAccount.ts';

const { account, realName, roleIds, deptIds, phone, email } = userAccount.fields;

/**
 * Accounts of people outside the tenant's staff: clients' people, and whoever registered themselves at the login page and waits
 * to be let in. Rows of `user_account`; what is written goes through its rules.
 */
export const userThird = defineResource({
  name: 'userThird',
  title: ['第三方用户', 'Third-party user'],
  service: 'user',
  path: 'user-third',
  verbs: { page: 'list', detail: 'detail', save: ['submit', 'update'], enable: 'ableUser', disable: 'disableUser' },
  id: 'id',
  roles: { ops: 'all' },
  display: { name: 'realName', code: 'account' },
  order: 'createTime',
  view: true,
  fields: {
    account: code(...account.label, account),
    realName: text(...realName.label, realName),
    sendSampleClientId: ref('送检单位', 'Sending client', 'sendSampleClient', { search: true }),
    roleIds: refList(...roleIds.label, 'role', roleIds),
    deptIds: refList(...deptIds.label, 'department', deptIds),
    phone: text(...phone.label, phone),
    email: text(...email.label, email),
    status: choice('账号状态', 'Status', userStatus, { search: true }),
    createTime: dateTime('注册时间', 'Registered at', { readOnly: true }),
  },
  screens: [{ route: '/system/user-third', title: ['第三方用户', 'Third-party users'] }],
});
