import { code128 } from 'bwip-js/generic';

/** Bars of a linear symbol, in modules from its left edge. */
export interface Bars {
  readonly width: number;
  readonly bars: readonly { readonly x: number; readonly width: number }[];
}

/** Code 128 of a text of printable ASCII; digits two to a symbol where that is shorter. Throws for anything else. */
export function code128Bars(text: string): Bars {
  if (!/^[\x20-\x7e]+$/.test(text)) throw new Error(`Code 128 cannot write ${text}`);
  const bars: { x: number; width: number }[] = [];
  let size = 0;
  code128<null>(
    { bcid: 'code128', text, height: 1, scale: 1 },
    {
      scale: () => [1, 1],
      measure: () => ({ width: 0, ascent: 0, descent: 0 }),
      init(width) {
        size = width;
      },
      // A bar is one upright line round its middle, to whole modules.
      line(x, _y0, _x1, _y1, width) {
        bars.push({ x: x - Math.ceil(width / 2), width });
      },
      polygon: () => undefined,
      hexagon: () => undefined,
      ellipse: () => undefined,
      fill: () => undefined,
      text: () => undefined,
      end: () => null,
    },
  );
  return { width: size, bars: bars.toSorted((a, b) => a.x - b.x) };
}

/** The label, millimetres. */
export const paper = { width: 50, height: 30 };
/** A desk printer draws 8 dots a millimetre: bars of whole dots are even ones. */
const dot = 1 / 8;
/** Modules that must stay white at either side (ISO/IEC 15417). */
const quiet = 10;
/** The narrowest bar a desk's scanner reads well. */
const narrowest = 0.19;

/** Millimetres of one module: as wide as the paper allows, in whole dots where bars stay wide enough for that. */
export function moduleWidth(modules: number): number {
  const most = Math.min(3 * dot, paper.width / (modules + 2 * quiet));
  const inDots = Math.floor(most / dot) * dot;
  return inDots >= narrowest ? inDots : most;
}
