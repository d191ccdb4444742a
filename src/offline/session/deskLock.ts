import { CallError } from '#src/api/call.ts';
import { dropFact, readFact, saveFact, type Session } from '#src/api/deviceDb.ts';
import { currentSession, onSessionChange, sessionAtStart, type SessionChange } from '#src/api/sessionStore.ts';
import { settleDrafts } from '#src/offline/store/settleDrafts.ts';
import { canSeal, type DeskKeys, deskKeys, setDeskKeys, type HeldKey } from '#src/offline/keys/deskKeys.ts';
import { type KeyBridge, openBridge } from '#src/offline/keys/keyBridge.ts';
import { makeDeskKeys } from '#src/offline/keys/makeKeys.ts';
import { forgetOldProfiles, notePerson, personOf } from '#src/offline/keys/knownPeople.ts';
import { welcome } from './welcome.ts';

/**
 * out: nobody is signed in. opening: somebody is, their keys are being fetched. open: they work.
 * locked, `person`: they locked the desk, or it locked itself. locked, `start`: the browser was started anew and only a
 * password (or, soon, the server) brings the keys back. Pages without WebCrypto are always open.
 */
export type DeskLock =
  | { readonly status: 'out' | 'opening' | 'open'; readonly because: null }
  | { readonly status: 'locked'; readonly because: 'person' | 'start' };

const out: DeskLock = { status: 'out', because: null };
const opening: DeskLock = { status: 'opening', because: null };
const open: DeskLock = { status: 'open', because: null };

/** So long a start waits for the keys before it shows where a password can be typed. */
const patienceMs = 1500;
/** While the keys are wanted and only the server has them. */
const againMs = 5000;
/** A desk that is worked at is welcomed again so often at most, by whichever page comes to it. */
const renewMs = 10 * 60_000;

let lock: DeskLock = out;
/** Another one with each session and each lock: what was asked before them comes too late. */
let turn = 0;
let bridge: KeyBridge | null = null;
const listeners = new Set<() => void>();
const activityListeners = new Set<(at: number) => void>();

export const deskLock = (): DeskLock => lock;
/** Hears of every change; answers the function that stops it. */
export function onDeskLock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
function become(next: DeskLock): void {
  if (next === lock) return;
  lock = next;
  for (const listener of listeners) listener();
}

/** Work in another page of this desk; desk clock, ms. */
export function onActivity(listener: (at: number) => void): () => void {
  activityListeners.add(listener);
  return () => activityListeners.delete(listener);
}
export const tellActivity = (at: number): void => bridge?.tellActive(at);

/** Starts the keeping of keys in this page: reads who is signed in and follows every change. Once, at page start, before anything is drawn. */
export async function startDeskLock(): Promise<() => void> {
  const stops: (() => void)[] = [onSessionChange((session, change, isHere) => void follow(session, change, isHere))];
  if (canSeal()) {
    const opened = openBridge({
      held: () => (lock.status === 'open' ? heldKey() : null),
      onUnlock: (held) => void takeUnlock(held),
      onLock: (userId) => void (deskKeys()?.userId === userId || lock.status === 'opening' || beginsFor === userId ? close() : undefined),
      onActive: (at) => activityListeners.forEach((listener) => listener(at)),
    });
    bridge = opened;
    const leave = (): void => {
      const held = lock.status === 'open' ? heldKey() : null;
      if (held) opened.leave(held);
    };
    globalThis.addEventListener?.('pagehide', leave);
    stops.push(opened.close, () => globalThis.removeEventListener?.('pagehide', leave));
  }
  const session = await sessionAtStart();
  await begin(session);
  void forgetOldProfiles().catch(() => undefined);
  return () => {
    turn += 1;
    for (const stop of stops) stop();
    bridge = null;
    setDeskKeys(null);
    lock = out;
  };
}

function heldKey(): HeldKey | null {
  const keys = deskKeys();
  return keys && { userId: keys.userId, dataKey: keys.dataKey };
}

/** Whose lock is being looked up. */
let beginsFor: string | null = null;

/** A session that stands when the page starts, or comes while it lives. */
async function begin(session: Session | null): Promise<void> {
  turn += 1;
  beginsFor = null;
  if (!session) return become(out);
  if (!canSeal()) return become(open);
  const mine = turn;
  beginsFor = session.userId;
  const lockedFor = await readFact('lockedFor');
  // Locked meanwhile, or somebody else's.
  if (mine !== turn) return;
  beginsFor = null;
  if (lockedFor === session.userId) return become({ status: 'locked', because: 'person' });
  become(opening);
  void findKeys(session, mine);
}

