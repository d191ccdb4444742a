import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import svgCaptcha from 'svg-captcha';

/** Without what is mistaken for one another, also by a person who sees it bent. */
const signs = '346789ABCDEFGHJKMNPQRTUVWXY';
const [width, height] = [220, 72];
const length = 5;

type Point = readonly [x: number, y: number];
type Contour = readonly Point[];
/** A number from 0 up to 1. */
export type Random = () => number;

/** Randomness that nobody can continue from the pictures they have seen. */
export function secureRandom(): Random {
  let [pool, at] = [Buffer.alloc(0), 0];
  return () => {
    if (at + 4 > pool.length) [pool, at] = [randomBytes(80_000), 0];
    at += 4;
    return pool.readUInt32LE(at - 4) / 2 ** 32;
  };
}

interface PathCommand {
  readonly type: 'M' | 'L' | 'Q' | 'C' | 'Z';
  readonly x?: number;
  readonly y?: number;
  readonly x1?: number;
  readonly y1?: number;
}
/** The library is asked for its letters alone: what it draws itself are outlines that a script can look up. */
const { font } = svgCaptcha.options as unknown as {
  readonly font: { readonly getPath: (text: string, x: number, y: number, size: number) => { readonly commands: readonly PathCommand[] } };
};

/** The outline of a letter as polygons with many corners, so that it bends smoothly. */
function contoursOf(sign: string, size: number): Contour[] {
  const contours: Point[][] = [];
  let at: Point = [0, 0];
  for (const { type, x = 0, y = 0, x1 = 0, y1 = 0 } of font.getPath(sign, 0, 0, size).commands) {
    if (type === 'M') contours.push([]);
    if (type === 'Z') continue;
    const steps = type === 'M' ? 1 : 6;
    const [fromX, fromY] = at;
    for (let step = 1; step <= steps; step++) {
      const t = step / steps;
      const bend = type === 'Q' ? 2 * t * (1 - t) : 0;
      const [start, end] = type === 'Q' ? [(1 - t) ** 2, t * t] : [1 - t, t];
      contours.at(-1)?.push([start * fromX + bend * x1 + end * x, start * fromY + bend * y1 + end * y]);
    }
    at = [x, y];
  }
  return contours;
}

/** The ink of a picture, 0 to 1 for each pixel. */
type Ink = Float32Array;

/** So many looks at each pixel's height. */
const looks = 3;

/** Fills what the contours go round. A negative amount takes the ink away. */
function fill(ink: Ink, contours: readonly Contour[], amount: 1 | -1): void {
  const crossings: { readonly x: number; readonly turn: 1 | -1 }[][] = Array.from({ length: height * looks }, () => []);
  for (const contour of contours)
    for (let at = 0; at < contour.length; at++) {
      const [[x1, y1], [x2, y2]] = [contour.at(at - 1) ?? [0, 0], contour[at] ?? [0, 0]];
      const [top, bottom] = [Math.min(y1, y2), Math.max(y1, y2)];
      for (let line = Math.max(0, Math.ceil(top * looks - 0.5)); line < Math.min(height * looks, bottom * looks - 0.5); line++)
        crossings[line]?.push({ x: x1 + (((line + 0.5) / looks - y1) / (y2 - y1)) * (x2 - x1), turn: y2 > y1 ? 1 : -1 });
    }
  for (const [line, found] of crossings.entries()) {
    found.sort((a, b) => a.x - b.x);
    let winding = 0;
    for (const [index, { x: from, turn }] of found.entries()) {
      winding += turn;
      const to = found[index + 1]?.x ?? from;
      if (winding === 0) continue;
      for (let x = Math.max(0, Math.floor(from)); x < Math.min(width, to); x++) {
        const covered = (Math.min(x + 1, to) - Math.max(x, from)) / looks;
        const pixel = Math.floor(line / looks) * width + x;
        ink[pixel] = Math.max(0, Math.min(1, (ink[pixel] ?? 0) + amount * covered));
      }
    }
  }
}

