import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ActingUser } from '#domain/kernel/command.ts';
import { imageExtension, isPdf } from '#domain/kernel/imageKind.ts';
import { isId } from '#domain/kernel/ids.ts';
import { mostAtOnce } from '#domain/kernel/many.ts';
import { refusalText } from '#domain/kernel/refusalText.ts';
import { taskActRefusal, type TaskActKind } from '#domain/lab/process/processTask.ts';
import {
  processContracts,
  type ProcessDetail,
  type ProcessRow,
  type ReceiveInfo,
  type RegistrationVerdict,
} from '#domain/lab/process/processRows.ts';
import { stopRecover } from '#domain/lab/process/recordActs.ts';
import { taskActs } from '#domain/lab/process/taskActs.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import { languageOf, malformed, UserError } from '#server/kernel/core/answers.ts';
import { answerOfOne } from '#server/kernel/act/commandRoutes.ts';
import { deviceIdOf, idempotencyKeyOf } from '#server/kernel/act/onceOnly.ts';
import { runMany } from '#server/kernel/act/runMany.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { LoadRefusal } from '#server/kernel/http/notYours.ts';
import { uploadedForm } from '#server/kernel/http/uploadedForm.ts';
import { selected } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { sightOf } from '#server/spine/sight.ts';
import { nameOf } from '#server/spine/names.ts';
import { orderedStep, tasksInSight } from '#server/spine/tasks/loadTasks.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { allOf, anyId } from '#server/storage/sqlParts.ts';
import { loadProcessTasks } from './processLoading.ts';
import { recordColumns, recordsInSight, recordTables } from './processLists.ts';
import { servedStopRecover } from './recordActs.ts';

type DeskTask = ReceiveInfo['tasks'][number];
const panelNames = sql`coalesce((select string_agg(n.panel_name, '、' order by array_position(t.panel_ids, n.id)) from panel n where n.tenant_id = t.tenant_id and n.id = any(t.panel_ids)), '')`;

/** Living tasks that meet a condition, as the desks show them. */
const deskTasks = (reader: Reader, tenantId: string, which: ReturnType<typeof sql>): Promise<DeskTask[]> =>
  readRows<DeskTask>(
    reader,
    sql`select t.id as task_id, (select g.panel_group_name from panel_group g where g.tenant_id = t.tenant_id and g.id = t.panel_group_id) as panel_group_name, ${panelNames} as panel_names,
        t.task_state, t.round, ${orderedStep} as next_step, (select b.batch from lab_batch b where b.tenant_id = t.tenant_id and b.id = t.batch_id) as batch, t.is_urgent, t.external_due_time, t.promised_time, t.paused_time
      from lab_task t where t.tenant_id = ${tenantId} and t.task_state <> ${taskState.voided} and ${which} order by t.id`,
  );

/** What a scanned code leads to, within the asker's laboratories; null: nothing there. */
async function receiveInfoOf(reader: Reader, user: ActingUser, code: string): Promise<ReceiveInfo | null> {
  if (code === '') return null;
  const { tubesOfEither } = await sightOf(reader, user);
  const tube = await readRow<Omit<ReceiveInfo, 'tasks'> & { readonly followedId: string }>(
    reader,
    sql`select s.id as sample_id, s.sample_code, s.lab_code, s.requisition_code, s.lab_status, ${patientShown.name(sql`r.person_name`)({ user })} as person_name, ${nameOf.commodities('r')} as commodity_names, ${nameOf.sampleClass('s')} as sample_class_name,
        s.send_sample_client_id, ${nameOf.client('s')} as send_sample_client_name, coalesce(s.execute_laboratory_id, s.contract_laboratory_id) as laboratory_id,
        ${nameOf.testingLaboratory('s')} as laboratory_name, r.sampling_time, s.receive_time, s.lab_receive_time,
        (select m.sample_code from sample m where m.tenant_id = s.tenant_id and m.id = s.primary_sample_id) as primary_sample_code, coalesce(s.primary_sample_id, s.id) as followed_id
      from sample s join requisition r on r.tenant_id = s.tenant_id and r.id = s.requisition_id
      where ${tubesOfEither} and (s.sample_code = ${code} or s.lab_code = ${code} or (s.requisition_code = ${code} and s.primary_sample_id is null)) order by s.sample_code <> ${code}, s.id limit 1`,
  );
  if (!tube) return null;
  const { followedId, ...found } = tube;
  return { ...found, tasks: await deskTasks(reader, user.tenantId, sql`t.sample_id = ${followedId} and ${await tasksInSight(reader, user)}`) };
}

const recoveryForm = z.object({
  recordIds: z.string().transform((text) => [...new Set(text.split(',').filter((id) => isId(id)))]),
  reason: z.string().default(''),
});
const largestEvidence = 10 * 1_048_576;

/** The id of a query, as the contract's clients name it. */
const idOf = (given: string | undefined): string => (given && isId(given) ? given : '0');

