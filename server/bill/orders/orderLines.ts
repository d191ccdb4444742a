import { sql, type SQL } from 'drizzle-orm';
import { lineState, sign } from '#domain/bill/billChoices.ts';
import type { PoolLine } from '#domain/bill/orders/selectable.ts';
import { codeOfLine, foundByCodes } from '#server/bill/linesByCodes.ts';
import { isLineInSight, type BillViewer } from '#server/spine/bill/lineSight.ts';
import { noteActs, type Mark } from '#server/spine/line.ts';
import { marked, own } from '#server/spine/loading.ts';
import { readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { priceWordsSql } from './reasonSql.ts';

interface StoredLine extends Omit<PoolLine, 'price'> {
  readonly price: string | null;
}

/**
 * Lines locked in the order of their ids, of the person's sight or NotYours, which names what was asked with alone. Locked first and read then: who waited for another sees what that
 * one did.
 */
export async function lockLines(
  tx: Tx,
  user: BillViewer,
  which: { readonly ids: readonly string[] } | { readonly codes: readonly string[] },
): Promise<PoolLine[]> {
  const asked =
    'ids' in which ? sql`l.id = ${anyId(which.ids)}` : sql`${foundByCodes(user.tenantId, which.codes)} and l.state <> ${lineState.withdrawn}`;
  const locked = await own<{ id: string }>(
    tx,
    sql`select l.id, ${marked('ids' in which ? sql`l.id::text` : codeOfLine(user.tenantId, which.codes), isLineInSight(user, 'l'))} from sales_line l where l.tenant_id = ${user.tenantId} and ${asked} order by l.id for update of l`,
  );
  return locked.length === 0 ? [] : linesOf(tx, user.tenantId, sql`l.id = ${anyId(locked.map(({ id }) => id))}`);
}

/** What orders hold and lines themselves, locked before the orders: whoever orders, withdraws or bills them does it in this order. */
export async function lockLinesOf(
  tx: Tx,
  user: BillViewer,
  { orderIds, lineIds }: { readonly orderIds: readonly string[]; readonly lineIds: readonly string[] },
): Promise<PoolLine[]> {
  const held =
    orderIds.length === 0
      ? []
      : await readRows<{ lineId: string }>(
          tx,
          sql`select x.line_id from sales_order_line x join sales_order o on o.tenant_id = x.tenant_id and o.id = x.order_id
            where x.tenant_id = ${user.tenantId} and x.order_id = ${anyId(orderIds)} and ${isLineInSight(user, 'o')}`,
        );
  const ids = [...lineIds, ...held.map(({ lineId }) => lineId)];
  return ids.length === 0 ? [] : lockLines(tx, user, { ids });
}

/** Lines that were judged to be somebody's before, locked in the order of their ids and read then. */
export async function lockKnownLines(tx: Tx, tenantId: string, ids: readonly string[]): Promise<PoolLine[]> {
  const which = sql`l.id = ${anyId(ids)}`;
  await tx.execute(sql`select 1 from sales_line l where l.tenant_id = ${tenantId} and ${which} order by l.id for update of l`);
  return linesOf(tx, tenantId, which);
}

/** Lines by a condition over alias l, with all that ordering them asks for. */
export async function linesOf(tx: Tx, tenantId: string, condition: SQL): Promise<PoolLine[]> {
  const rows = await readRows<StoredLine>(
    tx,
    sql`select l.id as line_id, l.sample_code, l.state::int as state, l.reported::int as reported, l.excluded_by::int as excluded_by, l.business_type::int as business_type,
        l.charge_type::int as charge_type, l.sign::int as sign, l.price, ${priceWordsSql} as price_reason, l.supplementaryed::int as supplementaryed, l.commodity_id, l.contract_laboratory_id,
        l.send_sample_client_id, l.agent_customer_id, l.bill_customer_id, l.salesman_id, l.erp_code, c.commodity_code, c.erp_code as commodity_erp_code,
        s.lab_status::int as lab_status, o.order_no
      from sales_line l left join commodity c on c.tenant_id = l.tenant_id and c.id = l.commodity_id
        left join sample s on s.tenant_id = l.tenant_id and s.sample_code = l.sample_code
        left join sales_order_line x on x.tenant_id = l.tenant_id and x.line_id = l.id
        left join sales_order o on o.tenant_id = x.tenant_id and o.id = x.order_id
      where l.tenant_id = ${tenantId} and ${condition} order by l.id`,
  );
  return rows.map((row) => ({ ...row, price: row.price === null ? null : Number(row.price) }));
}

/** Moves lines that were loaded here. */
export async function moveLines(
  tx: Tx,
  { tenantId, now }: { readonly tenantId: string; readonly now: string },
  ids: readonly string[],
  state: SQL,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(
    sql`update sales_line set state = ${state}, update_time = ${now}, version = version + 1 where tenant_id = ${tenantId} and id = ${anyId(ids)}`,
  );
}
/** Notes on their tubes' lines that a document let go of lines; the mark's note is its number. */
export async function noteLeft(tx: Tx, tenantId: string, mark: Mark, ids: readonly string[]): Promise<void> {
  const left = await readRows<{ requisitionId: string }>(
    tx,
    sql`select distinct requisition_id from sales_line where tenant_id = ${tenantId} and id = ${anyId(ids)}`,
  );
  await noteActs(
    tx,
    tenantId,
    left.map((whose) => ({ mark, whose })),
  );
}
/** Where a line goes that an order lets go of: its report was withdrawn, is there, or never was. */
export const freed: SQL = sql`case when withdrawn = 1 then ${lineState.withdrawn}::int when reported = 1 or sign = ${sign.minus} then ${lineState.open}::int
  else ${lineState.unreported}::int end`;
