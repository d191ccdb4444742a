import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { nextStep } from '#domain/lab/redo/roundKind.ts';
import { redoMoreRight } from '#domain/lab/redo/redoRule.ts';
import { abnormalReason } from '#domain/lab/abnormalReason.ts';
import { gate, type GateVerdict } from '#domain/lab/rules/controlGate.ts';
import { caseSeverity, caseStage } from '#domain/sample/abnormal/abnormalChoices.ts';
import type { Acting } from '#domain/kernel/command.ts';
import { fillLabel } from '#domain/kernel/label.ts';
import { closedErrors, rowVerdict } from '#domain/lab/rules/resultRow.ts';
import { fileJobResult, fileJobState, resultContracts, rowDecision } from '#domain/lab/resultFile.ts';
import { problemsError, UserError } from '#server/kernel/core/answers.ts';
import { problemOf } from '#domain/kernel/check.ts';
import { text } from '#domain/kernel/fields.ts';
import { writeAudit } from '#server/kernel/act/audit.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { NotYours } from '#server/kernel/http/notYours.ts';
import { uploadedForm } from '#server/kernel/http/uploadedForm.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { blobOwner } from '#server/storage/blobTables.ts';
import { addTubesOfTasks, openCase } from '#server/spine/openCase.ts';
import { newId } from '#server/storage/ids.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { panelGroupsOf } from '#server/storage/panelGroupScope.ts';
import { sqlStateOf } from '#server/storage/sqlState.ts';
import { readRow, type Reader } from '#server/storage/readRows.ts';
import { recordset } from '#server/storage/recordset.ts';
import type { Tx } from '#server/storage/tx.ts';
import { enterResult, concludeResult, conclusionOfTask } from './entry.ts';
import { filesInSight, refusedResult } from './fileSight.ts';
import { importFileJob } from './importFile.ts';
import { plateOfResultFile } from './plate.ts';
import { readFileJob } from './readFile.ts';

const largestFile = 20 * 1_048_576;
const id = z.string().regex(/^\d{1,19}$/);
const uploadFields = z.object({
  panelGroupId: id,
  resultTemplateId: id,
  ruleId: id.or(z.literal('')).nullish(),
  laboratoryId: id.or(z.literal('')).nullish(),
});

interface Stored {
  readonly sha256: string;
  readonly panelGroupId: string;
  readonly readState: number;
  readonly readResult: number | null;
  readonly importState: number;
  readonly gate: number | null;
  readonly releaseTime: string | null;
  readonly uploadUserId: string;
  readonly fileName: string;
  readonly laboratoryId: string;
  readonly gateReasons: GateVerdict['why'] | null;
}
async function lockFile(tx: Tx, user: { readonly id: string; readonly tenantId: string }, fileId: string): Promise<Stored> {
  const file = await readRow<Stored>(
    tx,
    sql`select f.sha256, f.panel_group_id, f.read_state, f.read_result, f.import_state, f.gate, f.release_time, f.upload_user_id, f.file_name, f.laboratory_id, f.gate_reasons from result_file f
      where ${await filesInSight(tx, user)} and f.id = ${fileId} for update of f`,
  );
  if (!file) throw new UserError(404, ['没有此结果文件', 'No such result file'], { refusal: 'file.unknown' });
  return file;
}
/** When another file of the same bytes was taken in for the group; `fileId`: not this one. */
const importedAt = (reader: Reader, tenantId: string, panelGroupId: string, sha256: string, fileId: string | null = null) =>
  readRow<{ at: string }>(
    reader,
    sql`select import_time as at from result_file where tenant_id = ${tenantId} and panel_group_id = ${panelGroupId} and sha256 = ${sha256} and import_time is not null and id is distinct from ${fileId}::bigint limit 1`,
  );

