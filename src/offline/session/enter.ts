import { isTransportError } from '#src/api/callError.ts';
import type { PersonRow, Session } from '#src/api/deviceDb.ts';
import {
  enterWithoutNetwork,
  type Guest,
  login,
  type Login,
  loginByPhone,
  loginByProvider,
  loginBySecondStep,
  type PhoneLogin,
  type ProviderLogin,
} from '#src/api/session.ts';
import { currentSession } from '#src/api/sessionStore.ts';
import { lockDesk, openDesk, prepareKey } from './deskLock.ts';
import { canSeal, deskKeys } from '#src/offline/keys/deskKeys.ts';
import { unwrapDataKey, wrapDataKey } from '#src/offline/keys/passwordWrap.ts';
import { isGranted, knownPeople, notePerson, personOf, serverNow } from '#src/offline/keys/knownPeople.ts';
import { welcome } from './welcome.ts';

/** How a try to come in ended. `waitMs`: until the next try is heard. `until`: ISO 8601. */
export type Entry =
  | { readonly outcome: 'in' }
  | { readonly outcome: 'wrong' | 'wait'; readonly waitMs: number }
  | { readonly outcome: 'grantOver'; readonly until: string }
  /** This desk has nothing that a password could open: they have to sign in with the server. */
  | { readonly outcome: 'unknown' };

/** So many wrong passwords are free; from then on each doubles the wait. */
const freeTries = 3;
const firstWaitMs = 5000;
const longestWaitMs = 300_000;
const waitAfter = (wrongCount: number): number => (wrongCount < freeTries ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** (wrongCount - freeTries)));
/** A login does not hang on the keys: where the server is slow with them, the password brings the ones kept here. */
const loginWelcomeMs = 8000;

/** Signs in with the server and has the person's keys ready before their session is announced. Throws CallError with the server's own sentence. */
export const signIn = (input: Login): Promise<Session> => login(input, (session) => readyKeys(session, input.password));

/** The second step of a login; `password` is that of the first, where it was one. */
export const signInBySecondStep = (ticket: string, code: string, password?: string): Promise<Session> =>
  loginBySecondStep(ticket, code, (session) => readyKeys(session, password));

/** The same by the code sent to a phone. Without a password typed here the keys come from the server alone. */
export const signInByPhone = (input: PhoneLogin): Promise<Session> => loginByPhone(input, readyKeys);

/** The same for whom a provider vouches; a Guest has no account yet. */
export const signInByProvider = (input: ProviderLogin): Promise<Session | Guest> => loginByProvider(input, readyKeys);

async function readyKeys(session: Session, password?: string): Promise<void> {
  if (!canSeal()) return;
  const options = { ...(password === undefined ? {} : { password }), isNew: true, timeoutMs: loginWelcomeMs };
  // Without them they are in all the same: they are asked for again as soon as they are.
  const dataKey = await welcome(session, options).then(
    (welcomed) => welcomed.dataKey,
    () => (password === undefined ? null : keptKey(session.userId, password)),
  );
  await prepareKey(dataKey && { userId: session.userId, dataKey });
}

async function keptKey(userId: string, password: string): Promise<CryptoKey | null> {
  const person = await personOf(userId);
  return person?.wrap ? unwrapDataKey(person.wrap, password, userId) : null;
}

/** Signs in a person this desk knows, without network: their password opens their data key, and their grant still holds. */
export async function signInOffline(account: string, password: string): Promise<Entry> {
  const wanted = account.trim().toLowerCase();
  const known = (await knownPeople()).find((person) => person.account.toLowerCase() === wanted);
  const person = known && (await personOf(known.userId));
  if (!person) return { outcome: 'unknown' };
  if (!isGranted(person.grantUntil, await serverNow())) return { outcome: 'grantOver', until: person.grantUntil };
  const tried = await tryPassword(person, password);
  if (!('dataKey' in tried)) return tried;
  await prepareKey({ userId: person.userId, dataKey: tried.dataKey });
  await enterWithoutNetwork(person);
  return { outcome: 'in' };
}

/** Unlocks the desk for whose session stands: with their lock password or their account's, also without network while their grant holds. */
export async function unlockDesk(password: string): Promise<Entry> {
  const session = await currentSession();
  const person = session && (await personOf(session.userId));
  if (!session || !person) return { outcome: 'unknown' };
  const tried = await tryPassword(person, password);
  if (!('dataKey' in tried)) return tried;
  if (!isGranted(person.grantUntil, await serverNow()) && !(await isWelcomeAnew(session))) return { outcome: 'grantOver', until: person.grantUntil };
  await openDesk({ userId: person.userId, dataKey: tried.dataKey });
  return { outcome: 'in' };
}

async function isWelcomeAnew(session: Session): Promise<boolean> {
  return welcome(session).then(
    () => true,
    (error: unknown) => {
      if (isTransportError(error)) return false;
      throw error;
    },
  );
}

type Tried = { readonly dataKey: CryptoKey } | Exclude<Entry, { outcome: 'in' }>;

/** Wrong ones are counted on the disk: a reload does not forget them. */
async function tryPassword(person: PersonRow, password: string): Promise<Tried> {
  const { userId, wrap, lockWrap, wrongCount, waitUntil } = person;
  const waitMs = waitUntil - Date.now();
  // A desk clock that was set back must not lock them out for longer than the longest wait.
  if (waitMs > 0 && waitMs <= longestWaitMs) return { outcome: 'wait', waitMs };
  const wraps = [lockWrap, wrap].filter((kept) => kept !== null);
  if (wraps.length === 0) return { outcome: 'unknown' };
  for (const kept of wraps) {
    const dataKey = await unwrapDataKey(kept, password, userId);
    if (!dataKey) continue;
    if (wrongCount > 0) await notePerson(userId, { wrongCount: 0, waitUntil: 0 });
    return { dataKey };
  }
  const nextMs = waitAfter(wrongCount + 1);
  await notePerson(userId, { wrongCount: wrongCount + 1, waitUntil: nextMs === 0 ? 0 : Date.now() + nextMs });
  return { outcome: 'wrong', waitMs: nextMs };
}

/** Shortest lock password: it stands between a copied profile and the data key. */
export const lockPasswordLength = 6;

/** Locks the desk; a password given sets the one that opens it besides the account's, until the session ends. */
export async function lockWith(password?: string): Promise<void> {
  const keys = deskKeys();
  if (keys && password !== undefined) await notePerson(keys.userId, { lockWrap: await wrapDataKey(keys.dataKey, password, keys.userId) });
  await lockDesk();
}

/** Whether a password could open this desk again for who works here: without one it does not lock. */
export async function canUnlock(): Promise<{ readonly byAccount: boolean; readonly byLock: boolean }> {
  const keys = deskKeys();
  const person = keys && (await personOf(keys.userId));
  return { byAccount: Boolean(person?.wrap), byLock: Boolean(person?.lockWrap) };
}

/** The password was changed: what the old one opened here is thrown away; the next login with the server makes it anew. */
export const forgetPassword = (userId: string): Promise<void> => notePerson(userId, { wrap: null, lockWrap: null });
