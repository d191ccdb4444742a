import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { inLaboratories, laboratoriesOf, maySeeLaboratory } from '#server/storage/laboratoryScope.ts';
import { inPanelGroups, maySeePanelGroup, panelGroupsOf } from '#server/storage/panelGroupScope.ts';
import type { Reader } from '#server/storage/readRows.ts';
import { allOf } from '#server/storage/sqlParts.ts';

type Actor = Pick<ActingUser, 'id' | 'tenantId'>;

/** Living run sheets (alias b) a person may see: the tenant, their laboratories and their panel groups. */
export async function sheetsInSight(reader: Reader, user: Actor): Promise<SQL> {
  const [laboratories, groups] = [await laboratoriesOf(reader, user), await panelGroupsOf(reader, user)];
  return allOf([
    sql`b.tenant_id = ${user.tenantId}`,
    inLaboratories(sql`b.laboratory_id`, laboratories),
    inPanelGroups(sql`b.panel_group_id`, groups),
    sql`b.is_deleted = 0`,
  ]);
}

/** The same for the columns of one row inside a statement. */
export const maySeeSheet = (actor: Actor, laboratoryId: SQL, panelGroupId: SQL): SQL =>
  sql`(${maySeeLaboratory(actor.tenantId, actor.id, laboratoryId)} and ${maySeePanelGroup(actor, panelGroupId)})`;
