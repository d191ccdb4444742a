import type { Label } from '#domain/kernel/label.ts';
import { refuse, conflict, type Refusal } from '#domain/kernel/outcome.ts';
import { taskState, type TaskState } from '../rules/taskState.ts';
import type { BatchKind } from './sheetChoices.ts';

/** A task as far as a place on a sheet cares. */
export interface PlaceableTask {
  readonly taskId: string;
  /** What its tube is called. */
  readonly code: string;
  readonly laboratoryId: string;
  readonly laboratoryName: string;
  readonly panelGroupId: string;
  readonly panelGroupName: string;
  readonly taskState: TaskState;
  readonly round: number;
  /** The other living sheet of the same kind that has it this round; null: none. */
  readonly otherBatch: string | null;
}
export interface SheetOfTask {
  readonly laboratoryId: string;
  readonly panelGroupId: string;
  readonly batchKind: BatchKind;
}

/** Refusals of a single place. */
export const placeRefusals = {
  'batch.unknownCode': ['没有此样本或检测任务: {code}', 'No tube or task of that code: {code}'],
  'batch.otherLaboratory': ['{code} 由 {laboratoryName} 检测', '{code} is tested by {laboratoryName}'],
  'batch.otherGroup': ['{code} 属于项目组 {panelGroupName}', '{code} belongs to panel group {panelGroupName}'],
  'batch.taskState': ['{code} 状态为{status},不能上机', '{code} is {status}; it cannot be put on a sheet'],
  'batch.onOther': ['{code} 已在批次 {batch}', '{code} is on {batch} already'],
} as const satisfies Record<string, Label>;

/** What speaks against putting a task on a sheet; null: nothing (docs/lab.md#run-sheets). */
export function placeRefusal(task: PlaceableTask, sheet: SheetOfTask): Refusal | null {
  const { code } = task;
  if (task.laboratoryId !== sheet.laboratoryId) return refuse('batch.otherLaboratory', { code, laboratoryName: task.laboratoryName });
  if (task.panelGroupId !== sheet.panelGroupId) return refuse('batch.otherGroup', { code, panelGroupName: task.panelGroupName });
  if (task.taskState !== taskState.waiting && task.taskState !== taskState.running)
    return conflict('batch.taskState', { code, status: taskState.labelOf(task.taskState) });
  if (task.otherBatch !== null) return conflict('batch.onOther', { code, batch: task.otherBatch });
  return null;
}
