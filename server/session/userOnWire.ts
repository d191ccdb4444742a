import { and, eq, inArray } from 'drizzle-orm';
import { department } from '#domain/system/department.ts';
import { tenantTable } from '#server/storage/sessionTables.ts';
import { tableOf } from '#server/storage/tables.ts';
import type { SessionCore } from './sessionCore.ts';
import type { SessionUser } from './sessionUser.ts';

const departments = tableOf(department);

/** The session user as `oauth/user-info` shows them (docs/wire.md#session, docs/wire.md#answers-both-flavours-read), with their permission codes. */
export async function userOnWire({ database: { orm } }: SessionCore, user: SessionUser) {
  const [tenant] = await orm.select({ name: tenantTable.tenantName }).from(tenantTable).where(eq(tenantTable.tenantId, user.tenantId));
  const depts =
    user.deptIds.length === 0
      ? []
      : await orm
          .select({ id: departments.id, name: departments.deptName })
          .from(departments)
          .where(and(eq(departments.tenantId, user.tenantId), eq(departments.isDeleted, 0), inArray(departments.id, [...user.deptIds])));
  const deptNames = user.deptIds.flatMap((id) => depts.filter((dept) => dept.id === id).map(({ name }) => String(name)));
  return {
    clientId: user.clientId,
    userId: user.id,
    tenantId: user.tenantId,
    tenantName: tenant?.name ?? '',
    deptId: user.deptIds.join(','),
    deptName: deptNames.join(','),
    postId: '',
    oauthId: '',
    account: user.account,
    userName: user.account,
    nickName: user.nickName,
    realName: user.name,
    avatar: user.avatar,
    roleId: user.roleIds.join(','),
    roleName: user.roleNames.join(','),
    roles: user.roleNames,
    permissions: [...user.permissions].sort(),
    detail: { type: 'web' },
  };
}
