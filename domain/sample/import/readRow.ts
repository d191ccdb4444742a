import type { SheetCell, SheetRow } from '#domain/sheet/sheetTypes.ts';
import type { HeaderMap, ImportField, ImportRow } from './importVerdict.ts';
import { isBlank } from './sheetCell.ts';

/** A row of cells by field, as the headers map them; unmapped columns are left out. */
export function readRow(row: SheetRow, { columns }: HeaderMap): ImportRow {
  const cells: Partial<Record<ImportField, SheetCell>> = {};
  columns.forEach(({ field }, index) => {
    if (field !== null) cells[field] = row[index] ?? null;
  });
  return { cells, headers: headersOf(columns) };
}

const known = new WeakMap<HeaderMap['columns'], ImportRow['headers']>();
/** The same object for every row of a sheet. */
function headersOf(columns: HeaderMap['columns']): ImportRow['headers'] {
  const found = known.get(columns) ?? Object.fromEntries(columns.flatMap(({ header, field }) => (field === null ? [] : [[field, header]])));
  known.set(columns, found);
  return found;
}

/** The data rows below the headers; rows whose mapped cells are all empty are no rows. */
export function readRows(rows: readonly SheetRow[], headerRow: number, map: HeaderMap): ImportRow[] {
  return rows
    .slice(headerRow + 1)
    .map((row) => readRow(row, map))
    .filter(({ cells }) => Object.values(cells).some((cell) => !isBlank(cell)));
}
