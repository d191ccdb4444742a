import type { Extent, Zone } from './viewport.ts';

/** Ink this much darker than the paper, of 255. */
const contrast = 60;
/** Rows and columns with less ink are specks and shadows. */
const fewest = 0.01;

/** Where ink begins and ends along one side; null where there is none. */
function span(inked: readonly number[], across: number): readonly [number, number] | null {
  const first = inked.findIndex((count) => count / across > fewest);
  const last = inked.findLastIndex((count) => count / across > fewest);
  return first < 0 ? null : [first / inked.length, (last + 1) / inked.length];
}

/** Finds the filled zone of a photographed or scanned paper (RGBA, as a canvas gives it); null where nothing stands out. */
export function inkZone(pixels: Uint8ClampedArray, { width, height }: Extent): Zone | null {
  const light = Array.from(
    { length: width * height },
    (_none, at) => ((pixels[at * 4] ?? 0) + (pixels[at * 4 + 1] ?? 0) + (pixels[at * 4 + 2] ?? 0)) / 3,
  );
  const paper = light.toSorted((a, b) => a - b)[Math.floor(light.length * 0.8)] ?? 255;
  const rows = Array<number>(height).fill(0);
  const columns = Array<number>(width).fill(0);
  for (const [at, value] of light.entries()) {
    if (value > paper - contrast) continue;
    const row = Math.floor(at / width);
    rows[row] = (rows[row] ?? 0) + 1;
    columns[at % width] = (columns[at % width] ?? 0) + 1;
  }
  const down = span(rows, width);
  const along = span(columns, height);
  return down && along ? { left: along[0], right: along[1], top: down[0], bottom: down[1] } : null;
}

const sampled = 160;

/** The filled zone of a shown picture; null where its pixels may not be read. */
export function zoneOf(image: HTMLImageElement): Zone | null {
  const scale = sampled / Math.max(image.naturalWidth, image.naturalHeight, 1);
  const width = Math.max(1, Math.round(image.naturalWidth * scale));
  const height = Math.max(1, Math.round(image.naturalHeight * scale));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(image, 0, 0, width, height);
  try {
    return inkZone(context.getImageData(0, 0, width, height).data, { width, height });
  } catch {
    return null;
  }
}
