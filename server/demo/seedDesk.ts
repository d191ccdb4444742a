import { sql, type SQL } from 'drizzle-orm';
import { executeType } from '#domain/base/executeType.ts';
import { addDays, formatDateTime, toMs } from '#domain/kernel/dates.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { caseSeverity, caseStage } from '#domain/sample/abnormal/abnormalChoices.ts';
import { changeDecision, changeType } from '#domain/sample/change/changeChoices.ts';
import { applyChange, auditChange } from '#domain/sample/change/orderChangeActs.ts';
import { passEntrust, sendEntrust } from '#domain/sample/entrust/entrustActs.ts';
import { rejectMeasure } from '#domain/sample/rejectReasons.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { withdrawReport } from '#server/report/reports/withdrawReport.ts';
import { servedAbnormalProcess } from '#server/sample/abnormal/abnormalActs.ts';
import { servedAbnormalSubmit } from '#server/sample/abnormal/abnormalSubmit.ts';
import { orderChangeActs } from '#server/sample/change/orderChangeActs.ts';
import { entrustActs } from '#server/sample/entrust/entrustActs.ts';
import { readRows } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';
import { actingAt, commandNamed, demoPerson, doneAs } from './doneAs.ts';
import { deskProfile } from './sampleStages.ts';

interface Tube {
  readonly requisitionCode: string;
  readonly sampleCode: string;
  readonly laboratoryId: string;
}
/** Single tubes of the desk's that a laboratory has and nobody has begun. */
const untouched = (
  tenantId: string,
  limit: number,
): SQL => sql`select s.requisition_code, s.sample_code, s.execute_laboratory_id::text as laboratory_id from sample s
  where s.tenant_id = ${tenantId} and s.lab_status = ${labStatus.received} and s.requisition_code > ${deskProfile.letter} and s.requisition_code < ${`${deskProfile.letter}:`}
    and (select count(*) from sample o where o.tenant_id = s.tenant_id and o.requisition_id = s.requisition_id) = 1
    and exists (select 1 from lab_task t where t.tenant_id = s.tenant_id and t.sample_id = s.id)
    and not exists (select 1 from lab_task t where t.tenant_id = s.tenant_id and t.sample_id = s.id
      and (t.task_state <> ${taskState.waiting} or t.result_version > 0 or exists (select 1 from lab_batch_place b where b.tenant_id = t.tenant_id and b.task_id = t.id)))
  order by s.lab_receive_time, s.id limit ${limit}`;

/** What people of the desk asked of each other: changes, cases and tubes that went to another laboratory, waiting and settled. Part of the seed's one transaction. */
export async function seedDesk(tx: Tx, { tenantId, now }: { readonly tenantId: string; readonly now: string }): Promise<void> {
  const tubes = await readRows<Tube>(tx, untouched(tenantId, 9));
  const [one, two, three, four, five, six, seven, eight, nine] = tubes;
  if (!one || !two || !three || !four || !five || !six || !seven || !eight || !nine)
    throw new Error('demo data: the laboratory has begun every tube');
  const [entry, quality, reception] = [
    await demoPerson(tx, tenantId, 'entry1'),
    await demoPerson(tx, tenantId, 'admin'),
    await demoPerson(tx, tenantId, 'reception'),
  ];
  const before = (hours: number): string => formatDateTime(toMs(now) - hours * 3_600_000);

  const changes = orderChangeActs(withdrawReport);
  const apply = (tube: Tube, field: string, after: string, applyReason: string, hours: number) =>
    doneAs(
      tx,
      commandNamed(changes, applyChange.name),
      { requisitionCode: tube.requisitionCode, applyType: changeType.information, changes: [{ field, after }], applyReason },
      actingAt(entry, before(hours)),
    );
  const audit = (id: string, asked: object, hours: number) =>
    doneAs(tx, commandNamed(changes, auditChange.name), { id, ...asked }, actingAt(quality, before(hours)));
  await apply(one, 'bedNo', '12', '申请单床号写错, 医生电话更正', 2);
  const passed = await apply(two, 'clinicalDiagnosis', '乏力待查', '补充临床诊断', 20);
  await audit(passed.orderChangeId, { auditStatus: changeDecision.passed }, 18);
  const rejected = await apply(three, 'bedNo', '31', '床号更正', 26);
  await audit(rejected.orderChangeId, { auditStatus: changeDecision.rejected, auditOpinion: '与申请单原件不符, 请附申请单图片' }, 25);

  const found = (tube: Tube, asked: object, hours: number) =>
    doneAs(tx, servedAbnormalSubmit, { stage: caseStage.before, sampleCodes: [tube.sampleCode], ...asked }, actingAt(reception, before(hours)));
  const decide = (caseId: string, asked: object, hours: number) =>
    doneAs(tx, servedAbnormalProcess, { caseId, ...asked }, actingAt(quality, before(hours)));
  await found(four, { caseCode: 'REJ02', severity: caseSeverity.major, content: '管签姓名与申请单不一致, 待送检单位核实' }, 5);
  const supplied = await found(five, { caseCode: 'REJ04', severity: caseSeverity.minor, content: '缺知情同意书, 送检单位称随后补送' }, 30);
  await decide(supplied.caseId, { measure: rejectMeasure.supply, dueTime: `${addDays(now, 3)} 18:00:00` }, 28);
  const corrected = await found(six, { caseCode: 'REJ02', severity: caseSeverity.minor, content: '管签被胶带遮盖, 字迹不清' }, 52);
  await decide(corrected.caseId, { measure: rejectMeasure.relabel, isClosed: 1, closeReason: '已与送检单位核对, 重新贴签' }, 50);

  const laboratories = await readRows<{ id: string; isOutside: boolean }>(
    tx,
    sql`select id::text as id, execute_type = ${executeType.outsourced} as is_outside from laboratory where tenant_id = ${tenantId} and is_deleted = 0 and is_disable = 0 order by execute_type, id`,
  );
  const send = async (tube: Tube, isOutside: boolean, hours: number, courierNumber: string): Promise<string | null> => {
    const to = laboratories.find((row) => row.isOutside === isOutside && row.id !== tube.laboratoryId);
    if (!to) return null;
    const asked = { sampleCode: tube.sampleCode, entrustedLaboratoryId: to.id, courierNumber };
    return (await doneAs(tx, commandNamed(entrustActs, sendEntrust.name), asked, actingAt(reception, before(hours)))).entrustId;
  };
  await send(seven, false, 4, 'SF1900000000071');
  await send(eight, true, 9, 'SF1900000000082');
  const arrived = await send(nine, false, 33, 'SF1900000000093');
  if (arrived) await doneAs(tx, commandNamed(entrustActs, passEntrust.name), { id: arrived }, actingAt(reception, before(7)));
}
