import type { Label } from '#domain/kernel/label.ts';

/** What the token call can answer instead of a token (docs/wire.md#token): our clients show `error_description`. */
export const oauthErrors = {
  invalidRequest: [2000, 'invalid_request', ['无效请求', 'Invalid request']],
  badCaptcha: [2000, 'invalid_request', ['验证码不正确', 'Wrong captcha']],
  userGone: [2001, 'invalid_grant', ['用户不存在', 'No such user']],
  tenantUnknown: [2002, 'invalid_grant', ['用户租户不存在', 'No such tenant']],
  locked: [2003, 'invalid_grant', ['用户登录失败次数过多', 'Too many failed logins']],
  addressLocked: [2003, 'invalid_grant', ['用户登录失败次数过多，请稍后再试', 'Too many failed logins, try again later']],
  // One sentence for an unknown account and a wrong password: nobody learns which accounts exist.
  badCredentials: [2004, 'invalid_grant', ['用户名或密码错误', 'Wrong account or password']],
  badCode: [2004, 'invalid_grant', ['验证码错误或已过期', 'The code is wrong or has expired']],
  awaiting: [2005, 'invalid_grant', ['账号待管理员审核', 'This account awaits an administrator']],
  noRights: [2005, 'invalid_grant', ['认证信息错误或无效', 'This account has no rights']],
  tenantExpired: [2006, 'invalid_grant', ['用户租户未授权', 'The tenant is not licensed']],
  providerUnknown: [2007, 'invalid_request', ['登录提供方不存在或已停用', 'No such login provider']],
  providerFailed: [2007, 'access_denied', ['第三方系统未确认登录,请重试', 'The provider did not confirm the login, try again']],
  badState: [2007, 'invalid_request', ['登录请求已失效,请重新发起', 'This login has expired, start again']],
  unbound: [2008, 'access_denied', ['该账号尚未开通,请联系管理员', 'No account here belongs to it; ask your administrator']],
  administratorBound: [2008, 'access_denied', ['超级管理员须用账号密码登录', 'Administrators sign in with their password']],
  secondFactor: [2011, 'second_factor_required', ['请输入动态验证码', 'Enter the code of your authenticator']],
  badSecondCode: [2012, 'invalid_grant', ['动态验证码错误或已使用', 'This code is wrong or was used before']],
  badTicket: [2013, 'invalid_grant', ['登录已超时,请重新输入密码', 'This took too long, enter your password again']],
  badRefreshToken: [2010, 'invalid_grant', ['令牌刷新错误或无效', 'The token can no longer be renewed']],
  clientUnknown: [3000, 'invalid_client', ['客户端不存在', 'No such client']],
  clientRefused: [3001, 'invalid_client', ['客户端认证失败', 'Client authentication failed']],
  clientStopped: [3002, 'unauthorized_client', ['客户端未授权', 'The client is not authorized']],
  clientWithoutGrant: [3003, 'unauthorized_client', ['客户端未授权', 'The client may not use this grant']],
  unsupportedGrant: [4000, 'unsupported_grant_type', ['不支持的授权类型', 'Unsupported grant type']],
  invalidGrant: [4001, 'invalid_grant', ['无效的授权类型', 'Invalid grant type']],
  invalidScope: [4002, 'invalid_scope', ['授权范围无效', 'Invalid scope']],
  serverFault: [5000, 'server_error', ['服务器错误', 'Server error']],
  accessDenied: [5001, 'access_denied', ['访问被拒绝', 'Access denied']],
  unavailable: [5002, 'temporarily_unavailable', ['服务暂不可用', 'Service unavailable']],
} as const satisfies Record<string, readonly [errorCode: number, error: string, description: Label]>;

export type OAuthErrorName = keyof typeof oauthErrors;

/** Ends the token call with an error of the catalogue. */
export class OAuthError extends Error {
  readonly errorCode: number;
  readonly error: string;
  readonly description: Label;
  /** Whose login it was, where the call itself does not say. */
  readonly tenantId: string | undefined;
  /** What the answer says besides. */
  readonly more: Readonly<Record<string, unknown>>;

  constructor(name: OAuthErrorName, tenantId?: string, more: Readonly<Record<string, unknown>> = {}) {
    const [errorCode, error, description] = oauthErrors[name];
    super(error);
    this.name = 'OAuthError';
    this.errorCode = errorCode;
    this.error = error;
    this.description = description;
    this.tenantId = tenantId;
    this.more = more;
  }
}
