import { choices } from '#domain/kernel/choices.ts';
import { choice, integer, longText, ref, secret, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** Whose mail goes out through a mailbox (docs/contract.md#fields-and-codes). */
export const sendRange = choices({ own: [1, '当前检验所', 'This laboratory'], all: [2, '所有检验所', 'All laboratories'] });
/** How its server is spoken to. */
export const mailSecurity = choices({
  tls: [1, 'SSL/TLS', 'SSL/TLS'],
  startTls: [2, 'STARTTLS', 'STARTTLS'],
  plain: [3, '不加密', 'Not encrypted'],
});

/** A mailbox that mail of a laboratory's department goes out through. */
export const emailManage = defineResource({
  name: 'emailManage',
  title: ['邮箱配置', 'Mailbox'],
  service: 'base',
  path: 'emailManage',
  verbs: { page: 'page', detail: 'detail', save: 'save', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'emailManageId',
  roles: { ops: ['view'] },
  display: { name: 'email' },
  key: ['laboratoryId', 'email', 'sendRange'],
  isDisableBoolean: true,
  fields: {
    laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { required: true, search: true }),
    deptName: text('部门', 'Department', { required: true, search: true, max: 50 }),
    email: text('邮箱地址', 'Address', { required: true, search: true, max: 100 }),
    account: text('登录账号', 'Account', { max: 100, isDestination: true }),
    password: secret('密码/授权码', 'Password'),
    sendRange: choice('发送范围', 'Range', sendRange, { required: true, search: true }),
    smtpHost: text('发信服务器', 'Server', {
      required: true,
      max: 100,
      column: false,
      isDestination: true,
      help: ['如 smtp.example.com; 填 local 则只写入本机文件, 不外发', 'Like smtp.example.com; with "local" mail stays in a file here'],
    }),
    smtpPort: integer('端口', 'Port', { required: true, min: 1, max: 65_535, column: false, isDestination: true }),
    mailSecurity: choice('加密方式', 'Encryption', mailSecurity, { required: true, column: false, isDestination: true }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/basic/emailManage', title: ['邮箱管理', 'Mailboxes'] }],
  laboratoryField: 'laboratoryId',
});
