import { ownCodePath, sendCodePath } from '#domain/session/loginOptions.ts';
import type { Registration } from '#domain/session/registration.ts';
import { secondFactorNeeded, type SecondFactorSetup } from '#domain/session/secondFactor.ts';
import { call, CallError } from './call.ts';
import { dropFact, readFact, saveFact, type Session } from './deviceDb.ts';
import { encryptPassword } from './password.ts';
import { servicePath } from './product.ts';
import { request } from './request.ts';
import { type Choice, cookieTransport, refreshSession, sessionOf, underRefreshLock } from './refreshSession.ts';
import { currentSession, dropSession, keepSession } from './sessionStore.ts';

export type { Session } from './deviceDb.ts';
export { currentSession, onSessionChange, sessionAtStart, type SessionChange } from './sessionStore.ts';

/** docs/contract.md#limits. */
export const defaultTenantId = '000000';
const checkEveryMs = 10_000;
const usualTokenSeconds = 3_000;

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

/** A new captcha; each can be used once (docs/wire.md#token). */
export function fetchCaptcha(): Promise<Captcha> {
  return call<Captcha>('GET', servicePath('auth', 'oauth/captcha'), { anonymous: true, quiet: true, timeoutMs: 20_000 });
}

/**
 * Signs a person in on this terminal, in all tabs. Throws CallError with the server's own sentence; needs the network.
 * `prepare` is awaited before anybody hears of the new session: what opens with it (their keys) is then there. It must not throw.
 */
export async function login(input: Login, prepare?: Prepare): Promise<Session> {
  const tenantId = input.tenantId ?? defaultTenantId;
  const password = await encryptPassword(input.password);
  const query = { username: input.account, password, grant_type: input.captcha ? 'captcha' : 'password', type: 'account' };
  const body = await askForToken(tenantId, query, {
    'Dept-Id': input.deptId ?? '',
    'Role-Id': input.roleId ?? '',
    'Captcha-Key': input.captcha?.key ?? '',
    'Captcha-Code': input.captcha?.text ?? '',
  });
  return keepLogin(body, prepare);
}

/** A login whose first step was done: what its second needs, and where there is no authenticator yet, what to set one up with. */
export interface SecondStep {
  readonly ticket: string;
  readonly setup: SecondFactorSetup | null;
}
/** What a refused login asks for besides; null where it was refused for good. */
export function secondStepOf(error: unknown): SecondStep | null {
  if (!(error instanceof CallError) || error.code !== secondFactorNeeded) return null;
  const { second_ticket: ticket, second_setup: setup } = (error.body ?? {}) as { second_ticket?: string; second_setup?: SecondFactorSetup | null };
  return ticket ? { ticket, setup: setup ?? null } : null;
}
/** Signs a person in by the code of their authenticator, or a recovery code, after the first step; as `login`. */
export async function loginBySecondStep(ticket: string, code: string, prepare?: Prepare): Promise<Session> {
  return keepLogin(await askForToken(undefined, { grant_type: 'password', second_ticket: ticket, second_code: code }, {}), prepare);
}

/** The code that was sent to a phone. */
export interface PhoneLogin {
  readonly phone: string;
  /** Of the sending. */
  readonly id: string;
  readonly value: string;
  readonly tenantId?: string;
}
/** Sends a code to a phone. Answers the sending's id and the seconds until the next may be asked for. Throws CallError. */
export async function sendPhoneCode(phone: string, tenantId: string = defaultTenantId): Promise<{ readonly id: string; readonly seconds: number }> {
  const query = { tenantId, phone: await encryptPassword(phone) };
  return call('POST', servicePath('auth', sendCodePath), {
    anonymous: true,
    quiet: true,
    timeoutMs: 30_000,
    query,
    headers: { 'Tenant-Id': tenantId },
  });
}
/** The same for a number of one's own that is to become a way in: the code counts for the account that is signed in. Throws CallError. */
export async function sendOwnPhoneCode(phone: string): Promise<{ readonly id: string; readonly seconds: number }> {
  return call('POST', servicePath('user', ownCodePath), { body: { phone }, quiet: true, timeoutMs: 30_000 });
}
/** Signs a person in by the code sent to their phone; as `login`. */
export async function loginByPhone({ phone, id, value, tenantId = defaultTenantId }: PhoneLogin, prepare?: Prepare): Promise<Session> {
  const query = { grant_type: 'sms_code', phone: await encryptPassword(phone), id, value };
  return keepLogin(await askForToken(tenantId, query, {}), prepare);
}

