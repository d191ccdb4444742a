import type { ParsedSheet } from '#domain/sheet/sheetTypes.ts';

/** Verdicts of so many rows travel, lie in the database and are answered together. */
export const portionRows = 50;

/**
 * How a kind of list is judged, in the process that read it: rows by the thousand would hold up whoever scans. A module that
 * exports one as `sheetJudge` is named by its address; it may ask nothing but what it is given.
 */
export interface SheetJudge<Rows = unknown, Needs = unknown, Facts = unknown, Verdict = unknown, Sum = unknown> {
  /** The rows, and what must be looked up for them. Throws UserError 422 with a refusal where it is no such list. */
  read(sheet: ParsedSheet): { readonly rows: Rows; readonly needs: Needs };
  /** A verdict for each row, and what is said of all. Throws UserError 422 with a refusal where judging on makes no sense. */
  judge(rows: Rows, facts: Facts): { readonly verdicts: readonly Verdict[]; readonly sum: Sum };
}
