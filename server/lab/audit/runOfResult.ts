import { sql } from 'drizzle-orm';
import type { AuditDetail } from '#domain/lab/audit/auditRows.ts';
import { controlVerdict } from '#domain/lab/rules/westgard.ts';
import { fileJobResult, fileJobState } from '#domain/lab/resultFile.ts';
import { rowVerdict } from '#domain/lab/rules/resultRow.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';

/**
 * The controls behind a task's result: of the files its round was taken from, and of the other files of their run sheets; with what they said of
 * its own files. The caller has looked whether the task is in sight.
 */
export async function runOfResult(reader: Reader, tenantId: string, taskId: string): Promise<Pick<AuditDetail, 'controls' | 'gates'>> {
  const own = sql`own as (select distinct f.id, f.rule_id, f.panel_group_id, f.sha256 from lab_task t join lab_result_version v on v.tenant_id = t.tenant_id and v.task_id = t.id and v.round = t.round
      join result_file f on f.tenant_id = v.tenant_id and f.id = v.file_id where t.tenant_id = ${tenantId} and t.id = ${taskId})`;
  const gates = await readRows<AuditDetail['gates'][number]>(
    reader,
    sql`with ${own} select f.file_name, f.gate::int as gate, coalesce(f.gate_reasons, '[]') as gate_reasons, f.release_user_name, f.release_reason, f.release_time
      from own join result_file f on f.tenant_id = ${tenantId} and f.id = own.id where f.gate is not null order by f.create_time desc, f.id desc`,
  );
  // Points hang on the first upload of the same bytes; a control whose lot nobody knows has no point.
  const controls = await readRows<AuditDetail['controls'][number]>(
    reader,
    sql`with ${own}, run as (select f.id, f.file_name, f.sha256, f.panel_group_id, f.create_time, bool_or(f.id = own.id) as is_own from own join result_file f on f.tenant_id = ${tenantId}
          and (f.id = own.id or f.rule_id = own.rule_id and f.panel_group_id = own.panel_group_id)
          and f.read_state = ${fileJobState.done} and f.read_result = ${fileJobResult.whole} group by f.id, f.file_name, f.sha256, f.panel_group_id, f.create_time),
        measured as (select run.id, run.file_name, run.is_own, run.create_time, p.id as point_id, p.qc_lot_id, p.well, p.value, p.z::float8 as z, p.verdict::int as verdict, p.rules, p.excluded_reason
          from run join result_file s on s.tenant_id = ${tenantId} and s.sha256 = run.sha256 and s.panel_group_id = run.panel_group_id
            join qc_point p on p.tenant_id = s.tenant_id and p.file_id = s.id),
        unnamed as (select run.id, run.file_name, run.is_own, run.create_time, w.line, w.control_kind, w.well, w.verdict,
            coalesce((select string_agg(c.cell ->> 'value', ' ' order by c.place) from jsonb_array_elements(w.cells) with ordinality c(cell, place) where c.cell ->> 'value' <> ''), '') as value
          from run join result_file_row w on w.tenant_id = ${tenantId} and w.file_id = run.id and w.control_kind is not null
            and not exists (select 1 from measured m where m.id = run.id and m.qc_lot_id = w.qc_lot_id))
      select c.file_name, c.is_own_file, c.control_kind, c.lot_no, c.measure, c.well, c.value, c.z, c.verdict, c.rules, c.excluded_reason, c.create_time from (
        select m.file_name, m.is_own as is_own_file, q.control_kind, q.lot_no, coalesce((select i.item_name from item i where i.tenant_id = q.tenant_id and i.id = q.item_id), q.metric) as measure,
            m.well, m.value, m.z, m.verdict, m.rules, m.excluded_reason, m.create_time, m.id as file_id, m.point_id as place
          from measured m join qc_lot q on q.tenant_id = ${tenantId} and q.id = m.qc_lot_id
        union all select u.file_name, u.is_own, u.control_kind, null, null, u.well, left(u.value, 200), null, case u.verdict when ${rowVerdict.error} then ${controlVerdict.rejected}::int else ${controlVerdict.inControl}::int end,
            '{}'::text[], null, u.create_time, u.id, u.line
          from unnamed u) c
      order by c.is_own_file desc, c.create_time desc, c.file_id desc, c.place`,
  );
  return { controls, gates };
}
