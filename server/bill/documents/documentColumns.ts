import { sql, type SQL } from 'drizzle-orm';
import { chargeType, excludedBy, chargeOrGift, lineStanding, lineState } from '#domain/bill/billChoices.ts';
import { languageOf } from '#server/kernel/core/answers.ts';
import { parameter } from '#server/kernel/resource/pageRows.ts';
import type { AskedListing } from '#server/kernel/verbs/listing.ts';
import { containsPattern } from '#server/storage/grams.ts';

/** The name of what a column of an alias refers to. */
export const nameBeside = (alias: string, column: string, table: string, name: string): SQL =>
  sql.raw(`(select n.${name} from ${table} n where n.tenant_id = ${alias}.tenant_id and n.id = ${alias}.${column})`);

/** Where a pair of languages has that of whoever reads it. */
export const placeOf = ({ language, request }: Pick<AskedListing, 'language' | 'request'>): 0 | 1 =>
  (language ?? (request ? languageOf(request) : 'zh')) === 'zh' ? 0 : 1;

/** What became of a document in the ERP: our words in the reader's language, the ERP's own as it said them. */
export const syncResultOf = (alias: 'b' | 'd' | 'o', asked: Pick<AskedListing, 'language' | 'request'>): SQL =>
  sql.raw(
    `case jsonb_typeof(${alias}.sync_result) when 'array' then ${alias}.sync_result ->> ${placeOf(asked)} else ${alias}.sync_result #>> '{}' end`,
  );

/** Fen as yuan with two digits. */
export const yuan = (column: SQL): SQL => sql`(${column} / 100.0)::numeric(18,2)::text`;

/** An item of an order or a bill, alias i, as details show it. */
export const itemColumns: SQL = sql`i.id as item_id, i.item_no, ${nameBeside('i', 'commodity_id', 'commodity', 'commodity_name')} as commodity_name, i.commodity_code, i.commodity_erp_code,
  i.supplementaryed, ${nameBeside('i', 'salesman_id', 'user_account', 'real_name')} as salesman, ${yuan(sql`i.price`)} as price_str, i.qty, ${yuan(sql`i.amount`)} as total_amount_str`;

/** Where a line stands in its month (`lineStanding`), alias l; null: it was withdrawn. */
export const standingSql: SQL = sql`case when l.state = ${lineState.billed} then ${lineStanding.billed} when l.state = ${lineState.ordered} then ${lineStanding.ordered}
  when l.state = ${lineState.withdrawn} then null when l.price is null and l.excluded_by = ${excludedBy.none} then ${lineStanding.noPrice}
  when l.state = ${lineState.open} then ${lineStanding.open} else ${lineStanding.unreported} end`;

/** Whether a line is charged for or given (`chargeOrGift`), alias l. */
export const chargeOrGiftSql: SQL = sql`case when l.charge_type = ${chargeType.gift} then ${chargeOrGift.gift}::int else ${chargeOrGift.charged}::int end`;

/** Documents, orders or bills, whose remark holds what was asked for. */
export const remarkHolds = ({ query }: Pick<AskedListing, 'query'>, alias: 'b' | 'o'): SQL | undefined => {
  const word = parameter(query, 'remark');
  return word === '' ? undefined : sql`lower(${sql.raw(alias)}.remark) like ${containsPattern(word)}`;
};
