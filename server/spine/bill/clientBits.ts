import { sql } from 'drizzle-orm';
import { excludedBit, lineState } from '#domain/bill/billChoices.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';

/**
 * Gives lines that are in no order the bit of their client (docs/bill.md#exclusion): set where the client is excluded and the commodity no
 * exception of it, else clear. What was excluded by sample stays. Lines in orders are left alone. How many lines changed.
 */
export async function refreshClientBits(tx: Tx, tenantId: string, lineIds: readonly string[]): Promise<number> {
  if (lineIds.length === 0) return 0;
  const changed = await tx.execute(sql`with wanted as (
      select l.id, (l.excluded_by & ${excludedBit.sample}::int) | case when c.is_excluded = 1 and not exists (select 1 from exclusion_exception e where e.tenant_id = l.tenant_id
          and e.send_sample_client_id = l.send_sample_client_id and e.commodity_id = l.commodity_id) then ${excludedBit.client}::int else 0 end as bits
      from sales_line l left join send_sample_client c on c.tenant_id = l.tenant_id and c.id = l.send_sample_client_id
      where l.tenant_id = ${tenantId} and l.id = ${anyId(lineIds)} and l.state in (${lineState.unreported}, ${lineState.open}))
    update sales_line l set excluded_by = w.bits, version = l.version + 1 from wanted w where l.tenant_id = ${tenantId} and l.id = w.id and l.excluded_by <> w.bits`);
  return changed.rowCount ?? 0;
}
