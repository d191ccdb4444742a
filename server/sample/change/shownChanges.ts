import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { isId } from '#domain/kernel/ids.ts';
import type { FieldChange } from '#domain/sample/change/changeFacts.ts';
import { applyChange, auditChange, forceChange } from '#domain/sample/change/orderChangeActs.ts';
import type { ShownChange } from '#domain/sample/change/orderChangeRows.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { shownValues } from '../shownValues.ts';

/** Whoever decides works with what is to be changed. */
const ofDeciding = [applyChange.permission, forceChange.permission, auditChange.permission];

/** Changes with the names of what stands in them as an id; who only looks on sees of a patient what lists show. */
export async function shownChanges(reader: Reader, user: ActingUser, changes: readonly FieldChange[]): Promise<ShownChange[]> {
  const idsOf = (name: RegExp): string[] =>
    changes
      .filter(({ field }) => name.test(field))
      .flatMap(({ before, after }) => [before, after].filter((value): value is string => typeof value === 'string' && isId(value)));
  const rows = await readRows<{ id: string; name: string }>(
    reader,
    sql`select id::text as id, client_name as name from send_sample_client where tenant_id = ${user.tenantId} and id = ${anyId(idsOf(ofClient))}
      union all select id::text, class_name from sample_class where tenant_id = ${user.tenantId} and id = ${anyId(idsOf(ofClass))}`,
  );
  const shown = (field: string, value: unknown): unknown => shownValues(user, { [field]: value ?? null }, ofDeciding)[field];
  const nameIn = (field: string, value: unknown): string | null =>
    ofClient.test(field) || ofClass.test(field) ? (rows.find(({ id }) => id === value)?.name ?? null) : null;
  return changes.map(({ field, before, after }) => ({
    field,
    before: shown(field, before),
    after: shown(field, after),
    beforeName: nameIn(field, before),
    afterName: nameIn(field, after),
  }));
}
const ofClient = /^sendSampleClientId$/;
const ofClass = /(^|\.)sampleClassId$/;
