import { call, servicePath } from '#src/api/call.ts';
import { deviceDb } from '#src/api/deviceDb.ts';
import { keepPermissions } from '#src/api/sessionStore.ts';
import type { MenuNode } from './menuTree.ts';
import { type ButtonNode, flattenPermissions } from './permissions.ts';

/** What the shell shows of a user, and what the screens may offer him. */
export interface Profile {
  readonly userId: string;
  readonly account: string;
  readonly name: string;
  /** Shown in the top bar (spec 1). */
  readonly organisation: string;
  readonly menus: readonly MenuNode[];
  readonly permissions: readonly string[];
  /** Desk clock, ms: when the server said so. */
  readonly fetchedAt: number;
}

interface UserInfo {
  readonly userId?: string;
  readonly account?: string;
  readonly realName?: string;
  readonly nickName?: string;
  readonly userName?: string;
  readonly tenantName?: string;
  readonly deptName?: string;
}

/** The profile kept on this desk, for a start without network. */
export async function keptProfile(userId: string): Promise<Profile | undefined> {
  return (await deviceDb.profiles.get(userId))?.profile as Profile | undefined;
}

/** Asks the server for user, menus and buttons and keeps them for an offline start. Throws CallError; nothing is toasted. */
export async function fetchProfile(userId: string): Promise<Profile> {
  const ask = <T>(service: 'auth' | 'system', path: string): Promise<T> =>
    call<T>('GET', servicePath(service, path), { quiet: true, timeoutMs: 30_000 });
  const [user, menus, buttons] = await Promise.all([
    ask<UserInfo>('auth', 'oauth/user-info'),
    ask<MenuNode[] | null>('system', 'menu/routes'),
    ask<ButtonNode[] | null>('system', 'menu/buttons'),
  ]);
  const profile: Profile = {
    userId,
    account: user.account ?? '',
    name: user.realName || user.nickName || user.userName || user.account || '',
    organisation: user.tenantName || user.deptName || '',
    menus: menus ?? [],
    permissions: flattenPermissions(buttons ?? []),
    fetchedAt: Date.now(),
  };
  await deviceDb.profiles.put({ userId, profile });
  await keepPermissions(userId, profile.permissions);
  return profile;
}
