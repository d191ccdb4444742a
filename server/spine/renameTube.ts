import { sql } from 'drizzle-orm';
import { newId } from '#server/storage/ids.ts';
import { sampleCodeChangeTable } from '#server/storage/spineTables.ts';
import type { Tx } from '#server/storage/tx.ts';
import { syncLines } from './bill/syncLines.ts';
import { noteActs, type Mark } from './line.ts';

/** Gives a tube another code: where it is named by it now. Records of what was done under the old one stay as they are. */
export async function renameTube(
  tx: Tx,
  tenantId: string,
  { id, requisitionId, sampleCode }: { readonly id: string; readonly requisitionId: string; readonly sampleCode: string },
  { newCode, reason, mark }: { readonly newCode: string; readonly reason: string; readonly mark: Mark },
): Promise<void> {
  const { user, now } = mark.acting;
  await noteActs(tx, tenantId, [{ mark, whose: { sampleCodes: [sampleCode] } }]);
  await tx.insert(sampleCodeChangeTable).values({
    id: newId(),
    tenantId,
    sampleId: id,
    oldCode: sampleCode,
    newCode,
    reason,
    userId: user.id,
    userName: user.name,
    createTime: now,
  });
  await tx.execute(
    sql`update sample set sample_code = ${newCode}, update_time = ${now}, version = version + 1 where tenant_id = ${tenantId} and id = ${id}`,
  );
  await tx.execute(sql`update sample_item set sample_code = ${newCode} where tenant_id = ${tenantId} and sample_id = ${id}`);
  await tx.execute(
    sql`update lab_task set sample_code = ${newCode}, update_time = ${now}, version = version + 1 where tenant_id = ${tenantId} and sample_id = ${id}`,
  );
  // What reception typed is judged anew with each correction: under the code the tube has.
  await tx.execute(sql`update requisition set reception = jsonb_set(reception, '{tubes}', (select coalesce(jsonb_agg(case when t.one->>'sampleCode' = ${sampleCode}
      then t.one || jsonb_build_object('sampleCode', ${newCode}::text) else t.one end order by t.place), '[]') from jsonb_array_elements(reception->'tubes') with ordinality t(one, place))),
      update_time = ${now}, version = version + 1
    where tenant_id = ${tenantId} and id = ${requisitionId} and jsonb_typeof(reception->'tubes') = 'array'`);
  await syncLines(tx, tenantId, [requisitionId]);
}
