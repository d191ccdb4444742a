import { sql } from 'drizzle-orm';
import { removeImage, uploadImage, type RemoveImageState, type UploadImageAnswer, type UploadImageState } from '#domain/sample/requisitionImage.ts';
import { bindBlob, lockBlob } from '#server/kernel/blobStore.ts';
import { serveCommand, type Tx } from '#server/kernel/serve.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow } from '#server/storage/readRows.ts';
import { requisitionImageTable } from '#server/storage/sampleTables.ts';

const knownColumns = sql`id as requisition_image_id, image_key, requisition_code, page_no, sha256, is_deleted, upload_user_name as by, case when is_deleted = 1 then update_time else create_time end as at`;
type Known = NonNullable<UploadImageState['known']> & { readonly imageKey: string; readonly pageNo: number };
interface LoadedImage extends UploadImageState {
  readonly known: Known | null;
  readonly same: Known | null;
}

/** `requisitionImage.upload`: the row, and the blob bound to it. */
export const servedUploadImage = serveCommand(uploadImage, {
  async load(tx, { imageKey, requisitionCode, sha256 }, { user: { tenantId } }): Promise<LoadedImage> {
    const blob = await lockBlob(tx, tenantId, sha256);
    const known = await readRow<Known>(
      tx,
      sql`select ${knownColumns} from requisition_image where tenant_id = ${tenantId} and image_key = ${imageKey} for update`,
    );
    const same = await readRow<Known>(
      tx,
      sql`select ${knownColumns} from requisition_image where tenant_id = ${tenantId} and requisition_code = ${requisitionCode} and sha256 = ${sha256} and is_deleted = 0`,
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
    await bindBlob(tx, user.tenantId, change.sha256, true);
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
  async load(tx: Tx, { requisitionImageId }, { user: { tenantId } }): Promise<RemoveImageState> {
    const image = await readRow<Known>(
      tx,
      sql`select ${knownColumns} from requisition_image where tenant_id = ${tenantId} and id = ${requisitionImageId} for update`,
    );
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
    if (!other) await bindBlob(tx, tenantId, change.sha256, false);
    return change;
  },
});
