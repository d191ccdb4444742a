import { deviceDb, readFact, type PersonRow, type Session } from '#src/api/deviceDb.ts';
import { newUuid } from '#src/offline/platform/uuid.ts';
import { makeSignPair } from './makeKeys.ts';

/** Minutes without a key or a touch until a desk locks itself, where the server names none. */
export const defaultLockMinutes = 15;

export const personOf = (userId: string): Promise<PersonRow | undefined> => deviceDb.people.get(userId);

/** Changes what is known of a person; nothing where they are unknown. */
export async function notePerson(userId: string, change: Partial<PersonRow>): Promise<void> {
  await deviceDb.people.update(userId, change);
}

/** What a session says of them. */
const identityOf = ({ userId, tenantId, account, realName, roleNames, permissions, deptId, roleId }: Session) => ({
  userId,
  tenantId,
  account,
  realName,
  roleNames,
  permissions,
  deptId,
  roleId,
});

/**
 * The person of a session as this desk knows them, with a signing pair made once. Call it under the lock of `welcome`:
 * two tabs must not make two. `isAnew`: their key was revoked, they get another.
 */
export async function knowPerson(session: Session, { isAnew = false } = {}): Promise<PersonRow> {
  const known = await personOf(session.userId);
  // A fresh token answers no permissions: what they may do is known from before until it is asked again.
  const identity = { ...identityOf(session), permissions: session.permissions.length > 0 ? session.permissions : (known?.permissions ?? []) };
  const person: PersonRow = {
    serverKeyId: '',
    serverPublicKey: '',
    grantUntil: '',
    welcomedAt: 0,
    dataKeyMark: '',
    wrap: null,
    lockWrap: null,
    wrongCount: 0,
    waitUntil: 0,
    lockMinutes: defaultLockMinutes,
    ...known,
    ...identity,
    ...(known && !isAnew
      ? { keyId: known.keyId, publicKey: known.publicKey, signKey: known.signKey }
      : { keyId: newUuid(), ...(await makeSignPair()) }),
  };
  await deviceDb.people.put(person);
  return person;
}

/** The server's clock as far as this desk knows it, ms; a desk clock that was set back does not lengthen a grant. */
export async function serverNow(): Promise<number> {
  const [offsetMs = 0, lastContactAt = 0] = await Promise.all([readFact('clockOffsetMs'), readFact('lastContactAt')]);
  return Math.max(Date.now(), lastContactAt) + offsetMs;
}

export interface KnownPerson {
  readonly userId: string;
  readonly account: string;
  readonly realName: string;
  /** ISO 8601. */
  readonly grantUntil: string;
  /** They may sign in here without network now. */
  readonly isGranted: boolean;
}

/** Whom this desk could let in without network, last seen first; also those whose grant is over, so that it can be said. */
export async function knownPeople(): Promise<readonly KnownPerson[]> {
  const [rows, now] = await Promise.all([deviceDb.people.toArray(), serverNow()]);
  return rows
    .filter(({ wrap, grantUntil }) => wrap !== null && grantUntil !== '')
    .sort((a, b) => b.welcomedAt - a.welcomedAt)
    .map(({ userId, account, realName, grantUntil }) => ({ userId, account, realName, grantUntil, isGranted: isGranted(grantUntil, now) }));
}

/** `grantUntil` ISO 8601, '' for never; `now` by the server's clock, ms. */
export const isGranted = (grantUntil: string, now: number): boolean => grantUntil !== '' && now < Date.parse(grantUntil);

/** Menus of people who can no longer come in without network are not kept. */
export async function forgetOldProfiles(): Promise<void> {
  const now = await serverNow();
  const people = await deviceDb.people.toArray();
  const granted = new Set(people.filter(({ grantUntil }) => isGranted(grantUntil, now)).map(({ userId }) => userId));
  const current = (await deviceDb.session.get('current'))?.userId;
  await deviceDb.profiles.filter(({ userId }) => userId !== current && !granted.has(userId)).delete();
}
