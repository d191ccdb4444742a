import { cleanCode } from '../rules/person.ts';
import { personMarks } from '../rules/personMarks.ts';
import type { ImportContext, ImportRow, RowState, RowVerdict } from './importVerdict.ts';
import { judgeRow } from './judgeRow.ts';
import { personOfRow, type FirstLines, type PersonRow } from './rowValues.ts';
import { indexMaster, type MasterIndex } from './masterIndex.ts';
import { cellText } from './sheetCell.ts';

/**
 * Which line a code stands on first; the first row with a code is good, later ones are at fault. Likewise a person: rows are entered
 * one after another, so a later row will find the first one's requisition.
 */
export function firstLines(rows: readonly ImportRow[], master: MasterIndex): FirstLines {
  const requisitions = new Map<string, number>();
  const samples = new Map<string, number>();
  const persons = new Map<string, PersonRow>();
  rows.forEach((row, line) => {
    const { cells } = row;
    const requisition = cleanCode(cellText(cells.requisitionCode));
    const sample = cleanCode(cellText(cells.sampleCode));
    if (requisition !== '' && !requisitions.has(requisition)) requisitions.set(requisition, line);
    if (sample !== '' && !samples.has(sample)) samples.set(sample, line);
    const own = { line, requisitionCode: requisition };
    for (const mark of personMarks(personOfRow(row, master))) if (!persons.has(mark)) persons.set(mark, own);
  });
  return { requisitions, samples, persons };
}

/** Judges every data row of a sheet. Pure: the same in the worker, on the server and in tests. */
export function judgeSheet(rows: readonly ImportRow[], context: ImportContext): RowVerdict[] {
  const master = indexMaster(context);
  const first = firstLines(rows, master);
  return rows.map((row, line) => judgeRow(row, line, context, master, first));
}

/** How many rows are ok, warn and error. */
export function countVerdicts(verdicts: readonly RowVerdict[]): Readonly<Record<RowState, number>> {
  const counts = { ok: 0, warn: 0, error: 0 };
  for (const { verdict } of verdicts) counts[verdict] += 1;
  return counts;
}
