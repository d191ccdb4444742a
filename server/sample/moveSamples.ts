import { sql } from 'drizzle-orm';
import { itemState } from '#domain/sample/itemState.ts';
import { isLegalMove, labStatus, type StatusMove } from '#domain/sample/sampleStatus.ts';
import type { Tx } from '#server/kernel/serve.ts';
import { anyText } from '#server/storage/sqlParts.ts';

/**
 * Makes tubes take a step. Throws where a step is not in the table of legal moves, or where a tube is not where
 * the rule saw it (its row was locked by `load`, so neither can happen unless the code is wrong).
 */
export async function moveSamples(tx: Tx, tenantId: string, moves: readonly StatusMove[], now: string): Promise<void> {
  const groups = new Map<string, StatusMove[]>();
  for (const move of moves) {
    if (!isLegalMove(move) || move.from === null) throw new Error(`illegal move ${move.from} -> ${move.to} of ${move.sampleCode}`);
    groups.set(`${move.from} ${move.to}`, [...(groups.get(`${move.from} ${move.to}`) ?? []), move]);
  }
  for (const group of groups.values()) await moveAll(tx, tenantId, group, now);
}

async function moveAll(tx: Tx, tenantId: string, group: readonly StatusMove[], now: string): Promise<void> {
  const [{ from, to } = { from: null, to: labStatus.entered }] = group;
  const codes = group.map(({ sampleCode }) => sampleCode);
  const moved = await tx.execute(sql`update sample set lab_status = ${to}, update_time = ${now}, version = version + 1,
      enter_time = case when ${to} = ${labStatus.entered} and ${from} = ${labStatus.pendingEntry} then ${now}::timestamptz when ${to} = ${labStatus.pendingEntry} then null else enter_time end
    where tenant_id = ${tenantId} and sample_code = ${anyText(codes)} and lab_status = ${from}`);
  if (moved.rowCount !== codes.length) throw new Error(`${codes.length - (moved.rowCount ?? 0)} samples were not ${from} any more`);
  const isReady = from === labStatus.pendingEntry && to === labStatus.entered;
  const isUnready = from === labStatus.entered && (to === labStatus.pendingEntry || to === labStatus.rejected);
  if (!isReady && !isUnready) return;
  const [before, after] = isReady ? [itemState.notReady, itemState.waiting] : [itemState.waiting, itemState.notReady];
  await tx.execute(
    sql`update sample_item set item_state = ${after} where tenant_id = ${tenantId} and sample_code = ${anyText(codes)} and item_state = ${before}`,
  );
}
