/** The bytes of a text in UTF-8. A half of a surrogate pair becomes a question mark. */
export function utf8Of(text: string): readonly number[] {
  const whole = text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '?');
  return [...encodeURIComponent(whole).matchAll(/%(..)|(.)/gs)].map(([, hex, sign]) => (hex ? Number.parseInt(hex, 16) : (sign ?? '').charCodeAt(0)));
}

/** Modules that must stay white at either side of a Code 128 (ISO/IEC 15417). */
export const code128Quiet = 10;
/** The narrowest bar a desk's scanner reads well, mm. */
export const narrowestBar = 0.19;

/** Modules of the shortest Code 128 of a text of printable ASCII: digits two to a sign where that is shorter. */
export function code128Modules(text: string): number {
  // Fewest signs so far, ending in set B or C; starting costs the same in either.
  let [inB, inC] = [1, 1];
  let before: readonly [number, number] = [Infinity, Infinity];
  for (let at = 0; at < text.length; at++) {
    const oneMore = Math.min(inB, inC + 1) + 1;
    const isPair = at > 0 && /^\d\d$/.test(text.slice(at - 1, at + 1));
    const pair = isPair ? Math.min(before[1], before[0] + 1) + 1 : Infinity;
    before = [inB, inC];
    [inB, inC] = [oneMore, pair];
  }
  // Start, signs, check sign of 11 modules; stop of 13.
  return 11 * (Math.min(inB, inC) + 1) + 13;
}

/**
 * Width of one module in mm, in whole dots of the printer where the bars stay wide enough for that; at most three dots of
 * 203 dpi, so that a short code does not sprawl. `width`: what symbol and quiet zones have.
 */
export function code128Module(modules: number, width: number, dpi = 203): number {
  const dot = dpi === 203 ? 1 / 8 : 25.4 / dpi;
  const most = Math.min(3 / 8, width / (modules + 2 * code128Quiet));
  const inDots = Math.floor(most / dot + 1e-9) * dot;
  return inDots >= narrowestBar ? inDots : most;
}

/** Codewords a square Data Matrix (ECC 200) of so many modules holds. */
const dataMatrixSizes: readonly (readonly [modules: number, codewords: number])[] = [
  [10, 3],
  [12, 5],
  [14, 8],
  [16, 12],
  [18, 18],
  [20, 22],
  [22, 30],
  [24, 36],
  [26, 44],
  [32, 62],
  [36, 86],
  [40, 114],
  [44, 144],
  [48, 174],
  [52, 204],
];
/** Modules at a side of a Data Matrix that surely holds the text; two digits make one codeword. */
export function dataMatrixModules(text: string): number {
  const words = [...text.replace(/\d\d/g, '0')].reduce((sum, sign) => sum + (sign.charCodeAt(0) > 127 ? 2 * utf8Of(sign).length : 1), 0);
  return dataMatrixSizes.find(([, most]) => most >= words)?.[0] ?? 52;
}

/** Bytes a QR code holds at level M, by version. */
const qrBytes = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213];
/** Modules at a side of a QR code (level M) that surely holds the text. */
export function qrModules(text: string): number {
  const { length } = utf8Of(text);
  const version = qrBytes.findIndex((most) => most >= length) + 1;
  return 17 + 4 * (version || 10);
}

/** Modules that must stay white around a square symbol. */
const squareQuiet = { datamatrix: 1, qr: 4 } as const;
/** Width of one module where symbol and quiet zone share a side. */
export function squareModule(symbology: 'datamatrix' | 'qr', modules: number, side: number): number {
  return side / (modules + 2 * squareQuiet[symbology]);
}
