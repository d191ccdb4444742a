import { formatDateTime } from '#domain/kernel/dates.ts';
import { clientName } from '#domain/session/clientName.ts';
import { newId } from '#server/storage/ids.ts';
import { loginLogTable } from '#server/storage/sessionTables.ts';
import { tenantState } from './accounts.ts';
import type { AuthClient } from './authClient.ts';
import { OAuthError, oauthErrors } from './oauthError.ts';
import type { SessionCore } from './sessionCore.ts';
import type { TokenAnswer } from './tokenAnswer.ts';
import type { TokenRequest } from './tokenRequest.ts';

const unbound: number = oauthErrors.unbound[0];
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Does a sign-in and writes down who, from where, with what, and what came of it. A renewal is no sign-in, nor is asking
 * for an account, which stands in the audit trail; tries at a tenant that is not there belong to nobody who could read them. Somebody a third party vouched for and no account
 * is bound to is refused as such, though they are answered with a guest's token body.
 */
export async function logged(core: SessionCore, client: AuthClient, asked: TokenRequest, grant: () => Promise<TokenAnswer>): Promise<TokenAnswer> {
  if (asked.grantType === 'refresh_token' || asked.grantType === 'register') return grant();
  const write = async (values: Pick<typeof loginLogTable.$inferInsert, 'tenantId' | 'userId' | 'account' | 'realName' | 'errorCode'>) =>
    core.database.orm.insert(loginLogTable).values({
      ...values,
      id: newId(),
      grantType: asked.grantType,
      remoteIp: asked.address,
      userAgent: asked.userAgent,
      client: clientName(asked.userAgent),
      clientId: client.clientId,
      deviceId: asked.deviceId,
      loginTime: formatDateTime(core.now()),
    });
  try {
    const answer = await grant();
    const { body } = answer;
    const isGuest = body['user_id'] === '-1';
    await write({
      tenantId: textOf(body['tenant_id']),
      userId: isGuest ? null : textOf(body['user_id']),
      account: textOf(body['account']),
      realName: textOf(body['real_name']),
      errorCode: isGuest ? unbound : 0,
    });
    return answer;
  } catch (error) {
    const tenantId = error instanceof OAuthError ? (error.tenantId ?? asked.tenantId) : '';
    if (error instanceof OAuthError && (await tenantState(core.database.orm, tenantId, core.now())) !== 'unknown')
      await write({
        tenantId,
        userId: null,
        account: asked.username || maskedPhone(asked.phone) || asked.source,
        realName: '',
        errorCode: error.errorCode,
      });
    throw error;
  }
}

/** A phone number as logs may keep it. */
const maskedPhone = (phone: string): string => (phone.length > 20 ? '' : phone.replace(/^(.{3}).*(.{4})$/, '$1****$2'));
