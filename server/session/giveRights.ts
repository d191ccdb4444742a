import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/kernel/http/serve.ts';
import { setting } from '#server/storage/kernelTables.ts';
import { readRows } from '#server/storage/readRows.ts';
import { menuTable, roleMenuTable } from '#server/storage/sessionTables.ts';
import { isGranted, seedRoles } from './seedRoles.ts';

const givenSetting = 'roles.given';
/** Codes by the alias of a shipped role. */
type Rights = ReadonlyMap<string, ReadonlySet<string>>;

const rightsOf = (rows: readonly { readonly alias: string; readonly code: string }[]): Rights => {
  const rights = new Map<string, Set<string>>();
  for (const { alias, code } of rows) rights.set(alias, (rights.get(alias) ?? new Set()).add(code));
  return rights;
};

/** The record of what each shipped role was given; undefined in a database from before it. */
export async function recordOfGiven(tx: Tx): Promise<Rights | undefined> {
  const [kept] = await tx.select({ value: setting.value }).from(setting).where(eq(setting.key, givenSetting));
  return kept && new Map(Object.entries(kept.value as Readonly<Record<string, readonly string[]>>).map(([alias, codes]) => [alias, new Set(codes)]));
}

/** What each role was given since the record was begun; of a database from before it: what it has, and what somebody took away, for an act of its own says so. */
async function givenTo(tx: Tx, tenantId: string, held: Rights): Promise<Rights> {
  const kept = await recordOfGiven(tx);
  if (kept) return kept;
  const taken = rightsOf(
    await readRows<{ alias: string; code: string }>(
      tx,
      sql`select distinct r.role_alias as alias, m.code from audit_entry a join role r on r.tenant_id = a.tenant_id and r.id::text = a.subject
          cross join lateral jsonb_array_elements_text(a.before -> 'menuIds') was (id) join menu m on m.tenant_id = a.tenant_id and m.id::text = was.id
        where a.tenant_id = ${tenantId} and a.action = 'role.grant'`,
    ),
  );
  return new Map(seedRoles.map(({ alias }) => [alias, new Set([...(held.get(alias) ?? []), ...(taken.get(alias) ?? [])])]));
}

/**
 * Gives each shipped role that is still there (`roleIds`, by alias) the rights it is to have, every one once and on all its screens: what an administrator took away stays away. A new screen of a
 * right that was given before (`made`: the rows this start made) goes to the roles that still hold it.
 */
export async function giveRights(
  tx: Tx,
  tenantId: string,
  made: readonly { readonly id: string }[],
  roleIds: ReadonlyMap<string, string>,
): Promise<void> {
  const buttons = await tx
    .select({ id: menuTable.id, parentId: menuTable.parentId, code: menuTable.code })
    .from(menuTable)
    .where(and(eq(menuTable.tenantId, tenantId), eq(menuTable.category, 2), eq(menuTable.isDeleted, 0)));
  const held = rightsOf(
    await readRows<{ alias: string; code: string }>(
      tx,
      sql`select distinct r.role_alias as alias, m.code from role r join role_menu g on g.tenant_id = r.tenant_id and g.role_id = r.id
        join menu m on m.tenant_id = g.tenant_id and m.id = g.menu_id where r.tenant_id = ${tenantId} and r.is_deleted = 0 and m.category = 2`,
    ),
  );
  const given = await givenTo(tx, tenantId, held);
  const isMade = new Set(made.map(({ id }) => id));
  const rows = seedRoles.flatMap(({ alias }) => {
    const roleId = roleIds.get(alias);
    if (roleId === undefined) return [];
    const due = buttons.filter(
      ({ id, code }) => isGranted({ alias }, code) && (given.get(alias)?.has(code) ? isMade.has(id) && held.get(alias)?.has(code) : true),
    );
    const menuIds = new Set(due.flatMap(({ id, parentId }) => [id, parentId]));
    return [...menuIds].map((menuId) => ({ tenantId, roleId, menuId }));
  });
  if (rows.length > 0) await tx.insert(roleMenuTable).values(rows).onConflictDoNothing();
  const value = Object.fromEntries(
    seedRoles.map(({ alias }) => {
      const declared = buttons.flatMap(({ code }) => (isGranted({ alias }, code) ? [code] : []));
      return [alias, [...new Set([...(given.get(alias) ?? []), ...declared])].sort()] as const;
    }),
  );
  await tx.insert(setting).values({ key: givenSetting, value }).onConflictDoUpdate({ target: setting.key, set: { value } });
}
