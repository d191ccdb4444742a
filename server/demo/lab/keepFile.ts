import { sql } from 'drizzle-orm';
import type { BlobFiles } from '#server/storage/blobFiles.ts';
import type { BlobOwner } from '#server/storage/blobTables.ts';
import type { Tx } from '#server/storage/tx.ts';
import { sha256Of } from './labBench.ts';

/** Keeps bytes beside the database, as if somebody had brought them. */
export type KeepFile = (bytes: Buffer, mime: string, owner: BlobOwner) => Promise<void>;

/** Keeps them where pictures and files lie, their rows in the transaction: one that ends badly leaves files that nobody knows, and that are written over. */
export function keepIn(tx: Tx, { tenantId, now }: { readonly tenantId: string; readonly now: string }, files: BlobFiles): KeepFile {
  return async (bytes, mime, owner) => {
    const sha256 = sha256Of(bytes);
    await files.write(tenantId, sha256, bytes);
    await tx.execute(sql`insert into blob (tenant_id, sha256, size, mime, state, owner, bound_time, create_time, update_time)
      values (${tenantId}, ${sha256}, ${bytes.length}, ${mime}, 1, ${owner}, ${now}, ${now}, ${now}) on conflict (tenant_id, sha256) do nothing`);
  };
}
