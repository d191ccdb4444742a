import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { oneOf, shape } from '#domain/kernel/contract.ts';
import { choice, code, longText } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import type { Label } from '#domain/kernel/label.ts';
import { accept, refuse, type Outcome } from '#domain/kernel/outcome.ts';
import type { BatchKind } from '../batch/sheetChoices.ts';
import type { Signal } from '../rules/signals.ts';
import { taskState, type TaskState } from '../rules/taskState.ts';
import { redoRefusal, redoRefusals, redoRight, type RedoneTask } from './redoRule.ts';
import { abnormalReason } from '../abnormalReason.ts';
import { roundKind, type RedoKind } from './roundKind.ts';

/** Where work is done again. */
const redoScreens = ['/lab/result-audit', '/lab/mapmiSj', '/lab/tngsSj', '/lab/batch'];

const asks = {
  reasonCode: choice('重做原因', 'Why again', abnormalReason, { required: true }),
  reason: longText('原因说明', 'Explanation', { max: 200 }),
  materialSampleCode: code('备用管', 'Spare tube', {
    help: ['扫描同一申请单的备用管;不填则用原样本', 'Scan a spare tube of the requisition; empty: from its own'],
  }),
} as const;
export const redoInput = z.object({ taskId: idText, ...partsOfFields(asks) });
export type RedoInput = z.output<typeof redoInput>;

/** A tube that was named as the material. */
export interface Material {
  readonly sampleId: string;
  readonly sampleCode: string;
  /** Its own, or one that follows it. */
  readonly isOwn: boolean;
  readonly isSpare: boolean;
}
/** A task with what its result leaves behind. */
export interface BegunTask extends RedoneTask {
  readonly batchId: string | null;
  readonly resultVersion: number;
  readonly signals: readonly Signal[];
}
export interface RedoState {
  readonly task: BegunTask | null;
  /** Null: none was named, or the requisition has no such tube. */
  readonly material: Material | null;
}
export interface RedoChange {
  readonly taskId: string;
  readonly kind: RedoKind;
  readonly from: TaskState;
  readonly to: TaskState;
  readonly round: number;
  readonly materialSampleId: string | null;
}
export const redoAnswer = shape({ taskId: z.string(), taskState: oneOf(taskState), round: z.int() });

/** What becomes of a task that nothing speaks against. */
export const begunAnew = (task: RedoneTask, kind: RedoKind, materialSampleId: string | null = null): RedoChange => ({
  taskId: task.taskId,
  kind,
  from: task.taskState,
  to: kind === roundKind.cloud ? taskState.running : taskState.waiting,
  round: task.round + 1,
  materialSampleId,
});

function redoing(name: string, title: Label, path: string, kind: Exclude<RedoKind, 5>) {
  return defineCommand({
    name,
    title,
    service: 'lab',
    path,
    permission: redoRight,
    roles: ['lab', 'audit1', 'audit2'],
    screens: redoScreens,
    input: redoInput,
    asks,
    refusedAt: { 'redo.materialUnknown': 'materialSampleCode', 'redo.notSpare': 'materialSampleCode' },
    consequence: [
      '任务回到待实验并进入下一轮,现有结果不再有效,孔位作废;应发时间不变,不收费',
      'The task waits again in its next round; its result counts no longer, its places are void, its due time stays and nobody pays for it',
    ],
    many: { of: 'taskIds', keys: ['taskId'] },
    answer: redoAnswer,
    version: 1,
    offline: false,
    lanes: ({ taskId }) => [`task:${taskId}`],
    subject: ({ taskId }) => taskId,
    refusals: redoRefusals,
    decide({ task, material }: RedoState, { materialSampleCode }: RedoInput, { user }): Outcome<RedoChange> {
      if (!task) return refuse('redo.unknown');
      const refusal = redoRefusal(task, kind, user);
      if (refusal) return refusal;
      if (!materialSampleCode) return accept(begunAnew(task, kind));
      if (!material) return refuse('redo.materialUnknown', { code: materialSampleCode });
      if (!material.isOwn && !material.isSpare) return refuse('redo.notSpare', { code: material.sampleCode, name: task.name });
      return accept(begunAnew(task, kind, material.isOwn ? null : material.sampleId));
    },
  });
}
/** Work begins anew with a step of the bench, from its own tube or from a spare (docs/lab.md#repetition). */
export const reExtraction = redoing('labProcess.reExtraction', ['重提取', 'Re-extract'], 'lab-process/re-extraction', roundKind.extraction);
export const rebuild = redoing('labProcess.rebuild', ['重建库', 'Rebuild library'], 'lab-process/rebuild', roundKind.library);
export const reSequencing = redoing('labProcess.reSequencing', ['重测序', 'Re-sequence'], 'lab-process/re-sequencing', roundKind.sequencing);

/** By the step it begins with. */
export const redoCommands = [
  { kind: roundKind.extraction, command: reExtraction },
  { kind: roundKind.library, command: rebuild },
  { kind: roundKind.sequencing, command: reSequencing },
] as const;
/** What is done again of a run sheet of this kind: its own step. */
export const redoOfSheet = (kind: BatchKind): (typeof redoCommands)[number] => redoCommands[kind <= 2 ? 0 : kind === 3 ? 1 : 2];
