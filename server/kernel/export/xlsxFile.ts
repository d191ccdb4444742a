import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { sheetEnd, sheetPart, sheetRow, sheetStart, workbookParts, type WrittenCell } from '#domain/sheet/writeSheet.ts';

type Rows = AsyncIterable<readonly (readonly WrittenCell[])[]> | Iterable<readonly (readonly WrittenCell[])[]>;

/** A sheet whose rows come by portions, the heads first. */
export interface StreamedSheet {
  readonly name: string;
  readonly rows: Rows;
  /** As a written sheet's. */
  readonly isHeadLocked?: boolean | undefined;
}
export interface WrittenFile {
  /** Bytes. */
  readonly size: number;
  /** Of the bytes, hex. */
  readonly sha256: string;
}

/** A zip without the records of longer ones ends here. */
const longestFile = 0xffff_ffff;

function record(...numbers: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const bytes = Buffer.alloc(numbers.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of numbers) at = size === 2 ? bytes.writeUInt16LE(value, at) : bytes.writeUInt32LE(value >>> 0, at);
  return bytes;
}

async function* partOf({ rows, isHeadLocked }: StreamedSheet): AsyncGenerator<string> {
  let number = 0;
  for await (const portion of rows) {
    if (number === 0) yield sheetStart(portion);
    yield portion.map((row) => sheetRow(row, ++number)).join('');
  }
  yield (number === 0 ? sheetStart([]) : '') + sheetEnd(isHeadLocked);
}

/**
 * Writes an .xlsx workbook to a new file, packed, holding no more of it than the portion at hand. Ours and not the
 * library's, whose stream knows workbooks of one sheet alone. Throws where it would pass 4 GiB.
 */
export async function writeXlsxFile(path: string, sheets: readonly StreamedSheet[]): Promise<WrittenFile> {
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  const directory: Buffer[] = [];
  let offset = 0;
  const write = async (bytes: Buffer): Promise<void> => {
    if (offset + bytes.length > longestFile) throw new Error('the file would be too long');
    hash.update(bytes);
    await file.writeFile(bytes);
    offset += bytes.length;
  };
  const add = async (name: string, text: AsyncIterable<string> | Iterable<string>): Promise<void> => {
    const title = Buffer.from(name);
    const start = offset;
    let [crc, length] = [0, 0];
    async function* counted(): AsyncGenerator<Buffer> {
      for await (const piece of text) {
        const bytes = Buffer.from(piece);
        crc = crc32(bytes, crc);
        length += bytes.length;
        yield bytes;
      }
    }
    // Its length is known afterwards alone: bit 3 says that it stands behind.
    const head = [
      [2, 20],
      [2, 0x0808],
      [2, 8],
      [2, 0],
      [2, 0x21],
    ] as const;
    await write(Buffer.concat([record([4, 0x0403_4b50], ...head, [4, 0], [4, 0], [4, 0], [2, title.length], [2, 0]), title]));
    const begin = offset;
    const packed = createDeflateRaw();
    const source = Readable.from(counted());
    source.on('error', (error) => packed.destroy(error));
    for await (const bytes of source.pipe(packed)) await write(bytes as Buffer);
    const sizes = [
      [4, crc],
      [4, offset - begin],
      [4, length],
    ] as const;
    await write(record([4, 0x0807_4b50], ...sizes));
    directory.push(
      record([4, 0x0201_4b50], [2, 20], ...head, ...sizes, [2, title.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, start]),
      title,
    );
  };
  try {
    for (const { name, text } of workbookParts(sheets.map((sheet) => sheet.name))) await add(name, [text]);
    for (const [index, sheet] of sheets.entries()) await add(sheetPart(index + 1), partOf(sheet));
    const [start, listed] = [offset, Buffer.concat(directory)];
    const count = directory.length / 2;
    await write(Buffer.concat([listed, record([4, 0x0605_4b50], [2, 0], [2, 0], [2, count], [2, count], [4, listed.length], [4, start], [2, 0])]));
    await file.sync();
    return { size: offset, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}
