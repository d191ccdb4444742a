import { inflateSync } from 'node:zlib';

/** A page of a PDF as a printer gets it: its size and all that is filled on it, in millimetres from its left upper corner. */
export interface PdfPage {
  readonly width: number;
  readonly height: number;
  readonly fills: readonly Fill[];
}
/** Outlines, filled by the even-odd rule; `box` around them. */
export interface Fill {
  readonly outlines: readonly (readonly Point[])[];
  readonly box: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
}
type Point = readonly [x: number, y: number];
type Matrix = readonly [number, number, number, number, number, number];

const millimetre = 72 / 25.4;
const multiply = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[1] * b[2],
  a[0] * b[1] + a[1] * b[3],
  a[2] * b[0] + a[3] * b[2],
  a[2] * b[1] + a[3] * b[3],
  a[4] * b[0] + a[5] * b[2] + b[4],
  a[4] * b[1] + a[5] * b[3] + b[5],
];

/** Reads what a browser prints: plain objects, deflated streams. Letters, pictures and strokes are passed over. */
export function readPdf(file: Buffer): readonly PdfPage[] {
  const text = file.toString('latin1');
  const objects = new Map([...text.matchAll(/(\d+) 0 obj([\s\S]*?)endobj/g)].map(([, id = '', body = '']) => [id, body]));
  return [...objects.values()]
    .filter((body) => /\/Type\s*\/Page\b/.test(body))
    .map((body) => {
      const box = /\/MediaBox\s*\[([^\]]+)\]/.exec(body)?.[1]?.trim().split(/\s+/).map(Number) ?? [];
      const [width = 0, height = 0] = [box[2], box[3]];
      const contents = /\/Contents\s+(\d+) 0 R/.exec(body)?.[1] ?? '';
      return { width: width / millimetre, height: height / millimetre, fills: fillsOf(streamOf(objects.get(contents) ?? ''), height) };
    });
}

function streamOf(body: string): string {
  const start = /stream\r?\n/.exec(body);
  if (!start) return '';
  const data = Buffer.from(body.slice(start.index + start[0].length, body.lastIndexOf('endstream')), 'latin1');
  return (/\/FlateDecode/.test(body) ? inflateSync(data) : data).toString('latin1');
}

/** Follows the graphics state as far as black fills need it. */
function fillsOf(content: string, pageHeight: number): readonly Fill[] {
  const fills: Fill[] = [];
  const stack: { matrix: Matrix; isBlack: boolean }[] = [];
  let state: { matrix: Matrix; isBlack: boolean } = { matrix: [1, 0, 0, 1, 0, 0], isBlack: true };
  let outlines: Point[][] = [];
  let numbers: number[] = [];
  const at = (x: number, y: number): Point => {
    const [a, b, c, d, e, f] = state.matrix;
    return [(a * x + c * y + e) / millimetre, (pageHeight - (b * x + d * y + f)) / millimetre];
  };
  const fill = (): void => {
    const points = outlines.flat();
    if (state.isBlack && points.length > 0) {
      const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
      fills.push({ outlines, box: { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) } });
    }
    outlines = [];
  };
  const operators: Readonly<Record<string, (operands: number[]) => void>> = {
    q: () => stack.push({ ...state }),
    Q: () => (state = stack.pop() ?? state),
    cm: (operands) => (state = { ...state, matrix: multiply(operands as unknown as Matrix, state.matrix) }),
    rg: (operands) => (state = { ...state, isBlack: operands.every((part) => part < 0.1) }),
    g: (operands) => (state = { ...state, isBlack: operands.every((part) => part < 0.1) }),
    m: ([x = 0, y = 0]) => outlines.push([at(x, y)]),
    l: ([x = 0, y = 0]) => outlines.at(-1)?.push(at(x, y)),
    re: ([x = 0, y = 0, w = 0, h = 0]) => outlines.push([at(x, y), at(x + w, y), at(x + w, y + h), at(x, y + h)]),
    f: fill,
    'f*': fill,
    n: () => (outlines = []),
    S: () => (outlines = []),
  };
  for (const token of content.replace(/\((?:\\.|[^\\)])*\)|<[0-9A-Fa-f\s]*>/g, ' ').split(/\s+/)) {
    const number = Number(token);
    if (token !== '' && Number.isFinite(number)) numbers.push(number);
    else if (token !== '') {
      operators[token]?.(numbers);
      numbers = [];
    }
  }
  return fills;
}

/** What a scanner sees of a part of the page: grey pixels, `scale` a millimetre. */
export function pictureOf(
  { fills }: PdfPage,
  part: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
  scale: number,
): { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number } {
  const [width, height] = [Math.round(part.width * scale), Math.round(part.height * scale)];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  const [right, bottom] = [part.left + part.width, part.top + part.height];
  const seen = fills.filter(({ box }) => box.right > part.left && box.left < right && box.bottom > part.top && box.top < bottom);
  for (let row = 0; row < height; row++) {
    const y = part.top + (row + 0.5) / scale;
    for (const { outlines, box } of seen) {
      if (y < box.top || y > box.bottom) continue;
      const crossings = outlines.flatMap((points) => crossingsAt(points, y)).toSorted((a, b) => a - b);
      for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
        const first = Math.max(0, Math.ceil((crossings[pair]! - part.left) * scale - 0.5));
        const last = Math.min(width - 1, Math.ceil((crossings[pair + 1]! - part.left) * scale - 0.5) - 1);
        for (let column = first; column <= last; column++) data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
      }
    }
  }
  return { data, width, height };
}

function crossingsAt(points: readonly Point[], y: number): number[] {
  return points.flatMap(([x0, y0], index) => {
    const [x1, y1] = points[(index + 1) % points.length]!;
    return y0 <= y !== y1 <= y ? [x0 + ((y - y0) * (x1 - x0)) / (y1 - y0)] : [];
  });
}