/** What a provider sent the browser back with. */
export interface ProviderLogin {
  readonly code: string;
  /** As the server made it; `sso.` or `social.` before it says by which grant it ends. */
  readonly state: string;
  readonly redirectUri: string;
}
/** Somebody a third party vouched for who has no account yet: they may ask for one. */
export interface Guest {
  readonly tenantId: string;
  readonly oauthId: string;
  readonly name: string;
}
/** Signs a person in whom a provider vouches for; as `login`. Answers a Guest where no account is theirs. */
export async function loginByProvider({ code, state, redirectUri }: ProviderLogin, prepare?: Prepare): Promise<Session | Guest> {
  const grant: Readonly<Record<string, string>> = state.startsWith('sso.')
    ? { grant_type: 'authorization_code', redirect_uri: redirectUri }
    : { grant_type: 'social' };
  const body = await askForToken(undefined, { ...grant, code, state }, {});
  // docs/wire.md#token: an empty or negative user is one without an account.
  const { user_id: userId = '', oauth_id: oauthId, tenant_id: tenantId, user_name: name } = body as Record<string, string | undefined>;
  if (userId === '' || userId === 'null' || Number(userId) < 0) return { oauthId: oauthId ?? '', tenantId: tenantId ?? '', name: name ?? '' };
  return keepLogin(body, prepare);
}
/** Asks for an account for a guest. Throws CallError with the server's own sentence. */
export async function registerGuest(asked: Registration, oauthId: string): Promise<void> {
  const [password, password2] = await Promise.all([asked.password, asked.password2].map(encryptPassword));
  const body = { ...asked, password, password2, oauthId };
  await call('POST', servicePath('user', 'register-guest'), { anonymous: true, quiet: true, timeoutMs: 60_000, body });
}

type Prepare = (session: Session) => Promise<unknown>;

function askForToken(tenantId: string | undefined, query: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>) {
  return underRefreshLock(async () => {
    const body = await call<Record<string, unknown>>('POST', servicePath('auth', 'oauth/token'), {
      anonymous: true,
      quiet: true,
      timeoutMs: 60_000,
      query: { tenantId, scope: 'all', ...query },
      headers: { ...cookieTransport, ...(tenantId === undefined ? {} : { 'Tenant-Id': tenantId }), ...headers },
    });
    // Still under the lock: a logout that is owed from before would end this login, whose cookie took the place of the old one.
    if (body['access_token']) await dropFact('isLogoutOwed');
    return body;
  });
}

async function keepLogin(body: Record<string, unknown>, prepare?: Prepare): Promise<Session> {
  const session = sessionOf(body);
  await prepare?.(session);
  await saveFact('lastAccount', session.account);
  await saveFact('lastTenant', session.tenantId);
  await keepSession(session, 'login');
  return session;
}

/** Signs in without network a person whom this desk has proven: no token, so nothing of the server's until they log in anew. */
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

/** Renews the token now; with ids also switches department, role or laboratory (docs/wire.md#switching-identity). Null where nobody is signed in. */
export function refresh(choice: Choice = {}): Promise<Session | null> {
  return refreshSession(choice);
}

/** Looks every 10 s whether the token has the age at which this server wants it renewed (3000 s), and renews it; answers the function that stops it. */
export function keepSessionFresh(): () => void {
  const timer = setInterval(() => {
    void currentSession().then(async (session) => {
      const seconds = (await readFact('tokenSeconds').catch(() => undefined)) ?? usualTokenSeconds;
      if (!session || Date.now() - session.savedAt < seconds * 1000) return;
      await refreshSession({ staleToken: session.accessToken }).catch(() => undefined);
    });
  }, checkEveryMs);
  return () => clearInterval(timer);
}
