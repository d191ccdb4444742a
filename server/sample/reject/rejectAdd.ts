import { rejectAdd, type RejectAddInput, type RejectAddState } from '#domain/sample/reject/rejectAdd.ts';
import { rejectSource } from '#domain/sample/reject/rejectChoices.ts';
import { actTime } from '#domain/sample/summary.ts';
import { serveCommand } from '#server/kernel/http/serve.ts';
import { settledOf } from '#server/spine/bill/settledOf.ts';
import { markOf } from '#server/spine/line.ts';
import { missingPhotos } from './deskPhotos.ts';
import { openRecordOf } from './rejectLoading.ts';
import { lockTubesBeside, rejectTubes, type TubeRow } from './rejectTubes.ts';

interface LoadedState extends RejectAddState {
  readonly tube: TubeRow | null;
  readonly all: readonly TubeRow[];
  readonly openRecordId: string | null;
}

/** `reject.add`: one tube, with its photographs. */
export const servedRejectAdd = serveCommand(rejectAdd, {
  async load(tx, { sampleCode, photos }: RejectAddInput, { user }): Promise<LoadedState> {
    const missing = await missingPhotos(tx, user.tenantId, photos);
    const all = await lockTubesBeside(tx, user, sampleCode);
    const tube = all.find((one) => one.sampleCode === sampleCode) ?? null;
    const [settled] = tube ? await settledOf(tx, user.tenantId, [tube.requisitionId]) : [];
    const openRecordId = tube?.rejected ? await openRecordOf(tx, user.tenantId, tube.id) : null;
    return { tube, all, openRecordId, settledIn: settled?.orderNo ?? null, missingPhotos: missing };
  },
  async write(tx, { input, state, acting, opId }) {
    const { tube, all } = state as LoadedState;
    if (!tube) throw new Error('rejected a tube that was not loaded');
    const { rejectCode, reason, measure, photos, sendSms } = input;
    const mark = markOf(rejectAdd, { acting, opId }, reason);
    const how = { source: rejectSource.desk, rejectCode, reason, measure, photos, rejectTime: actTime(acting), isTold: sendSms === 1 };
    const [written] = await rejectTubes(tx, mark, [tube], all, how);
    if (!written) throw new Error('nothing was written');
    return { sampleCode: tube.sampleCode, requisitionCode: tube.requisitionCode, rejectRecordId: written.rejectRecordId };
  },
  answerRepeat({ input, state }) {
    const { tube, openRecordId } = state as LoadedState;
    return { sampleCode: input.sampleCode, requisitionCode: tube?.requisitionCode ?? '', rejectRecordId: openRecordId ?? '' };
  },
});
