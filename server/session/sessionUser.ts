import type { ActingUser } from '#domain/kernel/command.ts';

/** The signed-in person of a request: what they may do, under the roles they have switched to. */
export interface SessionUser extends ActingUser {
  /** The sign-in their token came of (`refresh_session`). */
  readonly sessionId: string;
  readonly clientId: string;
  /** Their programme speaks the family's public flavour: other menus, no nulls (docs/wire.md#json). */
  readonly isPublicFlavour: boolean;
  readonly nickName: string;
  readonly avatar: string;
  readonly roleIds: readonly string[];
  /** Aliases, e.g. `administrator` (docs/wire.md#token). */
  readonly roleNames: readonly string[];
  readonly deptIds: readonly string[];
  readonly mustChangePassword: boolean;
  /** Why: it is older than the installation allows. */
  readonly isPasswordExpired: boolean;
}
