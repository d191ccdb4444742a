import { z } from 'zod';
import { partsOfFields } from '#domain/kernel/check.ts';
import { defineCommand } from '#domain/kernel/command.ts';
import { shape } from '#domain/kernel/contract.ts';
import { choice, flag, longText, text } from '#domain/kernel/fields.ts';
import { idText } from '#domain/kernel/ids.ts';
import { accept, conflict, refuse, type Outcome } from '#domain/kernel/outcome.ts';
import { contactWay } from '#domain/lab/process/processChoices.ts';
import { rejectMeasure } from '../rejectReasons.ts';
import { deskPhotos, missingPhoto, photoRefusals } from './deskPhotos.ts';
import { openRejectRefusal, recordRefusals, type RejectRecord } from './rejectRecover.ts';

const common = {
  service: 'sample',
  answer: shape({ rejectRecordId: z.string(), sampleCode: z.string() }),
  version: 1,
  offline: false,
  lanes: ({ rejectRecordId }: { readonly rejectRecordId: string }) => [`reject:${rejectRecordId}`],
  subject: ({ rejectRecordId }: { readonly rejectRecordId: string }) => rejectRecordId,
} as const;
export interface RejectFollowState {
  readonly record: RejectRecord | null;
  readonly missingPhotos?: number;
}
export interface RejectFollowChange {
  readonly rejectRecordId: string;
  readonly sampleCode: string;
}

const updateAsks = {
  reason: text('原因说明', 'Explanation', { required: true, max: 200 }),
  measure: choice('处理措施', 'Measure', rejectMeasure, { required: true }),
} as const;
/** `id` as the contract's clients send it. */
export const rejectUpdateInput = z
  .object({ rejectRecordId: idText.optional(), id: idText.optional(), version: z.int().min(1), ...partsOfFields(updateAsks) })
  .transform(({ id = '', rejectRecordId = id, ...said }) => ({ rejectRecordId, ...said }))
  .refine(({ rejectRecordId }) => rejectRecordId !== '');
export type RejectUpdateInput = z.output<typeof rejectUpdateInput>;

/** Mends what a rejection says, as long as it stands. */
export const rejectUpdate = defineCommand({
  ...common,
  name: 'reject.update',
  title: ['修改拒收', 'Change a rejection'],
  path: 'reject-record/update',
  permission: 'reject_update',
  roles: ['quality', 'ops'],
  screens: ['/sample/operate-reject', '/sample/operate-rejectRecovery'],
  input: rejectUpdateInput,
  asks: updateAsks,
  refusals: {
    ...recordRefusals,
    'reject.changed': [
      '样本 {sampleCode} 的拒收已于 {at} 被修改,请刷新后重试',
      'The rejection of {sampleCode} was changed at {at}: look at it again',
    ],
  },
  decide({ record }: RejectFollowState, { rejectRecordId, version }: RejectUpdateInput): Outcome<RejectFollowChange> {
    if (!record) return refuse('reject.noRecord');
    const { sampleCode, updateTime: at } = record;
    const closed = openRejectRefusal(record);
    if (closed) return closed;
    return version === record.version ? accept({ rejectRecordId, sampleCode }) : conflict('reject.changed', { sampleCode, at });
  },
});

/** What a person is asked of a follow-up, of a rejection or of an abnormal case. */
export const trackAsks = {
  content: longText('跟踪内容', 'What was done', { required: true, max: 500 }),
  contactWay: choice('联系方式', 'Reached by', contactWay),
  contactName: text('联系人', 'Contact', { max: 50 }),
  readBack: flag('已复述', 'Read back'),
} as const;
export const rejectTrackInput = z.object({ rejectRecordId: idText, ...partsOfFields(trackAsks), photos: deskPhotos });
export type RejectTrackInput = z.output<typeof rejectTrackInput>;

/** Notes what was done about rejections: who was reached, how, and whether they said it back. */
export const rejectTrack = defineCommand({
  ...common,
  name: 'reject.track',
  title: ['拒收跟踪', 'Follow up rejections'],
  path: 'reject-record/track',
  permission: 'reject_track',
  roles: ['quality', 'ops'],
  screens: ['/sample/operate-reject', '/sample/operate-rejectRecovery'],
  input: rejectTrackInput,
  many: { of: 'rejectRecordIds', keys: ['rejectRecordId'] },
  asks: trackAsks,
  refusals: { ...recordRefusals, ...photoRefusals },
  decide({ record, missingPhotos = 0 }: RejectFollowState, { rejectRecordId }: RejectTrackInput): Outcome<RejectFollowChange> {
    if (!record) return refuse('reject.noRecord');
    return missingPhoto(missingPhotos) ?? accept({ rejectRecordId, sampleCode: record.sampleCode });
  },
});
