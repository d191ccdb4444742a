import { sql } from 'drizzle-orm';
import { reviewNonce } from '#domain/lab/batch/submitBatch.ts';
import { madeJpeg } from '#server/kernel/desk/blobTesting.ts';
import { audited, maySign, passedTwice } from '#server/lab/audit/auditTesting.ts';
import { judgedOnMapmi } from '#server/lab/redo/redoTesting.ts';
import { tubesAtDoor, waitingTasks, type StoredTask } from '#server/lab/tasks/taskTesting.ts';
import { freshCode, type Desk } from '#server/sample/deskTesting.ts';
import { newId } from '#server/storage/ids.ts';
import { done, type Prepare } from './preparedAct.ts';

/** A result that awaits its first audit, and the administrator's signature for it. */
async function unaudited(desk: Desk) {
  await maySign(desk, 'admin', 1);
  const { id, version } = await audited(desk);
  const signNonce = 'walk-signs-audits';
  return { taskId: id, version, level: 1, result: 1, signNonce, signPassword: await desk.sealed(signNonce) };
}

/** A run sheet that nobody has submitted, made by the administrator. */
async function draftSheet(desk: Desk, line: 'mapmi' | 'tngs') {
  const [task] = (await waitingTasks(desk)).tasks;
  const draft = sheetOf(task!, line);
  const { ruleId, version } = await done(desk, 'online', 'admin', 'labBatch.save', draft);
  return { ruleId: String(ruleId), version: Number(version) };
}
const sheetOf = ({ id, laboratoryId, panelGroupId }: StoredTask, line: 'mapmi' | 'tngs') => ({
  line,
  batchKind: 3,
  laboratoryId,
  panelGroupId,
  plateFormat: 96,
  places: [
    { well: 'A01', kind: 1, taskId: id },
    { well: 'G12', kind: 2 },
    { well: 'H12', kind: 3 },
  ],
});
async function signedSheet(desk: Desk, line: 'mapmi' | 'tngs') {
  const sheet = await draftSheet(desk, line);
  return { ...sheet, reviewerAccount: 'lab', reviewerPassword: await desk.sealed(reviewNonce(sheet.ruleId, sheet.version)) };
}
async function runningSheet(desk: Desk) {
  const { ruleId, ...signed } = await signedSheet(desk, 'mapmi');
  await done(desk, 'online', 'admin', 'mapmiSj.submit', { ruleId, ...signed });
  const [row] = await desk.rows<{ version: number }>(sql`select version from lab_batch where id = ${ruleId}`);
  return { ruleId, version: row!.version, reason: '芯片破损' };
}

/** A task of one tube that waits. */
const waitingTask = async (desk: Desk): Promise<StoredTask> => (await waitingTasks(desk)).tasks[0]!;
/** The administrator's record of an act on it, in force. */
async function processRecord(desk: Desk, name: string, asked: object) {
  const task = await waitingTask(desk);
  await done(desk, 'online', 'admin', name, { taskId: task.id, ...asked });
  const [record] = await desk.rows<{ id: string; version: number }>(sql`select id, version from lab_process_record where ${task.id} = any(task_ids)`);
  return record!;
}
async function stopped(desk: Desk) {
  const { id } = await processRecord(desk, 'labProcess.stop', { reasonCode: 'STP02' });
  const { sha256 } = await desk.blobs.putWhole('000000', madeJpeg(2_000 + (freshCode('x').length % 7)));
  return { recordId: id, reason: '送检方要求继续', fileSha256: sha256, fileName: 'letter.jpg' };
}
const resampled = (desk: Desk) => processRecord(desk, 'labProcess.resample', { reasonCode: 'ABN01' });
const promised = { reasonCode: 'DLY01', promisedTime: '2099-01-01 10:00:00' };
async function drawnAgain(desk: Desk) {
  const summary = { personName: '受检重采', birthDate: '1995-03-07' };
  const [task] = (await waitingTasks(desk, { summary })).tasks;
  await done(desk, 'online', 'admin', 'labProcess.resample', { taskId: task!.id, reasonCode: 'ABN01' });
  const [record] = await desk.rows<{ id: string }>(sql`select id from lab_process_record where ${task!.id} = any(task_ids)`);
  return { recordId: record!.id, newSampleCode: (await tubesAtDoor(desk, { summary })).sampleCodes[0]! };
}
/** A result that is to be had again. */
const toRedo = async (desk: Desk) => ({ taskId: (await audited(desk)).id, reasonCode: 'ABN04' });
const ofCloud = async (desk: Desk) => ({ taskId: (await judgedOnMapmi(desk)).id, reason: '云端报错' });
const toReverse = async (desk: Desk) => ({ taskId: (await passedTwice(desk)).id, type: 2, operate: 1, reason: '录入错误' });
/** An application of the first auditor's, and the administrator's authority to decide it. */
async function appliedFor(desk: Desk) {
  await maySign(desk, 'admin', 2);
  const { taskId, ...asked } = await toReverse(desk);
  await done(desk, 'online', 'audit1', 'deApproval.apply', { taskId, ...asked });
  const [row] = await desk.rows<{ id: string }>(sql`select id from de_approval where ${taskId}::bigint = any(task_ids)`);
  return { id: row!.id, isPassed: true };
}

