import { eq } from 'drizzle-orm';
import { department } from '#domain/system/department.ts';
import type { MenuNode } from '#domain/system/menuNode.ts';
import { role } from '#domain/system/role.ts';
import { userAccount, userStatus } from '#domain/user/userAccount.ts';
import { insertRows } from '#server/storage/insertRows.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import type { Database } from '#server/storage/database.ts';
import { newId } from '#server/storage/ids.ts';
import { takeStartTurn } from '#server/storage/startTurn.ts';
import { setting } from '#server/storage/kernelTables.ts';
import { authClientTable, loginPhoneTable, tenantTable, userCredentialTable } from '#server/storage/sessionTables.ts';
import { tableOf } from '#server/storage/tables.ts';
import { demoPasswordSetting, hasAccounts, isMarkedDemo, markDemo } from './demoMark.ts';
import { demoUsers, ownDemoPassword, seedDepartments, type DemoUser, type SeedDepartment } from './demoUsers.ts';
import { giveRights, recordOfGiven } from './giveRights.ts';
import type { Reader } from './lockOut.ts';
import { clientsOf, ownClientPair } from './ownClient.ts';
import { hashPassword, oneTimePassword } from './passwordHash.ts';
import { seedDicts } from './seedDicts.ts';
import { seedMenus } from './seedMenus.ts';
import { seedPolicies } from './seedPolicies.ts';
import { seedRegions } from './seedRegions.ts';
import { seedRoles } from './seedRoles.ts';
import { bringTenantMenus, otherTenantIds } from './tenantMenus.ts';
import { defaultTenantId } from './tokenRequest.ts';
import { nowDate, nowText } from '#server/storage/clock.ts';

export interface SeedOptions {
  readonly menus: readonly MenuNode[];
  /** SEED_PASSWORD, for the first accounts of an empty database; undefined: the demo's own, or a one-time password. */
  readonly seedPassword?: string | undefined;
  /** An empty database is made as a demo, and one that is a demo is shown as one; any other is left as it is. */
  readonly isDemo: boolean;
  /** `id:secret` of the page's programme. */
  readonly client?: string;
}
export interface Seeded {
  /** This database was made as a demo, and the start wants it shown as one. */
  readonly isDemo: boolean;
  /** For registerSession and for printing; null where it is not shown as a demo. */
  readonly demoPassword: string | null;
  /** Made at this very start for the account `admin`; they must change it. Print it once, keep it nowhere. */
  readonly oneTimePassword: string | null;
}

const tenantId = defaultTenantId;

const grantTypes = 'password,captcha,refresh_token,sms_code,social,authorization_code';
/** What shipped clients might before there were more ways in. */
const firstGrantTypes = 'password,captcha,refresh_token';

const clientLife = { grantTypes, accessSeconds: 3_600, refreshSeconds: 604_800 };

/**
 * Roles, departments, menus, clients and accounts of an installation. Runs at every start: what is there stays as its
 * people made it, menus follow the programme, and new permissions reach the seeded roles.
 */
export async function seedSession(database: Database, { menus, seedPassword, isDemo, client = ownClientPair }: SeedOptions): Promise<Seeded> {
  const planned = (await hasAccounts(database.orm)) ? null : await planPasswords(seedPassword, isDemo);
  const { plan, isShownAsDemo } = await database.transaction(async (tx) => {
    await takeStartTurn(tx);
    // Hashing took its time: another node may have made the accounts since.
    const plan = planned && !(await hasAccounts(tx)) ? planned : null;
    const isDemoDatabase = plan ? isDemo : await isMarkedDemo(tx);
    await tx.insert(tenantTable).values({ tenantId, tenantName: '检验集团' }).onConflictDoNothing();
    const [own, ...shipped] = clientsOf(client).map((each) => ({ ...each, ...clientLife }));
    // What the page says of itself must be known here, whatever was done to it since the last start.
    await tx
      .insert(authClientTable)
      .values(own!)
      .onConflictDoUpdate({ target: authClientTable.clientId, set: { secretHash: own!.secretHash, isDisable: 0 } });
    await tx.insert(authClientTable).values(shipped).onConflictDoNothing();
    await tx.update(authClientTable).set({ grantTypes }).where(eq(authClientTable.grantTypes, firstGrantTypes));
    const roleIds = await seedRoleRows(tx);
    await giveRights(tx, tenantId, await seedMenus(tx, tenantId, menus), roleIds);
    const deptIds = await seedDepartmentRows(tx);
    await seedDicts(tx, seededBy());
    await seedRegions(tx);
    await seedPolicies(tx, seededBy());
    for (const other of await otherTenantIds(tx)) {
      await bringTenantMenus(tx, other);
      await seedDicts(tx, { ...seededBy(), tenantId: other });
    }
    if (plan) {
      await seedAccounts(tx, plan, { roleIds, deptIds });
      await markDemo(tx, isDemo);
      if (isDemo)
        await tx
          .insert(setting)
          .values({ key: demoPasswordSetting, value: plan.password })
          .onConflictDoUpdate({ target: setting.key, set: { value: plan.password } });
    }
    return { plan, isShownAsDemo: isDemo && isDemoDatabase };
  });
  return {
    isDemo: isShownAsDemo,
    demoPassword: isShownAsDemo ? (plan?.password ?? (await keptDemoPassword(database.orm))) : null,
    oneTimePassword: plan?.isOneTime ? plan.password : null,
  };
}

