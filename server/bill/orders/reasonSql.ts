import { sql, type SQL } from 'drizzle-orm';
import { excludedBy, lineState, sign } from '#domain/bill/billChoices.ts';
import type { SelectReason } from '#domain/bill/orders/selectable.ts';

/** What `selectable` says of a line, as conditions over alias l, in its order (docs/bill.md#orders); a test compares the two. */
const conditions: readonly (readonly [SelectReason, SQL])[] = [
  ['unreported', sql`l.reported = 0 and l.sign = ${sign.plus} and l.state <> ${lineState.withdrawn}`],
  ['excluded', sql`l.excluded_by <> ${excludedBy.none}`],
  ['withdrawn', sql`l.state = ${lineState.withdrawn}`],
  ['ordered', sql`l.state in (${lineState.ordered}, ${lineState.billed})`],
  ['agent', sql`l.agent_customer_id is null`],
  ['client', sql`l.send_sample_client_id is null`],
  ['customer', sql`l.bill_customer_id is null`],
  ['price', sql`l.price is null`],
  ['salesman', sql`l.salesman_id is null`],
  ['laboratory', sql`l.contract_laboratory_id is null`],
];

/** All reasons as a text array; empty: the line can be ordered. */
export const reasonsSql: SQL = sql`array_remove(array[${sql.join(
  conditions.map(([reason, is]) => sql`case when ${is} then ${reason} end`),
  sql.raw(', '),
)}]::text[], null)`;

/** Why a line has its price or none, in both languages and with its days; null where nothing is known. Alias l. */
export const priceWordsSql: SQL = sql`case when l.price_reason is not null then jsonb_build_array(${sql.join(
  [0, 1].map(
    (place) =>
      sql`replace(replace(l.price_reason ->> ${sql.raw(String(place))}, '{to}', coalesce(l.price_params ->> 'to', '')), '{from}', coalesce(l.price_params ->> 'from', ''))`,
  ),
  sql.raw(', '),
)}) end`;
/** The number of the order a line stands in; null where it is in none. Alias l. */
export const orderNoSql: SQL = sql`(select o.order_no from sales_order_line x join sales_order o on o.tenant_id = x.tenant_id and o.id = x.order_id
  where x.tenant_id = l.tenant_id and x.line_id = l.id)`;
