import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ActingUser } from '#domain/kernel/command.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRows } from '#server/storage/readRows.ts';
import { allOf, anyId } from '#server/storage/sqlParts.ts';
import { scopedIds } from './userScope.ts';

/** The panel groups a user works on: those named for him, within his laboratories; null: all (spec 6, my-*). */
export async function panelGroupsOf(db: NodePgDatabase, user: ActingUser): Promise<readonly string[] | null> {
  const named = await scopedIds(db, user, 'panelGroup');
  const laboratoryIds = await laboratoriesOf(db, user);
  if (named === null && laboratoryIds === null) return null;
  const rows = await readRows<{ id: string }>(
    db,
    sql`select id::text as id from panel_group where ${allOf([
      sql`tenant_id = ${user.tenantId} and is_deleted = 0`,
      named !== null && sql`id = ${anyId(named)}`,
      laboratoryIds !== null && sql`(laboratory_id is null or laboratory_id = ${anyId(laboratoryIds)})`,
    ])}`,
  );
  return rows.map(({ id }) => id);
}
