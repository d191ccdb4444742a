import { sql, type SQL } from 'drizzle-orm';
import type { SelectReason } from '#domain/bill/orders/selectable.ts';

/** What `selectable` says of a line, as conditions over alias l, in its order (docs/bill.md#orders); a test compares the two. */
const conditions: readonly (readonly [SelectReason, SQL])[] = [
  ['unreported', sql`l.reported = 0 and l.sign = 1 and l.state <> 9`],
  ['excluded', sql`l.excluded_by <> 0`],
  ['withdrawn', sql`l.state = 9`],
  ['ordered', sql`l.state in (2, 3)`],
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
