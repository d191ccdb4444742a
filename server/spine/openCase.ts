import { caseDue, caseState, type CaseSeverity } from '#domain/sample/abnormal/abnormalChoices.ts';
import type { Acting } from '#domain/kernel/command.ts';
import { calendarFrom } from '#server/spine/tasks/calendarFrom.ts';
import { newId } from '#server/storage/ids.ts';
import { abnormalCaseTable } from '#server/storage/rejectTables.ts';
import type { Tx } from '#server/storage/tx.ts';
import { readRow } from '#server/storage/readRows.ts';
import { sql, type SQL } from 'drizzle-orm';

export interface CaseFacts {
  readonly caseCode: string;
  readonly stage: number;
  readonly severity: CaseSeverity;
  readonly content: string;
  readonly laboratoryId: string | null;
  readonly isHold: 0 | 1;
}

/** The next number of a day's cases, e.g. `YC261125-0001`; the counter's row makes two desks wait for each other. */
async function nextCaseNo(tx: Tx, tenantId: string, now: string): Promise<string> {
  const day = now.slice(2, 10).replaceAll('-', '');
  const row = await readRow<{ last: number }>(
    tx,
    sql`insert into abnormal_case_counter (tenant_id, day, last) values (${tenantId}, ${day}, 1)
      on conflict (tenant_id, day) do update set last = abnormal_case_counter.last + 1 returning last`,
  );
  return `YC${day}-${String(row?.last ?? 1).padStart(4, '0')}`;
}

/** Opens a case, due by its severity (docs/desk.md#abnormal-cases); its tubes are put to it by who opens it. */
export async function openCase(
  tx: Tx,
  { user, now }: Acting,
  foundTime: string,
  facts: CaseFacts,
): Promise<{ readonly caseId: string; readonly caseNo: string }> {
  const { tenantId } = user;
  const caseId = newId();
  const caseNo = await nextCaseNo(tx, tenantId, now);
  await tx.insert(abnormalCaseTable).values({
    id: caseId,
    tenantId,
    caseNo,
    ...facts,
    foundUserId: user.id,
    foundUserName: user.name,
    foundTime,
    dueTime: caseDue(foundTime, facts.severity, await calendarFrom(tx, tenantId, foundTime)),
    state: caseState.waiting,
    createTime: now,
    updateTime: now,
  });
  return { caseId, caseNo };
}

/** Puts the tubes of tasks (a select of their ids) to a case that holds none of them. */
export async function addTubesOfTasks(tx: Tx, tenantId: string, caseId: string, taskIds: SQL): Promise<void> {
  await tx.execute(sql`insert into abnormal_case_tube (tenant_id, case_id, sample_code, sample_id)
    select distinct s.tenant_id, ${caseId}::bigint, s.sample_code, s.id from lab_task t join sample s on s.tenant_id = t.tenant_id and s.id = t.sample_id
      where t.tenant_id = ${tenantId} and t.id in (${taskIds})`);
}
