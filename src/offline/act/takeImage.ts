import { largestBlob } from '#domain/kernel/blobParts.ts';
import { isPdf, paperMimeOf, type PaperMime } from '#domain/kernel/imageKind.ts';
import { uploadImage, type ImageKind } from '#domain/sample/requisitionImage.ts';
import { canTakeImages } from '#src/offline/store/diskSpace.ts';
import { enqueue, type Enqueued } from './enqueue.ts';
import { canSeal, deskKeys } from '#src/offline/keys/deskKeys.ts';
import { newUuid } from '#src/offline/platform/uuid.ts';
import { ImageError } from '#src/offline/blobs/imageError.ts';
import { firstPageOf } from '#src/offline/blobs/pdfPage.ts';
import { reduceImage } from '#src/offline/blobs/reduceImage.ts';
import { sealImage } from '#src/offline/blobs/sealedParts.ts';

interface Kept {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly thumb: Uint8Array<ArrayBuffer> | null;
  readonly mime: PaperMime;
}

/** A picture is reduced; a document is kept as it is, and read once, so that nobody waits with one that cannot be opened. */
async function keptAs(source: Blob | HTMLVideoElement): Promise<Kept> {
  if (!(source instanceof Blob) || !isPdf(source.type)) return { ...(await reduceImage(source)), mime: 'image/jpeg' };
  if (source.size > largestBlob) throw new ImageError('tooLarge');
  const bytes = new Uint8Array(await source.arrayBuffer());
  if (paperMimeOf(bytes) !== 'application/pdf') throw new ImageError('noPdf');
  const page = await firstPageOf(bytes).catch((error: unknown) => {
    if (error instanceof ImageError && error.code === 'noReader') return null;
    throw error;
  });
  return { bytes, thumb: page && (await reduceImage(page)).thumb, mime: 'application/pdf' };
}

export interface TakenImage {
  readonly requisitionCode: string;
  readonly pageNo: number;
  readonly imageKind: ImageKind;
  readonly note?: string;
}

/**
 * Takes a photograph or a file for a requisition: a picture reduced, a PDF as it is, hashed, sealed, and saved with its act in one strict
 * transaction; sent behind all text. Works without network. Throws ImageError or OutboxError, having written nothing.
 */
export async function takeImage(source: Blob | HTMLVideoElement, taken: TakenImage): Promise<Enqueued & { readonly sha256: string }> {
  if (!canSeal() || typeof OffscreenCanvas === 'undefined') throw new ImageError('unsupported');
  // Pictures stop before text does.
  if (!(await canTakeImages())) throw new ImageError('noSpace');
  const { bytes, thumb, mime } = await keptAs(source);
  const keys = deskKeys();
  if (!keys) throw new ImageError('locked');
  const opId = newUuid();
  const { sent, rows } = await sealImage({ bytes, thumb, mime }, opId, keys);
  const payload = { imageKey: newUuid(), ...taken, ...sent, mime };
  const saved = await enqueue(uploadImage, payload, { opId, blobs: { sent: [sent], rows } });
  return { ...saved, sha256: sent.sha256 };
}
