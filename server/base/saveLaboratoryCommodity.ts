import { sql } from 'drizzle-orm';
import { laboratoryCommodity } from '#domain/base/laboratoryCommodity.ts';
import { problemOf } from '#domain/kernel/check.ts';
import { problemsError } from '#server/kernel/answers.ts';
import { deviceIdOf, onceOnly } from '#server/kernel/onceOnly.ts';
import { saveRow } from '#server/kernel/resourceWrite.ts';
import { defineCall, type Call, type Tx } from '#server/kernel/serve.ts';
import { nextChangeSeq } from '#server/storage/changes.ts';
import { readRow } from '#server/storage/readRows.ts';

/** Stands in for the described `save`: a laboratory has a commodity once. */
export const saveLaboratoryCommodity: Call = defineCall({
  method: 'POST',
  service: 'base',
  path: 'laboratory-commodity/save',
  title: ['保存检验所产品', 'Save: laboratory commodity'],
  permission: 'laboratoryCommodity_save',
  handle: ({ db, body, user, request }) =>
    onceOnly(db, request, user, 'laboratoryCommodity.save', async (tx, opId) => {
      // The counter's row stays locked to the end: two saves of one pair come one after the other.
      await nextChangeSeq(tx, user.tenantId, 1);
      const { id } = await saveRow(tx, laboratoryCommodity, body ?? {}, { user, deviceId: deviceIdOf(request), opId });
      await refuseSecond(tx, user.tenantId, id);
      return { id };
    }),
});

/** Throws UserError 400 at the commodity where the laboratory has it in another living row. */
async function refuseSecond(tx: Tx, tenantId: string, id: string): Promise<void> {
  const second = await readRow<{ commodityName: string }>(
    tx,
    sql`select c.commodity_name from laboratory_commodity own
    join laboratory_commodity other on other.tenant_id = own.tenant_id and other.laboratory_id = own.laboratory_id and other.commodity_id = own.commodity_id and other.is_deleted = 0 and other.id <> own.id
    join commodity c on c.tenant_id = own.tenant_id and c.id = own.commodity_id where own.tenant_id = ${tenantId} and own.id = ${id} and own.is_deleted = 0`,
  );
  if (second) throw problemsError([problemOf('commodityId', laboratoryCommodity.fields.commodityId, 'taken', { value: second.commodityName })]);
}
