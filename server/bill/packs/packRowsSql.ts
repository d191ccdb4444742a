import { sql, type SQL } from 'drizzle-orm';
import { packResult } from '#domain/bill/billChoices.ts';
import { mostLines } from '#domain/bill/orders/orderGroups.ts';
import { orderNoSql, priceWordsSql, reasonsSql } from '#server/bill/orders/reasonSql.ts';

/** What the lines of an order have in common, as `headOf` has it (docs/bill.md#orders): columns of a line. */
const headColumns = sql.raw(
  [
    'contract_laboratory_id',
    'bill_customer_id',
    'send_sample_client_id',
    'agent_customer_id',
    'salesman_id',
    'erp_code',
    'charge_type',
    'business_type',
    'sign',
  ].join(', '),
);

/**
 * Lines by a condition over alias l as rows of a pack: id, group_no (null where it cannot be ordered; behind `after`), result and reason. Lines of a
 * number become one order of at most 2,000.
 */
export const judgedLines = (condition: SQL, after: SQL = sql`0`): SQL => sql`(
  select id as line_id, case when is_free then ${after} + dense_rank() over (order by is_free desc, ${headColumns}, part) end as group_no,
    case when is_free then ${packResult.waiting}::int else ${packResult.failed}::int end as result, case when not is_free then reason end as reason
  from (select j.*, (row_number() over (partition by is_free, ${headColumns} order by id) - 1) / ${mostLines}::int as part
    from (select l.id, l.contract_laboratory_id, l.bill_customer_id, l.send_sample_client_id, l.agent_customer_id, l.salesman_id, l.erp_code, l.charge_type, l.business_type, l.sign,
        cardinality(${reasonsSql}) = 0 as is_free,
        jsonb_build_object('codes', to_jsonb(${reasonsSql}), 'why', ${priceWordsSql}, 'no', ${orderNoSql}) as reason
      from sales_line l where ${condition}) j) k)`;