/** A measured control of a lot, left out of its chart or not. */
async function controlPoint(desk: Desk, excludedReason: string | null) {
  const qcPointId = newId();
  const made = await desk.rows<{ id: string }>(
    sql`insert into qc_point (id, tenant_id, qc_lot_id, value, number, z, verdict, rules, excluded_reason, create_time)
      select ${qcPointId}, q.tenant_id, q.id, '12.4', 12.4, 2.4, 2, '{1-2s}', ${excludedReason}, '2026-11-24 09:00:00' from qc_lot q where q.tenant_id = '000000' order by q.id limit 1 returning id`,
  );
  if (made.length !== 1) throw new Error('no control lot');
  return { qcPointId, reason: '加样错误' };
}

/** The laboratory's acts on what is another laboratory's, by command; each way an act can reach it. */
export const foreignLabActs: Readonly<Record<string, Readonly<Record<string, Prepare>>>> = {
  'qcPoint.exclude': { 'its laboratory': (desk) => controlPoint(desk, null) },
  'qcPoint.include': { 'its laboratory': (desk) => controlPoint(desk, '加样错误') },
  'result.audit': { 'its laboratory': unaudited },
  'labProcess.stop': { 'its laboratory': async (desk) => ({ taskId: (await waitingTask(desk)).id, reasonCode: 'STP02' }) },
  'labProcess.resample': { 'its laboratory': async (desk) => ({ taskId: (await waitingTask(desk)).id, reasonCode: 'ABN01' }) },
  'labProcess.delay': { 'its laboratory': async (desk) => ({ taskId: (await waitingTask(desk)).id, ...promised }) },
  'labProcess.stopRecover': { 'its laboratory': stopped },
  'labProcess.resampleRecover': { 'its laboratory': async (desk) => ({ recordId: (await resampled(desk)).id, reason: '复检通过' }) },
  'labProcess.resampleNew': { 'its laboratory': drawnAgain },
  'labProcess.update': {
    'its laboratory': async (desk) => {
      const { id, version } = await processRecord(desk, 'labProcess.delay', promised);
      return { recordId: id, version, promisedTime: '2099-02-01 10:00:00' };
    },
  },
  'labProcess.track': { 'its laboratory': async (desk) => ({ recordId: (await resampled(desk)).id, content: '电话告知' }) },
  'labProcess.reExtraction': { 'its laboratory': toRedo },
  'labProcess.rebuild': { 'its laboratory': toRedo },
  'labProcess.reSequencing': { 'its laboratory': toRedo },
  'mapmiException.cloudFallback': { 'its laboratory': ofCloud },
  'mapmiException.resequencing': { 'its laboratory': ofCloud },
  'mapmiException.submit': { 'its laboratory': ofCloud },
  'deApproval.apply': { 'its laboratory': toReverse },
  'deApproval.decide': { 'its laboratory': appliedFor },
  'labBatch.save': { 'its laboratory': async (desk) => sheetOf((await waitingTasks(desk)).tasks[0]!, 'mapmi') },
  'labBatch.submit': { 'its laboratory': (desk) => signedSheet(desk, 'mapmi') },
  'mapmiSj.submit': { 'its laboratory': (desk) => signedSheet(desk, 'mapmi') },
  'tngsSj.submit': { 'its laboratory': (desk) => signedSheet(desk, 'tngs') },
  'labBatch.withdraw': { 'its laboratory': runningSheet },
  'labBatch.remove': { 'its laboratory': async (desk) => ({ ids: [(await draftSheet(desk, 'mapmi')).ruleId] }) },
  'mapmiSj.remove': { 'its laboratory': async (desk) => ({ ids: [(await draftSheet(desk, 'mapmi')).ruleId] }) },
  'tngsSj.remove': { 'its laboratory': async (desk) => ({ ids: [(await draftSheet(desk, 'tngs')).ruleId] }) },
  'labBatch.updateSj': { 'its laboratory': async (desk) => ({ ...(await draftSheet(desk, 'mapmi')), chipId: 'FC-0007' }) },
  'mapmiSj.updateSj': { 'its laboratory': async (desk) => ({ ...(await draftSheet(desk, 'mapmi')), chipId: 'FC-0007' }) },
};
