import { sql, type SQL } from 'drizzle-orm';
import { billEstimate, noPriceLines } from '#domain/bill/lines/lineLists.ts';
import { mostAtOnce } from '#domain/kernel/many.ts';
import { languageOf } from '#server/kernel/core/answers.ts';
import { defineListing, type AskedListing } from '#server/kernel/verbs/listing.ts';
import { linesInSight } from '#server/spine/bill/lineSight.ts';
import { estimateSql } from '#server/spine/bill/priceAtSql.ts';

/** A line's reason with its days, in the language of whoever reads it. */
function reasonIn({ language, request }: AskedListing): SQL {
  const place = (language ?? (request ? languageOf(request) : 'zh')) === 'zh' ? 0 : 1;
  return sql`replace(replace(l.price_reason ->> ${sql.raw(String(place))}, '{to}', coalesce(l.price_params ->> 'to', '')), '{from}', coalesce(l.price_params ->> 'from', ''))`;
}
const named = sql`left join send_sample_client k on k.tenant_id = l.tenant_id and k.id = l.send_sample_client_id left join commodity c on c.tenant_id = l.tenant_id and c.id = l.commodity_id`;
const searchedIn = {
  sendSampleClientId: sql`l.send_sample_client_id`,
  commodityId: sql`l.commodity_id`,
  contractLaboratoryId: sql`l.contract_laboratory_id`,
  salesmanId: sql`l.salesman_id`,
  receiveTime: sql`l.receive_time`,
};

/** `order/getNoPrice`: aliases l (a line), k (its client), c (its commodity). */
export const servedNoPrice = defineListing(noPriceLines, {
  columns: {
    sendSampleClientId: sql`l.send_sample_client_id`,
    sendSampleClientName: sql`k.client_name`,
    commodityId: sql`l.commodity_id`,
    commodityName: sql`c.commodity_name`,
    groupId: sql`(coalesce(l.send_sample_client_id, 0)::text || '-' || l.commodity_id::text)`,
    lineCount: sql`count(*)::int`,
    firstReceiveTime: sql`min(l.receive_time)`,
    lastReceiveTime: sql`max(l.receive_time)`,
    priceReason: (asked) => sql`(array_agg(${reasonIn(asked)} order by l.receive_time desc, l.id))[1]`,
    lineIds: sql`(array_agg(l.id::text order by l.id))[1:${sql.raw(String(mostAtOnce))}]`,
  },
  from: sql`sales_line l`,
  joins: named,
  where: async ({ db, user }) => [await linesInSight(db, user, 'l'), sql`l.price is null and l.state in (0, 1) and l.excluded_by = 0`],
  searchedIn,
  groupBy: ['sendSampleClientId', 'sendSampleClientName', 'commodityId', 'commodityName'],
  order: sql`line_count desc, send_sample_client_id, commodity_id`,
  isIdText: true,
  indexes: ['sales_line_no_price_ix'],
});

const amount = sql`coalesce(sum(${estimateSql}), 0)`;
/** `checkQuery/estimatePage`: the same aliases, and b (its laboratory). */
export const servedEstimate = defineListing(billEstimate, {
  columns: {
    receiveMonth: sql`to_char(l.receive_time, 'YYYY-MM')`,
    contractLaboratoryId: sql`l.contract_laboratory_id`,
    contractLaboratoryName: sql`b.laboratory_name`,
    sendSampleClientId: sql`l.send_sample_client_id`,
    sendSampleClientName: sql`k.client_name`,
    commodityId: sql`l.commodity_id`,
    commodityName: sql`c.commodity_name`,
    groupId: sql`(min(to_char(l.receive_time, 'YYYY-MM')) || '-' || coalesce(l.contract_laboratory_id, 0)::text || '-' || coalesce(l.send_sample_client_id, 0)::text || '-' || l.commodity_id::text)`,
    qty: sql`count(*)::int`,
    pricedQty: sql`count(${estimateSql})::int`,
    noPriceQty: sql`(count(*) - count(${estimateSql}))::int`,
    totalAmountYuan: sql`to_char(${amount} / 100.0, 'FM999999999990.00')`,
    amountYuan: sql`(${amount} / 100.0)::float8`,
  },
  from: sql`sales_line l`,
  joins: sql`${named} left join laboratory b on b.tenant_id = l.tenant_id and b.id = l.contract_laboratory_id`,
  where: async ({ db, user }) => [await linesInSight(db, user, 'l'), sql`l.state = 0 and l.sign = 1 and l.excluded_by = 0`],
  searchedIn,
  groupBy: [
    'receiveMonth',
    'contractLaboratoryId',
    'contractLaboratoryName',
    'sendSampleClientId',
    'sendSampleClientName',
    'commodityId',
    'commodityName',
  ],
  order: sql`receive_month desc, contract_laboratory_id, send_sample_client_id, commodity_id`,
  isIdText: true,
  indexes: ['sales_line_state_ix'],
});
