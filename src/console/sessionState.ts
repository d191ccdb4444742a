import { onSessionChange, sessionAtStart, type Session, type SessionChange } from '#src/api/session.ts';
import { adoptPreferences } from './preferences.ts';
import { forgetQueries } from './queryClient.ts';
import { adoptTabs } from './tabStore.ts';
import { fetchProfile, keptProfile, type Profile } from './profile.ts';

/** starting: the stored login has not been read yet. in: somebody is signed in, perhaps without network. */
export interface SessionState {
  readonly status: 'starting' | 'out' | 'in';
  readonly session: Session | null;
  /** null until it is known, e.g. in the first second after a login. */
  readonly profile: Profile | null;
  /** The profile could not be renewed: what is shown stems from this desk. */
  readonly isProfileOld: boolean;
  /** How the last session ended, while nobody is signed in. */
  readonly endedBy: SessionChange | null;
}

let state: SessionState = { status: 'starting', session: null, profile: null, isProfileOld: false, endedBy: null };
const listeners = new Set<() => void>();

export function sessionState(): SessionState {
  return state;
}
export function onSessionState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
function become(next: SessionState): void {
  const isAnother = state.session !== null && state.session.userId !== next.session?.userId;
  state = next;
  // Before anything of the new person is drawn, nothing of the one before is left.
  if (isAnother || next.status === 'out') forgetQueries();
  adoptTabs(next.session?.userId ?? '');
  for (const listener of listeners) listener();
}

async function enter(session: Session): Promise<void> {
  await adoptPreferences(session.userId);
  const kept = await keptProfile(session.userId).catch(() => undefined);
  become({ status: 'in', session, profile: kept ?? null, isProfileOld: kept !== undefined, endedBy: null });
  await renewProfile();
}

/** Fetches user, menus and permissions anew; keeps what stands where the network fails. */
export async function renewProfile(): Promise<void> {
  const { session } = state;
  if (!session) return;
  const profile = await fetchProfile(session.userId).catch(() => null);
  if (state.session?.userId !== session.userId) return;
  become(profile ? { ...state, profile, isProfileOld: false } : { ...state, isProfileOld: true });
}

/** Reads the stored login and follows every later change, of this tab and the others. Call once at start; a stored login opens without network. */
export async function startSessionState(): Promise<void> {
  onSessionChange((session, change) => {
    if (!session) {
      become({ status: 'out', session: null, profile: null, isProfileOld: false, endedBy: change });
      void adoptPreferences('');
    } else if (
      change === 'renewed' &&
      state.session?.userId === session.userId &&
      state.session.roleId === session.roleId &&
      state.session.deptId === session.deptId
    ) {
      become({ ...state, session });
    } else void enter(session);
  });
  if (typeof window !== 'undefined') window.addEventListener('online', () => void (state.isProfileOld ? renewProfile() : undefined));
  const session = await sessionAtStart();
  if (!session) {
    await adoptPreferences('');
    become({ ...state, status: 'out' });
    return;
  }
  // The shell opens from what is kept; the server's answer follows.
  const kept = await keptProfile(session.userId).catch(() => undefined);
  if (kept) void enter(session);
  else await enter(session);
}
