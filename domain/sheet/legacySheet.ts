import { fillDown } from './mergedCells.ts';
import { keptText, SheetTally } from './sheetTally.ts';
import { mostColumns, type ParsedSheet, type SheetLimits, type SheetRow } from './sheetTypes.ts';

/** A cell as the parser of legacy .xls gives it. */
interface LegacyCell {
  readonly t: string;
  readonly v?: unknown;
  readonly w?: string;
}
interface LegacySheet {
  readonly '!data'?: readonly (readonly (LegacyCell | undefined)[] | undefined)[];
  readonly '!merges'?: readonly { readonly s: { r: number; c: number }; readonly e: { r: number; c: number } }[];
}
/** A workbook as that parser gives it; its sheets are read as `LegacySheet`. */
interface LegacyBook {
  readonly SheetNames: readonly string[];
  readonly Sheets: Readonly<Record<string, unknown>>;
  readonly Workbook?: { readonly Sheets?: readonly { readonly Hidden?: number }[] };
}

/** What the parser is asked for, so that `legacySheet` can read its answer: values without formulas and marks, and not a row too many. */
export const legacyOptions = (sheet: string | undefined, limits: SheetLimits) =>
  ({
    type: 'array',
    dense: true,
    cellDates: true,
    UTC: true,
    cellFormula: false,
    cellHTML: false,
    WTF: true,
    sheetRows: limits.rows + 1,
    ...(sheet === undefined ? {} : { sheets: sheet }),
  }) as const;

/** The rows of a legacy workbook: of the named sheet, else of the first visible one that holds some. Merged cells are filled. Throws SheetFault over the limits. */
export function legacySheet(book: LegacyBook, sheet: string | undefined, limits: SheetLimits): Omit<ParsedSheet, 'kind'> {
  const sheetOf = (name: string): LegacySheet => (book.Sheets[name] ?? {}) as LegacySheet;
  const visible = book.SheetNames.filter((_name, index) => (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) === 0);
  const chosen = sheet ?? visible.find((name) => (sheetOf(name)['!data']?.length ?? 0) > 0) ?? visible[0] ?? '';
  return { sheetNames: visible, sheetName: chosen, ...legacyRows(sheetOf(chosen), limits) };
}

function legacyRows({ '!data': cells = [], '!merges': merges = [] }: LegacySheet, limits: SheetLimits): { rows: SheetRow[]; rowNumbers: number[] } {
  const rows: SheetRow[] = [];
  const rowNumbers: number[] = [];
  const tally = new SheetTally(limits);
  cells.forEach((given, index) => {
    const row = Array.from((given ?? []).slice(0, mostColumns), legacyCell);
    if (!row.some((cell) => cell !== null)) return;
    tally.add(row, index + 1);
    rows.push(row);
    rowNumbers.push(index + 1);
  });
  fillDown(
    rows,
    rowNumbers,
    merges.map(({ s, e }) => ({ top: s.r + 1, bottom: e.r + 1, left: s.c, right: e.c })),
    tally,
  );
  return { rows, rowNumbers };
}

function legacyCell(cell: LegacyCell | undefined): SheetRow[number] {
  if (cell === undefined || cell.v === undefined || cell.v === null || cell.v === '') return null;
  if (cell.t === 'e') return { text: cell.w ?? '#ERR', isError: true };
  if (cell.v instanceof Date) {
    const text = new Date(Math.round(cell.v.getTime() / 1000) * 1000).toISOString();
    return { text: text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' '), isDate: true };
  }
  if (typeof cell.v === 'string') return keptText(cell.v);
  return typeof cell.v === 'number' || typeof cell.v === 'boolean' ? cell.v : (cell.w ?? null);
}
