import { sql } from 'drizzle-orm';
import { resultFileLines, resultFileList, rowDecision } from '#domain/lab/resultFile.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import { defineListing } from '#server/kernel/verbs/listing.ts';
import { filesInSight } from './fileSight.ts';

const asId = (given: string): string => (/^\d{1,19}$/.test(given) ? given : '0');

/** Result files, newest first; both jobs are watched by it. */
export const resultFiles = defineListing(resultFileList, {
  columns: {
    resultFileId: sql`f.id`,
    fileName: sql`f.file_name`,
    panelGroupId: sql`f.panel_group_id`,
    panelGroupName: sql`(select g.panel_group_name from panel_group g where g.tenant_id = f.tenant_id and g.id = f.panel_group_id)`,
    laboratoryId: sql`f.laboratory_id`,
    laboratoryName: sql`(select n.laboratory_name from laboratory n where n.tenant_id = f.tenant_id and n.id = f.laboratory_id)`,
    resultTemplateId: sql`f.result_template_id`,
    ruleId: sql`f.rule_id`,
    batch: sql`(select b.batch from lab_batch b where b.tenant_id = f.tenant_id and b.id = f.rule_id)`,
    totalCount: sql`f.total_count`,
    processCount: sql`f.process_count`,
    redoCount: sql`(select count(*)::int from result_file_row r where r.tenant_id = f.tenant_id and r.file_id = f.id and r.decision = ${rowDecision.redo} and r.done_time is not null)`,
    errorCount: sql`f.error_count`,
    readState: sql`f.read_state`,
    readResult: sql`f.read_result`,
    readMessage: sql`f.read_message`,
    importState: sql`f.import_state`,
    importResult: sql`f.import_result`,
    importMessage: sql`f.import_message`,
    importTime: sql`f.import_time`,
    gate: sql`f.gate`,
    gateReasons: sql`f.gate_reasons`,
    missingCount: sql`coalesce(cardinality(f.missing_task_ids), 0)`,
    missingCodes: sql`array(select coalesce(t.lab_code, t.sample_code) from lab_task t where t.tenant_id = f.tenant_id and t.id = any(f.missing_task_ids) order by t.id limit 400)`,
    releaseUserName: sql`f.release_user_name`,
    releaseReason: sql`f.release_reason`,
    uploadUserId: sql`f.upload_user_id`,
    uploadUserName: sql`f.upload_user_name`,
    createTime: sql`f.create_time`,
  },
  from: sql`result_file f`,
  where: async ({ db, user, query }) => {
    const one = parameter(query, 'resultFileId');
    return [await filesInSight(db, user), one !== '' && sql`f.id = ${asId(one)}`];
  },
  order: sql`f.create_time desc, f.id`,
  indexes: ['result_file_time_ix'],
});

/** Rows of one file: controls first, then what is wrong, then the rest. */
export const resultFileRows = defineListing(resultFileLines, {
  columns: {
    line: sql`w.line`,
    code: sql`w.code`,
    personName: patientShown.name(sql`w.person_name`),
    well: sql`w.well`,
    taskId: sql`w.task_id`,
    labCode: sql`(select coalesce(t.lab_code, t.sample_code) from lab_task t where t.tenant_id = w.tenant_id and t.id = w.task_id)`,
    controlKind: sql`w.control_kind`,
    verdict: sql`w.verdict`,
    errors: sql`w.errors`,
    warnings: sql`w.warnings`,
    params: sql`coalesce(w.params, '{}')`,
    cells: sql`w.cells`,
    findings: sql`coalesce(w.findings, '[]')`,
    decision: sql`w.decision`,
    redoKind: sql`w.redo_kind`,
    reason: sql`w.reason`,
    doneTime: sql`w.done_time`,
    refusal: sql`w.refusal`,
  },
  from: sql`result_file_row w join result_file f on f.tenant_id = w.tenant_id and f.id = w.file_id`,
  where: async ({ db, user, query }) => [await filesInSight(db, user), sql`w.file_id = ${asId(parameter(query, 'resultFileId'))}`],
  order: sql`w.control_kind is null, case w.verdict when 'error' then 0 when 'warn' then 1 else 2 end, w.line`,
  indexes: ['result_file_row_verdict_ix'],
});
