import { sql } from 'drizzle-orm';
import { erpAct, erpState, syncState } from '#domain/bill/billChoices.ts';
import { addDays } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import type { ErpFound, ErpPort } from '#server/ports/erp.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { readRows } from '#server/storage/readRows.ts';
import { differsText, syncWords, type ErpSending } from './erpWords.ts';
import { erpAccountFor, namedDoc, type QueuedDoc } from './readErpDoc.ts';

/** So many days back what the ERP has is looked at again. */
const days = 35;

interface Standing extends QueuedDoc {
  readonly id: string;
  readonly revision: number;
  readonly totalAmount: string;
}
/** Every night: whether the ERP still has what it took, at our amount and audited (docs/bill.md#erp). */
export const erpReconciling = (database: Database, erp: ErpPort): JobKind<object> => ({
  name: 'erp.reconcile',
  cron: '20 2 * * *',
  expireSeconds: 7_200,
  run: (_none, signal) => reconcileErp({ database, erp, signal }),
});

const gone: Label = ['ERP中无此单据', 'It is not in the ERP'];
const unaudited: Label = ['ERP单据未审核', 'It is not audited in the ERP'];
const faultOf = (found: ErpFound | null, amount: number): Label | null =>
  !found ? gone : found.amount !== amount ? differsText(found) : found.isAudited ? null : unaudited;

/** `asked`: those alone that a person has asked for. Compares and says on the document what differs; what agrees again is synchronized again. What was not reached stays as it was. */
export async function reconcileErp({ database, erp, signal, clock = nowText }: ErpSending, which: 'all' | 'asked' = 'all'): Promise<void> {
  const now = clock();
  const asked = which === 'asked' ? sql`p.next_time <= ${now}` : sql`p.done_time >= ${addDays(now.slice(0, 10), -days)}`;
  const standing = await readRows<Standing>(
    database.orm,
    sql`select p.id::text as id, p.tenant_id, p.doc, p.doc_id::text as doc_id, p.doc_no, p.contract_laboratory_id::text as contract_laboratory_id, p.push_key, p.revision,
        d.total_amount::text as total_amount from erp_push p join (select 'order' as doc, tenant_id, id, revision, sended, is_deleted, total_amount from sales_order
          union all select 'bill', tenant_id, id, revision, sended, is_deleted, total_amount from bill) d on d.doc = p.doc and d.tenant_id = p.tenant_id and d.id = p.doc_id
      where p.act = ${erpAct.push} and p.state = ${erpState.done} and d.revision = p.revision and d.sended = 1 and d.is_deleted = 0 and ${asked} order by p.tenant_id, p.id`,
  );
  const accounts = new Map<string, Awaited<ReturnType<typeof erpAccountFor>>>();
  for (const one of standing) {
    if (signal.aborted) return;
    const whose = `${one.tenantId}/${one.contractLaboratoryId}`;
    if (!accounts.has(whose)) accounts.set(whose, await erpAccountFor(database, one.tenantId, one.contractLaboratoryId));
    const account = accounts.get(whose) ?? null;
    if (!account) continue;
    const { outcome, found } = await erp.find(account, namedDoc(one));
    if (outcome !== 'done') continue;
    const fault = faultOf(found, Number(one.totalAmount));
    const table = one.doc === 'order' ? sql`sales_order` : sql`bill`;
    await database.transaction(async (tx) => {
      await tx.execute(sql`update ${table} set sync = ${fault ? syncState.failed : syncState.done}, sync_result = ${syncWords(fault)}, sync_time = ${now},
          erp_number = ${found?.number ?? null}, erp_amount = ${found?.amount ?? null} where tenant_id = ${one.tenantId} and id = ${one.docId} and revision = ${one.revision} and sended = 1`);
      await tx.execute(sql`update erp_push set erp_number = ${found?.number ?? null}, erp_amount = ${found?.amount ?? null}, fault = ${fault ? JSON.stringify(fault) : null}::jsonb, next_time = null, update_time = ${now}
        where tenant_id = ${one.tenantId} and id = ${one.id} and state = ${erpState.done}`);
    });
  }
}