/** A line of some breadth as a polygon. */
function ribbon(points: readonly Point[], breadth: (at: number) => number): Contour {
  const side = (sign: 1 | -1): Point[] =>
    points.map(([x, y], at) => {
      const [beforeX, beforeY] = points[Math.max(0, at - 1)] ?? [x, y];
      const [afterX, afterY] = points[Math.min(points.length - 1, at + 1)] ?? [x, y];
      const far = Math.hypot(afterX - beforeX, afterY - beforeY) || 1;
      const half = (sign * breadth(at)) / 2;
      return [x - ((afterY - beforeY) / far) * half, y + ((afterX - beforeX) / far) * half];
    });
  return [...side(1), ...side(-1).toReversed()];
}

export interface Drawn {
  readonly text: string;
  readonly png: Buffer;
  readonly ink: Ink;
}
export const pictureSize = { width, height } as const;

/**
 * Five letters as pixels: each turned, leant and stretched by itself, pushed into its neighbour, all of them bent by one
 * wave, crossed by lines of a letter's own breadth and cut by lines of the ground. The same randomness draws the same picture.
 */
export function drawCaptcha(random: Random): Drawn {
  const between = (from: number, to: number): number => from + random() * (to - from);
  const text = Array.from({ length }, () => signs[Math.floor(random() * signs.length)] ?? 'A').join('');
  const wave = (most: number) => {
    const [amount, pace, phase] = [between(most * 0.6, most), between(0.03, 0.075), between(0, 7)];
    return (at: number): number => amount * Math.sin(at * pace + phase);
  };
  const [bendX, bendY] = [wave(5), wave(7)];
  const bent = ([x, y]: Point): Point => [x + bendX(y * 1.6), y + bendY(x)];
  const ink: Ink = new Float32Array(width * height);
  let left = between(6, 16);
  for (const sign of text) {
    const contours = contoursOf(sign, between(66, 78));
    const all = contours.flat();
    const [middleX, middleY] = [0, 1].map((axis) => {
      const values = all.map((point) => point[axis] ?? 0);
      return (Math.min(...values) + Math.max(...values)) / 2;
    }) as [number, number];
    const [turn, lean, wide] = [between(-0.3, 0.3), between(-0.25, 0.25), between(0.85, 1.15)];
    const moved = contours.map((contour) =>
      contour.map(([x, y]): Point => {
        const [dx, dy] = [(x - middleX) * wide + (y - middleY) * lean, y - middleY];
        return [dx * Math.cos(turn) - dy * Math.sin(turn), dx * Math.sin(turn) + dy * Math.cos(turn)];
      }),
    );
    const xs = moved.flat().map(([x]) => x);
    const [least, most] = [Math.min(...xs), Math.max(...xs)];
    const down = height / 2 + between(-5, 5);
    fill(
      ink,
      moved.map((contour) => contour.map(([x, y]) => bent([x - least + left, y + down]))),
      1,
    );
    left += (most - least) * between(0.88, 1);
  }
  const stroke = (amount: 1 | -1, thin: number, thick: number): void => {
    const [from, to, own] = [between(8, height - 8), between(8, height - 8), wave(12)];
    const points = Array.from({ length: 45 }, (_, at): Point => bent([at * 5, from + ((to - from) * at) / 44 + own(at * 5)]));
    const breadth = wave((thick - thin) / 2);
    fill(ink, [ribbon(points, (at) => (thin + thick) / 2 + breadth(at * 9))], amount);
  };
  stroke(1, 2, 3);
  stroke(1, 1.5, 2.5);
  stroke(-1, 1, 1.6);
  stroke(-1, 1, 1.6);
  return { text, ink, png: pngOf(ink, between) };
}

/** A grey picture as PNG; the ground and the ink are grained. */
function pngOf(ink: Ink, between: (from: number, to: number) => number): Buffer {
  const [ground, dark] = [between(228, 246), between(30, 90)];
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const covered = ink[y * width + x] ?? 0;
      rows[y * (width + 1) + 1 + x] = Math.max(0, Math.min(255, ground + (dark - ground) * covered + between(-14, 14)));
    }
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts]);
}
