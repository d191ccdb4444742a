import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { shape } from '#domain/kernel/contract.ts';
import { laboratoryCommodity } from '#domain/base/laboratoryCommodity.ts';
import { problemOf } from '#domain/kernel/check.ts';
import { problemsError } from '#server/kernel/core/answers.ts';
import { saveRow, type Writing } from '#server/kernel/resource/resourceWrite.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import { nextChangeSeq } from '#server/storage/changes.ts';
import { readRow } from '#server/storage/readRows.ts';

/** Stands in for the described `save`: a laboratory has a commodity once. */
export async function saveLaboratoryCommodity(tx: Tx, body: Readonly<Record<string, unknown>>, writing: Writing): Promise<{ id: string }> {
  const { tenantId } = writing.user;
  // The counter's row stays locked to the end: two saves of one pair come one after the other.
  await nextChangeSeq(tx, tenantId, 1);
  const { id } = await saveRow(tx, laboratoryCommodity, body, writing);
  await refuseSecond(tx, tenantId, id);
  return { id };
}

const commodityNameRow = shape({ commodityName: z.string() });

/** Throws UserError 400 at the commodity where the laboratory has it in another living row. */
async function refuseSecond(tx: Tx, tenantId: string, id: string): Promise<void> {
  const second = await readRow(
    tx,
    sql`select c.commodity_name from laboratory_commodity own
    join laboratory_commodity other on other.tenant_id = own.tenant_id and other.laboratory_id = own.laboratory_id and other.commodity_id = own.commodity_id and other.is_deleted = 0 and other.id <> own.id
    join commodity c on c.tenant_id = own.tenant_id and c.id = own.commodity_id where own.tenant_id = ${tenantId} and own.id = ${id} and own.is_deleted = 0`,
    commodityNameRow,
  );
  if (second) throw problemsError([problemOf('commodityId', laboratoryCommodity.fields.commodityId, 'taken', { value: second.commodityName })]);
}
