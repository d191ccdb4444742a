import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { drawCaptcha, pictureSize, secureRandom, type Random } from './captchaPicture.ts';

const { width, height } = pictureSize;

/** The same numbers at every run. */
function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const side = 12;

/** Five slices of the inked part of a picture, each as a small field of even brightness: how a dictionary of shapes looks at it. */
function shapesIn(ink: Float32Array): Float32Array[] {
  const inked = (x: number): number => {
    let count = 0;
    for (let y = 0; y < height; y++) count += (ink[y * width + x] ?? 0) > 0.5 ? 1 : 0;
    return count;
  };
  const columns = Array.from({ length: width }, (_, x) => x).filter((x) => inked(x) > 4);
  const [from, to] = [columns[0] ?? 0, columns.at(-1) ?? width];
  const wide = (to - from + 1) / 5;
  return Array.from({ length: 5 }, (_, slice) => {
    const [left, right] = [from + slice * wide - 3, from + (slice + 1) * wide + 3];
    const shape = new Float32Array(side * side);
    for (let y = 0; y < height; y++)
      for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, right); x++) {
        const at = Math.floor((y * side) / height) * side + Math.min(side - 1, Math.max(0, Math.floor(((x - left) / (right - left)) * side)));
        shape[at] = (shape[at] ?? 0) + (ink[y * width + x] ?? 0);
      }
    const mean = shape.reduce((sum, value) => sum + value, 0) / shape.length;
    const spread = Math.sqrt(shape.reduce((sum, value) => sum + (value - mean) ** 2, 0)) || 1;
    return shape.map((value) => (value - mean) / spread);
  });
}

it('does not give way to a dictionary of shapes that was learnt from it', () => {
  const random = seeded(7);
  const book = Array.from({ length: 400 }, () => drawCaptcha(random)).flatMap(({ ink, text }) =>
    shapesIn(ink).map((shape, at) => ({ shape, sign: text[at] })),
  );
  const read = (shape: Float32Array): string => {
    let [best, sign] = [-Infinity, ''];
    for (const known of book) {
      let alike = 0;
      for (let at = 0; at < shape.length; at++) alike += (shape[at] ?? 0) * (known.shape[at] ?? 0);
      if (alike > best) [best, sign] = [alike, known.sign ?? ''];
    }
    return sign;
  };
  const tried = Array.from({ length: 100 }, () => drawCaptcha(random));
  const solved = tried.filter(({ ink, text }) => shapesIn(ink).map(read).join('') === text);
  expect(solved.length).toBeLessThanOrEqual(2);
});

it('is a picture of pixels: nothing of the letters but what is seen', () => {
  const { png, text } = drawCaptcha(secureRandom());
  expect(text).toMatch(/^[346789A-Y]{5}$/);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height]);
  const size = png.readUInt32BE(33);
  expect(inflateSync(png.subarray(41, 41 + size))).toHaveLength((width + 1) * height);
  expect(png.toString('latin1')).not.toContain(text);
});

it('is never the same twice', () => {
  const pictures = Array.from({ length: 20 }, () => drawCaptcha(secureRandom()).png.toString('base64'));
  expect(new Set(pictures).size).toBe(20);
});
