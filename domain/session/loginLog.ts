import { choices } from '#domain/kernel/choices.ts';
import { choice, code, dateTime, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** How somebody asked for a token (docs/wire.md#token). */
export const grantType = choices({
  password: ['password', '账号密码', 'Password'],
  captcha: ['captcha', '账号密码+验证码', 'Password and captcha'],
  smsCode: ['sms_code', '手机验证码', 'Phone code'],
  social: ['social', '第三方系统', 'Third party'],
  sso: ['authorization_code', '单点登录', 'SSO'],
});
export const loginOutcome = choices({ done: [1, '成功', 'Signed in'], refused: [2, '失败', 'Refused'] });
/** Why it was refused: the error codes of the token call (docs/wire.md#token). */
export const loginFailure = choices({
  request: [2000, '请求无效或验证码不正确', 'Invalid request or captcha'],
  user: [2001, '用户不存在', 'No such user'],
  tenant: [2002, '租户不存在', 'No such tenant'],
  locked: [2003, '失败次数过多', 'Too many failures'],
  credentials: [2004, '账号、密码或验证码错误', 'Wrong account, password or code'],
  rights: [2005, '账号停用或没有角色', 'Stopped, or without roles'],
  license: [2006, '租户已停用或到期', 'The tenant has ended'],
  provider: [2007, '登录提供方未确认', 'Not confirmed by the provider'],
  unbound: [2008, '第三方账号未绑定', 'No account is bound to it'],
  secondFactor: [2011, '等待动态验证码', 'Asked for the second factor'],
  secondCode: [2012, '动态验证码错误', 'Wrong second code'],
  ticket: [2013, '动态验证码超时', 'Second step too late'],
  grant: [4001, '授权类型无效', 'Invalid grant'],
  server: [5000, '服务器错误', 'Server error'],
});

/** Who signed in or tried to: from where, with what, and what came of it. */
export const loginLog = defineResource({
  name: 'loginLog',
  title: ['登录日志', 'Login log'],
  service: 'log',
  path: 'auth-log',
  verbs: { page: 'page', detail: 'detail' },
  id: 'loginLogId',
  roles: { ops: 'all' },
  display: { name: 'account' },
  // Ids rise in time: within a second too.
  order: 'id',
  view: true,
  fields: {
    loginTime: dateTime('登录时间', 'Time', { search: true }),
    account: code('登录账号', 'Account', { search: true }),
    realName: text('姓名', 'Name', { search: true }),
    outcome: choice('结果', 'Outcome', loginOutcome, { search: true }),
    errorCode: choice('失败原因', 'Reason', loginFailure, { search: true }),
    grantType: choice('登录方式', 'Way', grantType, { search: true }),
    remoteIp: code('IP地址', 'Address', { search: true }),
    client: text('客户端', 'Client'),
    clientId: code('应用', 'Application', { column: false }),
    deviceId: code('设备编号', 'Device', { column: false }),
    userAgent: text('浏览器标识', 'User agent', { column: false }),
  },
  screens: [{ route: '/system/login-log', title: ['登录日志', 'Login log'] }],
});
