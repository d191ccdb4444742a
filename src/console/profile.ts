import type { Label } from '#domain/kernel/label.ts';
import { call, servicePath } from '#src/api/call.ts';
import { deviceDb } from '#src/api/deviceDb.ts';
import { keepPermissions } from '#src/api/sessionStore.ts';
import type { MenuNode } from './menuTree.ts';
import { type ButtonNode, flattenPermissions } from './permissions.ts';

/** What the shell shows of a user, and what the screens may offer them. */
export interface Profile {
  readonly userId: string;
  readonly account: string;
  readonly name: string;
  /** Shown in the top bar (docs/contract.md#top-bar). */
  readonly organisation: string;
  readonly menus: readonly MenuNode[];
  /** Menus of the top bar; a profile kept by an older release has none. */
  readonly topMenus?: readonly TopMenu[];
  /** Address of the person's picture, of this server; '' where they have none. */
  readonly avatar?: string;
  readonly permissions: readonly string[];
  /** Desk clock, ms: when the server said so. */
  readonly fetchedAt: number;
}

/** A menu of the top bar and the root menus it shows (docs/wire.md#menu-calls). */
export interface TopMenu {
  readonly id: string;
  readonly name: string;
  readonly labels?: Label;
  readonly source?: string;
  readonly menuIds: readonly string[];
}

interface UserInfo {
  readonly avatar?: string;
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
  const [user, menus, topMenus, buttons] = await Promise.all([
    ask<UserInfo>('auth', 'oauth/user-info'),
    ask<MenuNode[] | null>('system', 'menu/routes'),
    ask<TopMenu[] | null>('system', 'menu/top-menu'),
    ask<ButtonNode[] | null>('system', 'menu/buttons'),
  ]);
  const profile: Profile = {
    userId,
    account: user.account ?? '',
    name: user.realName || user.nickName || user.userName || user.account || '',
    organisation: user.tenantName || user.deptName || '',
    menus: menus ?? [],
    topMenus: topMenus ?? [],
    avatar: user.avatar?.startsWith('/') ? user.avatar : '',
    permissions: flattenPermissions(buttons ?? []),
    fetchedAt: Date.now(),
  };
  await deviceDb.profiles.put({ userId, profile });
  await keepPermissions(userId, profile.permissions);
  return profile;
}
