import { sql } from 'drizzle-orm';
import type { Acting } from '#domain/kernel/command.ts';
import { cancelSummary, type CancelSummaryInput, type CancelSummaryState } from '#domain/sample/summaryCancel.ts';
import { serveCommand, type Tx } from '#server/kernel/http/serve.ts';
import { markOf, noteActs } from '#server/spine/line.ts';
import { lockRequisitions, lockTubesOf } from '#server/spine/loading.ts';
import { removeRequisition } from '#server/spine/takeIn.ts';
import { uncountEntry } from './entryTally.ts';

interface LoadedCancel extends CancelSummaryState {
  readonly requisition: (NonNullable<CancelSummaryState['requisition']> & { readonly id: string; readonly receiveTime: string }) | null;
}

/** `summary.cancel`: the requisition is gone from every list, as if never scanned; what was typed stays in the audit entry of the reception. */
export const servedCancelSummary = serveCommand(cancelSummary, {
  load: loadCancel,
  async write(tx, { state, change, acting, opId }) {
    const { tenantId } = acting.user;
    const { requisition } = state as LoadedCancel;
    if (!requisition) throw new Error('took back a reception that was not loaded');
    const { id, receiveTime } = requisition;
    await tx.execute(sql`delete from entry_lock where tenant_id = ${tenantId} and requisition_id = ${id}`);
    await noteActs(tx, tenantId, [{ mark: markOf(cancelSummary, { acting, opId }), whose: { requisitionId: id } }]);
    await removeRequisition(tx, tenantId, id);
    await uncountEntry(tx, acting.user, { enterType: 1, time: receiveTime });
    const { contractLaboratoryId: _whose, ...answer } = change;
    return answer;
  },
});

async function loadCancel(tx: Tx, { requisitionCode, requisitionId }: CancelSummaryInput, { user }: Acting): Promise<LoadedCancel> {
  const [found] = await lockRequisitions<NonNullable<LoadedCancel['requisition']>>(
    tx,
    user,
    [requisitionCode],
    sql`r.id, r.receive_time, r.contract_laboratory_id::text as contract_laboratory_id, r.entry_person_id, r.entry_person_name as by,
      exists (select 1 from entry_pass p where p.tenant_id = r.tenant_id and p.requisition_id = r.id) as has_pass`,
  );
  if (!found || found.id !== requisitionId) return { requisition: null, samples: [] };
  const samples = await lockTubesOf<CancelSummaryState['samples'][number]>(
    tx,
    user,
    [found.id],
    sql`s.sample_code, s.lab_status,
      exists (select 1 from sample_item i where i.tenant_id = s.tenant_id and i.sample_id = s.id and i.handover_id is not null) as is_in_handover,
      exists (select 1 from sample_code_change c where c.tenant_id = s.tenant_id and c.sample_id = s.id) as is_replaced`,
  );
  return { requisition: found, samples };
}
