import { and, asc, eq } from 'drizzle-orm';
import { userAccount } from '#domain/user/userAccount.ts';
import { tableOf } from '#server/storage/tables.ts';
import { rolesOf } from './accounts.ts';
import type { SessionCore } from './sessionCore.ts';
import { demoUsers } from './demoUsers.ts';
import { defaultTenantId } from './tokenRequest.ts';

const users = tableOf(userAccount);

/** Accounts the login page offers in demo mode; nothing otherwise. */
export async function demoAccounts({ demoPassword, database: { orm } }: SessionCore) {
  if (demoPassword === null) return { accounts: [], password: '' };
  const rows = await orm
    .select({ account: users.account, realName: users.realName, phone: users.phone, roleIds: users.roleIds })
    .from(users)
    .where(and(eq(users.tenantId, defaultTenantId), eq(users.isDeleted, 0)))
    .orderBy(asc(users.createTime), asc(users.id));
  const shown = rows.filter(({ account }) => demoUsers.some((demo) => demo.account === account));
  const accounts = await Promise.all(
    shown.map(async ({ account, realName, phone, roleIds }) => ({
      account,
      realName,
      phone: phone ?? '',
      roleName: (await rolesOf(orm, defaultTenantId, roleIds)).map(({ roleName }) => roleName).join(','),
    })),
  );
  return { accounts, password: demoPassword };
}
