import { caseDue, caseState, type CaseSeverity } from '#domain/sample/abnormal/abnormalChoices.ts';
import type { Acting } from '#domain/kernel/command.ts';
import { calendarFrom } from '#server/spine/tasks/calendarFrom.ts';
import { newId } from '#server/storage/ids.ts';
import { abnormalCaseTable } from '#server/storage/rejectTables.ts';
import type { Tx } from '#server/storage/tx.ts';
import { nextCaseNo } from './caseLoading.ts';

export interface CaseFacts {
  readonly caseCode: string;
  readonly stage: number;
  readonly severity: CaseSeverity;
  readonly content: string;
  readonly laboratoryId: string | null;
  readonly isHold: 0 | 1;
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
