import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { panelGroupsOf } from '#server/storage/panelGroupScope.ts';
import type { Reader } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';

/** Reports (alias r) of a person's laboratories, as whose contract or where tested, and panel groups. */
export async function reportsInSight(reader: Reader, user: Pick<ActingUser, 'id' | 'tenantId'>): Promise<SQL> {
  const laboratories = await laboratoriesOf(reader, user);
  const groups = await panelGroupsOf(reader, user);
  const contract = inLaboratories(sql`r.laboratory_id`, laboratories);
  const executing = inLaboratories(sql`r.execute_laboratory_id`, laboratories);
  return allOf([
    sql`r.tenant_id = ${user.tenantId}`,
    contract && executing && sql`(${contract} or ${executing})`,
    groups !== null && sql`r.panel_group_ids && ${sql.param([...groups])}::bigint[]`,
  ]);
}
