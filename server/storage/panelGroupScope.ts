import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { laboratoriesOf, maySeeLaboratory } from './laboratoryScope.ts';
import { idRow, readRow, readRows, type Reader } from './readRows.ts';
import { allOf, anyId } from './sqlParts.ts';

type Whose = Pick<ActingUser, 'id' | 'tenantId'>;

/** The groups named for an account, as an array; null: not limited. */
const namedFor = ({ tenantId, id }: Whose): SQL =>
  sql`(select u.target_ids from user_scope u where u.tenant_id = ${tenantId} and u.user_id = ${id} and u.kind = 'panelGroup')`;

/** The panel groups a user works on: those named for them, within their laboratories; null: all (docs/contract.md#roles). */
export async function panelGroupsOf(reader: Reader, user: Whose): Promise<readonly string[] | null> {
  const named = (await readRow<{ ids: string[] | null }>(reader, sql`select ${namedFor(user)}::text[] as ids`))?.ids ?? null;
  const laboratoryIds = await laboratoriesOf(reader, user);
  if (named === null && laboratoryIds === null) return null;
  const rows = await readRows(
    reader,
    sql`select id::text as id from panel_group where ${allOf([
      sql`tenant_id = ${user.tenantId} and is_deleted = 0`,
      named !== null && sql`id = ${anyId(named)}`,
      laboratoryIds !== null && sql`(laboratory_id is null or laboratory_id = ${anyId(laboratoryIds)})`,
    ])}`,
    idRow,
  );
  return rows.map(({ id }) => id);
}

/** The same for one panel group inside a statement: true where the user works on it. */
export const maySeePanelGroup = (user: Whose, panelGroupId: SQL): SQL =>
  sql`(coalesce(${panelGroupId} = any(${namedFor(user)}::bigint[]), true) and ${maySeeLaboratory(
    user.tenantId,
    user.id,
    sql`(select g.laboratory_id from panel_group g where g.tenant_id = ${user.tenantId} and g.id = ${panelGroupId})`,
  )})`;

/** Condition that keeps a list to the user's panel groups. */
export function inPanelGroups(column: SQL, panelGroupIds: readonly string[] | null): SQL | undefined {
  return panelGroupIds === null ? undefined : sql`${column} = ${anyId(panelGroupIds)}`;
}
