/** Side of the square that is kept, in pixels. */
export const avatarSide = 256;

/** The largest square in the middle of a picture. Pure, so that it can be tried without a browser. */
export function middleSquare(width: number, height: number): { readonly x: number; readonly y: number; readonly side: number } {
  const side = Math.min(width, height);
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side };
}

/** The middle of a picture as a small JPEG: a photograph of some megabytes becomes some ten kilobytes before it is sent. Throws where it is no picture. */
export async function reducePicture(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const canvas = new OffscreenCanvas(avatarSide, avatarSide);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    const { x, y, side } = middleSquare(picture.width, picture.height);
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, avatarSide, avatarSide);
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, x, y, side, side, 0, 0, avatarSide, avatarSide);
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.86 });
  } finally {
    picture.close();
  }
}