interface PasswordPlan {
  readonly users: readonly DemoUser[];
  readonly password: string;
  /** Made outside the transaction: hashing is no work of the database. One per user, each with its own salt. */
  readonly hashes: readonly string[];
  readonly isOneTime: boolean;
}

/** The first accounts of an empty database and their password. */
async function planPasswords(seedPassword: string | undefined, isDemo: boolean): Promise<PasswordPlan> {
  const password = seedPassword || (isDemo ? ownDemoPassword : oneTimePassword());
  const users = isDemo
    ? demoUsers
    : demoUsers
        .filter(({ account }) => account === 'admin')
        .map((user) => ({ ...user, realName: '系统管理员', nickName: 'Administrator', phone: '', roles: ['administrator'] }));
  const hashes = await Promise.all(users.map(() => hashPassword(password)));
  return { users, password, hashes, isOneTime: !isDemo && !seedPassword };
}

async function keptDemoPassword(reader: Reader): Promise<string | null> {
  const [row] = await reader.select().from(setting).where(eq(setting.key, demoPasswordSetting));
  return typeof row?.value === 'string' ? row.value : null;
}

const seededBy = () => ({ tenantId, userId: '0', now: nowText() });

/** Ids of the seeded roles by alias; a role that was never here is made, one that was removed or is called otherwise since stays as it is. */
async function seedRoleRows(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const table = tableOf(role);
  const known = await tx.select({ id: table.id, alias: table.roleAlias, isDeleted: table.isDeleted }).from(table).where(eq(table.tenantId, tenantId));
  const ids = new Map(known.filter(({ isDeleted }) => isDeleted === 0).map(({ id, alias }) => [String(alias), String(id)]));
  const everKnown = new Set([...known.map(({ alias }) => String(alias)), ...((await recordOfGiven(tx))?.keys() ?? [])]);
  const missing = seedRoles
    .map((seed, index) => ({ seed, sort: index + 1 }))
    .filter(({ seed }) => !everKnown.has(seed.alias))
    .map(({ seed, sort }) => ({ id: newId(), roleName: seed.roleName, roleAlias: seed.alias, sort }));
  await insertRows(tx, role, missing, seededBy());
  for (const row of missing) ids.set(row.roleAlias, row.id);
  return ids;
}

async function seedDepartmentRows(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const table = tableOf(department);
  const known = await tx.select({ id: table.id, name: table.deptName }).from(table).where(eq(table.tenantId, tenantId));
  const idsByName = new Map(known.map(({ id, name }) => [String(name), String(id)]));
  const rootId = idsByName.get(seedDepartments.root[0]) ?? newId();
  const wanted = Object.entries(seedDepartments).map(([key, [deptName, deptCategory]], index) => ({
    key,
    row: {
      id: key === 'root' ? rootId : (idsByName.get(deptName) ?? newId()),
      deptName,
      fullName: deptName,
      deptCategory,
      parentId: key === 'root' ? null : rootId,
      sort: index + 1,
    },
  }));
  // Once there are departments they are the installation's own affair.
  if (known.length === 0)
    await insertRows(
      tx,
      department,
      wanted.map(({ row }) => row),
      seededBy(),
    );
  return new Map(wanted.map(({ key, row }) => [key, row.id]));
}

async function seedAccounts(
  tx: Tx,
  plan: PasswordPlan,
  { roleIds, deptIds }: { roleIds: ReadonlyMap<string, string>; deptIds: ReadonlyMap<string, string> },
): Promise<void> {
  const rows = plan.users.map((user) => ({
    id: newId(),
    account: user.account,
    realName: user.realName,
    name: user.nickName,
    status: userStatus.active,
    sex: 3,
    phone: user.phone || null,
    roleIds: user.roles.flatMap((alias) => roleIds.get(alias) ?? []),
    deptIds: user.departments.flatMap((key: SeedDepartment) => deptIds.get(key) ?? []),
  }));
  await insertRows(tx, userAccount, rows, seededBy());
  const credentials = rows.map(({ id: userId }, at) => ({
    userId,
    tenantId,
    passwordHash: plan.hashes[at] ?? '',
    mustChange: plan.isOneTime ? 1 : 0,
    changedTime: nowDate(),
  }));
  await tx.insert(userCredentialTable).values(credentials);
  // Invented numbers ring nowhere: the demo's count as proven, so that the login by phone can be seen.
  const proven = rows.flatMap(({ id: userId, phone }) => (phone === null ? [] : [{ tenantId, phone, userId, provenTime: nowDate() }]));
  if (proven.length > 0) await tx.insert(loginPhoneTable).values(proven);
}
