import { sql, type SQL } from 'drizzle-orm';
import { policyReasons } from '#domain/base/priceAt.ts';
import { businessType, chargeType } from '#domain/bill/billChoices.ts';
import { anyText } from '#server/storage/sqlParts.ts';

/** `priceAt` as an expression, of a line `l`: fen by today's policies for the day of receipt, null where none holds. A property test holds it to the rule. */
export const priceAtSql: SQL = sql`(select p.bill_price from price_policy p where p.tenant_id = l.tenant_id and p.send_sample_client_id = l.send_sample_client_id
    and p.commodity_id = l.commodity_id and p.is_deleted = 0 and p.is_disable = 0 and (p.agent_client_id is null or p.agent_client_id = l.agent_customer_id)
    and l.receive_time::date between p.contract_time_begin and p.contract_time_end order by p.agent_client_id is null, p.id limit 1)`;

/** What an open line `l` will bring: by the policies where they alone set its price; what is priced otherwise as it stands. */
export const estimateSql: SQL = sql`(case when l.charge_type = ${chargeType.gift} then 0
    when l.business_type = ${businessType.normal} and l.supplement_no = 0 and l.price_reason ->> 0 = ${anyText(policyReasons.map(([zh]) => zh))} then ${priceAtSql} else l.price end)`;
