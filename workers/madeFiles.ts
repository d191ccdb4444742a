/** Files made by hand for the tests, so that they can be made wrong. */
const text = (value: string): Uint8Array => new TextEncoder().encode(value);

interface Part {
  readonly name: string;
  readonly data: Uint8Array;
  /** What the directory claims, where it lies. */
  readonly claimedSize?: number;
  readonly flags?: number;
}
async function deflate(data: Uint8Array): Promise<Uint8Array> {
  const packed = new Blob([data as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
/** Little-endian numbers at places of a record. */
function record(size: number, ...numbers: readonly [place: number, bytes: 2 | 4, value: number][]): Uint8Array {
  const view = new DataView(new ArrayBuffer(size));
  for (const [place, bytes, value] of numbers) {
    if (bytes === 2) view.setUint16(place, value, true);
    else view.setUint32(place, value, true);
  }
  return new Uint8Array(view.buffer);
}
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** A zip made by hand. */
export async function zip(parts: readonly Part[]): Promise<Uint8Array> {
  const files: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, data, claimedSize = data.length, flags = 0 } of parts) {
    const packed = await deflate(data);
    files.push(
      record(30, [0, 4, 0x04034b50], [6, 2, flags], [8, 2, 8], [18, 4, packed.length], [22, 4, claimedSize], [26, 2, name.length]),
      text(name),
      packed,
    );
    directory.push(
      record(46, [0, 4, 0x02014b50], [8, 2, flags], [10, 2, 8], [20, 4, packed.length], [24, 4, claimedSize], [28, 2, name.length], [42, 4, offset]),
      text(name),
    );
    offset += 30 + name.length + packed.length;
  }
  const size = joined(directory).length;
  return joined([
    ...files,
    ...directory,
    record(22, [0, 4, 0x06054b50], [8, 2, parts.length], [10, 2, parts.length], [12, 4, size], [16, 4, offset]),
  ]);
}

export const rels = (links: string): Uint8Array =>
  text(`<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links}</Relationships>`);
export const link = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
export const sheetOf = (rows: string): string => `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`;

interface Made {
  readonly sheet: string | Uint8Array;
  readonly strings?: string;
  readonly styles?: string;
  readonly workbookPr?: string;
}
/** A workbook of one sheet, part by part. */
export function book({ sheet, strings, styles, workbookPr = '' }: Made): Promise<Uint8Array> {
  const links =
    link('rId1', 'worksheet', 'worksheets/sheet1.xml') +
    link('rId2', 'sharedStrings', 'sharedStrings.xml') +
    link('rId3', 'styles', '/xl/styles.xml');
  return zip([
    { name: '[Content_Types].xml', data: text('<Types/>') },
    { name: '_rels/.rels', data: rels(link('rId1', 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      data: text(`<workbook xmlns:r="r">${workbookPr}<sheets><sheet name="送检" sheetId="1" r:id="rId1"/></sheets></workbook>`),
    },
    { name: 'xl/_rels/workbook.xml.rels', data: rels(links) },
    { name: 'xl/worksheets/sheet1.xml', data: typeof sheet === 'string' ? text(sheet) : sheet },
    ...(strings === undefined ? [] : [{ name: 'xl/sharedStrings.xml', data: text(strings) }]),
    ...(styles === undefined ? [] : [{ name: 'xl/styles.xml', data: text(styles) }]),
  ]);
}
