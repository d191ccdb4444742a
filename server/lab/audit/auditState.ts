import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { Hands } from '#domain/lab/rules/taskMoves.ts';
import { caseState } from '#domain/sample/abnormal/abnormalChoices.ts';
import { changeStatus } from '#domain/sample/change/changeChoices.ts';
import { rejectMeasure } from '#domain/sample/rejectReasons.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { isGateHeld } from '../results/runControls.ts';

/** What an audit must know of a task beside its row. */
export interface AuditFacts extends Hands {
  readonly taskId: string;
  /** Names of the items without a value. */
  readonly missing: readonly string[];
  readonly checkerOne: string | null;
  readonly checkerTwo: string | null;
  /** What its requisition or its tube says is still being settled. */
  readonly isInfoOpen: boolean;
  /** Controls that failed hold it back, and nobody has released them. */
  readonly isGateHeld: boolean;
}

/** Whether a change of a task's requisition, or a concession for its tube, is undecided; alias t. It is asked where it is read, for it ends without the task. */
export const isInfoOpen = sql`(exists (select 1 from order_change o where o.tenant_id = t.tenant_id and o.requisition_id = t.requisition_id and o.audit_status = ${changeStatus.waiting})
  or exists (select 1 from abnormal_case_tube x join abnormal_case c on c.tenant_id = x.tenant_id and c.id = x.case_id
    where x.tenant_id = t.tenant_id and x.sample_id = t.sample_id and c.measure = ${rejectMeasure.concession} and c.state in (${caseState.waiting}, ${caseState.inHand})))`;

/** Who had a hand in results, and what these lack; by task. Callers have loaded the tasks within their sight. */
export async function auditFactsOf(
  reader: Reader,
  { tenantId }: Pick<ActingUser, 'tenantId'>,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, AuditFacts>> {
  const rows = await readRows<AuditFacts>(
    reader,
    sql`select t.id as task_id, t.check_user_id_one as first_auditor, t.check_user_name_one as checker_one, t.check_user_name_two as checker_two, ${isInfoOpen} as is_info_open, ${isGateHeld} as is_gate_held,
        array(select v.author_id::text from lab_result_version v where v.tenant_id = t.tenant_id and v.task_id = t.id and v.round = t.round and coalesce(jsonb_typeof(v.conclusion), 'null') <> 'object') as authors,
        array(select f.release_user_id::text from lab_result_version v join result_file f on f.tenant_id = v.tenant_id and f.id = v.file_id
          where v.tenant_id = t.tenant_id and v.task_id = t.id and v.round = t.round and f.release_user_id is not null) as releasers,
        array(select k.user_id::text from lab_task_round k where k.tenant_id = t.tenant_id and k.task_id = t.id and k.round = t.round and k.round > 1) as redo_orderers,
        array(select i.item_name from item i where i.tenant_id = t.tenant_id and i.id = any(t.item_ids)
          and not exists (select 1 from lab_result x where x.tenant_id = t.tenant_id and x.task_id = t.id and x.item_id = i.id) order by array_position(t.item_ids, i.id)) as missing
      from lab_task t where t.tenant_id = ${tenantId} and t.id = ${anyId(taskIds)}`,
  );
  return new Map(rows.map((row) => [row.taskId, row]));
}
