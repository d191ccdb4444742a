import { createHash } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { parseSheet } from '#domain/sheet/parseSheet.ts';
import { SheetFault } from '#domain/sheet/sheetFault.ts';
import { keptText, SheetTally } from '#domain/sheet/sheetTally.ts';
import type { Label } from '#domain/kernel/label.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { mostColumns, type ParsedSheet, type SheetCell, type SheetLimits, type SheetTools } from '#domain/sheet/sheetTypes.ts';
import { portionRows, type SheetJudge } from './sheetJudge.ts';

/** What the thread is asked: to read a file, and to judge its rows where a judge is named (the address of its module); then with what it is to judge them. */
export type SheetOrder =
  | { readonly kind: 'read'; readonly bytes: Uint8Array<ArrayBuffer>; readonly limits: SheetLimits; readonly judge: string | null }
  | { readonly kind: 'judge'; readonly facts: unknown };
/**
 * What it says: the sheet without its rows, then the rows by portions, then the end; with a judge what must be looked up, then
 * what the judge says of the sheet and of its rows, as JSON by portions; or what is wrong with the file.
 */
export type SheetSaid =
  | { readonly kind: 'head'; readonly fileHash: string; readonly sheet: Omit<ParsedSheet, 'rows' | 'rowNumbers'> }
  | { readonly kind: 'rows'; readonly rows: ParsedSheet['rows']; readonly rowNumbers: readonly number[] }
  | { readonly kind: 'needs'; readonly fileHash: string; readonly needs: unknown }
  | { readonly kind: 'verdicts'; readonly portion: string }
  | { readonly kind: 'end'; readonly sum: unknown }
  | { readonly kind: 'fault'; readonly code: string; readonly text: Label }
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

/** Rows that were read and wait for what they are judged with. */
let begun: { readonly judge: SheetJudge; readonly rows: unknown } | null = null;

async function read({ bytes, limits, judge: address }: Extract<SheetOrder, { kind: 'read' }>): Promise<void> {
  begun = null;
  const parsed = await parseSheet(bytes, tools, { limits });
  const fileHash = createHash('sha256').update(bytes).digest('hex');
  if (address !== null) {
    const { sheetJudge: judge } = (await import(address)) as { sheetJudge: SheetJudge };
    const { rows, needs } = judge.read(parsed);
    begun = { judge, rows };
    return say({ kind: 'needs', fileHash, needs });
  }
  const { rows, rowNumbers, ...sheet } = parsed;
  say({ kind: 'head', fileHash, sheet });
  for (let from = 0; from < rows.length;) {
    let to = from;
    for (let cells = 0; to < rows.length && cells < cellsAtOnce; to++) cells += rows[to]?.length ?? 0;
    say({ kind: 'rows', rows: rows.slice(from, to), rowNumbers: rowNumbers.slice(from, to) });
    from = to;
  }
  say({ kind: 'end', sum: null });
}

function judgeRows(facts: unknown): void {
  if (!begun) throw new Error('nothing was read that could be judged');
  const { verdicts, sum } = begun.judge.judge(begun.rows, facts);
  begun = null;
  for (let from = 0; from < verdicts.length; from += portionRows)
    say({ kind: 'verdicts', portion: JSON.stringify(verdicts.slice(from, from + portionRows)) });
  say({ kind: 'end', sum });
}

async function hear(order: SheetOrder): Promise<void> {
  try {
    if (order.kind === 'read') await read(order);
    else judgeRows(order.facts);
  } catch (error) {
    if (error instanceof SheetFault) say({ kind: 'fault', code: `sheet.${error.code}`, text: error.text });
    else if (error instanceof UserError && error.refusal) say({ kind: 'fault', code: error.refusal, text: error.label });
    else say({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

try {
  // On Linux this is the thread's own: whoever scans goes first, and on a busy machine a tenth of a processor is left to read with.
  setPriority(0, 10);
} catch {
  // A system that does not let us is no reason not to read.
}
parentPort?.on('message', (order: SheetOrder) => void hear(order));
