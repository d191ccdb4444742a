import type { Command } from '#domain/kernel/command.ts';
import type { DeskPhoto } from '#domain/sample/reject/deskPhotos.ts';
import { canTakeImages } from '#src/offline/store/diskSpace.ts';
import { ImageError } from '#src/offline/blobs/imageError.ts';
import { reduceImage, type ReducedImage } from '#src/offline/blobs/reduceImage.ts';
import { sealImage } from '#src/offline/blobs/sealedParts.ts';
import { canSeal, deskKeys } from '#src/offline/keys/deskKeys.ts';
import { newUuid } from '#src/offline/platform/uuid.ts';
import { enqueue, type Enqueued } from './enqueue.ts';

/** Makes of photographs what is kept, once for all acts they go with. Throws ImageError, having written nothing. */
export async function reducedPhotos(sources: readonly (Blob | HTMLVideoElement)[]): Promise<readonly ReducedImage[]> {
  if (sources.length === 0) return [];
  if (!canSeal() || typeof OffscreenCanvas === 'undefined') throw new ImageError('unsupported');
  // Pictures stop before text does.
  if (!(await canTakeImages())) throw new ImageError('noSpace');
  const reduced: ReducedImage[] = [];
  for (const source of sources) reduced.push(await reduceImage(source));
  return reduced;
}

/**
 * Saves an act whose payload names its photographs, with their sealed parts in the same strict transaction: it goes when they are whole.
 * Works without network. Throws ImageError or OutboxError, having written nothing.
 */
export async function enqueueWithPhotos<Payload extends object>(
  command: Command<any, any, any, any, any, any, Payload>,
  payload: Payload,
  photos: readonly ReducedImage[],
): Promise<Enqueued> {
  if (photos.length === 0) return enqueue(command, payload);
  const keys = deskKeys();
  if (!keys) throw new ImageError('locked');
  const opId = newUuid();
  const sealed = [];
  for (const { bytes, thumb } of photos) sealed.push(await sealImage({ bytes, thumb, mime: 'image/jpeg' }, opId, keys));
  const named: DeskPhoto[] = sealed.map(({ sent }) => ({ ...sent, mime: 'image/jpeg' }));
  return enqueue(
    command,
    { ...payload, photos: named },
    { opId, blobs: { sent: sealed.map(({ sent }) => sent), rows: sealed.flatMap(({ rows }) => rows) } },
  );
}
