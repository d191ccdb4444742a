import { cleanCode } from '../rules/person.ts';
import type { ImportContext, ImportRow, RowState, RowVerdict } from './importVerdict.ts';
import { judgeRow } from './judgeRow.ts';
import type { FirstLines } from './rowValues.ts';
import { indexMaster } from './masterIndex.ts';
import { cellText } from './sheetCell.ts';

/** Which line a code stands on first; the first row with a code is good, later ones are at fault. */
export function firstLines(rows: readonly ImportRow[]): FirstLines {
  const requisitions = new Map<string, number>();
  const samples = new Map<string, number>();
  rows.forEach(({ cells }, line) => {
    const requisition = cleanCode(cellText(cells.requisitionCode));
    const sample = cleanCode(cellText(cells.sampleCode));
    if (requisition !== '' && !requisitions.has(requisition)) requisitions.set(requisition, line);
    if (sample !== '' && !samples.has(sample)) samples.set(sample, line);
  });
  return { requisitions, samples };
}

/** Judges every data row of a sheet (samples/README.md). Pure: the same in the worker, on the server and in tests. */
export function judgeSheet(rows: readonly ImportRow[], context: ImportContext): RowVerdict[] {
  const master = indexMaster(context);
  const first = firstLines(rows);
  return rows.map((row, line) => judgeRow(row, line, context, master, first));
}

/** How many rows are ok, warn and error. */
export function countVerdicts(verdicts: readonly RowVerdict[]): Readonly<Record<RowState, number>> {
  const counts = { ok: 0, warn: 0, error: 0 };
  for (const { verdict } of verdicts) counts[verdict] += 1;
  return counts;
}
