import type { Label } from '#domain/kernel/label.ts';
import { conflict, refuse, type Refusal } from '#domain/kernel/outcome.ts';
import { deApprovalOperate } from '#domain/lab/reversal/deApprovalChoices.ts';
import { labStatusOf, taskState, type TaskState } from '#domain/lab/rules/taskState.ts';
import { reportState } from '#domain/report/reportState.ts';
import { entryFormOf } from '../forms/entryForms.ts';
import { changeType } from './changeChoices.ts';
import { changeEffects } from './changeEffects.ts';
import type { AskedChange, ChangedReport, ChangedTask, ChangeFacts, FieldChange } from './changeFacts.ts';
import { isInLab, isOpenTube, planItems } from './changeItems.ts';
import type { ChangePlan, ResultBack } from './changePlanned.ts';
import { changeValues, fieldLabel } from './changeValues.ts';

/** The fact of a report a field is told by, where that is not called alike. */
const toldBy: Readonly<Record<string, string>> = {
  sendSampleClientId: 'sendSampleClientName',
  gaWeeks: 'gestationalAge',
  gaDays: 'gestationalAge',
  ageUnit: 'age',
};
/** What reports tell of a person and their sample where it is not known what a version prints. */
const told: readonly string[] = [
  'personName',
  'sex',
  'age',
  'birthDate',
  'patientNo',
  'clinicalDiagnosis',
  'gestationalAge',
  'fetusCount',
  'guardianName',
  'sendSampleClientName',
  'department',
  'bedNo',
  'doctorName',
  'hospitalCode',
  'samplingTime',
];
const isTold = ({ printed }: ChangedReport, { field }: FieldChange): boolean => (printed ?? told).includes(toldBy[field] ?? field);

/** Results that one of the changed fields was part of, by the forms of what they were ordered with. */
function reaudited({ tasks, commodities }: ChangeFacts, changes: readonly FieldChange[]): readonly ChangedTask[] {
  const isInput = (commodityId: string): boolean => {
    const commodity = commodities.find((one) => one.commodityId === commodityId);
    const inputs = commodity ? (entryFormOf(commodity.entryForm).resultInputs ?? []) : [];
    return changes.some(({ field }) => inputs.includes(field));
  };
  return tasks.filter(
    ({ taskState: state, commodityIds }) => state >= taskState.secondAudit && state <= taskState.issued && commodityIds.some(isInput),
  );
}

/**
 * All that a change does (docs/orderChange.md#effects), or what speaks against it. Shown before it is applied for and before it is audited, and
 * done by the audit: the same function each time, over the facts of that moment.
 */
export function planChange(facts: ChangeFacts, asked: AskedChange, now: string): ChangePlan | Refusal {
  if (facts.tubes.length === 0 || !facts.tubes.some(isOpenTube)) return refuse('orderChange.closed');
  return asked.applyType === changeType.items ? planOrdered(facts, asked) : planInformation(facts, asked, now);
}

function planOrdered(facts: ChangeFacts, asked: AskedChange): ChangePlan | Refusal {
  const items = planItems(facts, asked);
  if ('code' in items) return items;
  return finished(facts, { changes: [], items, isClientChanged: false, withdrawn: [], redrawn: [], back: [] }, []);
}

function planInformation(facts: ChangeFacts, asked: AskedChange, now: string): ChangePlan | Refusal {
  const values = changeValues(facts, asked.changes, now);
  if ('code' in values) return values;
  const { changes, warnings } = values;
  const isClientChanged = changes.some(({ field }) => field === 'sendSampleClientId');
  if (isClientChanged) {
    const [charged] = facts.settled;
    if (charged) return refuse('orderChange.settled', { orderNo: charged.orderNo });
    if (!facts.client || facts.client.isDisable === 1) return refuse('orderChange.client');
  }
  const again = reaudited(facts, changes);
  const isConcerned = (report: ChangedReport): boolean =>
    changes.some((change) => isTold(report, change)) || again.some(({ taskId }) => report.taskIds.includes(taskId));
  const concerned = facts.reports.filter(isConcerned);
  const recalling = concerned.find(({ state }) => state === reportState.recalling);
  if (recalling) return conflict('orderChange.recalling', { reportNo: recalling.reportNo });
  const issued = concerned.filter(({ state }) => state === reportState.issued);
  const withdrawn = issued.map((report) => ({
    report,
    operate: again.some(({ taskId }) => report.taskIds.includes(taskId)) ? deApprovalOperate.toFirstAudit : deApprovalOperate.cancelReportAudit,
  }));
  const taken = new Set(issued.flatMap(({ taskIds }) => taskIds));
  const back = again
    .filter(({ taskId, taskState: state }) => !taken.has(taskId) && state !== taskState.issued)
    .map(({ taskId, taskState: from }): ResultBack => ({ taskId, from, to: taskState.firstAudit }));
  const isLeft = ({ taskIds }: ChangedReport): boolean => back.some(({ taskId }) => taskIds.includes(taskId));
  const redrawn = concerned.filter((report) => (report.state === reportState.making || report.state === reportState.toAudit) && !isLeft(report));
  return finished(facts, { changes, items: null, isClientChanged, withdrawn, redrawn, back }, warnings);
}

/** With where the tubes will stand, and all of it in words. */
function finished(facts: ChangeFacts, part: Omit<ChangePlan, 'tubes' | 'effects'>, warnings: readonly Label[]): ChangePlan {
  const stateAfter = ({ taskId, taskState: from }: ChangedTask): TaskState => {
    const [way] = part.withdrawn.filter(({ report }) => report.taskIds.includes(taskId));
    if (way && from >= taskState.audited && from <= taskState.issued)
      return way.operate === deApprovalOperate.toFirstAudit ? taskState.firstAudit : taskState.audited;
    return part.back.find((one) => one.taskId === taskId)?.to ?? from;
  };
  const voided = new Set(part.items?.voided.map(({ taskId }) => taskId));
  const tubes = facts.tubes.filter(isInLab).flatMap(({ sampleId, sampleCode, primarySampleId, labStatus: from }) => {
    const whose = primarySampleId ?? sampleId;
    const states = [
      ...facts.tasks.filter((task) => task.sampleId === whose && !voided.has(task.taskId)).map(stateAfter),
      ...(part.items?.made ?? []).filter((one) => one.sampleId === whose).map((): TaskState => taskState.waiting),
    ];
    // What has no task here stands where whoever received it said.
    const to = states.length === 0 ? from : labStatusOf(states);
    return to === from ? [] : [{ sampleCode, from, to }];
  });
  const plan = { ...part, tubes };
  const fieldOf = (name: string): Label => fieldLabel(facts.requisition.entryForm, name);
  return { ...plan, effects: changeEffects(facts, plan, { warnings, fieldOf }) };
}
