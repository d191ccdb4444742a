import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { parseSheet } from '#domain/sheet/parseSheet.ts';
import { SheetFault } from '#domain/sheet/sheetFault.ts';
import type { ParsedSheet, SheetCell, SheetTools } from '#domain/sheet/sheetTypes.ts';
import { UserError } from './answers.ts';

/** A list of this length is taken over within a request; longer ones are the desk's affair, which reads them in a worker. */
const limits = { fileBytes: 20 * 1_048_576, unpackedBytes: 100 * 1_048_576, rows: 5_000 } as const;

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
  async readXls(bytes, { sheet, maxRows }) {
    const { read, utils } = await import('@e965/xlsx');
    const book = read(bytes, { type: 'array', cellDates: true, UTC: true, cellFormula: false, cellHTML: false, WTF: true, sheetRows: maxRows + 1 });
    const sheetName = sheet ?? book.SheetNames[0] ?? '';
    const found = book.Sheets[sheetName];
    const rows = found ? utils.sheet_to_json<unknown[]>(found, { header: 1, raw: true, defval: null, blankrows: false, UTC: true }) : [];
    return { sheetNames: book.SheetNames, sheetName, rows: rows.map((row) => row.map(cellOf)), rowNumbers: rows.map((_row, index) => index + 1) };
  },
};

function cellOf(value: unknown): SheetCell {
  if (value === null || value === undefined || value === '') return null;
  if (!(value instanceof Date)) return typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
  const text = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString();
  return { text: text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' '), isDate: true };
}

export interface UploadedSheet {
  readonly fileName: string;
  /** SHA-256, hex. */
  readonly fileHash: string;
  readonly sheet: ParsedSheet;
  /** The form's other fields. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Reads the uploaded file as a sheet. Throws UserError 400 (no file), 413 or 422 with a sentence that says what is wrong with it. */
export async function uploadedSheet(request: FastifyRequest): Promise<UploadedSheet> {
  if (!request.isMultipart()) throw new UserError(400, ['请上传文件', 'Upload a file']);
  const part = await request.file();
  if (!part) throw new UserError(400, ['请上传文件', 'Upload a file']);
  const bytes = await part.toBuffer();
  const fields = Object.fromEntries(
    Object.entries(part.fields).flatMap(([name, field]) =>
      field && !Array.isArray(field) && field.type === 'field' ? [[name, String(field.value)]] : [],
    ),
  );
  return { ...(await readSheet(bytes, part.filename)), fields };
}

/** Reads a file's bytes as a sheet. Throws UserError 422 with a sentence that says what is wrong with it. */
export async function readSheet(bytes: Buffer, fileName: string): Promise<Omit<UploadedSheet, 'fields'>> {
  try {
    const sheet = await parseSheet(new Uint8Array(bytes), tools, { limits });
    return { fileName: fileName.slice(0, 200), fileHash: createHash('sha256').update(bytes).digest('hex'), sheet };
  } catch (error) {
    if (error instanceof SheetFault) throw new UserError(422, error.text, { refusal: `sheet.${error.code}` });
    throw error;
  }
}
