import type { FastifyRequest } from 'fastify';
import { UserError } from '#server/kernel/core/answers.ts';

export interface UploadedFiles {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: readonly Buffer[];
}

/** A form with up to `most` files of at most `largest` bytes each; a JSON body is a form without one. Throws UserError 400 and 413. */
export async function uploadedFiles(request: FastifyRequest, largest: number, most: number): Promise<UploadedFiles> {
  if (!request.isMultipart()) return { fields: (request.body as Record<string, unknown> | null) ?? {}, files: [] };
  const fields: Record<string, unknown> = {};
  const files: Buffer[] = [];
  for await (const part of request.parts({ limits: { fileSize: largest, files: most + 1 } })) {
    if (part.type !== 'file') {
      // A name that comes again is a list.
      const before = fields[part.fieldname];
      fields[part.fieldname] = before === undefined ? part.value : [...(Array.isArray(before) ? before : [before]), part.value];
      continue;
    }
    const read = await part.toBuffer().catch(() => {
      throw new UserError(413, [
        `文件不能超过 ${Math.round(largest / 1_048_576)} MB`,
        `A file may have at most ${Math.round(largest / 1_048_576)} MB`,
      ]);
    });
    if (read.length === 0) continue;
    if (files.length === most) throw new UserError(400, [`最多 ${most} 张照片`, `At most ${most} photographs`], { refusal: 'command.badInput' });
    files.push(read);
  }
  return { fields, files };
}
