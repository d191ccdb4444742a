import { SheetFault } from './sheetFault.ts';
import { keptText, SheetTally } from './sheetTally.ts';
import { mostColumns, type ParsedSheet, type ParseOptions, type SheetCell, type SheetLimits, type SheetRow, type SheetTools } from './sheetTypes.ts';

type Encoding = Parameters<SheetTools['decoder']>[0];

const marks: readonly (readonly [encoding: Encoding, mark: readonly number[]])[] = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
];

/** Byte order mark, then strict UTF-8, then GB18030: a file is UTF-8 only where every byte of it is, and what its mark says or nothing. */
export function decodeText(bytes: Uint8Array, tools: SheetTools): { readonly text: string; readonly encoding: Encoding } {
  const marked = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  if ((!marked || marked[0] === 'utf-8') && bytes.subarray(0, 65_536).includes(0)) throw new SheetFault('notSheet');
  const body = bytes.subarray(marked?.[1].length ?? 0);
  for (const encoding of marked ? [marked[0]] : (['utf-8', 'gb18030'] as const)) {
    try {
      return { text: tools.decoder(encoding)(body, true), encoding };
    } catch {
      // Not this one: the next.
    }
  }
  throw marked ? new SheetFault('damaged', { where: marked[0] }) : new SheetFault('notSheet');
}

/** What separates the fields: the sign that the first lines hold most often outside quotes. */
export function separatorOf(text: string): string {
  const head = text
    .slice(0, 20_000)
    .split(/\r?\n/, 20)
    .join('\n')
    .replace(/"[^"]*"/g, '');
  const count = (sign: string): number => head.split(sign).length - 1;
  return [',', '\t', ';'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/** Spreadsheets write `="0012"` to keep a code text, and `'=1+1` to keep a text from being a formula. */
const unwrap = (cell: string): string => (/^="[^"]*"$/.test(cell) ? cell.slice(2, -1) : /^'[=+@-]/.test(cell) ? cell.slice(1) : cell);

/** RFC 4180 with any line end. Every cell is text; a blank one is null. */
export function parseCsv(
  text: string,
  limits: Pick<SheetLimits, 'rows' | 'cells' | 'letters'>,
  onProgress?: ParseOptions['onProgress'],
): Pick<ParsedSheet, 'rows' | 'rowNumbers'> {
  const separator = separatorOf(text);
  const rows: SheetRow[] = [];
  const rowNumbers: number[] = [];
  const tally = new SheetTally(limits);
  let row: SheetCell[] = [];
  let at = 0;
  let line = 1;
  let isBlank = true;
  const put = (cell: string): void => {
    if (row.length >= mostColumns) return;
    const value = keptText(unwrap(cell.trim()));
    if (value !== '') isBlank = false;
    row.push(value === '' ? null : value);
  };
  const endRow = (): void => {
    if (!isBlank) {
      tally.add(row, line);
      rows.push(row);
      rowNumbers.push(line);
      if (rows.length % 5_000 === 0) onProgress?.({ done: at, total: text.length, rows: rows.length });
    }
    row = [];
    isBlank = true;
    line += 1;
  };
  const special = new RegExp(`[${separator}\\r\\n]`, 'g');
  while (at < text.length) {
    let cell = '';
    let end: number;
    if (text[at] === '"') {
      const quoted = readQuoted(text, at, line);
      cell = quoted.cell;
      end = quoted.end;
      special.lastIndex = end;
      const next = special.exec(text)?.index ?? text.length;
      cell += text.slice(end, next);
      end = next;
    } else {
      special.lastIndex = at;
      end = special.exec(text)?.index ?? text.length;
      cell = text.slice(at, end);
    }
    put(cell);
    if (text[end] === separator) {
      at = end + 1;
      if (at === text.length) put('');
      continue;
    }
    at = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
    endRow();
  }
  if (row.length > 0) endRow();
  onProgress?.({ done: text.length, total: text.length, rows: rows.length });
  return { rows, rowNumbers };
}

function readQuoted(text: string, start: number, row: number): { readonly cell: string; readonly end: number } {
  let cell = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) throw new SheetFault('openQuote', { row });
    cell += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 };
    cell += '"';
    at = quote + 2;
  }
}
