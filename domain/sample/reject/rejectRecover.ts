import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { oneOf, shape } from '#domain/kernel/contract.ts';
import { formatDateTime, toMs } from '#domain/kernel/dates.ts';
import { reasonField } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { accept, conflict, refuse, type Outcome, type Refusal } from '#domain/kernel/outcome.ts';
import { labStatus } from '../sampleStatus.ts';
import { deskPhotos, missingPhoto, photoRefusals } from './deskPhotos.ts';
import { recoveryOf, type Recovery, type TubeBefore, type TubeNow } from './recovery.ts';
import { rejectState, type RejectState } from './rejectChoices.ts';

/** A rejection as the acts on it know it. */
export interface RejectRecord {
  readonly rejectRecordId: string;
  readonly sampleCode: string;
  readonly state: RejectState;
  readonly version: number;
  readonly applyCreatorId: string;
  /** When the server had it: from then its clocks stand still, and who did it may take it back. */
  readonly applyCreateServerTime: string;
  readonly recoverUserName: string | null;
  readonly recoverTime: string | null;
  readonly updateTime: string;
}
export const recordRefusals = {
  'reject.noRecord': ['没有此拒收记录', 'No such rejection'],
  'reject.recovered': ['样本 {sampleCode} 已由 {by} 于 {at} 恢复', '{by} recovered sample {sampleCode} at {at}'],
} as const;

/** What speaks against anything done to a rejection, as far as its row tells; null: nothing. */
export function openRejectRefusal({
  sampleCode,
  state,
  recoverUserName,
  recoverTime,
}: Pick<RejectRecord, 'sampleCode' | 'state' | 'recoverUserName' | 'recoverTime'>): Refusal | null {
  return state === rejectState.rejected ? null : conflict('reject.recovered', { sampleCode, by: recoverUserName ?? '', at: recoverTime ?? '' });
}

/** So long a person may take their own rejection back: a slip of the hand. */
export const ownMinutes = 10;

/** Whether somebody recovers what they rejected themselves, and too late for a slip (docs/desk.md#recovery). */
export function isOwnRejection(
  { applyCreatorId, applyCreateServerTime }: Pick<RejectRecord, 'applyCreatorId' | 'applyCreateServerTime'>,
  user: Pick<ActingUser, 'id'>,
  now: string,
): boolean {
  return applyCreatorId === user.id && now > formatDateTime(toMs(applyCreateServerTime) + ownMinutes * 60_000);
}

const asks = { reason: reasonField } as const;
export const rejectRecoverInput = z.object({ rejectRecordId: idText, ...partsOfFields(asks), photos: deskPhotos });
export type RejectRecoverInput = z.output<typeof rejectRecoverInput>;
export interface RejectRecoverState {
  readonly record: RejectRecord | null;
  readonly before: TubeBefore | null;
  readonly now: TubeNow | null;
  readonly missingPhotos: number;
}
export interface RejectRecoverChange {
  readonly rejectRecordId: string;
  readonly sampleCode: string;
  readonly recovery: Recovery;
}

/** A rejection is taken back by another person: 111 -> where the tube stood, minus what happened since. */
export const rejectRecover = defineCommand({
  name: 'reject.recover',
  title: ['拒收恢复', 'Recover a sample'],
  service: 'sample',
  path: 'reject-record/recover',
  permission: 'reject_recover',
  roles: ['quality', 'ops'],
  screens: ['/sample/operate-rejectRecovery'],
  input: rejectRecoverInput,
  many: { of: 'rejectRecordIds', keys: ['rejectRecordId'] },
  answer: shape({ rejectRecordId: z.string(), sampleCode: z.string(), labStatus: oneOf(labStatus) }),
  asks,
  consequence: [
    '样本回到拒收前的状态(扣除其间发生的变化),应发时间按停顿顺延;未发的通知撤销',
    'It goes back to where it stood, minus what happened since; due times move by the pause, and notices that wait are withdrawn',
  ],
  version: 1,
  offline: false,
  lanes: ({ rejectRecordId }) => [`reject:${rejectRecordId}`],
  subject: ({ rejectRecordId }) => rejectRecordId,
  refusals: {
    ...recordRefusals,
    ...photoRefusals,
    'recover.entrusted': [
      '检测已随备用管 {code} 委托至其他检验所,请先取消委托',
      'Its tests went to another laboratory with spare {code}; cancel that first',
    ],
    'recover.self': ['不能恢复本人的拒收', 'Not your own rejection: another person recovers it'],
  },
  decide(
    { record, before, now: tube, missingPhotos }: RejectRecoverState,
    { rejectRecordId }: RejectRecoverInput,
    { user, now },
  ): Outcome<RejectRecoverChange> {
    if (!record || !before || !tube) return refuse('reject.noRecord');
    const closed = openRejectRefusal(record);
    if (closed) return closed;
    if (isOwnRejection(record, user, now)) return refuse('recover.self');
    // Its work would be done at both laboratories, or a tube go alone whose tasks two share (docs/entrust.md#states).
    const away = tube.tasks.find(({ isAway }) => isAway);
    if (away) return conflict('recover.entrusted', { code: away.sampleCode });
    return missingPhoto(missingPhotos) ?? accept({ rejectRecordId, sampleCode: record.sampleCode, recovery: recoveryOf(before, tube) });
  },
});
