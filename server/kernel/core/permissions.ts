import type { ActingUser } from '#domain/kernel/command.ts';
import { UserError } from './answers.ts';

/** Throws UserError 403 where a signed-in user lacks a permission: never 401, which clients answer by logging out (docs/wire.md#statuses). */
export function requirePermission(user: ActingUser, code: string): void {
  if (!user.permissions.has(code)) throw new UserError(403, ['请求被拒绝', 'Not permitted']);
}
