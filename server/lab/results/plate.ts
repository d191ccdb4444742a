import { sql } from 'drizzle-orm';
import { placeState } from '#domain/lab/batch/sheetChoices.ts';
import { plateOfFile, type PlatePlace, type PlateRow } from '#domain/lab/rules/filePlate.ts';
import type { PlateFormat } from '#domain/lab/rules/plate.ts';
import type { FilePlate } from '#domain/lab/resultFile.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { CallContext } from '#server/kernel/http/serve.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { filesInSight } from './fileSight.ts';

/** A file over the plate it was measured on, within the person's sight. */
export async function plateOfResultFile({ db, user, query }: CallContext<{ resultFileId: string }>): Promise<FilePlate> {
  const fileId = /^\d{1,19}$/.test(query.resultFileId) ? query.resultFileId : '0';
  const { tenantId } = user;
  const file = await readRow<{ ruleId: string | null; batch: string | null; format: PlateFormat | null }>(
    db,
    sql`select b.id::text as rule_id, b.batch, b.plate_format as format from result_file f
      left join lab_batch b on b.tenant_id = f.tenant_id and b.id = f.rule_id where ${await filesInSight(db, user)} and f.id = ${fileId}`,
  );
  if (!file) throw new UserError(404, ['没有此结果文件', 'No such result file'], { refusal: 'file.unknown' });
  const rows = await readRows<PlateRow>(
    db,
    sql`select w.line, w.code, w.well, w.task_id, w.qc_lot_id, w.control_kind, w.verdict, w.errors, w.warnings, coalesce(w.params, '{}') as params
      from result_file_row w where w.tenant_id = ${tenantId} and w.file_id = ${fileId} order by w.line`,
  );
  const places = await readRows<PlatePlace>(
    db,
    sql`select p.well, p.kind::int as kind, p.task_id, p.qc_lot_id, coalesce(t.lab_code, t.sample_code, q.lot_no) as code from lab_batch_place p
      left join lab_task t on t.tenant_id = p.tenant_id and t.id = p.task_id left join qc_lot q on q.tenant_id = p.tenant_id and q.id = p.qc_lot_id
      where p.tenant_id = ${tenantId} and p.rule_id = ${file.ruleId} and p.state < ${placeState.voided} order by p.seq`,
  );
  return plateOfFile(file.batch !== null && file.format !== null ? { batch: file.batch, format: file.format, places } : null, rows);
}