/** Where a file's results belong: the run sheet's laboratory, the one that was said, the group's, or the only one of the person. */
async function laboratoryOf(
  tx: Reader,
  user: { readonly id: string; readonly tenantId: string },
  asked: z.output<typeof uploadFields>,
): Promise<string> {
  const { tenantId } = user;
  const [laboratories, groups] = [await laboratoriesOf(tx, user), await panelGroupsOf(tx, user)];
  const known = await readRow<{
    groupLaboratoryId: string | null;
    templateGroupId: string | null;
    code: string;
    ruleGroupId: string | null;
    ruleLaboratoryId: string | null;
  }>(
    tx,
    sql`select g.panel_group_code as code, g.laboratory_id as group_laboratory_id,
      (select m.panel_group_id from result_template m where m.tenant_id = g.tenant_id and m.id = ${asked.resultTemplateId} and m.is_deleted = 0 and m.is_disable = 0) as template_group_id,
      b.panel_group_id as rule_group_id, b.laboratory_id as rule_laboratory_id
      from panel_group g left join lab_batch b on b.tenant_id = g.tenant_id and b.id = ${asked.ruleId || null} and b.is_deleted = 0
      where g.tenant_id = ${tenantId} and g.id = ${asked.panelGroupId} and g.is_deleted = 0`,
  );
  if (!known) throw new UserError(404, ['没有此项目组', 'No such panel group'], { refusal: 'file.noGroup' });
  if (groups !== null && !groups.includes(asked.panelGroupId)) throw new NotYours(known.code);
  if (known.templateGroupId !== asked.panelGroupId)
    throw new UserError(422, ['该模板不属于此项目组或已停用', 'The template is not the panel group’s, or is disabled'], {
      refusal: 'file.otherTemplate',
    });
  if (asked.ruleId && known.ruleGroupId !== asked.panelGroupId)
    throw new UserError(422, ['该上机表不属于此项目组', 'The run sheet is not the panel group’s'], { refusal: 'file.otherBatch' });
  const only = laboratories?.length === 1 ? laboratories[0] : undefined;
  const laboratoryId = (known.ruleLaboratoryId ?? asked.laboratoryId) || (known.groupLaboratoryId ?? only);
  if (!laboratoryId) throw problemsError([problemOf('laboratoryId', text('检验所', 'Laboratory'), 'requiredChoice')]);
  if (laboratories !== null && !laboratories.includes(laboratoryId)) throw new NotYours(known.code);
  return laboratoryId;
}

/** The case of a control that failed and whose results were let through (ABN06), with the tubes of its file. */
async function openControlCase(tx: Tx, acting: Acting, fileId: string, file: Stored, reason: string): Promise<string> {
  const { tenantId } = acting.user;
  const why = (file.gateReasons ?? []).map(({ text, params }) => fillLabel(text, params, 'zh'));
  const { caseId, caseNo } = await openCase(tx, acting, acting.now, {
    caseCode: abnormalReason.control,
    stage: caseStage.during,
    severity: caseSeverity.major,
    content: `${file.fileName} 质控放行: ${reason}; ${why.join('; ')}`.slice(0, 500),
    laboratoryId: file.laboratoryId,
    isHold: 0,
  });
  const meant = sql`select w.task_id from result_file_row w where w.tenant_id = ${tenantId} and w.file_id = ${fileId} and w.task_id is not null`;
  await addTubesOfTasks(tx, tenantId, caseId, meant);
  return caseNo;
}

