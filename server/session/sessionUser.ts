import type { ActingUser } from '#domain/kernel/command.ts';

/** The signed-in person of a request: what he may do, under the roles he has switched to. */
export interface SessionUser extends ActingUser {
  /** The sign-in his token came of (`refresh_session`). */
  readonly sessionId: string;
  readonly clientId: string;
  /** His programme speaks the family's public flavour: other menus, no nulls (wire 2.5). */
  readonly isPublicFlavour: boolean;
  readonly nickName: string;
  readonly avatar: string;
  readonly roleIds: readonly string[];
  /** Aliases, e.g. `administrator` (wire 1.3). */
  readonly roleNames: readonly string[];
  readonly deptIds: readonly string[];
  readonly mustChangePassword: boolean;
  /** Why: it is older than the installation allows. */
  readonly isPasswordExpired: boolean;
}
