/** Rows as a file: .xlsx with every cell as text (codes keep their zeros), or .csv that spreadsheets open as UTF-8. */

const lead = [0xc0, 0xe0, 0xf0];
/** UTF-8 by hand: domain names no platform. */
function encoder(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let at = 0;
  for (let place = 0; place < text.length; place += 1) {
    const point = text.codePointAt(place) ?? 0xfffd;
    if (point > 0xffff) place += 1;
    if (point < 0x80) bytes[at++] = point;
    else {
      const more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
      bytes[at++] = (lead[more - 1] as number) | (point >> (6 * more));
      for (let left = more - 1; left >= 0; left -= 1) bytes[at++] = 0x80 | ((point >> (6 * left)) & 63);
    }
  }
  return bytes.slice(0, at);
}

const crcTable = Uint32Array.from({ length: 256 }, (_value, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
  return crc >>> 0;
});
function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 255] as number) ^ (crc >>> 8);
  return (crc ^ 0xffff_ffff) >>> 0;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
/** Little-endian numbers, two or four bytes each. */
function record(...numbers: readonly (readonly [bytes: 2 | 4, value: number])[]): Uint8Array {
  const bytes: number[] = [];
  for (const [size, value] of numbers) for (let byte = 0; byte < size; byte += 1) bytes.push((value >>> (byte * 8)) & 255);
  return Uint8Array.from(bytes);
}

/** A zip of stored parts: lists of faults are small, and nothing has to be asked of the platform. */
function zip(parts: readonly { readonly name: string; readonly text: string }[]): Uint8Array {
  const files: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, text } of parts) {
    const data = encoder(text);
    const title = encoder(name);
    const common = [
      [2, 20],
      [2, 0x0800],
      [2, 0],
      [2, 0],
      [2, 0x21],
      [4, crc32(data)],
      [4, data.length],
      [4, data.length],
      [2, title.length],
      [2, 0],
    ] as const;
    files.push(record([4, 0x0403_4b50], ...common), title, data);
    directory.push(record([4, 0x0201_4b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), title);
    offset += 30 + title.length + data.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  return joined([
    ...files,
    ...directory,
    record([4, 0x0605_4b50], [2, 0], [2, 0], [2, parts.length], [2, parts.length], [4, size], [4, offset], [2, 0]),
  ]);
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// eslint-disable-next-line no-control-regex -- XML has no such characters
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const escaped = (text: string): string => text.replace(unwritable, '').replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
const xml = (body: string): string => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`;
const office = 'http://schemas.openxmlformats.org';

function columnName(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + String.fromCharCode(65 + (index % 26));
}

/** One sheet of a workbook; its first row stays in sight. */
export interface WrittenSheet {
  readonly name: string;
  readonly rows: readonly (readonly WrittenCell[])[];
  /** Its heads are kept from being typed over and its columns from being moved: a machine finds its values by them. */
  readonly isHeadLocked?: boolean | undefined;
}

/** A cell of a written sheet; never a formula. */
export type WrittenCell = string | number | null;
/** What a spreadsheet holds in one cell at most. */
const longestCell = 32_767;

/** The beginning of a sheet's part, wide enough for its first rows; then come its rows, then `sheetEnd`. */
export function sheetStart(first: readonly (readonly WrittenCell[])[]): string {
  const widthOf = (cell: WrittenCell | undefined): number =>
    [...String(cell ?? '')].reduce((sum, character) => sum + (character > '\u00ff' ? 2 : 1), 2);
  const widths = (first[0] ?? []).map((_cell, column) => Math.min(40, Math.max(10, ...first.slice(0, 50).map((row) => widthOf(row[column])))));
  const columns = widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" style="1" customWidth="1"/>`).join('');
  return xml(
    `<worksheet xmlns="${office}/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${columns === '' ? '' : `<cols>${columns}</cols>`}<sheetData>`,
  );
}
/** One row of a sheet's part; `number` counts from 1. The first row's cells are locked where the sheet is (`sheetEnd`). */
export function sheetRow(row: readonly WrittenCell[], number: number): string {
  const style = number === 1 ? 2 : 1;
  const cell = (value: WrittenCell, reference: string): string => {
    if (value === null || value === '') return '';
    if (typeof value === 'number') return Number.isFinite(value) ? `<c r="${reference}" s="${style === 1 ? 3 : 0}"><v>${value}</v></c>` : '';
    return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(value.slice(0, longestCell))}</t></is></c>`;
  };
  return `<row r="${number}">${row.map((value, column) => cell(value, `${columnName(column)}${number}`)).join('')}</row>`;
}
/** What ends a sheet's part. Locked: without a password, for it keeps from slips and not from intent; all but heads and columns may be changed. */
export const sheetEnd = (isHeadLocked = false): string =>
  `</sheetData>${isHeadLocked ? '<sheetProtection sheet="1" formatCells="0" formatColumns="0" formatRows="0" insertRows="0" deleteRows="0" sort="0" autoFilter="0"/>' : ''}</worksheet>`;

/** An .xlsx workbook of one sheet. */
export function writeXlsxRows(sheetName: string, rows: WrittenSheet['rows'], isHeadLocked = false): Uint8Array {
  return writeXlsxSheets([{ name: sheetName, rows, isHeadLocked }]);
}

/** An .xlsx workbook. */
export function writeXlsxSheets(sheets: readonly WrittenSheet[]): Uint8Array {
  const text = ({ rows, isHeadLocked }: WrittenSheet): string =>
    [sheetStart(rows), ...rows.map((row, index) => sheetRow(row, index + 1)), sheetEnd(isHeadLocked)].join('');
  return zip([
    ...workbookParts(sheets.map(({ name }) => name)),
    ...sheets.map((sheet, index) => ({ name: sheetPart(index + 1), text: text(sheet) })),
  ]);
}

/** Where a sheet lies in the workbook; `number` counts from 1. */
export const sheetPart = (number: number): string => `xl/worksheets/sheet${number}.xml`;

/** The parts of a workbook beside its sheets. */
export function workbookParts(names: readonly string[]): readonly { readonly name: string; readonly text: string }[] {
  const each = (part: (name: string, number: number) => string): string => names.map((name, index) => part(name, index + 1)).join('');
  const title = (name: string): string => escaped(name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31));
  return [
    {
      name: '[Content_Types].xml',
      text: xml(
        `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${each((_name, number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
      ),
    },
    {
      name: '_rels/.rels',
      text: xml(
        `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
    },
    {
      name: 'xl/workbook.xml',
      text: xml(
        `<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets>${each((name, number) => `<sheet name="${title(name)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: xml(
        `<Relationships xmlns="${office}/package/2006/relationships">${each((_name, number) => `<Relationship Id="rId${number}" Type="${office}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${office}/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
      ),
    },
    {
      name: 'xl/styles.xml',
      text: xml(
        `<styleSheet xmlns="${office}/spreadsheetml/2006/main"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyProtection="1"><protection locked="0"/></xf><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyProtection="1"><protection locked="0"/></xf></cellXfs></styleSheet>`,
      ),
    },
  ];
}

/** A text a spreadsheet would run as a formula is kept from it by an apostrophe, which our own reader takes off again. */
const guarded = (text: string): string => (/^[=+@\t]|^-\D/.test(text) ? `'${text}` : text);
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A .csv with byte order mark, so that Excel reads it as UTF-8. */
export function writeCsvRows(rows: readonly (readonly string[])[]): Uint8Array {
  return encoder(`\uFEFF${rows.map((row) => row.map((text) => quoted(guarded(text))).join(',')).join('\r\n')}\r\n`);
}
