import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { readRows, type Reader } from './readRows.ts';
import { anyId } from './sqlParts.ts';

/** A user's living roles with their limits; no row of role_scope: the role is not limited. */
const heldLimits = (tenantId: string, userId: string): SQL => sql`from user_account a
  join role o on o.tenant_id = a.tenant_id and o.is_deleted = 0 and o.id = any(a.role_ids)
  left join role_scope s on s.tenant_id = o.tenant_id and s.role_id = o.id
  where a.tenant_id = ${tenantId} and a.id = ${userId}`;

/** The laboratories a user is limited to, by himself and by his roles (spec 6, my-*); null: he sees all of his tenant. */
export async function laboratoriesOf(reader: Reader, user: Pick<ActingUser, 'id' | 'tenantId'>): Promise<readonly string[] | null> {
  const rows = await readRows<{ whose: string; ids: readonly string[] | null }>(
    reader,
    sql`select 'own' as whose, target_ids::text[] as ids from user_scope where tenant_id = ${user.tenantId} and user_id = ${user.id} and kind = 'laboratory'
    union all select 'role', s.laboratory_ids::text[] ${heldLimits(user.tenantId, user.id)}
      and exists (select 1 from role_scope x where x.tenant_id = ${user.tenantId})`,
  );
  const own = rows.find(({ whose }) => whose === 'own')?.ids ?? null;
  const ofRoles = rows.filter(({ whose }) => whose === 'role').map(({ ids }) => ids);
  const isOpen = ofRoles.length === 0 || ofRoles.some((ids) => ids === null);
  if (isOpen) return own;
  const limited = [...new Set(ofRoles.flatMap((ids) => ids ?? []))];
  return own === null ? limited : own.filter((id) => limited.includes(id));
}

/** The same for one laboratory inside a statement: true where the user may see it. */
export const maySeeLaboratory = (tenantId: string, userId: string, laboratoryId: string): SQL => sql`(
  coalesce((select ${laboratoryId}::bigint = any(u.target_ids) from user_scope u where u.tenant_id = ${tenantId} and u.user_id = ${userId} and u.kind = 'laboratory'), true)
  and (not exists (select 1 from role_scope x where x.tenant_id = ${tenantId}) or coalesce(
    (select bool_or(s.role_id is null or ${laboratoryId}::bigint = any(s.laboratory_ids)) ${heldLimits(tenantId, userId)}), true)))`;

/** Condition that keeps a list to the user's laboratories. */
export function inLaboratories(column: SQL, laboratoryIds: readonly string[] | null): SQL | undefined {
  return laboratoryIds === null ? undefined : sql`${column} = ${anyId(laboratoryIds)}`;
}
