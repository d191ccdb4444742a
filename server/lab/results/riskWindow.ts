import { sql } from 'drizzle-orm';
import { judgeKind } from '#domain/lab/rules/judging.ts';
import { entryFormOf } from '#domain/sample/forms/entryForms.ts';
import type { Values } from '#domain/sample/rules/entryForm.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { GroupFacts } from './groupFacts.ts';

/** Tasks whose sample was taken outside the weeks that a risk of its form is reckoned for; none where the group judges no risks. */
export async function outOfWindow(reader: Reader, tenantId: string, { rule }: GroupFacts, taskIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (rule.judgeKind !== judgeKind.risk) return new Set();
  const rows = await readRows<{ taskId: string; entryForm: string | null; detail: Values | null; samplingTime: string | null }>(
    reader,
    sql`select t.id as task_id, r.entry_form, coalesce(r.detail, r.reception) as detail, r.sampling_time from lab_task t
      join requisition r on r.tenant_id = t.tenant_id and r.id = t.requisition_id where t.tenant_id = ${tenantId} and t.id = ${anyId(taskIds)}`,
  );
  return new Set(
    rows.flatMap(({ taskId, entryForm, detail, samplingTime }) =>
      entryFormOf(entryForm).isOutOfModel?.(detail ?? {}, samplingTime) ? [taskId] : [],
    ),
  );
}
