import { sql } from 'drizzle-orm';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { freezeInnerPrices, isRelated } from '#server/spine/bill/innerPrices.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';

/** Lines of one transaction. */
const portion = 1_000;

/**
 * `bill.innerPrice`: reported lines without an internal price get one where a price that was saved or enabled since has one for their day
 * (docs/bill.md#internal-settlement). What has one keeps it.
 */
export const innerPricing = (database: Database): JobKind<object> => ({
  name: 'bill.innerPrice',
  cron: '* * * * *',
  expireSeconds: 1_800,
  async run(_none, signal) {
    const tenants = await readRows<{ tenantId: string }>(database.orm, sql`select distinct tenant_id from internal_price order by tenant_id`);
    for (const { tenantId } of tenants) {
      let seen: readonly string[] = [];
      do {
        const after = seen.at(-1) ?? '0';
        seen = await database.transaction((tx) => priceSome(tx, tenantId, after));
      } while (!signal.aborted && seen.length === portion);
    }
  },
});

/** Prices some of a tenant's lines from behind an id on; the ids of those looked at, in their order. */
async function priceSome(tx: Tx, tenantId: string, after: string): Promise<readonly string[]> {
  const lines = await readRows<{ id: string }>(
    tx,
    sql`select l.id::text as id from sales_line l where l.tenant_id = ${tenantId} and l.id > ${after} and l.inner_price is null and ${isRelated}
        and exists (select 1 from internal_price p where p.tenant_id = l.tenant_id and p.contract_laboratory_id = l.contract_laboratory_id and p.execute_laboratory_id = l.execute_laboratory_id
          and p.is_deleted = 0 and p.is_disable = 0 and p.update_time >= l.update_time - interval '1 minute')
      order by l.id limit ${portion} for update of l`,
  );
  const ids = lines.map(({ id }) => id);
  if (ids.length === 0) return ids;
  await freezeInnerPrices(tx, tenantId, sql`l.id = ${anyId(ids)}`);
  // One that was being saved at this moment is looked at again (the minute above): once more for nothing is better than never.
  await tx.execute(sql`update sales_line set update_time = ${nowText()} where tenant_id = ${tenantId} and id = ${anyId(ids)}`);
  return ids;
}
