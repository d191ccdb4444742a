import { code128, datamatrix, type DrawingContext, qrcode } from 'bwip-js/generic';

/** Bars of a linear symbol, in modules from its left edge. */
export interface Bars {
  readonly width: number;
  readonly bars: readonly { readonly x: number; readonly width: number }[];
}

const nothingDrawn: DrawingContext<null> = {
  scale: () => [1, 1],
  measure: () => ({ width: 0, ascent: 0, descent: 0 }),
  init: () => undefined,
  line: () => undefined,
  polygon: () => undefined,
  hexagon: () => undefined,
  ellipse: () => undefined,
  fill: () => undefined,
  text: () => undefined,
  end: () => null,
};

/** Code 128 of a text of printable ASCII; digits two to a symbol where that is shorter. Throws for anything else. */
export function code128Bars(text: string): Bars {
  if (!/^[\x20-\x7e]+$/.test(text)) throw new Error(`Code 128 cannot write ${text}`);
  const bars: { x: number; width: number }[] = [];
  let size = 0;
  code128<null>(
    { bcid: 'code128', text, height: 1, scale: 1 },
    {
      ...nothingDrawn,
      init(width) {
        size = width;
      },
      // A bar is one upright line round its middle, to whole modules.
      line(x, _y0, _x1, _y1, width) {
        bars.push({ x: x - Math.ceil(width / 2), width });
      },
    },
  );
  return { width: size, bars: bars.toSorted((a, b) => a.x - b.x) };
}

/** A square symbol: an outline in modules, filled by the even-odd rule. */
export interface Matrix {
  /** Modules at a side. */
  readonly size: number;
  readonly path: string;
}
/** Data Matrix (ECC 200) or QR code (level M) of a text. Throws where it is empty or too long. */
export function matrixOf(symbology: 'datamatrix' | 'qr', text: string): Matrix {
  let size = 0;
  let path = '';
  const drawing: DrawingContext<null> = {
    ...nothingDrawn,
    init(width) {
      size = width;
    },
    polygon(points) {
      path += `M${points.map(([x, y]) => `${x} ${y}`).join('L')}Z`;
    },
  };
  if (symbology === 'qr') void qrcode<null>({ bcid: 'qrcode', text, scale: 1 }, drawing);
  else void datamatrix<null>({ bcid: 'datamatrix', text, scale: 1 }, drawing);
  return { size, path };
}
