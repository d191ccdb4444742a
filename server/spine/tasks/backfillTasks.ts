import { sql } from 'drizzle-orm';
import { taskState, type TaskState } from '#domain/lab/rules/taskState.ts';
import { labStatus, type LabStatus } from '#domain/sample/sampleStatus.ts';
import { nowText } from '#server/storage/clock.ts';
import { readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { lockSharedRequisitions } from '../loading.ts';
import { makeTasks } from './makeTasks.ts';

/** Where the tasks of a tube must stand that is there already. */
const stateAt: Readonly<Partial<Record<LabStatus, TaskState>>> = {
  [labStatus.received]: taskState.waiting,
  [labStatus.firstAudited]: taskState.secondAudit,
  [labStatus.secondAudited]: taskState.audited,
  [labStatus.issued]: taskState.issued,
  [labStatus.terminated]: taskState.stopped,
};
interface Tube {
  readonly sampleId: string;
  readonly sampleCode: string;
  readonly requisitionId: string;
  readonly requisitionCode: string;
  readonly laboratoryId: string;
  readonly labCode: string | null;
  readonly labReceiveTime: string;
  readonly labStatus: LabStatus;
}
/** A transaction, or what opens one for each portion. */
export interface TaskTarget {
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}
export interface BackfillOptions {
  readonly tenantId: string;
  /** 1: they were received before tasks were kept. */
  readonly isLegacy: 0 | 1;
  /** Tubes of one transaction. */
  readonly portion?: number;
  readonly signal?: AbortSignal;
}

/**
 * Makes the tasks of tubes that are in the laboratory and have none, in the state their tube's status asks for, due by today's master data.
 * May run again at any time: what has tasks, or follows a tube that has, is left alone. How many tubes were looked at.
 */
export async function backfillTasks(target: TaskTarget, options: BackfillOptions): Promise<number> {
  const { tenantId, isLegacy, portion = 500, signal } = options;
  let [after, done] = ['0', 0];
  while (!signal?.aborted) {
    const last = after;
    const ids = await target.transaction(async (tx) => {
      const found = await readRows<{ id: string; sampleCode: string }>(
        tx,
        sql`select s.id, s.sample_code from sample s where s.tenant_id = ${tenantId} and s.id > ${last} and s.lab_status between ${labStatus.received} and ${labStatus.terminated}
          and s.primary_sample_id is null and not exists (select 1 from lab_task k where k.tenant_id = s.tenant_id and k.sample_id = s.id and k.task_state <> ${taskState.voided})
          order by s.id limit ${portion}`,
      );
      await lockSharedRequisitions(
        tx,
        { tenantId, id: '0' },
        found.map(({ sampleCode }) => sampleCode),
      );
      const tubes = await readRows<Tube>(
        tx,
        sql`select s.id as sample_id, s.sample_code, s.requisition_id, s.requisition_code, coalesce(s.execute_laboratory_id, s.contract_laboratory_id) as laboratory_id,
            s.lab_code, coalesce(s.lab_receive_time, s.receive_time) as lab_receive_time, s.lab_status from sample s
          where s.tenant_id = ${tenantId} and s.id = ${anyId(found.map(({ id }) => id))} and s.lab_status between ${labStatus.received} and ${labStatus.terminated}
            and coalesce(s.execute_laboratory_id, s.contract_laboratory_id) is not null order by s.id for update of s`,
      );
      const received = tubes.map(({ labStatus: status, ...tube }) => ({ ...tube, begins: stateAt[status] ?? taskState.waiting }));
      await makeTasks(tx, tenantId, received, nowText(), { isLegacy });
      return found.map(({ id }) => id);
    });
    done += ids.length;
    if (ids.length < portion) return done;
    after = ids.at(-1) ?? after;
  }
  return done;
}
