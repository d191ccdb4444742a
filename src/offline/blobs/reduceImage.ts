import { reducedBlob } from '#domain/kernel/blobParts.ts';
import { ImageError } from './imageError.ts';
import { attempts, type Size, thumbSize } from './reducePlan.ts';

export interface ReducedImage extends Size {
  /** A JPEG of at most `reducedBlob` bytes, upright, without anything the camera wrote beside it (place, time, device). */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** A JPEG of some 240 pixels. */
  readonly thumb: Uint8Array<ArrayBuffer>;
}

/**
 * Makes of a photograph or file what is kept: decoded and encoded off the page's thread by the browser. Throws ImageError notImage.
 * Always encoded anew: cameras write where a picture was taken into it.
 */
export async function reduceImage(source: Blob | HTMLVideoElement): Promise<ReducedImage> {
  const bitmap = await createImageBitmap(source, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new ImageError('notImage', { cause });
  });
  try {
    let last: { readonly bytes: Uint8Array<ArrayBuffer>; readonly size: Size } | null = null;
    for (const { quality, ...size } of attempts(bitmap)) {
      last = { bytes: await encoded(bitmap, size, quality), size };
      if (last.bytes.length <= reducedBlob) break;
    }
    if (!last) throw new ImageError('notImage');
    return { bytes: last.bytes, thumb: await encoded(bitmap, thumbSize(bitmap), 0.7), ...last.size };
  } finally {
    bitmap.close();
  }
}

async function encoded(bitmap: ImageBitmap, { width, height }: Size, quality: number): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new ImageError('unsupported');
  context.imageSmoothingQuality = 'high';
  // A transparent picture is one on white paper.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  return new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality })).arrayBuffer());
}
