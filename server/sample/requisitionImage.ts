import { sql } from 'drizzle-orm';
import type { UploadImageAnswer } from '#domain/sample/imageContracts.ts';
import { removeImage, uploadImage, type RemoveImageState, type UploadImageState } from '#domain/sample/requisitionImage.ts';
import { bindBlob, lockBlob, looseBlob } from '#server/kernel/core/blobStore.ts';
import { blobOwner } from '#server/storage/blobTables.ts';
import { serveCommand, type Tx } from '#server/kernel/http/serve.ts';
import { lockPictures, requireCodes } from '#server/spine/loading.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow } from '#server/storage/readRows.ts';
import { requisitionImageTable } from '#server/storage/sampleTables.ts';

const knownColumns = sql`p.id as requisition_image_id, p.image_key, p.requisition_code, p.page_no, p.sha256, p.is_deleted, p.upload_user_name as by, case when p.is_deleted = 1 then p.update_time else p.create_time end as at`;
type Known = NonNullable<UploadImageState['known']> & { readonly imageKey: string; readonly pageNo: number };
interface LoadedImage extends UploadImageState {
  readonly known: Known | null;
  readonly same: Known | null;
}

/** `requisitionImage.upload`: the row, and the blob bound to it. */
export const servedUploadImage = serveCommand(uploadImage, {
  async load(tx, { imageKey, requisitionCode, sha256 }, { user }): Promise<LoadedImage> {
    const { tenantId } = user;
    const blob = await lockBlob(tx, tenantId, sha256);
    await requireCodes(tx, user, [requisitionCode]);
    const [known] = await lockPictures<Known>(tx, user, sql`p.image_key = ${imageKey}`, knownColumns);
    const same = await readRow<Known>(
      tx,
      sql`select ${knownColumns} from requisition_image p where p.tenant_id = ${tenantId} and p.requisition_code = ${requisitionCode} and p.sha256 = ${sha256} and p.is_deleted = 0`,
    );
    return { blob, known: known ?? null, same: same ?? null };
  },
  async write(tx, { change, acting }): Promise<UploadImageAnswer> {
    const { user, now, occurredAt } = acting;
    const id = newId();
    await tx.insert(requisitionImageTable).values({
      id,
      tenantId: user.tenantId,
      ...change,
      uploadUserId: user.id,
      uploadUserName: user.name,
      takenTime: occurredAt,
      createTime: now,
      updateTime: now,
    });
    await bindBlob(tx, user.tenantId, change.sha256, blobOwner.patient);
    const { imageKey, requisitionCode, pageNo } = change;
    return { requisitionImageId: id, imageKey, requisitionCode, pageNo, by: user.name, receiveTime: now };
  },
  answerRepeat({ input, state }): UploadImageAnswer {
    const { known, same } = state as LoadedImage;
    const row = known ?? same;
    return {
      requisitionImageId: row?.requisitionImageId ?? '',
      imageKey: row?.imageKey ?? input.imageKey,
      requisitionCode: input.requisitionCode,
      pageNo: row?.pageNo ?? input.pageNo,
      by: row?.by ?? '',
      receiveTime: row?.at ?? '',
    };
  },
  // Two of a kind meet only in the same picture.
  tiedBy: (payload) => {
    const { sha256 } = payload as { sha256?: unknown };
    return typeof sha256 === 'string' ? [`blob:${sha256}`] : null;
  },
});

/** `requisitionImage.remove`: the row stays as a trace; its blob is loose when nothing else shows it. */
export const servedRemoveImage = serveCommand(removeImage, {
  async load(tx: Tx, { requisitionImageId }, { user }): Promise<RemoveImageState> {
    const [image] = await lockPictures<Known>(tx, user, sql`p.id = ${requisitionImageId}`, knownColumns);
    return { image: image ?? null };
  },
  async write(tx, { change, acting }) {
    const { tenantId } = acting.user;
    // The blob before its rows, as when a picture comes in: so neither waits for the other.
    await lockBlob(tx, tenantId, change.sha256);
    await tx.execute(
      sql`update requisition_image set is_deleted = 1, update_time = ${acting.now}, version = version + 1 where tenant_id = ${tenantId} and id = ${change.requisitionImageId}`,
    );
    const other = await readRow(
      tx,
      sql`select 1 as one from requisition_image where tenant_id = ${tenantId} and sha256 = ${change.sha256} and is_deleted = 0 limit 1`,
    );
    if (!other) await looseBlob(tx, tenantId, change.sha256);
    return change;
  },
});
