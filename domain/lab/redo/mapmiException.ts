import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { choices } from '#domain/kernel/choices.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { oneOf, shape, type RowOf } from '#domain/kernel/contract.ts';
import { choice, flag, integer, reasonField } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import type { Label } from '#domain/kernel/label.ts';
import { describeListing, pick } from '#domain/kernel/listing.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { words } from '#domain/search/vocabulary.ts';
import { batchLine } from '../batch/sheetChoices.ts';
import { viewSheets } from '../batch/sheetRows.ts';
import { taskState } from '../rules/taskState.ts';
import { redoRefusal, redoRefusals, redoRight, type RedoneTask } from './redoRule.ts';
import { begunAnew, redoAnswer, type RedoChange, type RedoState } from './redoTasks.ts';
import { roundKind, type RedoKind } from './roundKind.ts';

/** What a sequencing run that is analysed in the cloud came back with (docs/lab.md#repetition). */
export const exceptionType = choices({
  cloudFailed: [1, '云端失败', 'Analysis failed'],
  qcFailed: [2, '质控失败', 'Quality failed'],
  dataShort: [3, '数据不足', 'Too little data'],
  outOfControl: [4, '失控', 'Out of control'],
});

const exceptionScreen = '/lab/mapmiException';
export const exceptionRow = shape({
  taskId: z.string(),
  version: z.int(),
  labCode: z.string().nullable(),
  sampleCode: z.string(),
  requisitionCode: z.string(),
  personName: z.string().nullable(),
  laboratoryId: z.string(),
  laboratoryName: z.string().nullable(),
  panelGroupId: z.string(),
  panelGroupName: z.string().nullable(),
  batch: z.string(),
  line: oneOf(batchLine),
  exceptionType: oneOf(exceptionType),
  /** Findings by their confidence: high, middle, low. */
  signalIntensityGao: z.int(),
  signalIntensityZhong: z.int(),
  signalIntensityDi: z.int(),
  /** It has passed its first audit. */
  reportAuditStatus: z.boolean(),
  taskState: oneOf(taskState),
  round: z.int(),
  resultVersion: z.int(),
  externalDueTime: z.string().nullable(),
});
export type ExceptionRow = RowOf<typeof exceptionRow>;

/** Runs in the cloud that want a person. */
export const mapmiExceptions = describeListing({
  name: 'mapmiException',
  title: ['mapmi 异常', 'mapmi exceptions'],
  at: 'lab/mapmiException/page',
  permission: viewSheets.code,
  row: exceptionRow,
  id: 'taskId',
  columns: {
    ...pick(words, 'labCode', 'personName', 'batch'),
    exceptionType: choice('异常类型', 'Exception', exceptionType),
    signalIntensityGao: integer('高可信检出', 'High confidence'),
    signalIntensityZhong: integer('中可信检出', 'Middle confidence'),
    signalIntensityDi: integer('低可信检出', 'Low confidence'),
    taskState: choice('任务状态', 'Task state', taskState),
    round: integer('轮次', 'Round'),
    reportAuditStatus: flag('报告审核', 'Report audit', { isBoolean: true }),
    ...pick(words, 'requisitionCode', 'panelGroupId', 'laboratoryId'),
  },
  search: {
    ...pick(words, 'labCode', 'batch'),
    exceptionType: choice('异常类型', 'Exception', exceptionType),
    ...pick(words, 'laboratoryId', 'requisitionCode'),
  },
  sortable: ['labCode', 'batch'],
  screens: [{ route: exceptionScreen, title: ['mapmi 异常', 'mapmi exceptions'] }],
});

const asks = { reason: reasonField };
export const exceptionInput = z.object({ taskId: idText, ...partsOfFields(asks) });
export type ExceptionInput = z.output<typeof exceptionInput>;

