import type { Label } from '#domain/kernel/label.ts';
import { conflict, type Refusal } from '#domain/kernel/outcome.ts';

/** Who changed a document last, and when; null: nobody is known by it. */
export interface LastChange {
  readonly by: string | null;
  readonly at: string;
}
const somebody: Label = ['他人', 'somebody else'];

/** What whoever comes too late with a document of before is told. */
export const changedMeanwhile = (code: string, no: string, change: LastChange | null): Refusal =>
  conflict(code, { no, by: change?.by ?? somebody, at: change?.at ?? '' });
