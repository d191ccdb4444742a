import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import { permissionsOf, rolesOf } from '#server/session/accounts.ts';
import type { Reader } from '#server/session/lockOut.ts';
import type { SessionUser } from '#server/session/sessionUser.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { isAdministratorName } from './administrator.ts';

/** Only administrators handle administrators: who may save accounts must not become one by it. Throws UserError 403. */
export async function refuseForAdministrators(reader: Reader, acting: SessionUser, roleIds: readonly string[]): Promise<void> {
  if (acting.roleNames.some(isAdministratorName)) return;
  const named = await rolesOf(reader, acting.tenantId, roleIds);
  if (named.some((one) => isAdministratorName(one.roleAlias)))
    throw new UserError(403, ['无权限创建超管角色！', 'Only administrators may do this to an administrator']);
}

/**
 * Nobody gives roles that hold more than their own, and nobody sets the password of an account that has such roles: by
 * either they would have what they were not given. Throws UserError 403 naming the first such role.
 */
export async function refuseBeyond(reader: Reader, acting: SessionUser, roleIds: readonly string[]): Promise<void> {
  if (acting.roleNames.some(isAdministratorName)) return;
  for (const role of await rolesOf(reader, acting.tenantId, roleIds)) {
    const codes = await permissionsOf(reader, acting.tenantId, [role]);
    if ([...codes].some((code) => !acting.permissions.has(code)))
      throw new UserError(403, [`“${role.roleName}”含有您本人没有的权限`, `“${role.roleName}” holds rights that you do not have yourself`]);
  }
}

/** Nobody lets an account see laboratories they do not see themselves. Throws UserError 403. */
export async function refuseWiderSight(tx: Tx, acting: ActingUser, accountId: string): Promise<void> {
  const own = await laboratoriesOf(tx, acting);
  if (own === null) return;
  const seen = await laboratoriesOf(tx, { tenantId: acting.tenantId, id: accountId });
  if (seen === null || seen.some((id) => !own.includes(id)))
    throw new UserError(403, ['该账号的检验所范围超出您本人的范围', 'The account sees laboratories that you do not see yourself']);
}

/** A new account sees no more laboratories than whoever opened it. */
export async function limitNewAccount(tx: Tx, acting: ActingUser, accountId: string): Promise<void> {
  const own = await laboratoriesOf(tx, acting);
  if (own === null) return;
  await tx.execute(sql`insert into user_scope (tenant_id, user_id, kind, target_ids)
    values (${acting.tenantId}, ${accountId}, 'laboratory', ${sql.param([...own])}::bigint[])`);
}
