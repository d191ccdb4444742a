import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { parseSheet } from '#domain/sheet/parseSheet.ts';
import { SheetFault } from '#domain/sheet/sheetFault.ts';
import { keptText, SheetTally } from '#domain/sheet/sheetTally.ts';
import { mostColumns, type ParsedSheet, type SheetCell, type SheetLimits, type SheetTools } from '#domain/sheet/sheetTypes.ts';

/** What the thread is asked. */
export interface SheetOrder {
  readonly bytes: Uint8Array;
  readonly limits: SheetLimits;
}
/** What it says: the sheet without its rows, then the rows by portions, then the end; or what is wrong with the file. */
export type SheetSaid =
  | { readonly kind: 'head'; readonly sheet: Omit<ParsedSheet, 'rows' | 'rowNumbers'> }
  | { readonly kind: 'rows'; readonly rows: ParsedSheet['rows']; readonly rowNumbers: readonly number[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'fault'; readonly code: string; readonly text: SheetFault['text'] }
  | { readonly kind: 'failed'; readonly message: string };

/** Cells that cross over at once: unpacking them holds up the server for a moment each time. */
const cellsAtOnce = 2_000;

/** What Node lends the sheet readers. */
const tools: SheetTools = {
  async *inflate(packed) {
    const stream = new DecompressionStream('deflate-raw');
    const writer = stream.writable.getWriter();
    // Its failure surfaces at the reader.
    writer
      .write(packed as Uint8Array<ArrayBuffer>)
      .then(() => writer.close())
      .catch(() => undefined);
    for await (const piece of stream.readable) yield piece as Uint8Array;
  },
  decoder(encoding) {
    const decoder = new TextDecoder(encoding, { fatal: true });
    return (piece, isLast) => decoder.decode(piece, { stream: !isLast });
  },
  async readXls(bytes, { sheet, limits }) {
    const { read, utils } = await import('@e965/xlsx');
    const book = read(bytes, {
      type: 'array',
      cellDates: true,
      UTC: true,
      cellFormula: false,
      cellHTML: false,
      WTF: true,
      sheetRows: limits.rows + 1,
    });
    const sheetName = sheet ?? book.SheetNames[0] ?? '';
    const found = book.Sheets[sheetName];
    const given = found ? utils.sheet_to_json<unknown[]>(found, { header: 1, raw: true, defval: null, blankrows: false, UTC: true }) : [];
    const tally = new SheetTally(limits);
    const rows = given.map((row, index) => {
      const cells = row.slice(0, mostColumns).map(cellOf);
      tally.add(cells, index + 1);
      return cells;
    });
    return { sheetNames: book.SheetNames, sheetName, rows, rowNumbers: rows.map((_row, index) => index + 1) };
  },
};

function cellOf(value: unknown): SheetCell {
  if (value === null || value === undefined || value === '') return null;
  if (!(value instanceof Date)) return typeof value === 'number' || typeof value === 'boolean' ? value : keptText(String(value));
  const text = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString();
  return { text: text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' '), isDate: true };
}

const say = (said: SheetSaid): void => parentPort?.postMessage(said);

async function read({ bytes, limits }: SheetOrder): Promise<void> {
  try {
    const { rows, rowNumbers, ...sheet } = await parseSheet(bytes, tools, { limits });
    say({ kind: 'head', sheet });
    for (let from = 0; from < rows.length;) {
      let to = from;
      for (let cells = 0; to < rows.length && cells < cellsAtOnce; to++) cells += rows[to]?.length ?? 0;
      say({ kind: 'rows', rows: rows.slice(from, to), rowNumbers: rowNumbers.slice(from, to) });
      from = to;
    }
    say({ kind: 'end' });
  } catch (error) {
    if (error instanceof SheetFault) say({ kind: 'fault', code: error.code, text: error.text });
    else say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

try {
  // On Linux this is the thread's own: whoever scans goes first.
  setPriority(0, 19);
} catch {
  // A system that does not let us is no reason not to read.
}
parentPort?.on('message', (order: SheetOrder) => void read(order));
