import { sql } from 'drizzle-orm';
import { addLines } from '#server/bill/billTesting.ts';
import { orderDocument, writeDocument } from '#server/bill/documents/writeDocument.ts';
import type { Desk } from '#server/sample/deskTesting.ts';
import { newId } from '#server/storage/ids.ts';
import type { Prepare } from './preparedAct.ts';

const tenantId = '000000';
const now = '2026-07-31 10:00:00';

/** What the ERP was told of a sent order, in a state. */
async function pushed(desk: Desk, state: number): Promise<{ readonly pushId: string }> {
  const { laboratoryId: contractLaboratoryId, clientId: sendSampleClientId } = desk.master;
  const [lineId] = await addLines(desk.database, [{ contractLaboratoryId, sendSampleClientId }]);
  const [id, pushId] = [newId(), newId()];
  const head = { id, tenantId, sign: 1 as const, billCustomerId: '13', contractLaboratoryId, sendSampleClientId, chargeType: 0, businessType: 1 };
  await desk.database.transaction(async (tx) => {
    await writeDocument(tx, orderDocument, { ...head, orderNo: `SO-${id}`, createTime: now, updateTime: now }, [
      { lineId: lineId!, commodityId: '1', commodityCode: 'NIPT', commodityErpCode: 'E1', supplementaryed: 0, salesmanId: null, price: 10_000 },
    ]);
    await tx.execute(sql`update sales_order set sended = 1 where id = ${id}`);
    await tx.execute(sql`insert into erp_push (id, tenant_id, push_key, doc, doc_id, doc_no, revision, act, state, contract_laboratory_id, create_time, update_time)
      values (${pushId}, ${tenantId}, ${`order:${id}:r1`}, 'order', ${id}, ${`SO-${id}`}, 1, 'push', ${state}, ${contractLaboratoryId}, ${now}, ${now})`);
  });
  return { pushId };
}

/** Acts on what the ERP is told, each with the ways its rows belong to a laboratory. */
export const foreignErpActs: Readonly<Record<string, Readonly<Record<string, Prepare>>>> = {
  'erp.retry': { 'its push': (desk) => pushed(desk, 2) },
  'erp.reconcile': { 'its push': (desk) => pushed(desk, 1) },
};