/** From another page, from the worker, or from the server: the first one that has them. */
async function findKeys(session: Session, mine: number): Promise<void> {
  const patience = setTimeout(() => {
    if (mine === turn && lock.status === 'opening') become({ status: 'locked', because: 'start' });
  }, patienceMs);
  const near = bridge?.find(session.userId).then((held) => held && adopt(held, mine));
  const server = fromServer(session, mine);
  await Promise.all([near, server]);
  clearTimeout(patience);
  if (mine !== turn || lock.status === 'open') return;
  become({ status: 'locked', because: 'start' });
  // Without the server only a password brings the keys; with it they come by themselves.
  while (session.accessToken && mine === turn && deskLock().status === 'locked') {
    await new Promise((resolve) => setTimeout(resolve, againMs));
    if (mine === turn) await fromServer(session, mine);
  }
}

async function fromServer(session: Session, mine: number): Promise<void> {
  if (!session.accessToken) return;
  try {
    const { dataKey } = await welcome(session);
    if (mine === turn) await adopt({ userId: session.userId, dataKey }, mine);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
}

/** Makes the page's keys of a data key that was found, and opens the desk. */
async function adopt({ userId, dataKey }: HeldKey, mine: number): Promise<void> {
  const person = await personOf(userId);
  if (!person?.serverPublicKey || mine !== turn) return;
  const now = deskKeys();
  const isKnown = now?.userId === userId && now.keyId === person.keyId && now.serverKeyId === person.serverKeyId;
  if (!isKnown) {
    const keys = await makeDeskKeys({ ...person, dataKey });
    if (mine !== turn) return;
    setDeskKeys(keys);
  }
  become(open);
}

async function follow(session: Session | null, change: SessionChange, isHere: boolean): Promise<void> {
  if (!session) return leave();
  const isSame = deskKeys()?.userId === session.userId;
  if (change === 'renewed') return isSame && lock.status === 'open' ? renew(session) : undefined;
  // Somebody signed in: the lock of the one before is over, also their own.
  const ready = prepared;
  prepared = null;
  if (ready?.userId === session.userId) {
    // In one go with the news of the session: nobody sees the one without the other.
    turn += 1;
    setDeskKeys(ready);
    become(open);
    bridge?.tellUnlock({ userId: ready.userId, dataKey: ready.dataKey });
    return dropFact('lockedFor');
  }
  // In its own page alone: another one may hear of the login after the desk was locked again.
  if (isHere) await dropFact('lockedFor');
  if (!isSame) setDeskKeys(null);
  if (!isSame || lock.status !== 'open') await begin(session);
}

/** A token was renewed, so the server is there: the grant grows, a new sealing key is heard of. */
async function renew(session: Session): Promise<void> {
  const mine = turn;
  const person = await personOf(session.userId);
  if (person && Date.now() - person.welcomedAt < renewMs) return adoptAgain(mine);
  await fromServer(session, mine);
}
async function adoptAgain(mine: number): Promise<void> {
  const held = heldKey();
  if (held) await adopt(held, mine);
}

/** The keys of a login under way in this page: there when its session is announced. */
let prepared: DeskKeys | null = null;
export async function prepareKey(held: HeldKey | null): Promise<void> {
  const person = held && (await personOf(held.userId));
  prepared = held && person?.serverPublicKey ? await makeDeskKeys({ ...person, dataKey: held.dataKey }) : null;
}

/** Nobody is signed in any more: the keys go from every page (each hears of it) and the worker, the lock password from the disk. */
async function leave(): Promise<void> {
  turn += 1;
  prepared = null;
  const userId = deskKeys()?.userId ?? (await readFact('lockedFor'));
  become(out);
  bridge?.dropInWorker();
  await settleDrafts();
  if (lock.status === 'out') setDeskKeys(null);
  if (!userId) return;
  if ((await readFact('lockedFor')) === userId) await dropFact('lockedFor');
  await notePerson(userId, { lockWrap: null });
}

/** Locks the desk for who works here, in all pages; what is typed is kept, sealed, before their keys go. Nothing where nobody works. */
export async function lockDesk(): Promise<void> {
  const userId = deskKeys()?.userId;
  if (!userId || lock.status !== 'open') return;
  await saveFact('lockedFor', userId);
  bridge?.tellLock(userId);
  await close();
}

/** This page's part in it. */
async function close(): Promise<void> {
  turn += 1;
  prepared = null;
  const mine = turn;
  become({ status: 'locked', because: 'person' });
  await settleDrafts();
  if (mine === turn) setDeskKeys(null);
}

/** A password opened the data key: this page and the others go on where they were. */
export async function openDesk(held: HeldKey): Promise<void> {
  turn += 1;
  await dropFact('lockedFor');
  const session = await currentSession();
  if (session?.userId !== held.userId) return;
  await adopt(held, turn);
  bridge?.tellUnlock(held);
  // The server, where it is there, lengthens the grant; nobody waits for it.
  void renew(session).catch(() => undefined);
}

async function takeUnlock(held: HeldKey): Promise<void> {
  const session = await currentSession();
  if (session?.userId !== held.userId || lock.status === 'open') return;
  turn += 1;
  await adopt(held, turn);
}