export const processCalls: readonly Call[] = serveCalls(processContracts, {
  'GET lab/lab-process/get-receiveInfo-by-labCode': {
    handle: ({ db, user, query }) => receiveInfoOf(db, user, normalCode(query.labCode || query.sampleCode || '')),
  },
  /** Asks the rules themselves; writes nothing. */
  'GET lab/lab-process/registration-check': {
    async handle({ db, user, query, request }): Promise<RegistrationVerdict[]> {
      const kind = Number(query.kind) as TaskActKind;
      const command = taskActs[kind];
      if (query.kind === undefined || !command) throw malformed('kind');
      const info = await receiveInfoOf(db, user, normalCode(query.labCode ?? ''));
      const taskIds = info?.tasks.map(({ taskId }) => taskId) ?? [];
      const tasks = await loadProcessTasks(db, user, { taskIds }, false).catch((fault: unknown) => {
        if (fault instanceof LoadRefusal) return [];
        throw fault;
      });
      return tasks.map((task): RegistrationVerdict => {
        const refusal = taskActRefusal(kind, task);
        return {
          taskId: task.taskId,
          labCode: task.labCode,
          panelNames: info?.tasks.find(({ taskId }) => taskId === task.taskId)?.panelNames ?? '',
          taskState: task.taskState,
          verdict: refusal?.kind ?? 'ready',
          refusal: refusal && { code: refusal.code, text: refusalText(command, refusal.code, refusal.params, languageOf(request)) },
        };
      });
    },
  },
  /** The contract's door: the file first, then each record is an act of its own. */
  'POST lab/lab-process/stop-recovery': {
    async handle({ database, blobs, request, user }) {
      const { fields, bytes, fileName } = await uploadedForm(request, largestEvidence);
      const asked = recoveryForm.safeParse(fields);
      if (!asked.success || asked.data.recordIds.length === 0 || asked.data.recordIds.length > mostAtOnce)
        throw new UserError(400, [`请选择 1 至 ${mostAtOnce} 项`, `Choose between 1 and ${mostAtOnce}`], { refusal: 'command.badInput' });
      if (!bytes) throw new UserError(400, [...stopRecover.refusals['process.noEvidence']!], { refusal: 'process.noEvidence' });
      const { sha256 } = await blobs.putWhole(user.tenantId, bytes, { isPaper: true });
      const { recordIds, reason } = asked.data;
      const opId = idempotencyKeyOf(request) ?? randomUUID();
      const acts = recordIds.map((recordId) => ({
        opId: `${opId}.${recordId}`,
        payload: { recordId, reason, fileSha256: sha256, fileName: fileName.slice(-200) || sha256.slice(0, 12) },
        typeVersion: stopRecover.version,
        author: user,
        courierId: user.id,
        deviceId: deviceIdOf(request),
        seq: null,
        occurredAt: null,
        clockOffsetMs: 0,
      }));
      const receipts = await runMany(database, servedStopRecover, acts, request.log);
      const language = languageOf(request);
      return recordIds.map((recordId, at) => answerOfOne(servedStopRecover, recordId, receipts[at] ?? null, language));
    },
  },
  'GET lab/resample-record/detail': {
    async handle({ db, user, query }): Promise<ProcessDetail> {
      const where = allOf([await recordsInSight(db, user), sql`p.id = ${idOf(query.id)}`]);
      const row = await readRow<ProcessRow & { readonly taskIds: readonly string[] }>(
        db,
        sql`select ${selected(recordColumns, { user })}, p.task_ids::text[] as task_ids from ${recordTables} where ${where}`,
      );
      if (!row) throw new UserError(404, ['没有此记录', 'No such record'], { refusal: 'process.noRecord' });
      const { taskIds, ...record } = row;
      const tracks = await readRows<ProcessDetail['tracks'][number]>(
        db,
        sql`select k.id as track_id, k.content, k.contact_way, k.contact_name, k.next_time, k.create_user_name as creator, k.create_time from lab_process_track k
          where k.tenant_id = ${user.tenantId} and k.record_id = ${record.recordId} order by k.id desc`,
      );
      return { ...record, tasks: await deskTasks(db, user.tenantId, sql`t.id = ${anyId(taskIds)}`), tracks };
    },
  },
  /** Shown and never run, kept by nobody on the way. */
  'GET lab/lab-process/evidence': {
    async handle({ db, user, query, blobs, reply }) {
      const where = allOf([await recordsInSight(db, user), sql`p.id = ${idOf(query.id)}`]);
      const file = await readRow<{ sha256: string; name: string | null; mime: string; size: number }>(
        db,
        sql`select p.close_file_id as sha256, p.close_file_name as name, b.mime, b.size from lab_process_record p join blob b on b.tenant_id = p.tenant_id and b.sha256 = p.close_file_id where ${where}`,
      );
      const bytes = file ? await blobs.read(user.tenantId, file.sha256) : null;
      if (!file || !bytes) throw new UserError(404, ['没有恢复凭证', 'There is no such file'], { refusal: 'process.noEvidence' });
      const name = encodeURIComponent(file.name ?? `${file.sha256.slice(0, 12)}.${imageExtension(file.mime)}`);
      reply
        .header('content-type', file.mime)
        .header(
          'content-disposition',
          `${isPdf(file.mime) ? 'attachment' : 'inline'}; filename="evidence.${imageExtension(file.mime)}"; filename*=UTF-8''${name}`,
        )
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', 'no-store')
        .header('content-length', file.size);
      return reply.send(bytes);
    },
  },
});
