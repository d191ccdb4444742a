import type { LabelFacts, LabelLayout } from './labelLayout.ts';
import type { JobState } from './printJob.ts';
import type { NumberFate } from './usableRange.ts';

export interface CodeRange {
  readonly segmentId: string;
  readonly firstCode: string;
  readonly lastCode: string;
  readonly count: number;
}
export interface CodeRun extends CodeRange {
  readonly fate: NumberFate;
}
export type FateCounts = Readonly<Record<NumberFate, number>> & { readonly given: number };

/** Answer of `usable-code-range`: what can still be applied for, and what became of what was given. */
export interface UsableCodeRange {
  readonly clientId: string;
  readonly clientCode: string;
  readonly codeType: number;
  readonly usableCount: number;
  readonly ranges: readonly (CodeRange & { readonly segmentName: string })[];
  readonly counts: FateCounts;
  /** Below the last used code, neither used nor void. */
  readonly gaps: readonly CodeRange[];
  readonly gapCount: number;
}
/** Answer of `detail`. */
export interface CodeApplyDetail {
  readonly applyId: string;
  readonly printId: string;
  readonly clientId: string | null;
  readonly laboratoryId: string | null;
  readonly codeType: number;
  readonly runs: readonly CodeRun[];
  readonly counts: FateCounts;
  readonly gaps: readonly CodeRange[];
}
/** Answer of `print/get-sample` and `get-lab`: all a printer needs. */
export interface LabelsOfJob {
  readonly printId: string;
  readonly applyId: string;
  readonly jobKind: number;
  readonly state: JobState;
  readonly total: number;
  readonly done: number;
  readonly reason: string | null;
  readonly styleName: string;
  readonly layout: LabelLayout;
  readonly labels: readonly LabelFacts[];
  /** Who prints it now; null: nobody. */
  readonly printingBy: string | null;
}
/** Answer of `print/print-count`. */
export interface PrintCount {
  readonly printId: string;
  readonly total: number;
  readonly done: number;
  readonly left: number;
  readonly state: JobState;
  /** Labels that ever came out of it, those of broken runs with them. */
  readonly printed: number;
  readonly runs: number;
}
