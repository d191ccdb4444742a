import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ActingUser } from '#domain/kernel/command.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { idRow, readRows } from '#server/storage/readRows.ts';
import { allOf, anyId } from '#server/storage/sqlParts.ts';
import { scopedIds } from './scopedIds.ts';

/** The panel groups a user works on: those named for them, within their laboratories; null: all (docs/contract.md#roles). */
export async function panelGroupsOf(db: NodePgDatabase, user: ActingUser): Promise<readonly string[] | null> {
  const named = await scopedIds(db, user, 'panelGroup');
  const laboratoryIds = await laboratoriesOf(db, user);
  if (named === null && laboratoryIds === null) return null;
  const rows = await readRows(
    db,
    sql`select id::text as id from panel_group where ${allOf([
      sql`tenant_id = ${user.tenantId} and is_deleted = 0`,
      named !== null && sql`id = ${anyId(named)}`,
      laboratoryIds !== null && sql`(laboratory_id is null or laboratory_id = ${anyId(laboratoryIds)})`,
    ])}`,
    idRow,
  );
  return rows.map(({ id }) => id);
}
