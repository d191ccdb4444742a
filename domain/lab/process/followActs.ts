import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { choice, dateTime, longText, text } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { accept, conflict, refuse, type Outcome } from '#domain/kernel/outcome.ts';
import { contactWay, processKind, recordState } from './processChoices.ts';
import { manyRecords, openRecordRefusal, recordAct, recordRefusals, type ProcessRecord, type RecordChange } from './processRecord.ts';

const updateAsks = {
  promisedTime: dateTime('承诺时间', 'Promised for', { help: ['延迟: 清空即撤销', 'Of a delay: emptied, it is taken back'] }),
  reason: text('原因说明', 'Explanation', { max: 200 }),
} as const;
export const updateRecordInput = z.object({ recordId: idText, version: z.int().min(0), ...partsOfFields(updateAsks) });
export type UpdateRecordInput = z.output<typeof updateRecordInput>;
export interface RecordActState {
  readonly record: ProcessRecord | null;
}
export interface UpdateRecordChange extends RecordChange {
  /** Undefined: stays as it is. */
  readonly reason: string | undefined;
  readonly promisedTime: string | null | undefined;
}
const followRoles = ['lab', 'audit1', 'audit2'] as const;
const followScreens = [
  '/sample/operate-stop',
  '/sample/operate-resample',
  '/sample/operate-delay',
  '/sample/operate-stopRecovery',
  '/sample/operate-resampleRecovery',
  '/search/niptResample',
];

/** Mends what an open record says; a delay without a promised time is taken back. */
export const updateRecord = defineCommand({
  ...recordAct,
  name: 'labProcess.update',
  title: ['修改记录', 'Change the record'],
  path: 'lab-process/update',
  permission: 'labProcess_track',
  roles: followRoles,
  screens: followScreens,
  input: updateRecordInput,
  asks: updateAsks,
  refusedAt: { 'process.promisedPast': 'promisedTime', 'process.noPromise': 'promisedTime' },
  refusals: {
    ...recordRefusals,
    'process.changed': ['{name} 的记录已于 {at} 被修改,请刷新后重试', 'The record of {name} was changed at {at}: look at it again'],
    'process.promisedPast': ['承诺时间须晚于现在', 'The promised time must lie ahead'],
    'process.noPromise': ['只有延迟记录有承诺时间', 'A delay alone has a promised time'],
  },
  decide({ record }: RecordActState, { recordId, version, reason, promisedTime }: UpdateRecordInput, { now }): Outcome<UpdateRecordChange> {
    if (!record || record.kind === processKind.goBack) return refuse('process.noRecord');
    const closed = openRecordRefusal(record);
    if (closed) return closed;
    if (version !== record.version) return conflict('process.changed', { name: record.sampleCode, at: record.updateTime });
    const isDelay = record.kind === processKind.delay;
    if (!isDelay && promisedTime) return refuse('process.noPromise');
    if (promisedTime && promisedTime !== record.promisedTime && promisedTime <= now) return refuse('process.promisedPast');
    const isTakenBack = isDelay && promisedTime === null;
    return accept({
      recordId,
      recordState: isTakenBack ? recordState.takenBack : recordState.inForce,
      moves: isDelay && promisedTime !== undefined ? record.tasks.map(({ taskId, taskState: state }) => ({ taskId, from: state, to: state })) : [],
      reason: reason || undefined,
      promisedTime: isDelay ? promisedTime : undefined,
    });
  },
});

const trackAsks = {
  content: longText('跟进内容', 'What was done', { required: true, max: 500 }),
  contactWay: choice('联系方式', 'Reached by', contactWay),
  contactName: text('联系人', 'Contact', { max: 50 }),
  nextTime: dateTime('下次跟进', 'Ask again at'),
} as const;
export const trackInput = z.object({ recordId: idText, ...partsOfFields(trackAsks) });
export type TrackInput = z.output<typeof trackInput>;

/** Notes what was done about open records: who was reached, and when to ask again. */
export const trackRecords = defineCommand({
  ...recordAct,
  many: manyRecords,
  name: 'labProcess.track',
  title: ['跟进', 'Follow up'],
  path: 'lab-process/trackBatch',
  permission: 'labProcess_track',
  roles: followRoles,
  screens: followScreens,
  input: trackInput,
  asks: trackAsks,
  refusals: recordRefusals,
  decide({ record }: RecordActState, { recordId }: TrackInput): Outcome<RecordChange> {
    if (!record) return refuse('process.noRecord');
    return openRecordRefusal(record) ?? accept({ recordId, recordState: record.state, moves: [] });
  },
});
