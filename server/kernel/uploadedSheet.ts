import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ParsedSheet } from '#domain/sheet/sheetTypes.ts';
import { UserError } from './answers.ts';
import { readInThread } from './sheetThreads.ts';

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
  const sheet = await readInThread(new Uint8Array(bytes), limits);
  return { fileName: fileName.slice(0, 200), fileHash: createHash('sha256').update(bytes).digest('hex'), sheet };
}
