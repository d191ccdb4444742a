import { uploadImage, type ImageKind } from '#domain/sample/requisitionImage.ts';
import { canTakeImages } from '../diskSpace.ts';
import { enqueue, type Enqueued } from '../enqueue.ts';
import { canSeal, deskKeys } from '../keys/deskKeys.ts';
import { newUuid } from '../uuid.ts';
import { ImageError } from './imageError.ts';
import { reduceImage } from './reduceImage.ts';
import { sealImage } from './sealedParts.ts';

export interface TakenImage {
  readonly requisitionCode: string;
  readonly pageNo: number;
  readonly imageKind: ImageKind;
  readonly note?: string;
}

/**
 * Takes a photograph or a file for a requisition: reduced, hashed, sealed, and saved with its act in one strict
 * transaction; sent behind all text. Works without network. Throws ImageError or OutboxError, having written nothing.
 */
export async function takeImage(source: Blob | HTMLVideoElement, taken: TakenImage): Promise<Enqueued & { readonly sha256: string }> {
  if (!canSeal() || typeof OffscreenCanvas === 'undefined') throw new ImageError('unsupported');
  // Pictures stop before text does.
  if (!(await canTakeImages())) throw new ImageError('noSpace');
  const { bytes, thumb } = await reduceImage(source);
  const keys = deskKeys();
  if (!keys) throw new ImageError('locked');
  const opId = newUuid();
  const { sent, rows } = await sealImage({ bytes, thumb, mime: 'image/jpeg' }, opId, keys);
  const payload = { imageKey: newUuid(), ...taken, ...sent };
  const saved = await enqueue(uploadImage, payload as never, { opId, blobs: { sent: [sent], rows } });
  return { ...saved, sha256: sent.sha256 };
}
