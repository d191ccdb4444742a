import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { readRows, type Reader } from './readRows.ts';
import { anyId } from './sqlParts.ts';

/** Whose sight is asked for. */
export type Whose = Pick<ActingUser, 'id' | 'tenantId'>;

/** The laboratories named for an account itself, as an array; null: not limited. */
const ownLimit = (tenantId: SQL, userId: SQL): SQL =>
  sql`(select u.target_ids from user_scope u where u.tenant_id = ${tenantId} and u.user_id = ${userId} and u.kind = 'laboratory')`;

/** Those of its living roles together, as an array; null: some role has no row of role_scope and so no limit, or there is no role. */
const roleLimit = (tenantId: SQL, userId: SQL): SQL => sql`(case when exists (select 1 from role_scope x where x.tenant_id = ${tenantId}) then
  (select case when bool_or(s.role_id is null) is distinct from false then null else coalesce(array_agg(l.id) filter (where l.id is not null), '{}') end
    from user_account a join role o on o.tenant_id = a.tenant_id and o.is_deleted = 0 and o.id = any(a.role_ids)
    left join role_scope s on s.tenant_id = o.tenant_id and s.role_id = o.id left join lateral unnest(s.laboratory_ids) l(id) on true
    where a.tenant_id = ${tenantId} and a.id = ${userId}) end)`;

interface LimitRow {
  readonly id: string;
  readonly own: readonly string[] | null;
  readonly ofRoles: readonly string[] | null;
}
const meant = ({ own, ofRoles }: LimitRow): readonly string[] | null =>
  ofRoles === null || own === null ? (own ?? ofRoles) : own.filter((id) => ofRoles.includes(id));

/** The laboratories a user is limited to, by the account and by its roles (docs/contract.md#roles); null: all of the tenant. */
export async function laboratoriesOf(reader: Reader, { tenantId, id }: Whose): Promise<readonly string[] | null> {
  const [row] = await readRows<LimitRow>(
    reader,
    sql`select ${id}::text as id, ${ownLimit(sql`${tenantId}`, sql`${id}`)}::text[] as own, ${roleLimit(sql`${tenantId}`, sql`${id}`)}::text[] as of_roles`,
  );
  return row ? meant(row) : null;
}

/** Accounts that see nothing a user does not see, the user among them; null: all, for the user is not limited. */
export async function peersOf(reader: Reader, user: Whose): Promise<readonly string[] | null> {
  const mine = await laboratoriesOf(reader, user);
  if (mine === null) return null;
  const rows = await readRows<LimitRow>(
    reader,
    sql`select who.id::text as id, ${ownLimit(sql`who.tenant_id`, sql`who.id`)}::text[] as own, ${roleLimit(sql`who.tenant_id`, sql`who.id`)}::text[] as of_roles
      from user_account who where who.tenant_id = ${user.tenantId}`,
  );
  const within = rows.filter((row) => meant(row)?.every((id) => mine.includes(id)) ?? false);
  return [...new Set([user.id, ...within.map(({ id }) => id)])];
}

/** Condition that keeps a list of acts to those of the user's peers: what others did may name what is not the user's. */
export function ofPeers(authorId: SQL, peers: readonly string[] | null): SQL | undefined {
  return peers === null ? undefined : sql`${authorId} = ${anyId(peers)}`;
}

/** The same as laboratoriesOf for one laboratory inside a statement: true where the user may see it, or where there is none. */
export function maySeeLaboratory(tenantId: string, userId: string, laboratoryId: string | SQL): SQL {
  const [whose, id] = [sql`${tenantId}`, sql`${userId}`];
  const laboratory = sql`${laboratoryId}::bigint`;
  // The limits hang on nothing of the row: they are worked out once a statement.
  return sql`(${laboratory} is null or (coalesce(${laboratory} = any(${ownLimit(whose, id)}::bigint[]), true)
    and coalesce(${laboratory} = any(${roleLimit(whose, id)}::bigint[]), true)))`;
}

/** The same for a column of several: true where the user may see every one. */
export function maySeeLaboratories(tenantId: string, userId: string, laboratoryIds: SQL): SQL {
  const [whose, id] = [sql`${tenantId}`, sql`${userId}`];
  return sql`(coalesce(${laboratoryIds} <@ ${ownLimit(whose, id)}::bigint[], true) and coalesce(${laboratoryIds} <@ ${roleLimit(whose, id)}::bigint[], true))`;
}

/** Condition that keeps a list to the user's laboratories. */
export function inLaboratories(column: SQL, laboratoryIds: readonly string[] | null): SQL | undefined {
  return laboratoryIds === null ? undefined : sql`${column} = ${anyId(laboratoryIds)}`;
}
