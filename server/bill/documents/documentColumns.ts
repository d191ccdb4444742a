import { sql, type SQL } from 'drizzle-orm';
import { excludedBy, lineStanding, lineState } from '#domain/bill/billChoices.ts';

/** The name of what a column of an alias refers to. */
export const nameBeside = (alias: string, column: string, table: string, name: string): SQL =>
  sql.raw(`(select n.${name} from ${table} n where n.tenant_id = ${alias}.tenant_id and n.id = ${alias}.${column})`);

/** Fen as yuan with two digits. */
export const yuan = (column: SQL): SQL => sql`(${column} / 100.0)::numeric(18,2)::text`;

/** An item of an order or a bill, alias i, as details show it. */
export const itemColumns: SQL = sql`i.id as item_id, i.item_no, ${nameBeside('i', 'commodity_id', 'commodity', 'commodity_name')} as commodity_name, i.commodity_code, i.commodity_erp_code,
  i.supplementaryed, ${yuan(sql`i.price`)} as price_str, i.qty, ${yuan(sql`i.amount`)} as total_amount_str`;

/** Where a line stands in its month (`lineStanding`), alias l; null: it was withdrawn. */
export const standingSql: SQL = sql`case when l.state = ${lineState.billed} then ${lineStanding.billed} when l.state = ${lineState.ordered} then ${lineStanding.ordered}
  when l.state = ${lineState.withdrawn} then null when l.price is null and l.excluded_by = ${excludedBy.none} then ${lineStanding.noPrice}
  when l.state = ${lineState.open} then ${lineStanding.open} else ${lineStanding.unreported} end`;
