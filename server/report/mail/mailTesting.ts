import { readFileSync, writeFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { Desk } from '#server/sample/deskTesting.ts';
import { blobFiles } from '#server/storage/blobFiles.ts';
import { tellChannels } from '../reports/deliveries.ts';

export type Move = 'hold' | 'resume' | 'withdraw';
/** As a withdrawal that was applied for, decided, or undone leaves a report. */
export async function moveAs(
  desk: Desk,
  { reportId, versionId }: { readonly reportId: string; readonly versionId: string },
  how: Move,
): Promise<void> {
  const [report, version] = { hold: [5, 3], resume: [4, 3], withdraw: [6, 5] }[how] as [number, number];
  await desk.orm.transaction(async (tx) => {
    await tx.execute(sql`update report set state = ${report} where id = ${reportId}`);
    await tx.execute(sql`update report_version set state = ${version} where id = ${versionId}`);
    await tellChannels(tx, '000000', how, { reportId, versionId }, '2026-01-01 00:00:00');
  });
}

/** Changes one byte of a stored file. */
export function damageBlob(blobDir: string, sha256: string): void {
  const path = blobFiles(blobDir).pathOf('000000', sha256);
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(path, bytes);
}