export const resultCalls: readonly Call[] = serveCalls(resultContracts, {
  'POST lab/result-file/upload': {
    cost: 'import',
    /** The file is kept as it came; reading it is a job. */
    async handle({ request, once, blobs, jobs, user, now }) {
      const { fields, bytes, fileName } = await uploadedForm(request, largestFile);
      const sha256 = bytes ? createHash('sha256').update(bytes).digest('hex') : null;
      // What a repeat is known by.
      request.body = { ...fields, file: sha256 };
      const answer = await once(async (tx) => {
        const asked = uploadFields.parse(fields);
        if (!sha256) throw new UserError(400, ['请上传文件', 'Upload a file']);
        const laboratoryId = await laboratoryOf(tx, user, asked);
        const known = await importedAt(tx, user.tenantId, asked.panelGroupId, sha256);
        if (known) throw refusedResult('file.known', { at: known.at });
        const fileId = newId();
        await tx.execute(sql`insert into result_file (id, tenant_id, file_name, sha256, panel_group_id, laboratory_id, result_template_id, rule_id, read_state, import_state, upload_user_id, upload_user_name, create_time, update_time)
          values (${fileId}, ${user.tenantId}, ${fileName.slice(0, 200)}, ${sha256}, ${asked.panelGroupId}, ${laboratoryId}, ${asked.resultTemplateId}, ${asked.ruleId || null},
            ${fileJobState.waiting}, ${fileJobState.none}, ${user.id}, ${user.name}, ${now}, ${now})`);
        return { resultFileId: fileId };
      });
      if (!bytes || !sha256) return answer;
      // After the row and outside its transaction; nobody is told of the file before its bytes lie there, and a repeat brings them again.
      const draft = await blobs.draft();
      await writeFile(draft, bytes, { flush: true });
      await blobs.putFile(user.tenantId, draft, { sha256, size: bytes.length, mime: 'application/octet-stream' }, blobOwner.resultFile);
      await jobs?.send(readFileJob, { tenantId: user.tenantId, fileId: answer.resultFileId }, { key: answer.resultFileId });
      return answer;
    },
  },
  'POST lab/result-file/import-result': {
    async write(tx, { body, user, jobs, now, writing }) {
      const { resultFileId, rows, takeAllOk } = body;
      const { tenantId } = user;
      const file = await lockFile(tx, user, resultFileId);
      if (file.readState !== fileJobState.done || file.readResult !== fileJobResult.whole) throw refusedResult('file.notReady');
      // What was left undecided may be decided later.
      if (file.importState !== fileJobState.none && file.importState !== fileJobState.done) throw refusedResult('file.inImport');
      if (file.gate === gate.held && file.releaseTime === null && (takeAllOk || rows.some(({ decision }) => decision === rowDecision.take)))
        throw refusedResult('result.gateHeld');
      const known = await importedAt(tx, tenantId, file.panelGroupId, file.sha256, resultFileId);
      if (known) throw refusedResult('file.known', { at: known.at });
      // A row with an error is not taken; one with a warning, and a repetition, need a reason.
      const decided = rows.map(({ line, decision, reason, redoKind }) => ({
        line,
        decision,
        reason: reason ?? null,
        redoKind: decision === rowDecision.redo ? (redoKind ?? nextStep.sequencing) : null,
      }));
      const wrong = await readRow<{ line: number }>(
        tx,
        sql`select x.line from ${recordset('x', { line: 'int', decision: 'text', reason: 'text' }, decided)}
          left join result_file_row r on r.tenant_id = ${tenantId} and r.file_id = ${resultFileId} and r.line = x.line
          where r.line is null or r.done_time is not null or r.refusal is not null or x.decision <> ${rowDecision.skip} and (r.task_id is null or r.errors && ${sql.param([...closedErrors])}::text[] or x.decision = ${rowDecision.take} and r.verdict = ${rowVerdict.error}
            or (r.verdict = ${rowVerdict.warn} or x.decision = ${rowDecision.redo}) and coalesce(x.reason, '') = '') order by x.line limit 1`,
      );
      if (wrong)
        throw new UserError(
          422,
          [
            `第 ${wrong.line} 行不能如此处理: 错误行只能跳过或复检，警告行和复检须填写原因，已导入或已拒绝的不再更改`,
            `Line ${wrong.line}: a row with an error is skipped or done again, one with a warning or done again needs a reason, one that was taken in or refused stays`,
          ],
          { refusal: 'file.badDecision', params: { line: wrong.line } },
        );
      await tx.execute(sql`update result_file_row r set decision = x.decision, reason = x.reason, redo_kind = x."redoKind" from ${recordset('x', { line: 'int', decision: 'text', reason: 'text', redoKind: 'int' }, decided)}
        where r.tenant_id = ${tenantId} and r.file_id = ${resultFileId} and r.line = x.line`);
      if (takeAllOk)
        await tx.execute(sql`update result_file_row set decision = ${rowDecision.take} where tenant_id = ${tenantId} and file_id = ${resultFileId}
          and decision is null and verdict = ${rowVerdict.ok} and task_id is not null`);
      const taken = await readRow<{ count: number }>(
        tx,
        sql`select count(*)::int as count from result_file_row where tenant_id = ${tenantId} and file_id = ${resultFileId} and decision in (${rowDecision.take}, ${rowDecision.redo}) and done_time is null and refusal is null`,
      );
      try {
        await tx.execute(sql`update result_file set import_state = ${fileJobState.waiting}, import_result = null, import_time = coalesce(import_time, ${now}), update_time = ${now}, version = version + 1
          where tenant_id = ${tenantId} and id = ${resultFileId}`);
      } catch (error) {
        // The same bytes were begun with at this moment from another upload.
        if (sqlStateOf(error) === '23505') throw refusedResult('file.known', { at: now });
        throw error;
      }
      const { opId, deviceId } = writing;
      await writeAudit(tx, {
        user,
        deviceId,
        opId,
        action: 'resultFile.import',
        subject: resultFileId,
        before: null,
        after: { decided, takeAllOk },
        now,
      });
      const mayRedoMore = user.permissions.has(redoMoreRight.code);
      await jobs?.send(importFileJob, { tenantId, fileId: resultFileId, userId: user.id, userName: user.name, mayRedoMore }, { tx });
      return { resultFileId, takenCount: taken?.count ?? 0 };
    },
  },
  'POST lab/result-file/release': {
    async write(tx, { body: { resultFileId, reason }, user, now, writing }) {
      const file = await lockFile(tx, user, resultFileId);
      if (file.gate !== gate.held || file.releaseTime !== null) throw refusedResult('gate.notHeld');
      if (file.uploadUserId === user.id) throw refusedResult('gate.ownFile', {}, 403);
      await tx.execute(sql`update result_file set release_user_id = ${user.id}, release_user_name = ${user.name}, release_reason = ${reason}, release_time = ${now},
        update_time = ${now}, version = version + 1 where tenant_id = ${user.tenantId} and id = ${resultFileId}`);
      const { opId, deviceId } = writing;
      await writeAudit(tx, {
        user,
        deviceId,
        opId,
        action: 'resultFile.release',
        subject: resultFileId,
        before: null,
        after: { gate: file.gate },
        reason,
        now,
      });
      const caseNo = await openControlCase(tx, { user, now, occurredAt: null, deviceId }, resultFileId, file, reason);
      return { resultFileId, caseNo };
    },
  },
  'POST lab/result/web-upload': { write: enterResult },
  'POST lab/result/web-upload-conclusion': { write: concludeResult },
  'GET lab/result-file/plate': { handle: plateOfResultFile },
  'GET lab/lab-task/conclusion': { handle: conclusionOfTask },
});
