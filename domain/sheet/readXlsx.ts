import { fillDown } from './mergedCells.ts';
import { readDateStyles } from './numberFormats.ts';
import { SheetFault } from './sheetFault.ts';
import { SharedStringScan, SheetScan } from './sheetScan.ts';
import { SheetTally } from './sheetTally.ts';
import type { ParsedSheet, ParseOptions, SheetLimits, SheetTools } from './sheetTypes.ts';
import { XmlScan, attributes, type XmlListener } from './xmlScan.ts';
import { entryPieces, entryText, readZipDirectory, type ZipEntry } from './zipDirectory.ts';

type Entries = ReadonlyMap<string, ZipEntry>;
interface BookSheet {
  readonly name: string;
  readonly path: string;
  readonly isHidden: boolean;
}
interface Book {
  readonly sheets: readonly BookSheet[];
  readonly is1904: boolean;
  readonly strings: string | undefined;
  readonly styles: string | undefined;
}

/** Every opening tag of a small part. */
function tagsOf(xml: string): { readonly name: string; readonly given: Readonly<Record<string, string>> }[] {
  const tags: { name: string; given: Readonly<Record<string, string>> }[] = [];
  const listener: XmlListener = {
    isListening: false,
    text: () => undefined,
    close: () => undefined,
    open: (name, source, from, to) => void tags.push({ name, given: attributes(source, from, to) }),
  };
  new XmlScan(listener).push(xml);
  return tags;
}

/** An attribute by its local name: `r:id` in most files, another prefix in some. */
const local = (given: Readonly<Record<string, string>>, name: string): string | undefined =>
  given[name] ?? Object.entries(given).find(([key]) => key.endsWith(`:${name}`))?.[1];

function resolve(base: string, target: string): string {
  const parts = target.startsWith('/') ? [] : base.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

async function relations(
  bytes: Uint8Array,
  entries: Entries,
  part: string,
  tools: SheetTools,
): Promise<{ id: string; type: string; path: string }[]> {
  const cut = part.lastIndexOf('/') + 1;
  const entry = entries.get(`${part.slice(0, cut)}_rels/${part.slice(cut)}.rels`);
  if (!entry) return [];
  return tagsOf(await entryText(bytes, entry, tools))
    .filter(({ name }) => name === 'Relationship')
    .map(({ given }) => ({ id: given['Id'] ?? '', type: given['Type']?.split('/').pop() ?? '', path: resolve(part, given['Target'] ?? '') }));
}

/** What a zip is when it is no workbook. */
function otherKind(entries: Entries): SheetFault {
  const names = [...entries.keys()];
  if (names.some((name) => name.startsWith('word/'))) return new SheetFault('word');
  if (names.some((name) => name.startsWith('ppt/'))) return new SheetFault('slides');
  if (names.includes('xl/workbook.bin')) return new SheetFault('xlsb');
  if (names.includes('mimetype') && names.includes('content.xml')) return new SheetFault('ods');
  return new SheetFault('notSheet');
}

async function readBook(bytes: Uint8Array, entries: Entries, tools: SheetTools): Promise<Book> {
  const root = await relations(bytes, entries, '', tools);
  const path = root.find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml';
  const entry = entries.get(path);
  if (!entry || !path.endsWith('.xml') || path.startsWith('word/') || path.startsWith('ppt/')) throw otherKind(entries);
  const linked = await relations(bytes, entries, path, tools);
  const tags = tagsOf(await entryText(bytes, entry, tools));
  const sheets = tags
    .filter(({ name }) => name === 'sheet')
    .map(({ given }) => ({
      name: given['name'] ?? '',
      path: linked.find(({ id }) => id === local(given, 'id'))?.path ?? '',
      isHidden: (given['state'] ?? 'visible') !== 'visible',
    }))
    .filter((sheet) => sheet.path.includes('worksheets/') || entries.has(sheet.path));
  const date1904 = tags.find(({ name }) => name === 'workbookPr')?.given['date1904'];
  const partOf = (type: string): string | undefined => linked.find((link) => link.type === type)?.path;
  return { sheets, is1904: date1904 === '1' || date1904 === 'true', strings: partOf('sharedStrings'), styles: partOf('styles') };
}

/** Feeds a part to a listener piece by piece. */
async function scanPart(
  bytes: Uint8Array,
  entry: ZipEntry,
  tools: SheetTools,
  listener: XmlListener,
  onPiece: (size: number) => void,
): Promise<void> {
  const scan = new XmlScan(listener);
  const decode = tools.decoder('utf-8');
  const text = (piece: Uint8Array, isLast: boolean): string => {
    try {
      return decode(piece, isLast);
    } catch {
      throw new SheetFault('damaged', { where: entry.name });
    }
  };
  for await (const piece of entryPieces(bytes, entry, tools)) {
    scan.push(text(piece, false));
    onPiece(piece.length);
  }
  scan.push(text(new Uint8Array(), true));
}

/** Reads one sheet of an .xlsx workbook. Throws SheetFault. */
export async function readXlsx(bytes: Uint8Array, tools: SheetTools, options: ParseOptions, limits: SheetLimits): Promise<ParsedSheet> {
  const entries = readZipDirectory(bytes, limits.unpackedBytes);
  const book = await readBook(bytes, entries, tools);
  const visible = book.sheets.filter(({ isHidden }) => !isHidden);
  const choices = options.sheet === undefined ? visible : book.sheets.filter(({ name }) => name === options.sheet);
  if (choices.length === 0) throw new SheetFault('noRows');

  const stringsEntry = book.strings === undefined ? undefined : entries.get(book.strings);
  const stylesEntry = book.styles === undefined ? undefined : entries.get(book.styles);
  const total = (stringsEntry?.size ?? 0) + choices.reduce((sum, { path }) => sum + (entries.get(path)?.size ?? 0), 0);
  let done = 0;
  let reported = 0;
  const report =
    (rows: number) =>
    (size: number): void => {
      done += size;
      if (done - reported < total / 200 && done < total) return;
      reported = done;
      options.onProgress?.({ done, total, rows });
    };

  const strings = new SharedStringScan();
  if (stringsEntry) {
    await scanPart(bytes, stringsEntry, tools, strings, report(0));
    if (!strings.isComplete && stringsEntry.size > 0) throw new SheetFault('cut', { row: 0 });
  }
  const dateStyles = stylesEntry ? readDateStyles(await entryText(bytes, stylesEntry, tools)) : [];
  for (const { name, path } of choices) {
    const entry = entries.get(path);
    if (!entry) throw new SheetFault('damaged', { where: path });
    const tally = new SheetTally(limits);
    const scan = new SheetScan({ sharedStrings: strings.texts, dateStyles, is1904: book.is1904, tally });
    await scanPart(bytes, entry, tools, scan, (size) => report(scan.rows.length)(size));
    if (!scan.isComplete) throw new SheetFault('cut', { row: scan.lastRow });
    if (scan.rows.length === 0 && options.sheet === undefined) continue;
    fillDown(scan.rows, scan.rowNumbers, scan.merges, tally);
    return { kind: 'xlsx', sheetNames: visible.map((sheet) => sheet.name), sheetName: name, rows: scan.rows, rowNumbers: scan.rowNumbers };
  }
  throw new SheetFault('noRows');
}
