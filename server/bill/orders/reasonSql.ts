import { sql, type SQL } from 'drizzle-orm';
import { excludedBy, lineState } from '#domain/bill/billChoices.ts';
import type { SelectReason } from '#domain/bill/orders/selectable.ts';

/** What `selectable` says of a line, as conditions over alias l, in its order (docs/bill.md#orders); a test compares the two. */
const conditions: readonly (readonly [SelectReason, SQL])[] = [
  ['unreported', sql`l.reported = 0 and l.sign = 1 and l.state <> ${lineState.withdrawn}`],
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
