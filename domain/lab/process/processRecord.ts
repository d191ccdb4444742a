import { z } from 'zod';
import { oneOf, shape } from '#domain/kernel/contract.ts';
import type { Label } from '#domain/kernel/label.ts';
import { conflict, refuse, type Refusal } from '#domain/kernel/outcome.ts';
import { recoveredTo } from '../rules/taskMoves.ts';
import { taskState, type TaskState } from '../rules/taskState.ts';
import { recordState, type ProcessKind, type RecordState } from './processChoices.ts';
import { taskName } from './processTask.ts';

/** A task of a record: where it stands, and where it stood before the act. */
export interface RecordTask {
  readonly taskId: string;
  readonly labCode: string | null;
  readonly sampleCode: string;
  readonly taskState: TaskState;
  readonly before: TaskState;
}
/** What an act on a process record knows of it. */
export interface ProcessRecord {
  readonly recordId: string;
  readonly kind: ProcessKind;
  readonly state: RecordState;
  readonly version: number;
  readonly sampleCode: string;
  readonly promisedTime: string | null;
  readonly newSampleCode: string | null;
  readonly closerName: string | null;
  readonly closeTime: string | null;
  readonly updateTime: string;
  readonly tasks: readonly RecordTask[];
}
/** A task's way with an act on its record. */
export interface RecordMove {
  readonly taskId: string;
  readonly from: TaskState;
  readonly to: TaskState;
}

export const recordRefusals = {
  'process.noRecord': ['没有此记录', 'No such record'],
  'process.closed': ['{name} 的记录{state}: {by} {at}', 'The record of {name} is closed: {state}, {by} {at}'],
  'process.elsewhere': ['{name} 当前为{state},不能恢复', '{name} is now: {state}; it cannot be taken back'],
} as const satisfies Readonly<Record<string, Label>>;

/** What speaks against anything done to a record, as far as its row tells; null: nothing. */
export function openRecordRefusal({
  sampleCode,
  state,
  closerName,
  closeTime,
}: Pick<ProcessRecord, 'sampleCode' | 'state' | 'closerName' | 'closeTime'>): Refusal | null {
  if (state === recordState.inForce) return null;
  return conflict('process.closed', { name: sampleCode, state: recordState.labelOf(state), by: closerName ?? '', at: closeTime ?? '' });
}

/** Where the tasks of a record go that is taken back: where they stood, what ran waits again. A refusal where one stands elsewhere than the act left it. */
export function wayBack(record: ProcessRecord | null, kind: ProcessKind, from: TaskState): { readonly moves: readonly RecordMove[] } | Refusal {
  if (record?.kind !== kind) return refuse('process.noRecord');
  const closed = openRecordRefusal(record);
  if (closed) return closed;
  const elsewhere = record.tasks.find((task) => task.taskState !== from);
  if (elsewhere) return conflict('process.elsewhere', { name: taskName(elsewhere), state: taskState.labelOf(elsewhere.taskState) });
  return { moves: record.tasks.map(({ taskId, before }) => ({ taskId, from, to: recoveredTo(before) })) };
}

/** What every act on a process record has in common. */
export const recordAct = {
  service: 'lab',
  answer: shape({ recordId: z.string(), recordState: oneOf(recordState) }),
  version: 1,
  offline: false,
  lanes: ({ recordId }: { readonly recordId: string }) => [`process:${recordId}`],
  subject: ({ recordId }: { readonly recordId: string }) => recordId,
} as const;
export const manyRecords = { of: 'recordIds', keys: ['recordId'] } as const;
export interface RecordChange {
  readonly recordId: string;
  readonly recordState: RecordState;
  readonly moves: readonly RecordMove[];
}
