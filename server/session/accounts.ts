import { and, asc, eq, inArray } from 'drizzle-orm';
import { isId } from '#domain/kernel/ids.ts';
import { canHold } from '#domain/reservedRights.ts';
import { role, roleAlias } from '#domain/system/role.ts';
import { userAccount, userStatus } from '#domain/user/userAccount.ts';
import { loginPhoneTable, menuTable, roleMenuTable, tenantTable, userCredentialTable } from '#server/storage/sessionTables.ts';
import { tableOf } from '#server/storage/tables.ts';
import type { Reader } from './lockOut.ts';

const users = tableOf(userAccount);
const roles = tableOf(role);

/** An account with what the session needs of it. */
export interface Account {
  readonly id: string;
  readonly tenantId: string;
  readonly account: string;
  readonly realName: string;
  readonly nickName: string;
  readonly avatar: string;
  /** '' where there is none. */
  readonly phone: string;
  readonly email: string;
  readonly isActive: boolean;
  /** Asked for by the person; no administrator has looked at it yet. */
  readonly isAwaiting: boolean;
  readonly roleIds: readonly string[];
  readonly deptIds: readonly string[];
  /** Null where no password was ever set: then nobody can sign in. */
  readonly passwordHash: string | null;
  readonly mustChangePassword: boolean;
  /** Milliseconds since 1970; 0 where no password was ever set. */
  readonly passwordTime: number;
}
export interface HeldRole {
  readonly id: string;
  readonly roleName: string;
  readonly roleAlias: string;
}

/** Holds an account until the end of the transaction. */
export async function lockAccount(orm: Reader, tenantId: string, account: string): Promise<void> {
  await orm
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.account, account.trim())))
    .for('no key update');
}

async function findAccount(orm: Reader, tenantId: string, by: { account: string } | { id: string }): Promise<Account | null> {
  const condition = 'id' in by ? eq(users.id, by.id) : eq(users.account, by.account.trim());
  const [row] = await orm
    .select({
      user: users,
      passwordHash: userCredentialTable.passwordHash,
      mustChange: userCredentialTable.mustChange,
      changed: userCredentialTable.changedTime,
    })
    .from(users)
    .leftJoin(userCredentialTable, eq(userCredentialTable.userId, users.id))
    .where(and(eq(users.tenantId, tenantId), eq(users.isDeleted, 0), condition));
  if (!row) return null;
  const user = row.user as Record<string, any>;
  return {
    id: user.id,
    tenantId,
    account: user.account,
    realName: user.realName,
    nickName: user.name ?? user.realName,
    avatar: user.avatar ?? '',
    phone: user.phone ?? '',
    email: user.email ?? '',
    isActive: user.isDisable === 0 && user.status !== userStatus.stopped && user.status !== userStatus.awaiting,
    isAwaiting: user.status === userStatus.awaiting,
    roleIds: user.roleIds ?? [],
    deptIds: user.deptIds ?? [],
    passwordHash: row.passwordHash,
    mustChangePassword: row.mustChange === 1,
    passwordTime: row.changed?.getTime() ?? 0,
  };
}

/** The living account of this name; null where there is none. */
export function accountNamed(orm: Reader, tenantId: string, account: string): Promise<Account | null> {
  return findAccount(orm, tenantId, { account });
}
/** The living account of this id; null where there is none. */
export function accountOf(orm: Reader, tenantId: string, id: string): Promise<Account | null> {
  return isId(id) ? findAccount(orm, tenantId, { id }) : Promise.resolve(null);
}

/** Id of the living account that may sign in by this number, proven by a code and still its own; null where there is none. */
export async function accountOfPhone(orm: Reader, tenantId: string, phone: string): Promise<string | null> {
  const [row] = await orm
    .select({ id: users.id, status: users.status })
    .from(users)
    .innerJoin(loginPhoneTable, and(eq(loginPhoneTable.userId, users.id), eq(loginPhoneTable.phone, users.phone)))
    .where(
      and(
        eq(users.tenantId, tenantId),
        eq(loginPhoneTable.tenantId, tenantId),
        eq(users.isDeleted, 0),
        eq(users.isDisable, 0),
        eq(users.phone, phone),
      ),
    );
  return row && row.status !== userStatus.stopped && row.status !== userStatus.awaiting ? String(row.id) : null;
}

/** The living roles among these ids, in their order of importance. */
export async function rolesOf(orm: Reader, tenantId: string, ids: readonly string[]): Promise<HeldRole[]> {
  if (ids.length === 0) return [];
  const rows = await orm
    .select({ id: roles.id, roleName: roles.roleName, roleAlias: roles.roleAlias })
    .from(roles)
    .where(and(eq(roles.tenantId, tenantId), eq(roles.isDeleted, 0), inArray(roles.id, [...ids])))
    .orderBy(asc(roles.sort), asc(roles.id));
  return rows as HeldRole[];
}

/** Codes of the buttons granted to these roles; administrators hold all there are. What is reserved is held by nobody else, whatever was granted. */
export async function permissionsOf(orm: Reader, tenantId: string, held: readonly HeldRole[]): Promise<Set<string>> {
  const buttons = and(eq(menuTable.tenantId, tenantId), eq(menuTable.category, 2), eq(menuTable.isDeleted, 0));
  if (held.length === 0) return new Set();
  const rows = isAdministrator(held)
    ? await orm.select({ code: menuTable.code }).from(menuTable).where(buttons)
    : await orm
        .select({ code: menuTable.code })
        .from(roleMenuTable)
        .innerJoin(menuTable, eq(menuTable.id, roleMenuTable.menuId))
        .where(
          and(
            buttons,
            eq(roleMenuTable.tenantId, tenantId),
            inArray(
              roleMenuTable.roleId,
              held.map(({ id }) => id),
            ),
          ),
        );
  const holder = { tenantId, isAdministrator: isAdministrator(held) };
  return new Set(rows.map(({ code }) => code).filter((code) => canHold(code, holder)));
}

export function isAdministrator(held: readonly HeldRole[]): boolean {
  return held.some((one) => one.roleAlias === roleAlias.administrator);
}

export type TenantState = 'unknown' | 'expired' | 'valid';
export async function tenantState(orm: Reader, tenantId: string, now: number): Promise<TenantState> {
  const [tenant] = await orm.select().from(tenantTable).where(eq(tenantTable.tenantId, tenantId));
  if (!tenant || tenant.isDeleted === 1) return 'unknown';
  return tenant.isDisable === 1 || (tenant.expireTime !== null && tenant.expireTime.getTime() <= now) ? 'expired' : 'valid';
}
