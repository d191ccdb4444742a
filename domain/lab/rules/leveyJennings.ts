import type { QcPointRow } from '../qcChart.ts';
import { zOf } from './westgard.ts';

/** Where the points of a chart are drawn: by their distance from the target of today; beyond four deviations at the edge. */
export interface DrawnPoint {
  readonly point: QcPointRow;
  /** Null: there is no target, or the control has no number. */
  readonly z: number | null;
  /** From 0 at the top to 1 at the bottom. */
  readonly y: number | null;
}
/** Deviations a chart shows on either side. */
export const chartDeviations = 4;

/** The points of a Levey-Jennings chart, oldest first (docs/lab.md#controls). `newest`: as they are listed, the newest first. */
export function drawnPoints(newest: readonly QcPointRow[], target: { readonly mean: number; readonly sd: number } | null): readonly DrawnPoint[] {
  return newest.toReversed().map((point) => {
    const z = target && target.sd > 0 && point.number !== null ? zOf(point.number, target) : point.z;
    const held = z === null ? null : Math.max(-chartDeviations, Math.min(chartDeviations, z));
    return { point, z, y: held === null ? null : (chartDeviations - held) / (2 * chartDeviations) };
  });
}
