import { request, answerError, callSettings } from './request.ts';
import { CallError } from './callError.ts';
import { tellCallEvent } from './callEvents.ts';
import type { Session } from './deviceDb.ts';
import { servicePath } from './product.ts';
import { currentSession, dropSession, keepSession } from './sessionStore.ts';
import { fillLabel } from '#domain/kernel/label.ts';

/** docs/contract.md#errors: the sentence when a token can no longer be renewed. */
export const expiredLabel = ['用户令牌不可用，请重新登录', 'Your login is no longer valid, please log in again'] as const;

/** What an online call says to a person who signed in without network. */
export const offlineLoginLabel = [
  '您是离线登录的，使用联网功能请重新登录',
  'You signed in without network: log in again to use what needs the server',
] as const;

/** Runs `work` alone among all tabs and the service worker; without Web Locks (plain http) alone in this page. */
let lastInPage: Promise<unknown> = Promise.resolve();
export function underRefreshLock<T>(work: () => Promise<T>): Promise<T> {
  if (typeof navigator !== 'undefined' && navigator.locks) return navigator.locks.request('auth-refresh', work) as Promise<T>;
  const mine = lastInPage.then(work, work);
  lastInPage = mine.catch(() => undefined);
  return mine;
}

/** The session a token answer stands for (docs/wire.md#token: ids are text, several values are joined by commas). */
export function sessionOf(body: Record<string, unknown>): Session {
  const text = (name: string): string => (typeof body[name] === 'string' || typeof body[name] === 'number' ? String(body[name]) : '');
  const now = Date.now();
  return {
    userId: text('user_id'),
    tenantId: text('tenant_id'),
    account: text('account'),
    realName: text('real_name') || text('user_name') || text('account'),
    roleNames: text('role_name').split(',').filter(Boolean),
    deptId: text('dept_id'),
    roleId: text('role_id'),
    laboratoryId: text('laboratory_id'),
    laboratoryName: text('laboratory_name'),
    permissions: [],
    accessToken: text('access_token'),
    savedAt: now,
    expiresAt: now + Number(body.expires_in ?? 3600) * 1000,
  };
}

/** The refresh token stays in an HttpOnly cookie: no script can read it. */
export const cookieTransport = { 'X-Refresh-Transport': 'cookie' } as const;

/** What a renewal switches to; what is left out stays. */
export interface Choice {
  readonly deptId?: string;
  readonly roleId?: string;
  readonly laboratoryId?: string;
}

async function fetchRenewed(session: Session, choice: Choice): Promise<Session> {
  const answer = await request('POST', servicePath('auth', 'oauth/token'), {
    query: { tenantId: session.tenantId, grant_type: 'refresh_token', scope: 'all' },
    headers: {
      ...cookieTransport,
      'Tenant-Id': session.tenantId,
      'Dept-Id': choice.deptId ?? session.deptId,
      'Role-Id': choice.roleId ?? session.roleId,
      'Laboratory-Id': choice.laboratoryId ?? '',
    },
    timeoutMs: 60_000,
  });
  if (answer.code !== 200 || typeof answer.body.access_token !== 'string') throw answerError(answer);
  const renewed = sessionOf(answer.body);
  // The cookie of another login on this machine must not lend this session another person's name.
  if (renewed.userId !== session.userId)
    throw new CallError({ kind: 'answer', status: 401, code: 401, message: answer.message, requestId: answer.requestId });
  return renewed;
}

/** Too many requests, and the faults of a server (HTTP 500; docs/wire.md#token: 5000, 5002), decide nothing about a session. */
const undecided: ReadonlySet<number> = new Set([429, 500, 5000, 5002]);
function isRefusal(error: unknown): boolean {
  return error instanceof CallError && error.kind === 'answer' && !undecided.has(error.code);
}

/**
 * Renews the token once for all who wait for it: whoever comes second under the lock finds the new token and takes it.
 * Answers null where nobody is signed in. A refusal ends the session (event `expired`) and is thrown; a transport error is only thrown.
 */
export async function refreshSession(options: Choice & { staleToken?: string } = {}): Promise<Session | null> {
  return underRefreshLock(async () => {
    const session = await currentSession();
    // Who came in without network has no token to renew: the cookie here may be another's.
    if (!session?.accessToken) return null;
    if (options.staleToken !== undefined && session.accessToken !== options.staleToken) return session;
    try {
      const renewed = await fetchRenewed(session, options);
      // A logout meanwhile stands: a late token must not sign the person in again.
      if ((await currentSession())?.accessToken !== session.accessToken) return currentSession();
      // The rights are asked for again after a switch; until then the old ones stand, and the server rules.
      const kept = { ...renewed, permissions: session.permissions };
      await keepSession(kept, 'renewed');
      return kept;
    } catch (error) {
      if (isRefusal(error)) await expireSession(session.accessToken);
      throw error;
    }
  });
}

/** Ends the session if it is still the one of this token; says so once. */
export async function expireSession(accessToken: string): Promise<void> {
  if ((await currentSession())?.accessToken !== accessToken) return;
  await dropSession('expired');
  tellCallEvent({ type: 'expired', message: fillLabel(expiredLabel, {}, callSettings.language) });
}
