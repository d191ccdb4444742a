import type { FastifyRequest } from 'fastify';
import type { ParsedSheet } from '#domain/sheet/sheetTypes.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { judgeInThread, readInThread, type JudgedFile } from './sheetThreads.ts';

/** A list of this length is taken over within a request; longer ones are the desk's affair, which reads them in a worker. */
const limits = { fileBytes: 20 * 1_048_576, unpackedBytes: 100 * 1_048_576, rows: 5_000, cells: 600_000, letters: 20_000_000 } as const;

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
  const { bytes, fileName, fields } = await uploadedFile(request);
  return { ...(await readSheet(bytes, fileName)), fields };
}

/** Reads the uploaded file and judges its rows beside everything else (`SheetJudge`). Throws as `uploadedSheet`, and what the judge refuses. */
export async function judgedSheet<Sum, Needs, Facts>(
  request: FastifyRequest,
  judge: URL,
  lookUp: (needs: Needs, fields: UploadedSheet['fields']) => Promise<Facts>,
): Promise<JudgedFile<Sum> & Pick<UploadedSheet, 'fileName'>> {
  const { bytes, fileName, fields } = await uploadedFile(request);
  const judged = await judgeInThread<Sum, Needs, Facts>(ownBytes(bytes), limits, judge, (needs) => lookUp(needs, fields));
  return { fileName: shortName(fileName), ...judged };
}

/** Reads a file's bytes as a sheet of at most so many rows; they may be gone afterwards. Throws UserError 422 with a sentence that says what is wrong with it. */
export async function readSheet(bytes: Buffer, fileName: string, rows: number = limits.rows): Promise<Omit<UploadedSheet, 'fields'>> {
  return { fileName: shortName(fileName), ...(await readInThread(ownBytes(bytes), { ...limits, rows })) };
}

async function uploadedFile(request: FastifyRequest): Promise<{ bytes: Buffer; fileName: string; fields: UploadedSheet['fields'] }> {
  if (!request.isMultipart()) throw new UserError(400, ['请上传文件', 'Upload a file']);
  const part = await request.file();
  if (!part) throw new UserError(400, ['请上传文件', 'Upload a file']);
  const bytes = await part.toBuffer();
  const fields = Object.fromEntries(
    Object.entries(part.fields).flatMap(([name, field]) =>
      field && !Array.isArray(field) && field.type === 'field' ? [[name, String(field.value)]] : [],
    ),
  );
  return { bytes, fileName: part.filename, fields };
}

/** A long file owns its memory and goes over as it is; a short one is a slice of a shared piece, and is copied. */
const ownBytes = (bytes: Buffer): Uint8Array<ArrayBuffer> =>
  bytes.byteLength === bytes.buffer.byteLength ? new Uint8Array(bytes.buffer as ArrayBuffer) : new Uint8Array(bytes);
const shortName = (fileName: string): string => fileName.slice(0, 200);
