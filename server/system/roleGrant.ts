import { and, eq, inArray, sql } from 'drizzle-orm';
import { isOfAdministrators } from '#domain/reservedRights.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import type { Writing } from '#server/kernel/resource/resourceWrite.ts';
import type { CallContext, Tx } from '#server/kernel/http/serve.ts';
import type { Once } from '#server/kernel/verbs/serveCalls.ts';
import { authenticate } from '#server/session/authenticate.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRows } from '#server/storage/readRows.ts';
import { roleMenuTable, roleScopeTable } from '#server/storage/sessionTables.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { isAdministratorName } from './administrator.ts';
import { buttonsOfInterfaces } from './grantCalls.ts';
import { idsIn, idsOf } from '#server/kernel/core/idList.ts';
import { nowText } from '#server/storage/clock.ts';
import { grantedMenuIds, menuCategory, menuRows } from './menuRows.ts';
import { roleRows } from './systemRows.ts';

interface GrantBody {
  readonly dataScopeIds?: unknown;
  readonly menuIds?: unknown;
  readonly apiScopeIds?: unknown;
}

const forbidden = (): UserError => new UserError(403, ['请求被拒绝', 'Not permitted']);

/** The laboratories a role is to be limited to; null: no limit. undefined: not asked for. Throws where the granter has less themselves. */
async function askedLaboratories({ db, user, body }: CallContext<unknown, GrantBody>): Promise<readonly string[] | null | undefined> {
  if (body.dataScopeIds === undefined) return undefined;
  const ids = idsIn(body.dataScopeIds);
  const own = await laboratoriesOf(db, user);
  if (own !== null && (ids.length === 0 || ids.some((id) => !own.includes(id)))) throw forbidden();
  if (ids.length === 0) return null;
  const known = await readRows<{ id: string }>(
    db,
    sql`select id::text as id from laboratory where tenant_id = ${user.tenantId} and is_deleted = 0 and id = ${anyId(ids)}`,
  );
  if (known.length < ids.length) throw new UserError(404, ['未找到检验所', 'No such laboratory']);
  return ids;
}

async function limitRole(tx: Tx, writing: Writing, roleId: string, laboratoryIds: readonly string[] | null): Promise<unknown> {
  const { tenantId } = writing.user;
  const gone = await tx
    .delete(roleScopeTable)
    .where(and(eq(roleScopeTable.tenantId, tenantId), eq(roleScopeTable.roleId, roleId)))
    .returning();
  if (laboratoryIds !== null) await tx.insert(roleScopeTable).values({ tenantId, roleId, laboratoryIds: [...laboratoryIds] });
  return gone[0]?.laboratoryIds ?? null;
}

/** Replaces what roles may see and do. Nobody grants what they do not hold themselves (docs/wire.md#menu-calls). */
export async function roleGrant(context: CallContext<unknown, GrantBody> & { readonly once: Once }): Promise<true> {
  const { db, user, body } = context;
  const acting = await authenticate(context.request);
  const roleIds = idsOf({ query: {}, body }, 'roleIds');
  const menuIds = [...new Set([...idsIn(body.menuIds), ...buttonsOfInterfaces(body.apiScopeIds)])];
  const roles = await roleRows(db, user.tenantId);
  const known = new Set(roles.map(({ id }) => id));
  const menus = new Map((await menuRows(db, user.tenantId)).map((row) => [row.id, row]));
  const own = await grantedMenuIds(db, acting);
  if (roleIds.some((id) => !known.has(id)) || menuIds.some((id) => !menus.has(id)))
    throw new UserError(404, ['未找到角色或菜单', 'No such role or menu']);
  const reserved = menuIds.map((id) => menus.get(id)).find((row) => row?.category === menuCategory.button && isOfAdministrators(row.code));
  if (reserved)
    throw new UserError(400, [
      `“${reserved.name}”仅限超级管理员, 不能授予其他角色`,
      `“${reserved.nameEn}” is the administrator’s alone and can be given to no role`,
    ]);
  if (own !== null && menuIds.some((id) => !own.has(id))) throw forbidden();
  const laboratoryIds = await askedLaboratories(context);
  if (laboratoryIds && roles.some((row) => roleIds.includes(row.id) && isAdministratorName(row.roleAlias)))
    throw new UserError(400, ['超级管理员不受数据范围限制', 'The administrator role is not limited to laboratories']);
  return context.once(async (tx, writing) => {
    // One grant of a role after another: each replaces what the one before it left.
    await tx.execute(sql`select 1 from role where tenant_id = ${user.tenantId} and id = ${anyId(roleIds)} order by id for update`);
    for (const roleId of [...roleIds].sort()) {
      const granted = and(eq(roleMenuTable.tenantId, user.tenantId), eq(roleMenuTable.roleId, roleId));
      // What lies beyond the granter's own reach stays as it is.
      const before = await tx
        .delete(roleMenuTable)
        .where(own === null ? granted : and(granted, inArray(roleMenuTable.menuId, [...own])))
        .returning({ id: roleMenuTable.menuId });
      if (menuIds.length > 0) await tx.insert(roleMenuTable).values(menuIds.map((menuId) => ({ tenantId: user.tenantId, roleId, menuId })));
      const scopeBefore = laboratoryIds === undefined ? undefined : await limitRole(tx, writing, roleId, laboratoryIds);
      await writeAudit(tx, {
        ...writing,
        action: 'role.grant',
        subject: roleId,
        before: { menuIds: before.map(({ id }) => id), ...(laboratoryIds === undefined ? {} : { laboratoryIds: scopeBefore }) },
        after: { menuIds, ...(laboratoryIds === undefined ? {} : { laboratoryIds }) },
        now: nowText(),
      });
    }
    return true as const;
  });
}
