import { sql } from 'drizzle-orm';
import type { Acting } from '#domain/kernel/command.ts';
import { deskOwner, type DeskOwner } from '#domain/sample/reject/rejectChoices.ts';
import {
  rejectTrack,
  rejectUpdate,
  type RejectFollowState,
  type RejectTrackInput,
  type RejectUpdateInput,
} from '#domain/sample/reject/rejectFollow.ts';
import { serveCommand } from '#server/kernel/http/serve.ts';
import { changeTubes } from '#server/spine/changeRows.ts';
import { followUpNote, markOf, noteActs } from '#server/spine/line.ts';
import { newId } from '#server/storage/ids.ts';
import { caseTrackTable } from '#server/storage/rejectTables.ts';
import type { Tx } from '#server/storage/tx.ts';
import { keepPhotos, missingPhotos } from './deskPhotos.ts';
import { lockRecord, type LoadedRecord } from './rejectLoading.ts';

/** `reject.update`: the record and the tube say the same. */
export const servedRejectUpdate = serveCommand(rejectUpdate, {
  load: async (tx, { rejectRecordId }: RejectUpdateInput, { user }): Promise<RejectFollowState> => ({
    record: await lockRecord(tx, user, rejectRecordId),
  }),
  async write(tx, { input, state, change, acting, opId }) {
    const { user, now } = acting;
    const { sampleId, sampleCode, rejectRecordId } = state.record as LoadedRecord;
    await tx.execute(sql`update reject_record set apply_reason = ${input.reason}, measure = ${input.measure}, update_time = ${now}, version = version + 1
      where tenant_id = ${user.tenantId} and id = ${rejectRecordId}`);
    await changeTubes(tx, user.tenantId, [{ id: sampleId, rejectReason: input.reason, rejectMeasure: input.measure }], now);
    await noteActs(tx, user.tenantId, [{ mark: markOf(rejectUpdate, { acting, opId }, input.reason), whose: { sampleCodes: [sampleCode] } }]);
    return change;
  },
});

/** `reject.track`. */
export const servedRejectTrack = serveCommand(rejectTrack, {
  async load(tx, { rejectRecordId, photos }: RejectTrackInput, { user }): Promise<RejectFollowState> {
    const missing = await missingPhotos(tx, user.tenantId, photos);
    return { record: await lockRecord(tx, user, rejectRecordId), missingPhotos: missing };
  },
  async write(tx, { input, change, acting, opId }) {
    await writeTrack(tx, acting, deskOwner.rejection, change.rejectRecordId, input);
    await keepPhotos(tx, acting, deskOwner.rejection, change.rejectRecordId, input.photos);
    await noteActs(tx, acting.user.tenantId, [
      { mark: markOf(rejectTrack, { acting, opId }, followUpNote(input)), whose: { sampleCodes: [change.sampleCode] } },
    ]);
    return change;
  },
});

type Tracked = Pick<RejectTrackInput, 'content' | 'contactWay' | 'contactName' | 'readBack'>;
/** Writes down what was done about a rejection or a case; it changes nothing of it. */
export async function writeTrack(
  tx: Tx,
  { user, now }: Pick<Acting, 'user' | 'now'>,
  ownerType: DeskOwner,
  ownerId: string,
  tracked: Tracked,
): Promise<void> {
  await tx.insert(caseTrackTable).values({
    id: newId(),
    tenantId: user.tenantId,
    ownerType,
    ownerId,
    content: tracked.content,
    contactWay: tracked.contactWay ?? null,
    contactName: tracked.contactName || null,
    readBack: tracked.readBack ?? null,
    createUserId: user.id,
    createUserName: user.name,
    createTime: now,
  });
}
