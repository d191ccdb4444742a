import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { SessionChange } from '#src/api/session.ts';
import type { MenuNode } from './menuTree.ts';
import { onSessionState, renewProfile, sessionState } from './sessionState.ts';

export interface ConsoleUser {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly tenantId: string;
  readonly deptId: string;
  readonly roleId: string;
  readonly roleNames: readonly string[];
  readonly organisation: string;
  readonly permissions: ReadonlySet<string>;
  /** He came in without network: what needs the server asks for a new login. */
  readonly isOffline: boolean;
}
export interface ConsoleSession {
  readonly status: 'starting' | 'out' | 'in';
  readonly user: ConsoleUser | null;
  /** May this be offered? The server rules again. Kept on the desk, so it also answers offline. */
  readonly can: (permission: string) => boolean;
  readonly menus: readonly MenuNode[];
  readonly isProfileOld: boolean;
  readonly isProfileKnown: boolean;
  /** How the last session ended, while nobody is signed in. */
  readonly endedBy: SessionChange | null;
  readonly renew: () => Promise<void>;
}

/** Who works here and what may be offered to him. */
export function useSession(): ConsoleSession {
  const { status, session, profile, isProfileOld, endedBy } = useSyncExternalStore(onSessionState, sessionState, sessionState);
  const user = useMemo<ConsoleUser | null>(
    () =>
      session && {
        id: session.userId,
        account: session.account,
        name: profile?.name || session.realName,
        tenantId: session.tenantId,
        deptId: session.deptId,
        roleId: session.roleId,
        roleNames: session.roleNames,
        organisation: profile?.organisation ?? '',
        permissions: new Set(profile?.permissions ?? session.permissions),
        isOffline: session.accessToken === '',
      },
    [session, profile],
  );
  const can = useCallback((permission: string) => user?.permissions.has(permission) ?? false, [user]);
  return { status, user, can, menus: profile?.menus ?? [], isProfileOld, isProfileKnown: profile !== null, endedBy, renew: renewProfile };
}
