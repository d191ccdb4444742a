import { createHash } from 'node:crypto';
import { UserError } from '#server/kernel/core/answers.ts';
import type { BlobStore } from '#server/kernel/core/blobStore.ts';

/**
 * The bytes of a report as they were stored; throws DamagedReport where they are gone or are not what they were: nothing is made anew in their
 * place. A store that does not answer says nothing of them: its own error is thrown, and whoever asks tries again.
 */
export async function readReport(blobs: BlobStore, tenantId: string, sha256: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  try {
    const stream = await blobs.read(tenantId, sha256);
    if (!stream) throw new DamagedReport();
    for await (const piece of stream) pieces.push(piece as Uint8Array);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new DamagedReport() : error;
  }
  const bytes = Buffer.concat(pieces);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new DamagedReport();
  return bytes;
}

/** Whether an error says that something is away or busy now, and nothing of a report: it is tried again, and counts as no fault of it. */
export const isForNow = (error: unknown): boolean => error instanceof UserError && error.status === 503 && !(error instanceof DamagedReport);

/** 503: nothing is given out. */
export class DamagedReport extends UserError {
  constructor() {
    super(503, ['报告文件异常', 'The report’s file is damaged'], { refusal: 'report.damaged' });
  }
}
