import { sql, type SQL } from 'drizzle-orm';
import { lineState } from '#domain/bill/billChoices.ts';
import { executeType } from '#domain/base/executeType.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';

/** Lines that one laboratory of the group took in and another one of it reported, alias l (docs/bill.md#internal-settlement). `sales_line_related_ix` has them. */
export const isRelated: SQL = sql`(l.reported = 1 and l.contract_laboratory_id <> l.execute_laboratory_id and l.state <> ${lineState.withdrawn} and l.withdrawn = 0
  and exists (select 1 from laboratory n where n.tenant_id = l.tenant_id and n.id = l.execute_laboratory_id and n.execute_type = ${executeType.self}))`;

/** What the executing laboratory gets for a line, alias l, by the price of its day of receipt: the commodity's own before one for all; a share is rounded half away from zero. */
const innerPriceAt: SQL = sql`(select coalesce(p.inner_price, round(l.price * p.basis_points / 10000.0)) from internal_price p where p.tenant_id = l.tenant_id and p.contract_laboratory_id = l.contract_laboratory_id
  and p.execute_laboratory_id = l.execute_laboratory_id and (p.commodity_id = l.commodity_id or p.commodity_id is null) and p.is_deleted = 0 and p.is_disable = 0
  and l.receive_time::date between p.valid_from and p.valid_to order by p.commodity_id nulls last, p.id limit 1)`;

/**
 * Freezes what the executing laboratory gets for reported lines that have no such price yet, of those a condition names (alias l); a red line gets
 * what its original got. What no internal price says anything of stays without. Lines are locked in the order of their ids.
 */
export async function freezeInnerPrices(tx: Tx, tenantId: string, which: SQL): Promise<void> {
  await tx.execute(sql`with due as (select l.id from sales_line l where l.tenant_id = ${tenantId} and l.inner_price is null and ${isRelated} and ${which} order by l.id for update of l),
    found as (select l.id, coalesce((select o.inner_price from sales_line o where o.tenant_id = l.tenant_id and o.id = l.credit_of), ${innerPriceAt}) as inner_price
      from sales_line l where l.tenant_id = ${tenantId} and l.id in (select d.id from due d))
    update sales_line l set inner_price = f.inner_price from found f where l.tenant_id = ${tenantId} and l.id = f.id and f.inner_price is not null`);
}

/**
 * What the executing laboratory gets for lines that are no gifts any more: a share of nothing is none, so that one frozen at nothing is worked out of
 * the price they have now. Without a price, or an internal one, they have none yet.
 */
export async function shareAgain(tx: Tx, tenantId: string, lineIds: readonly string[]): Promise<void> {
  await tx.execute(
    sql`update sales_line l set inner_price = ${innerPriceAt} where l.tenant_id = ${tenantId} and l.id = ${anyId(lineIds)} and l.inner_price = 0`,
  );
}
