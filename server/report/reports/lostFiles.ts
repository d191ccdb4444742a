import { sql } from 'drizzle-orm';
import { bindBlob, type BlobStore } from '#server/kernel/core/blobStore.ts';
import { blobOwner } from '#server/storage/blobTables.ts';
import type { Database } from '#server/storage/database.ts';
import { setting } from '#server/storage/kernelTables.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';

/** Files that are looked for in one night beside those the store has no record of: the next night goes on behind them. */
const perNight = 20_000;
/** Files that are asked for at once. */
const portion = 100;

/** An issued version whose file the store does not have. */
export interface LostFile {
  readonly versionId: string;
  readonly reportNo: string;
  readonly versionNo: number;
}
interface Kept extends LostFile {
  readonly pdfSha256: string;
}

/** Of an issued version (v): the store keeps no record of its file. */
export const isUnrecorded = sql`(v.chain_hash is not null and not exists (select 1 from blob b where b.tenant_id = v.tenant_id and b.sha256 = v.pdf_sha256 and b.state = 1))`;

/**
 * Issued versions, however old, whose file is gone from the store (docs/report.md#chain): each that the store has no record of, and of the others those
 * whose turn it is, in the order of their ids. What was put back is known again by having been looked for. Throws where the store does not answer.
 */
export async function lostFiles({ orm }: Database, blobs: BlobStore, tenantId: string, most = perNight): Promise<readonly LostFile[]> {
  const columns = sql`select v.id::text as version_id, r.report_no, v.version_no, v.pdf_sha256 from report_version v join report r on r.tenant_id = v.tenant_id and r.id = v.report_id
    where v.tenant_id = ${tenantId} and v.chain_hash is not null`;
  const key = `report.filesSeen.${tenantId}`;
  const seen = await readRow<{ id: string }>(orm, sql`select value #>> '{}' as id from setting where key = ${key}`);
  const unrecorded = await readRows<Kept>(orm, sql`${columns} and ${isUnrecorded} order by v.id limit ${most}`);
  const turn = await readRows<Kept>(orm, sql`${columns} and v.id > ${seen?.id ?? '0'} order by v.id limit ${most}`);
  const withoutRecord = new Set(unrecorded.map(({ versionId }) => versionId));
  const lost: LostFile[] = [];
  const all = [...new Map([...unrecorded, ...turn].map((one) => [one.versionId, one])).values()];
  for (let at = 0; at < all.length; at += portion) {
    const some = all.slice(at, at + portion);
    const missing = new Set(
      await blobs.missing(
        tenantId,
        some.map(({ pdfSha256 }) => pdfSha256),
      ),
    );
    for (const { pdfSha256, ...one } of some)
      if (missing.has(pdfSha256)) lost.push(one);
      // What was put back is a report's again: nothing sweeps it.
      else if (withoutRecord.has(one.versionId)) await bindBlob(orm, tenantId, pdfSha256, blobOwner.report);
  }
  // Behind the last one it begins again.
  const value = turn.length < most ? '0' : (turn.at(-1)?.versionId ?? '0');
  await orm.insert(setting).values({ key, value }).onConflictDoUpdate({ target: setting.key, set: { value } });
  return lost;
}

/** Those of them that nobody was told of yet: a file that cannot be had again is named once, and stands on its report. */
export async function untold({ orm }: Database, lost: readonly LostFile[]): Promise<readonly LostFile[]> {
  const fresh: LostFile[] = [];
  for (const one of lost) {
    const noted = await orm
      .insert(setting)
      .values({ key: `report.fileLost.${one.versionId}`, value: true })
      .onConflictDoNothing()
      .returning({ key: setting.key });
    if (noted.length > 0) fresh.push(one);
  }
  return fresh;
}
