/** Pixels of the longer edge: small print of an A4 page stays legible, some 250 dots an inch. */
export const longestEdge = 2900;
const thumbEdge = 240;
/** Best first: most pages pass at the first try. */
const qualities = [0.86, 0.75, 0.62] as const;
const shrink = 0.75;
const smallestEdge = 600;

export interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Attempt extends Size {
  /** JPEG's, 0 to 1. */
  readonly quality: number;
}

/** The largest size within `edge` of the same shape; never larger than it is. */
export function fitted({ width, height }: Size, edge: number): Size {
  const scale = Math.min(1, edge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** What is tried in turn until the file is small enough; the last one is taken as it comes. */
export function* attempts(size: Size): Generator<Attempt> {
  for (let edge = longestEdge; ; edge = Math.round(edge * shrink)) {
    const fit = fitted(size, edge);
    for (const quality of qualities) yield { ...fit, quality };
    if (edge * shrink < smallestEdge || Math.max(fit.width, fit.height) < smallestEdge) return;
  }
}

export const thumbSize = (size: Size): Size => fitted(size, thumbEdge);
