import { sql } from 'drizzle-orm';
import type { Acting } from '#domain/kernel/command.ts';
import type { DeskOwner } from '#domain/sample/reject/rejectChoices.ts';
import type { DeskPhoto } from '#domain/sample/reject/deskPhotos.ts';
import { bindBlob, lockBlob } from '#server/kernel/core/blobStore.ts';
import { blobOwner } from '#server/storage/blobTables.ts';
import { newId } from '#server/storage/ids.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { casePhotoTable } from '#server/storage/rejectTables.ts';
import type { Tx } from '#server/storage/tx.ts';

/** How many of an act's photographs the server does not hold as they were said to be; what it holds is locked. */
export async function missingPhotos(tx: Tx, tenantId: string, photos: readonly DeskPhoto[]): Promise<number> {
  let missing = 0;
  for (const { sha256, size, mime } of photos.toSorted((one, other) => (one.sha256 < other.sha256 ? -1 : 1))) {
    const blob = await lockBlob(tx, tenantId, sha256);
    if (blob?.size !== size || blob.mime !== mime) missing += 1;
  }
  return missing;
}

/** Puts an act's photographs under what it made; they are a patient's from now on. */
export async function keepPhotos(
  tx: Tx,
  { user, now, occurredAt }: Pick<Acting, 'user' | 'now' | 'occurredAt'>,
  ownerType: DeskOwner,
  ownerId: string,
  photos: readonly DeskPhoto[],
): Promise<void> {
  if (photos.length === 0) return;
  const rows = photos.map(({ sha256, size, mime }) => ({
    id: newId(),
    tenantId: user.tenantId,
    ownerType,
    ownerId,
    sha256,
    size,
    mime,
    takenTime: occurredAt,
    createUserName: user.name,
    createTime: now,
  }));
  await tx.execute(sql`${insertMany(casePhotoTable, rows)} on conflict do nothing`);
  for (const { sha256 } of photos) await bindBlob(tx, user.tenantId, sha256, blobOwner.patient);
}
