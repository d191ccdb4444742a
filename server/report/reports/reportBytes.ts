import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { UserError } from '#server/kernel/core/answers.ts';
import type { BlobStore } from '#server/kernel/core/blobStore.ts';

/**
 * The bytes of a report as they were stored; throws DamagedReport where they are gone or are not what they were, or no hash says what they were:
 * nothing is made anew in their place. A store that does not answer says nothing of them: its own error is thrown, and whoever asks tries again.
 */
export async function readReport(blobs: BlobStore, tenantId: string, sha256: string | null): Promise<Buffer> {
  if (sha256 === null) throw new DamagedReport();
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

/** Whether the bytes under a hash are gone or not what they were; a store that does not answer throws, as for `readReport`. */
export async function isReportDamaged(blobs: BlobStore, tenantId: string, sha256: string | null): Promise<boolean> {
  try {
    await readReport(blobs, tenantId, sha256);
    return false;
  } catch (error) {
    if (error instanceof DamagedReport) return true;
    throw error;
  }
}

/**
 * What an issued version (v) of a report (r) was chained with, its bytes' hash; null where its row is not what was chained: nothing is given out by
 * it (docs/report.md#chain). The same text as `chainText`.
 */
export const chainedSha256 = sql`case when v.chain_hash = encode(sha256(convert_to(concat_ws(chr(10), v.prev_hash, r.report_no, v.version_no, v.pdf_sha256,
  to_char(v.issue_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')), 'UTF8')), 'hex') then v.pdf_sha256 end`;

/** Whether an error says that something is away or busy now, and nothing of a report: it is tried again, and counts as no fault of it. */
export const isForNow = (error: unknown): boolean => error instanceof UserError && error.status === 503 && !(error instanceof DamagedReport);

/** 503: nothing is given out. */
export class DamagedReport extends UserError {
  constructor() {
    super(503, ['报告文件异常', 'The report’s file is damaged'], { refusal: 'report.damaged' });
  }
}
