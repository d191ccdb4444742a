import { sql, type SQL } from 'drizzle-orm';
import { lineState } from '#domain/bill/billChoices.ts';
import { refreshClientBits } from '#server/spine/bill/clientBits.ts';
import { syncLines } from '#server/spine/bill/syncLines.ts';
import { readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';

/** What an order let go of and its red line, neither in an order any more, were never charged: both go, or one of them could be ordered alone. */
async function dropPairs(tx: Tx, { tenantId, now }: { readonly tenantId: string; readonly now: string }, lineIds: readonly string[]): Promise<void> {
  const locked = await readRows<{ id: string }>(
    tx,
    sql`select l.id::text as id from sales_line l where l.tenant_id = ${tenantId} and (l.id = ${anyId(lineIds)} or l.credit_of = ${anyId(lineIds)}
        or l.id in (select r.credit_of from sales_line r where r.tenant_id = ${tenantId} and r.id = ${anyId(lineIds)})) order by l.id for update of l`,
  );
  const isFree = (alias: string): SQL => sql.raw(`${alias}.state in (${lineState.unreported}, ${lineState.open})`);
  await tx.execute(sql`update sales_line l set state = ${lineState.withdrawn}, update_time = ${now}, version = version + 1
    where l.tenant_id = ${tenantId} and l.id = ${anyId(locked.map(({ id }) => id))} and ${isFree('l')}
      and exists (select 1 from sales_line p where p.tenant_id = l.tenant_id and (p.credit_of = l.id or p.id = l.credit_of) and ${isFree('p')})`);
}
/** Lines an order let go of are what their requisitions and clients say now: what changed while they stood there, or a line in place of one withdrawn. */
export async function followFreed(tx: Tx, whose: { readonly tenantId: string; readonly now: string }, lineIds: readonly string[]): Promise<void> {
  if (lineIds.length === 0) return;
  const { tenantId } = whose;
  await dropPairs(tx, whose, lineIds);
  const rows = await readRows<{ id: string }>(
    tx,
    sql`select distinct requisition_id::text as id from sales_line where tenant_id = ${tenantId} and id = ${anyId(lineIds)}`,
  );
  await syncLines(
    tx,
    tenantId,
    rows.map(({ id }) => id),
  );
  // The door above does so only for lines whose state it changes.
  await refreshClientBits(tx, tenantId, lineIds);
}
