import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { department, deptCategory } from '#domain/system/department.ts';
import { platformTenantId } from '#domain/system/platform.ts';
import { post, postCategory } from '#domain/system/post.ts';
import { role, roleAlias } from '#domain/system/role.ts';
import { tenantAdministrator } from '#domain/system/tenant.ts';
import { userAccount, userStatus } from '#domain/user/userAccount.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import { setPassword } from '#server/session/changePassword.ts';
import { seedDicts } from '#server/session/seedDicts.ts';
import { bringTenantMenus } from '#server/session/tenantMenus.ts';
import { newId } from '#server/storage/ids.ts';
import { insertRows } from '#server/storage/insertRows.ts';
import { readRow } from '#server/storage/readRows.ts';

/** A number of six digits no tenant ever had. */
export async function newTenantId(tx: Tx): Promise<string> {
  for (;;) {
    const tenantId = String(randomInt(100_000, 1_000_000));
    if (!(await readRow(tx, sql`select 1 as one from tenant where tenant_id = ${tenantId}`))) return tenantId;
  }
}

/**
 * What a new tenant begins with (docs/wire.md#system-resources): its menus, the shipped dictionaries, the work calendar, a department of its own
 * name, the first post, and its administrator, whose password is for a single use.
 */
export async function furnishTenant(
  tx: Tx,
  { tenantId, tenantName, passwordHash, now }: { tenantId: string; tenantName: string; passwordHash: string; now: string },
): Promise<void> {
  const by = { tenantId, userId: '0', now };
  const [roleId, deptId, postId, userId] = [newId(), newId(), newId(), newId()];
  await bringTenantMenus(tx, tenantId);
  await seedDicts(tx, by);
  await insertRows(tx, role, [{ id: roleId, roleName: '管理员', roleAlias: roleAlias.administrator, sort: 1 }], by);
  await insertRows(tx, department, [{ id: deptId, deptName: tenantName, fullName: tenantName, deptCategory: deptCategory.company, sort: 1 }], by);
  await insertRows(tx, post, [{ id: postId, postCode: 'ceo', postName: '首席执行官', category: postCategory.senior, sort: 1 }], by);
  const admin = { id: userId, account: tenantAdministrator, realName: '管理员', name: '管理员', status: userStatus.active, sex: 3 };
  await insertRows(tx, userAccount, [{ ...admin, roleIds: [roleId], deptIds: [deptId] }], by);
  // The platform's days off and make-up workdays; from then on the calendar is the tenant's own.
  await tx.execute(sql`insert into work_calendar_day (tenant_id, date, kind, name, update_time)
    select ${tenantId}, date, kind, name, ${now}::timestamptz from work_calendar_day where tenant_id = ${platformTenantId} on conflict do nothing`);
  await setPassword(tx, { id: userId, tenantId }, passwordHash, { mustChange: true });
}
