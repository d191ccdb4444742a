import { mostColumns, type SheetLimits, type SheetRow, type SheetTools } from '#domain/sheet/sheetTypes.ts';
import { SheetFault } from '#domain/sheet/sheetFault.ts';
import { fillDown } from '#domain/sheet/mergedCells.ts';
import { keptText, SheetTally } from '#domain/sheet/sheetTally.ts';

/** What a worker and Node both have. */
export const sheetTools: SheetTools = {
  async *inflate(packed) {
    const stream = new DecompressionStream('deflate-raw');
    const writer = stream.writable.getWriter();
    // Its failure surfaces at the reader.
    writer
      .write(packed as Uint8Array<ArrayBuffer>)
      .then(() => writer.close())
      .catch(() => undefined);
    const reader = stream.readable.getReader();
    try {
      for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) if (value) yield value;
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  },
  decoder(encoding) {
    const decoder = new TextDecoder(encoding, { fatal: true });
    return (piece, isLast) => decoder.decode(piece, { stream: !isLast });
  },
  async readXls(bytes, { sheet, limits }) {
    const { read } = await import('@e965/xlsx').catch(() => {
      throw new SheetFault('parserMissing');
    });
    const book = read(bytes, {
      type: 'array',
      dense: true,
      cellDates: true,
      UTC: true,
      cellFormula: false,
      cellHTML: false,
      WTF: true,
      sheetRows: limits.rows + 1,
      ...(sheet === undefined ? {} : { sheets: sheet }),
    });
    const visible = book.SheetNames.filter((_name, index) => (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) === 0);
    const chosen = sheet ?? visible.find((name) => (book.Sheets[name]?.['!data']?.length ?? 0) > 0) ?? visible[0] ?? '';
    return { sheetNames: visible, sheetName: chosen, ...legacyRows(book.Sheets[chosen], limits) };
  },
};

interface LegacyCell {
  readonly t: string;
  readonly v?: unknown;
  readonly w?: string;
}
interface LegacySheet {
  readonly '!data'?: readonly (readonly (LegacyCell | undefined)[] | undefined)[];
  readonly '!merges'?: readonly { readonly s: { r: number; c: number }; readonly e: { r: number; c: number } }[];
}

function legacyRows(sheet: unknown, limits: SheetLimits): { rows: SheetRow[]; rowNumbers: number[] } {
  const { '!data': cells = [], '!merges': merges = [] } = (sheet ?? {}) as LegacySheet;
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
