import { sql } from 'drizzle-orm';
import { caseSeverity, caseState } from '#domain/sample/abnormal/abnormalChoices.ts';
import { changeStatus, changeType } from '#domain/sample/change/changeChoices.ts';
import { rejectMeasure } from '#domain/sample/rejectReasons.ts';
import { noteActs, type Mark } from '#server/spine/line.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';
import { holdCase } from './caseLoading.ts';

/** Who applied for a change of what a requisition of the case says that nobody has decided yet, and when. */
export const openChangeOf = async (tx: Tx, tenantId: string, caseId: string): Promise<{ readonly by: string; readonly at: string } | null> =>
  (await readRow<{ by: string; at: string }>(
    tx,
    sql`select o.apply_user_name as by, o.apply_time as at from abnormal_case_tube x join sample s on s.tenant_id = x.tenant_id and s.id = x.sample_id
        join order_change o on o.tenant_id = s.tenant_id and o.requisition_id = s.requisition_id and o.audit_status = ${changeStatus.waiting} and o.apply_type = ${changeType.information}
      where x.tenant_id = ${tenantId} and x.case_id = ${caseId} order by o.id limit 1`,
  )) ?? null;

/**
 * What a requisition says was changed: cases whose label was to be corrected are closed with the last of their requisitions, by whom it was decided
 * so; a critical one of their own stays open (docs/desk.md#abnormal-cases).
 */
export async function closeCorrected(tx: Tx, tenantId: string, requisitionId: string, mark: Mark): Promise<void> {
  const { now } = mark.acting;
  const done = sql`(${changeStatus.passed}, ${changeStatus.forced})`;
  const closed = await readRows<{ caseId: string; caseNo: string }>(
    tx,
    sql`update abnormal_case c set state = ${caseState.closed}, closed_user_id = c.decided_user_id, closed_user_name = c.decided_user_name, closed_time = ${now},
        close_reason = '信息变更已通过', update_time = ${now}, version = c.version + 1
      where c.tenant_id = ${tenantId} and c.state in (${caseState.waiting}, ${caseState.inHand}) and c.measure = ${rejectMeasure.relabel}
        and not (c.severity = ${caseSeverity.critical} and c.found_user_id = c.decided_user_id)
        and c.id in (select x.case_id from sample s join abnormal_case_tube x on x.tenant_id = s.tenant_id and x.sample_id = s.id where s.tenant_id = ${tenantId} and s.requisition_id = ${requisitionId})
        and not exists (select 1 from abnormal_case_tube x join sample s on s.tenant_id = x.tenant_id and s.id = x.sample_id where x.tenant_id = c.tenant_id and x.case_id = c.id
          and not exists (select 1 from order_change o where o.tenant_id = s.tenant_id and o.requisition_id = s.requisition_id and o.apply_type = ${changeType.information}
            and o.audit_status in ${done} and o.action_time >= c.found_time))
      returning c.id::text as case_id, c.case_no`,
  );
  for (const { caseId, caseNo } of closed) {
    await holdCase(tx, tenantId, caseId, -1, now);
    await noteActs(tx, tenantId, [{ mark: { ...mark, note: `${caseNo} 信息变更已通过` }, whose: { requisitionId } }]);
  }
}
