import { deviceDb, readSession, type Session } from './deviceDb.ts';

/** Why the session changed. `renewed`: the same person, a new token. */
export type SessionChange = 'login' | 'renewed' | 'logout' | 'expired';
/** `isHere`: it happened in this page; the others hear of it a little later. */
type Listener = (session: Session | null, change: SessionChange, isHere: boolean) => void;

const listeners = new Set<Listener>();
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('accession-session');
// In Node an open channel would keep the test process alive.
(channel as { unref?: () => void } | null)?.unref?.();
channel?.addEventListener('message', (event: MessageEvent<SessionChange>) => {
  void currentSession().then((session) => tell(session, event.data, false));
});

function tell(session: Session | null, change: SessionChange, isHere: boolean): void {
  for (const listener of listeners) listener(session, change, isHere);
}

/** The login of this terminal, also without network; null where nobody is signed in. */
export async function currentSession(): Promise<Session | null> {
  return (await readSession()) ?? null;
}

const readAgainAfterMs = [50, 200, 800, 2000, 4000];
/**
 * The same as a page starts, when the database may not open yet (a browser that was killed recovers it first): it is read again some
 * times before the desk is taken for one where nobody is signed in. Null where it cannot be read at all.
 */
export async function sessionAtStart(): Promise<Session | null> {
  for (const waitMs of readAgainAfterMs) {
    try {
      return await currentSession();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      // Dexie opens by itself once only.
      await deviceDb.open().catch(() => undefined);
    }
  }
  return currentSession().catch(() => null);
}

/** Hears of every login, renewal, logout and expiry in any tab or in the service worker; answers the function that stops it. */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export async function keepSession(session: Session, change: 'login' | 'renewed'): Promise<void> {
  await deviceDb.session.put({ ...session, id: 'current' });
  tell(session, change, true);
  channel?.postMessage(change);
}

/** Keeps what the signed-in user may do, unless somebody else has signed in meanwhile. */
export async function keepPermissions(userId: string, permissions: readonly string[]): Promise<void> {
  await deviceDb.people.update(userId, { permissions });
  await deviceDb.session
    .where('id')
    .equals('current')
    .and((row) => row.userId === userId)
    .modify({ permissions });
}

/** Ends the session on this terminal. The outbox is not touched: its items wait for their author. */
export async function dropSession(change: 'logout' | 'expired'): Promise<void> {
  await deviceDb.session.clear();
  tell(null, change, true);
  channel?.postMessage(change);
}
