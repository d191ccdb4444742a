import type { SheetTally } from './sheetTally.ts';
import type { SheetCell, SheetRow } from './sheetTypes.ts';

export interface MergedRange {
  /** Row numbers from 1, columns from 0, both inclusive. */
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** `B2` -> column 1, row 2; undefined where it is no cell. */
export function cellPlace(reference: string): { readonly column: number; readonly row: number } | undefined {
  const match = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference);
  if (!match) return undefined;
  let column = 0;
  for (const letter of match[1] as string) column = column * 26 + letter.charCodeAt(0) - 64;
  return { column: column - 1, row: Number(match[2]) };
}
export function mergedRange(reference: string): MergedRange | undefined {
  const [from, to] = reference.split(':').map(cellPlace);
  return from && to ? { top: from.row, bottom: to.row, left: from.column, right: to.column } : undefined;
}

/** A cell merged downwards means its value on every row it covers; only rows that exist are filled, and only where they are empty. */
export function fillDown(rows: SheetRow[], rowNumbers: readonly number[], ranges: readonly MergedRange[], tally: SheetTally): void {
  const tall = ranges.filter(({ top, bottom }) => bottom > top).slice(0, 20_000);
  if (tall.length === 0) return;
  const places = new Map(rowNumbers.map((number, index) => [number, index]));
  for (const { top, bottom, left } of tall) {
    const first = places.get(top);
    const value = first === undefined ? null : (rows[first]?.[left] ?? null);
    if (first === undefined || value === null) continue;
    for (let index = first + 1; index < rows.length && (rowNumbers[index] ?? 0) <= bottom; index += 1) {
      // Ranges that lie over one another are no workbook's, and would fill the same rows over and over.
      tally.addCells(1, rowNumbers[index] ?? 0);
      const row = rows[index] as SheetCell[];
      if ((row[left] ?? null) !== null) continue;
      while (row.length < left) row.push(null);
      row[left] = value;
    }
  }
}
