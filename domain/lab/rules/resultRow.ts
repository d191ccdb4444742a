import { choices, type CodeOf } from '#domain/kernel/choices.ts';
import type { Label } from '#domain/kernel/label.ts';
import { limitsText, type FailedLimit } from './judging.ts';
import type { ResultRow } from './resultSheet.ts';
import { taskState, type TaskState } from './taskState.ts';

export const rowVerdict = choices({
  ok: ['ok', '通过', 'OK'],
  warn: ['warn', '警告', 'Warning'],
  error: ['error', '错误', 'Error'],
});

/** Why a row of a result file is not taken in. */
export const rowErrors = {
  codeAsNumber: ['编号被存为数值，位数已丢失', 'The code was kept as a number and has lost digits'],
  noCode: ['检出没有样本编号', 'What was found has no sample’s code'],
  unknownCode: ['没有此编号', 'No such code'],
  otherGroup: ['该样本没有此项目组的检测任务', 'The sample has no task of this panel group'],
  otherLaboratory: ['该样本由其他检验所检测', 'The sample is tested by another laboratory'],
  stopped: ['任务已终止、待重采或作废', 'The task is stopped, waits for a new sample, or is void'],
  audited: ['已审核，未覆盖', 'Audited, kept'],
  twice: ['文件中该编号已在第 {line} 行', 'The file has this code on line {line}'],
  controlOut: ['质控失控', 'The control is out of limits'],
  controlExcluded: ['质控点已剔除，视为未做', 'The control point is excluded and counts as if it were not there'],
  badCell: ['有无法读取的值', 'Has values that cannot be read'],
  qcForbidden: ['质控不合格，禁止导入：{limits}', 'Its quality keeps it out: {limits}'],
} as const satisfies Record<string, Label>;
/** What a person says a reason to before the row is taken in. */
export const rowWarnings = {
  nameDiffers: ['姓名与申请单“{name}”不符', 'The name is not the requisition’s: {name}'],
  notInBatch: ['不在该上机表中', 'Not on the run sheet'],
  sexDiffers: ['性别与申请单不符', 'The sex is not the requisition’s'],
  replaces: ['将替换第 {no} 版结果', 'Replaces version {no} of the result'],
  delta: ['与历次结果不符', 'Differs from earlier results'],
  unknownFinding: ['检出“{names}”不是该项目组的检测项', 'Found, and no item of the panel group: {names}'],
  qcLow: ['质控偏低', 'Low quality'],
  unknownInstrument: ['检验所没有在用的仪器“{instrument}”', 'No instrument in use here is called {instrument}'],
} as const satisfies Record<string, Label>;
export type RowError = keyof typeof rowErrors;
/** Of a row whose task is known and takes nothing any more: there is nothing to decide about it. */
export const closedErrors = ['stopped', 'audited'] as const satisfies readonly RowError[];
type ClosedError = (typeof closedErrors)[number];
export const isClosedRow = (errors: readonly string[]): boolean => closedErrors.some((error) => errors.includes(error));
export type RowWarning = keyof typeof rowWarnings;

/** A task as a row is held against it. */
export interface RowTask {
  readonly taskId: string;
  readonly panelGroupId: string;
  readonly laboratoryId: string;
  readonly taskState: TaskState;
  readonly personName: string;
  readonly isOnBatch: boolean;
  /** 0: none yet. */
  readonly resultVersion: number;
}
export interface JudgedRow {
  readonly verdict: CodeOf<typeof rowVerdict>;
  /** Null where no task can be meant. */
  readonly taskId: string | null;
  readonly error: RowError | null;
  readonly warnings: readonly RowWarning[];
  readonly params: Readonly<Record<string, string | number | Label>>;
}
/** What a file is read for. */
export interface FileAim {
  readonly panelGroupId: string;
  readonly laboratoryIds: readonly string[];
  /** The file belongs to a run sheet: what does not stand on it is a surplus. */
  readonly hasBatch: boolean;
}

const audited: readonly TaskState[] = [taskState.secondAudit, taskState.audited, taskState.issued];
const ended: readonly TaskState[] = [taskState.stopped, taskState.resampling, taskState.voided];
const sameName = (one: string, other: string): boolean => one.replace(/[\s·•.]/g, '').toLowerCase() === other.replace(/[\s·•.]/g, '').toLowerCase();

/** Which of a sample's tasks a row is about, or why none. */
function taskOf(tasks: readonly RowTask[], { panelGroupId, laboratoryIds }: FileAim): RowTask | RowError {
  if (tasks.length === 0) return 'unknownCode';
  const ofGroup = tasks.filter((task) => task.panelGroupId === panelGroupId);
  if (ofGroup.length === 0) return 'otherGroup';
  return ofGroup.find((task) => laboratoryIds.includes(task.laboratoryId)) ?? 'otherLaboratory';
}

/** Why a task takes nothing from a file any more; null: it does. */
function closedBy({ taskState: state }: RowTask): ClosedError | null {
  if (ended.includes(state)) return 'stopped';
  return audited.includes(state) ? 'audited' : null;
}

/**
 * Judges a row of a result file (docs/lab.md#result-files). `tasks`: of the sample its code names; `firstLine`: where the file had its task
 * before; `seen`: what the values themselves gave rise to. What is audited is never overwritten.
 */
export function judgeResultRow(
  row: ResultRow,
  tasks: readonly RowTask[],
  aim: FileAim,
  firstLine: ReadonlyMap<string, number>,
  seen: readonly Extract<RowWarning, 'sexDiffers' | 'delta' | 'unknownFinding' | 'qcLow' | 'unknownInstrument'>[] = [],
  /** Limits of quality that keep it out. */
  forbidden: readonly FailedLimit[] = [],
): JudgedRow {
  const failed = (error: RowError, taskId: string | null = null, params: JudgedRow['params'] = {}): JudgedRow => ({
    verdict: rowVerdict.error,
    taskId,
    error,
    warnings: [],
    params,
  });
  if (row.isCodeLost) return failed('codeAsNumber');
  if (row.code === '') return failed('noCode');
  const task = taskOf(tasks, aim);
  if (typeof task === 'string') return failed(task);
  const closed = closedBy(task);
  if (closed) return failed(closed, task.taskId);
  const line = firstLine.get(task.taskId);
  if (line !== undefined && line < row.line) return failed('twice', task.taskId, { line });
  if (row.cells.some(({ fault }) => fault !== null) || row.findings?.some(({ faults }) => faults.length > 0)) return failed('badCell', task.taskId);
  if (forbidden.length > 0) return failed('qcForbidden', task.taskId, { limits: limitsText(forbidden) });
  const is: Readonly<Record<RowWarning, boolean>> = {
    nameDiffers: row.personName !== '' && !sameName(row.personName, task.personName),
    notInBatch: aim.hasBatch && !task.isOnBatch,
    sexDiffers: seen.includes('sexDiffers'),
    replaces: task.resultVersion > 0,
    delta: seen.includes('delta'),
    unknownFinding: seen.includes('unknownFinding'),
    qcLow: seen.includes('qcLow'),
    unknownInstrument: seen.includes('unknownInstrument'),
  };
  const warnings = (Object.keys(rowWarnings) as RowWarning[]).filter((warning) => is[warning]);
  return {
    verdict: warnings.length > 0 ? rowVerdict.warn : rowVerdict.ok,
    taskId: task.taskId,
    error: null,
    warnings,
    params: { name: task.personName, no: task.resultVersion, ...(row.instrument ? { instrument: row.instrument } : {}) },
  };
}
