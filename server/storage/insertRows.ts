import type { Resource } from '#domain/kernel/resource.ts';
import { foundBy, nextChangeSeq } from './changes.ts';
import { tableOf } from './tables.ts';
import type { Tx } from './tx.ts';

export interface InsertedBy {
  readonly tenantId: string;
  readonly userId: string;
  /** `yyyy-MM-dd HH:mm:ss`. */
  readonly now: string;
}
const chunkSize = 500;

/** Puts whole rows (with their ids) of a described resource into its table, each with its own place in the change order. */
export async function insertRows(
  tx: Tx,
  resource: Resource,
  rows: readonly Readonly<Record<string, unknown>>[],
  { tenantId, userId, now }: InsertedBy,
): Promise<void> {
  if (rows.length === 0) return;
  const firstSeq = await nextChangeSeq(tx, tenantId, rows.length);
  const full = rows.map((row, index) => ({
    ...row,
    tenantId,
    createUser: userId,
    updateUser: userId,
    createTime: now,
    updateTime: now,
    changeSeq: firstSeq + index,
    ...foundBy(resource, row),
  }));
  for (let at = 0; at < full.length; at += chunkSize) await tx.insert(tableOf(resource)).values(full.slice(at, at + chunkSize));
}
