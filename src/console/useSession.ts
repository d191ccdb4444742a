import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { SessionChange } from '#src/api/session.ts';
import { type MenuNode, visibleTo } from './menuTree.ts';
import type { TopMenu } from './profile.ts';
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
  /** Where the person works now: prefills and is shown, limits nothing. '' where nobody chose. */
  readonly laboratoryId: string;
  readonly laboratoryName: string;
  /** Address of their picture; '' where they have none. */
  readonly avatar: string;
  readonly permissions: ReadonlySet<string>;
  /** They came in without network: what needs the server asks for a new login. */
  readonly isOffline: boolean;
}
export interface ConsoleSession {
  readonly status: 'starting' | 'out' | 'in';
  readonly user: ConsoleUser | null;
  /** May this be offered? The server rules again. Kept on the desk, so it also answers offline. */
  readonly can: (permission: string) => boolean;
  /** Without what a role restriction hides. */
  readonly menus: readonly MenuNode[];
  readonly topMenus: readonly TopMenu[];
  readonly isProfileOld: boolean;
  readonly isProfileKnown: boolean;
  /** How the last session ended, while nobody is signed in. */
  readonly endedBy: SessionChange | null;
  readonly renew: () => Promise<void>;
}

const none: readonly TopMenu[] = [];

/** Who works here and what may be offered to them. */
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
        laboratoryId: session.laboratoryId ?? '',
        laboratoryName: session.laboratoryName ?? '',
        avatar: profile?.avatar ?? '',
        permissions: new Set(profile?.permissions ?? session.permissions),
        isOffline: session.accessToken === '',
      },
    [session, profile],
  );
  const can = useCallback((permission: string) => user?.permissions.has(permission) ?? false, [user]);
  const roleNames = session?.roleNames;
  const menus = useMemo(() => visibleTo(profile?.menus ?? [], roleNames ?? []), [profile, roleNames]);
  const topMenus = profile?.topMenus ?? none;
  return { status, user, can, menus, topMenus, isProfileOld, isProfileKnown: profile !== null, endedBy, renew: renewProfile };
}
