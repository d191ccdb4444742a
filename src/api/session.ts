import { call } from './call.ts';
import { dropFact, readFact, saveFact, type Session } from './deviceDb.ts';
import { encryptPassword } from './password.ts';
import { servicePath } from './product.ts';
import { request } from './request.ts';
import { cookieTransport, refreshSession, sessionOf, underRefreshLock } from './refreshSession.ts';
import { currentSession, dropSession, keepSession } from './sessionStore.ts';

export type { Session } from './deviceDb.ts';
export { currentSession, onSessionChange, type SessionChange } from './sessionStore.ts';

/** Spec calls 9. */
export const defaultTenantId = '000000';
const checkEveryMs = 10_000;
const refreshAfterMs = 3_000_000;

export interface Captcha {
  readonly key: string;
  /** A data URL. Empty where the server asks for none. */
  readonly image: string;
}
export interface Login {
  readonly account: string;
  readonly password: string;
  readonly tenantId?: string;
  readonly captcha?: { readonly key: string; readonly text: string };
  readonly deptId?: string;
  readonly roleId?: string;
}

/** A new captcha; each can be used once (wire 1.3). */
export function fetchCaptcha(): Promise<Captcha> {
  return call<Captcha>('GET', servicePath('auth', 'oauth/captcha'), { anonymous: true, quiet: true, timeoutMs: 20_000 });
}

/**
 * Signs a person in on this terminal, in all tabs. Throws CallError with the server's own sentence; needs the network.
 * `prepare` is awaited before anybody hears of the new session: what opens with it (his keys) is then there. It must not throw.
 */
export async function login(input: Login, prepare?: (session: Session) => Promise<unknown>): Promise<Session> {
  const tenantId = input.tenantId ?? defaultTenantId;
  const password = await encryptPassword(input.password);
  const body = await underRefreshLock(() =>
    call<Record<string, unknown>>('POST', servicePath('auth', 'oauth/token'), {
      anonymous: true,
      quiet: true,
      timeoutMs: 60_000,
      query: { tenantId, username: input.account, password, grant_type: input.captcha ? 'captcha' : 'password', scope: 'all', type: 'account' },
      headers: {
        ...cookieTransport,
        'Tenant-Id': tenantId,
        'Dept-Id': input.deptId ?? '',
        'Role-Id': input.roleId ?? '',
        'Captcha-Key': input.captcha?.key ?? '',
        'Captcha-Code': input.captcha?.text ?? '',
      },
    }),
  );
  const session = sessionOf(body);
  await prepare?.(session);
  await dropFact('isLogoutOwed');
  await saveFact('lastAccount', session.account);
  await keepSession(session, 'login');
  return session;
}

/** Signs in without network a person this desk has proven to be himself: no token, so nothing of the server's until he logs in anew. */
export async function enterWithoutNetwork(person: Omit<Session, 'accessToken' | 'expiresAt' | 'savedAt'>): Promise<void> {
  const { userId, tenantId, account, realName, roleNames, permissions, deptId, roleId } = person;
  const identity = { userId, tenantId, account, realName, roleNames, permissions, deptId, roleId };
  await saveFact('lastAccount', account);
  await keepSession({ ...identity, accessToken: '', expiresAt: 0, savedAt: Date.now() }, 'login');
}

/** Signs out on this terminal, in all tabs, also without network; the server is told when it can be reached. The outbox keeps its items. */
export async function logout(): Promise<void> {
  await saveFact('isLogoutOwed', true);
  // The cookie can only be cleared by the server: ask while the token is still there, but never hang on it.
  await settleLogout();
  await dropSession('logout');
}

/** Tells the server of a logout done without network, so that the refresh cookie dies too. Harmless where none is owed. */
export async function settleLogout(): Promise<void> {
  // Under the lock: a logout that comes late must not end the next person's login.
  await underRefreshLock(async () => {
    if (!(await readFact('isLogoutOwed'))) return;
    const accessToken = (await currentSession())?.accessToken || null;
    const answer = await request('GET', servicePath('auth', 'oauth/logout'), { accessToken, timeoutMs: 5_000, headers: cookieTransport }).catch(
      () => null,
    );
    if (answer && answer.code < 500) await dropFact('isLogoutOwed');
  });
}

/** Renews the token now; with ids also switches department or role (wire 1.8). Null where nobody is signed in. */
export function refresh(choice: { deptId?: string; roleId?: string } = {}): Promise<Session | null> {
  return refreshSession(choice);
}

/** Looks every 10 s whether the token is 3000 s old and renews it; answers the function that stops it. */
export function keepSessionFresh(): () => void {
  const timer = setInterval(() => {
    void currentSession().then(async (session) => {
      if (!session || Date.now() - session.savedAt < refreshAfterMs) return;
      await refreshSession({ staleToken: session.accessToken }).catch(() => undefined);
    });
  }, checkEveryMs);
  return () => clearInterval(timer);
}