function again(name: string, title: Label, path: string, kind: RedoKind, consequence: Label) {
  return defineCommand({
    name,
    title,
    service: 'lab',
    path,
    permission: redoRight,
    roles: ['lab', 'audit1', 'audit2'],
    screens: [exceptionScreen],
    input: exceptionInput,
    asks,
    consequence,
    many: { of: 'taskIds', keys: ['taskId'] },
    answer: redoAnswer,
    version: 1,
    offline: false,
    lanes: ({ taskId }) => [`task:${taskId}`],
    subject: ({ taskId }) => taskId,
    refusals: redoRefusals,
    decide({ task }: RedoState, _input: ExceptionInput, { user }): Outcome<RedoChange> {
      if (!task) return refuse('redo.unknown');
      return redoRefusal(task, kind, user, true) ?? accept(begunAnew(task, kind));
    },
  });
}
/** The cloud analyses what was sequenced once more. */
export const cloudFallback = again('mapmiException.cloudFallback', ['云端回退', 'Analyse again'], 'mapmiException/cloud-fallback', roundKind.cloud, [
  '云端重新分析同一次测序,任务回到实验中并进入下一轮,现有结果不再有效',
  'The cloud analyses the same run anew: the task runs again in its next round, its result counts no longer',
]);
/** It is sequenced once more. */
export const resequencing = again('mapmiException.resequencing', ['重测', 'Re-sequence'], 'mapmiException/resequencing', roundKind.sequencing, [
  '任务回到待实验并进入下一轮,须重新上机;现有结果不再有效',
  'The task waits for another run in its next round; its result counts no longer',
]);

/** A task whose result a person takes as it is. */
export interface TakenTask extends Pick<RedoneTask, 'taskId' | 'name' | 'taskState' | 'line'> {
  readonly version: number;
  /** Its round has a result. */
  readonly hasResult: boolean;
  /** Who took it before; null: nobody. */
  readonly takenBy: string | null;
  /** Limits of quality that keep it out; null: none. */
  readonly forbidden: Label | null;
  /** Names of items that still lack a value. */
  readonly missing: readonly string[];
}
export interface TakeState {
  readonly task: TakenTask | null;
}
export interface TakeChange {
  readonly taskId: string;
}

/** What speaks against taking a result as it is; null: nothing. */
export function takeRefusal({ name, taskState: state, line, hasResult, takenBy, forbidden, missing }: TakenTask): Refusal | null {
  if (state !== taskState.running && state !== taskState.firstAudit) return conflict('mapmi.state', { name, state: taskState.labelOf(state) });
  if (line !== 'mapmi') return refuse('redo.notMapmi', { name });
  if (!hasResult) return refuse('mapmi.noResult', { name });
  if (takenBy !== null && state === taskState.firstAudit) return conflict('mapmi.taken', { name, by: takenBy });
  if (forbidden) return refuse('mapmi.forbidden', { name, limits: forbidden });
  return missing.length > 0 ? refuse('mapmi.lacks', { name, items: missing.join('、') }) : null;
}

/** Takes a result as it came, with a reason: a person answers for it, and it awaits its first audit. */
export const submitException = defineCommand({
  name: 'mapmiException.submit',
  title: ['提交结果', 'Take as it is'],
  service: 'lab',
  path: 'mapmiException/submit',
  permission: 'result_enter',
  roles: ['lab', 'audit1'],
  screens: [exceptionScreen],
  input: exceptionInput,
  asks,
  consequence: [
    '按现有结果进入待一审,由您负责;您不能再审核此结果',
    'It awaits its first audit with the result it has, on your account; you cannot audit it then',
  ],
  many: { of: 'taskIds', keys: ['taskId'] },
  answer: shape({ taskId: z.string(), taskState: oneOf(taskState), version: z.int() }),
  version: 1,
  offline: false,
  lanes: ({ taskId }) => [`task:${taskId}`],
  subject: ({ taskId }) => taskId,
  refusals: {
    'redo.unknown': redoRefusals['redo.unknown'],
    'redo.notMapmi': redoRefusals['redo.notMapmi'],
    'mapmi.state': ['{name} 当前为{state},不能提交', '{name} is now: {state}; it cannot be taken'],
    'mapmi.noResult': ['{name} 本轮尚无结果', '{name} has no result of this round'],
    'mapmi.lacks': ['{name} 缺少: {items}', '{name} lacks: {items}'],
    'mapmi.forbidden': ['{name} 质控不合格，禁止出具结果：{limits}', '{name}: its quality keeps it out: {limits}'],
    'mapmi.taken': ['{name} 已由 {by} 提交', '{name} was taken by {by}'],
  },
  decide({ task }: TakeState): Outcome<TakeChange> {
    if (!task) return refuse('redo.unknown');
    return takeRefusal(task) ?? accept({ taskId: task.taskId });
  },
});
