import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { legacyOptions, legacySheet } from '#domain/sheet/legacySheet.ts';
import { parseSheet } from '#domain/sheet/parseSheet.ts';
import { SheetFault } from '#domain/sheet/sheetFault.ts';
import type { Label } from '#domain/kernel/label.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { ParsedSheet, SheetLimits, SheetTools } from '#domain/sheet/sheetTypes.ts';
import { portionRows, type SheetJudge } from './sheetJudge.ts';

/** What the process is asked: to read a file, and to judge its rows where a judge is named (the address of its module); then with what it is to judge them. */
export type SheetOrder =
  | { readonly kind: 'read'; readonly path: string; readonly limits: SheetLimits; readonly judge: string | null }
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
    const { read } = await import('@e965/xlsx');
    return legacySheet(read(bytes, legacyOptions(sheet, limits)), sheet, limits);
  },
};

const say = (said: SheetSaid): void => void process.send?.(said);

/** Rows that were read and wait for what they are judged with. */
let begun: { readonly judge: SheetJudge; readonly rows: unknown } | null = null;

async function read({ path, limits, judge: address }: Extract<SheetOrder, { kind: 'read' }>): Promise<void> {
  begun = null;
  const bytes = await readFile(path);
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

process.on('message', (order: SheetOrder) => void hear(order));
// The server it reads for is gone.
process.once('disconnect', () => process.exit());
