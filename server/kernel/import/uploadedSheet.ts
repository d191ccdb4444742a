import { createWriteStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { ParsedSheet } from '#domain/sheet/sheetTypes.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { BlobStore } from '#server/kernel/core/blobStore.ts';
import { judgeApart, readApart, type JudgedFile } from './sheetProcesses.ts';

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

/** Where a file comes from, and where it lies until it was read. */
interface Upload {
  readonly request: FastifyRequest;
  readonly blobs: Pick<BlobStore, 'draft'>;
}

/** Reads the uploaded file as a sheet. Throws UserError 400 (no file), 413 or 422 with a sentence that says what is wrong with it. */
export async function uploadedSheet(upload: Upload): Promise<UploadedSheet> {
  return withUpload(upload, async (path, fileName, fields) => ({ fileName: shortName(fileName), ...(await readApart(path, limits)), fields }));
}

/** Reads the uploaded file and judges its rows beside everything else (`SheetJudge`). Throws as `uploadedSheet`, and what the judge refuses. */
export async function judgedSheet<Sum, Needs, Facts>(
  upload: Upload,
  judge: URL,
  lookUp: (needs: Needs, fields: UploadedSheet['fields']) => Promise<Facts>,
): Promise<JudgedFile<Sum> & Pick<UploadedSheet, 'fileName'>> {
  return withUpload(upload, async (path, fileName, fields) => ({
    fileName: shortName(fileName),
    ...(await judgeApart<Sum, Needs, Facts>(path, limits, judge, (needs) => lookUp(needs, fields))),
  }));
}

/** Reads a file's bytes as a sheet of at most so many rows. Throws UserError 422 with a sentence that says what is wrong with it. */
export async function readSheet(
  { blobs }: Pick<Upload, 'blobs'>,
  bytes: Uint8Array,
  fileName: string,
  rows: number = limits.rows,
): Promise<Omit<UploadedSheet, 'fields'>> {
  const path = await blobs.draft();
  try {
    await writeFile(path, bytes);
    return { fileName: shortName(fileName), ...(await readApart(path, { ...limits, rows })) };
  } finally {
    await rm(path, { force: true });
  }
}

/** Puts the uploaded file aside as it comes: twenty megabytes held in memory make the server collect garbage while others scan. */
async function withUpload<T>(
  { request, blobs }: Upload,
  read: (path: string, fileName: string, fields: UploadedSheet['fields']) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new UserError(400, ['请上传文件', 'Upload a file']);
  const part = await request.file();
  if (!part) throw new UserError(400, ['请上传文件', 'Upload a file']);
  const path = await blobs.draft();
  try {
    await pipeline(part.file, createWriteStream(path));
    if (part.file.truncated) throw new request.server.multipartErrors.RequestFileTooLargeError();
    const fields = Object.fromEntries(
      Object.entries(part.fields).flatMap(([name, field]) =>
        field && !Array.isArray(field) && field.type === 'field' ? [[name, String(field.value)]] : [],
      ),
    );
    return await read(path, part.filename, fields);
  } finally {
    await rm(path, { force: true });
  }
}

const shortName = (fileName: string): string => fileName.slice(0, 200);
