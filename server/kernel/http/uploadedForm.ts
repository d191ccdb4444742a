import type { FastifyRequest } from 'fastify';
import { UserError } from '#server/kernel/core/answers.ts';

export interface UploadedForm {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The file; null where none was sent. */
  readonly bytes: Buffer | null;
  readonly fileName: string;
}

/** A form with at most one file of at most `largest` bytes; a JSON body is a form without one. Throws UserError 413. */
export async function uploadedForm(request: FastifyRequest, largest: number): Promise<UploadedForm> {
  if (!request.isMultipart()) return { fields: (request.body as Record<string, unknown> | null) ?? {}, bytes: null, fileName: '' };
  const fields: Record<string, unknown> = {};
  let bytes: Buffer | null = null;
  let fileName = '';
  for await (const part of request.parts({ limits: { fileSize: largest } })) {
    if (part.type !== 'file') fields[part.fieldname] = part.value;
    else {
      const read = await part.toBuffer().catch(() => {
        throw new UserError(413, [`文件不能超过 ${Math.round(largest / 1024)} KB`, `The file may have at most ${Math.round(largest / 1024)} KB`]);
      });
      if (read.length > 0) [bytes, fileName] = [read, part.filename];
    }
  }
  return { fields, bytes, fileName };
}
