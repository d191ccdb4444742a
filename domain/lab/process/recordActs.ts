import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { reasonField } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { accept, conflict, refuse, type Outcome } from '#domain/kernel/outcome.ts';
import { type LabStatus } from '#domain/sample/sampleStatus.ts';
import { taskState } from '../rules/taskState.ts';
import { processKind, recordState } from './processChoices.ts';
import { manyRecords, recordAct, recordRefusals, wayBack, type ProcessRecord, type RecordChange } from './processRecord.ts';
import { hasArrived } from './newTube.ts';

const asksReason = { reason: reasonField } as const;
export const stopRecoverInput = z.object({
  recordId: idText,
  ...partsOfFields(asksReason),
  /** What it is taken back on: a picture or a PDF that was uploaded, and what it was called. */
  fileSha256: z.string().regex(/^[0-9a-f]{64}$/),
  fileName: z.string().trim().min(1).max(200),
});
export type StopRecoverInput = z.output<typeof stopRecoverInput>;
export interface StopRecoverState {
  readonly record: ProcessRecord | null;
  /** The evidence lies here. */
  readonly hasFile: boolean;
  /** The order the stopped work is charged in already (docs/bill.md#moves); null or absent: in none. */
  readonly settledIn?: string | null;
}
/** Takes a stop back on evidence: the tasks go on where they stood, later by the pause. Its file comes by `lab-process/stop-recovery`. */
export const stopRecover = defineCommand({
  ...recordAct,
  many: manyRecords,
  name: 'labProcess.stopRecover',
  title: ['恢复终止', 'Take a stop back'],
  path: 'lab-process/stop-recover',
  permission: 'labProcess_stop_recovery',
  roles: ['audit1', 'audit2'],
  screens: ['/sample/operate-stopRecovery'],
  input: stopRecoverInput,
  asks: asksReason,
  consequence: [
    '检测回到终止前的状态,原在实验中的重新待实验,应发时间按停顿顺延',
    'They go on where they stood, what ran waits again, and due times move by the pause',
  ],
  refusals: {
    ...recordRefusals,
    'process.noEvidence': ['请上传恢复凭证', 'Upload what it is taken back on'],
    'process.settled': ['{name} 的终止已在订单 {no} 结算, 不能恢复', 'The stop of {name} is charged in order {no} and cannot be taken back'],
  },
  decide({ record, hasFile, settledIn }: StopRecoverState, { recordId }: StopRecoverInput): Outcome<RecordChange> {
    const way = wayBack(record, processKind.stop, taskState.stopped);
    if ('accepted' in way) return way;
    if (record && settledIn) return conflict('process.settled', { name: record.sampleCode, no: settledIn });
    if (!hasFile) return refuse('process.noEvidence');
    return accept({ recordId, recordState: recordState.takenBack, moves: way.moves });
  },
});

export const resampleRecoverInput = z.object({ recordId: idText, ...partsOfFields(asksReason) });
export type ResampleRecoverInput = z.output<typeof resampleRecoverInput>;
export interface ResampleRecoverState {
  readonly record: ProcessRecord | null;
  /** The new tube it names, where it is; null: none. */
  readonly newTube: { readonly sampleCode: string; readonly labStatus: LabStatus } | null;
}
/** No new sample is needed after all: 8 -> where it stood, and the clock runs again. */
export const resampleRecover = defineCommand({
  ...recordAct,
  many: manyRecords,
  name: 'labProcess.resampleRecover',
  title: ['恢复重采', 'Take a request for a new sample back'],
  path: 'lab-process/resample-recovery',
  permission: 'labProcess_resample_recovery',
  roles: ['audit1', 'audit2'],
  screens: ['/sample/operate-resampleRecovery'],
  input: resampleRecoverInput,
  asks: asksReason,
  consequence: [
    '不再等待新样本,检测回到原状态,应发时间按停顿顺延',
    'No new sample is waited for: they go on where they stood, and due times move by the pause',
  ],
  refusals: { ...recordRefusals, 'resample.arrived': ['新样本 {code} 已接收', 'The new sample {code} has arrived'] },
  decide({ record, newTube }: ResampleRecoverState, { recordId }: ResampleRecoverInput): Outcome<RecordChange> {
    const way = wayBack(record, processKind.resample, taskState.resampling);
    if ('accepted' in way) return way;
    if (newTube && hasArrived(newTube.labStatus)) return conflict('resample.arrived', { code: newTube.sampleCode });
    return accept({ recordId, recordState: recordState.takenBack, moves: way.moves });
  },
});
