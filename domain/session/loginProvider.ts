import { choices } from '#domain/kernel/choices.ts';
import { choice, code, integer, longText, secret, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** social: anybody there may ask for an account here. sso: the tenant's own directory, which knows our accounts. */
export const providerKind = choices({ social: [1, '第三方系统', 'Third party'], sso: [2, '单点登录', 'SSO'] });
/** How we prove to its token call who we are (RFC 6749 2.3.1). */
export const secretStyle = choices({ basic: [1, 'Basic 头', 'Basic header'], post: [2, '表单参数', 'Form fields'] });

/** A server that may say who somebody is: OAuth2 with an authorization code, state and PKCE. */
export const loginProvider = defineResource({
  name: 'loginProvider',
  title: ['登录提供方', 'Login provider'],
  service: 'system',
  path: 'login-provider',
  verbs: { page: 'page', detail: 'detail', save: 'submit', enable: 'enable', disable: 'disable', remove: 'remove' },
  id: 'loginProviderId',
  roles: { ops: ['view'] },
  display: { name: 'providerName', code: 'source' },
  order: 'sort',
  fields: {
    source: code('编号', 'Code', { required: true, unique: true, search: true, max: 30 }),
    providerName: text('名称', 'Name', { required: true, search: true, max: 40 }),
    providerNameEn: text('英文名称', 'English name', { max: 40 }),
    providerKind: choice('类型', 'Kind', providerKind, { required: true, search: true }),
    authorizeUrl: text('授权地址', 'Authorize address', { required: true, max: 300, column: false, isDestination: true }),
    tokenUrl: text('令牌地址', 'Token address', { required: true, max: 300, column: false, isDestination: true }),
    userUrl: text('用户信息地址', 'User address', { required: true, max: 300, column: false, isDestination: true }),
    appId: text('应用编号', 'Client id', { required: true, max: 200, isDestination: true }),
    appSecret: secret('应用密钥', 'Client secret'),
    secretStyle: choice('密钥方式', 'Secret goes by', secretStyle, { required: true, column: false }),
    scope: text('授权范围', 'Scope', { max: 200, column: false, help: ['如 openid profile', 'Like openid profile'] }),
    subjectField: text('唯一标识字段', 'Subject field', {
      max: 60,
      column: false,
      help: ['用户信息应答中的字段, 默认 sub 或 id', "In the user's answer; sub or id unless given"],
    }),
    nameField: text('姓名字段', 'Name field', { max: 60, column: false, help: ['默认 name', 'name unless given'] }),
    accountField: text('账号字段', 'Account field', {
      max: 60,
      column: false,
      help: ['单点登录: 其值等于本系统账号时自动绑定', 'SSO: where its value is an account here, that account is bound'],
    }),
    sort: integer('排序', 'Order', { min: 0, max: 9_999 }),
    remark: longText('备注', 'Remark'),
  },
  screens: [{ route: '/system/login-provider', title: ['登录提供方', 'Login providers'] }],
});
