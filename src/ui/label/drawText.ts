import type { TextElement } from '#domain/code/labelLayout.ts';
import { fittedHeight } from '#domain/code/labelSheet.ts';
import type { Bitmap, DrawText } from '#domain/code/zpl.ts';

const anchors = { start: 0, middle: 0.5, end: 1 } as const;

/** A canvas's pixels as one bit a dot: dark where at least half covered. `pixels` is RGBA, row by row. */
export function bitmapOf(pixels: Uint8ClampedArray, width: number, height: number): Bitmap {
  const rows = Array.from({ length: height }, (_, y) => {
    const bytes = Array.from({ length: Math.ceil(width / 8) }, () => 0);
    for (let x = 0; x < width; x++) if ((pixels[(y * width + x) * 4 + 3] ?? 0) >= 128) bytes[x >> 3]! |= 0x80 >> (x & 7);
    return bytes;
  });
  return { width, rows };
}

/** Draws a line of letters with the computer's own fonts, which have Chinese signs where a label printer's have none. */
export const drawText: DrawText = (text, element: TextElement, { width, height }) => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  const size = fittedHeight(text, { ...element, width, height });
  context.font = `${element.isBold ? 700 : 400} ${size}px ${element.isMono ? 'monospace' : 'sans-serif'}`;
  context.textAlign = element.align === 'middle' ? 'center' : element.align;
  context.textBaseline = 'alphabetic';
  context.fillText(text, width * anchors[element.align], (height - size) / 2 + size * 0.82, width);
  return bitmapOf(context.getImageData(0, 0, width, height).data, width, height);
};
