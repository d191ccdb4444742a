import { createHash } from 'node:crypto';
import { UserError } from '#server/kernel/core/answers.ts';
import type { BlobStore } from '#server/kernel/core/blobStore.ts';

/** The bytes of a report as they were stored; throws DamagedReport where they are gone or are not what they were: nothing is made anew in their place. */
export async function readReport(blobs: BlobStore, tenantId: string, sha256: string): Promise<Buffer> {
  const stream = await blobs.read(tenantId, sha256).catch(() => null);
  const pieces: Uint8Array[] = [];
  if (stream)
    try {
      for await (const piece of stream) pieces.push(piece as Uint8Array);
    } catch {
      throw new DamagedReport();
    }
  const bytes = Buffer.concat(pieces);
  if (!stream || createHash('sha256').update(bytes).digest('hex') !== sha256) throw new DamagedReport();
  return bytes;
}

/** 503: nothing is given out. */
export class DamagedReport extends UserError {
  constructor() {
    super(503, ['报告文件异常', 'The report’s file is damaged'], { refusal: 'report.damaged' });
  }
}
