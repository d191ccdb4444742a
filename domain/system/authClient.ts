import { choices } from '#domain/kernel/choices.ts';
import { choiceList, code, integer, longText, secret, text } from '#domain/kernel/fields.ts';
import { defineResource } from '#domain/kernel/resource.ts';

/** Ways of asking for a token (docs/contract.md#sign-in-calls). */
export const grantType = choices({
  password: ['password', '密码', 'Password'],
  captcha: ['captcha', '密码与验证码', 'Password and captcha'],
  refreshToken: ['refresh_token', '刷新令牌', 'Refresh token'],
  authorizationCode: ['authorization_code', '授权码', 'Authorization code'],
  smsCode: ['sms_code', '短信验证码', 'SMS code'],
  social: ['social', '第三方', 'Third party'],
  register: ['register', '注册', 'Register'],
});

/** The programmes of this installation itself: they are neither removed nor stopped, or nobody could sign in to mend it. */
export const ownClientId = 'accession';
export const ownClientIds: ReadonlySet<string> = new Set([ownClientId]);

/** A programme that may ask for tokens (docs/wire.md#system-resources, client). Its rows lie in a table of their own: server/system/clientCalls.ts. */
export const authClient = defineResource({
  name: 'authClient',
  title: ['应用', 'Client'],
  service: 'system',
  path: 'client',
  verbs: { page: ['list', 'page'], detail: 'detail', save: 'submit', remove: 'remove', enable: 'enable', disable: 'disable' },
  id: 'id',
  display: { name: 'clientId' },
  noSheet: 'none can be made without its secret, which stands in no sheet',
  fields: {
    clientId: code('应用编号', 'Client id', { required: true, search: true, max: 60 }),
    clientSecret: secret('应用密钥', 'Client secret', { max: 200 }),
    authorizedGrantTypes: choiceList('授权类型', 'Grant types', grantType, { required: true }),
    scope: text('授权范围', 'Scope', { max: 100 }),
    accessTokenValidity: integer('令牌有效期', 'Access token lives', { required: true, min: 60, max: 86_400, unit: 's' }),
    refreshTokenValidity: integer('刷新令牌有效期', 'Refresh token lives', { required: true, min: 300, max: 31_536_000, unit: 's' }),
    webServerRedirectUri: text('回调地址', 'Redirect address', { max: 500, column: false, isDestination: true }),
    additionalInformation: longText('附加说明', 'Notes', { column: true }),
  },
});
export const authClientScreen = { route: '/system/client', title: ['应用管理', 'Clients'] } as const;
