import { sql, type SQL } from 'drizzle-orm';
import { billEstimate, countedLines, lineFigure, noPriceLines } from '#domain/bill/lines/lineLists.ts';
import { mostAtOnce } from '#domain/kernel/many.ts';
import { timeType } from '#domain/lab/labRows.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import { defineListing, type AskedListing } from '#server/kernel/verbs/listing.ts';
import { chosen, periodColumns } from '#server/kernel/verbs/periods.ts';
import { linesInSight } from '#server/spine/bill/lineSight.ts';
import { estimateSql } from '#server/spine/bill/priceAtSql.ts';
import { lineReceiveServerTime } from '#server/spine/serverTimes.ts';
import { placeOf, yuan } from '../documents/documentColumns.ts';

/** A line's reason with its days, in the language of whoever reads it. */
const reasonIn = (asked: AskedListing): SQL =>
  sql`replace(replace(l.price_reason ->> ${sql.raw(String(placeOf(asked)))}, '{to}', coalesce(l.price_params ->> 'to', '')), '{from}', coalesce(l.price_params ->> 'from', ''))`;
const named = sql`left join send_sample_client k on k.tenant_id = l.tenant_id and k.id = l.send_sample_client_id left join commodity c on c.tenant_id = l.tenant_id and c.id = l.commodity_id`;
const searchedIn = {
  sendSampleClientId: sql`l.send_sample_client_id`,
  commodityId: sql`l.commodity_id`,
  contractLaboratoryId: sql`l.contract_laboratory_id`,
  salesmanId: sql`l.salesman_id`,
  receiveTime: sql`l.receive_time`,
};

const hasNoPrice = sql`(l.price is null and l.state in (0, 1) and l.excluded_by = 0)`;
const isWaiting = sql`(l.state = 0 and l.sign = 1 and l.excluded_by = 0)`;
const month = periodColumns(sql`l.receive_time`, 'receiveTime', timeType.month);
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
  where: async ({ db, user }) => [await linesInSight(db, user, 'l'), hasNoPrice],
  searchedIn,
  groupBy: ['sendSampleClientId', 'sendSampleClientName', 'commodityId', 'commodityName'],
  order: sql`line_count desc, send_sample_client_id, commodity_id`,
  isIdText: true,
  indexes: ['sales_line_no_price_ix'],
});

/** The lines of each figure. */
const byFigure: Readonly<Record<string, SQL>> = {
  [lineFigure.noPrice]: hasNoPrice,
  [lineFigure.waiting]: isWaiting,
  [lineFigure.priced]: sql`(${isWaiting} and ${estimateSql} is not null)`,
  [lineFigure.unpriced]: sql`(${isWaiting} and ${estimateSql} is null)`,
};
/** `checkQuery/countedLines`: the same aliases, and b (its laboratory). */
export const servedCountedLines = defineListing(countedLines, {
  columns: {
    lineId: sql`l.id`,
    sampleCode: sql`l.sample_code`,
    requisitionCode: sql`l.requisition_code`,
    personName: patientShown.name(sql`l.person_name`),
    sendSampleClientId: sql`l.send_sample_client_id`,
    sendSampleClientName: sql`k.client_name`,
    contractLaboratoryId: sql`l.contract_laboratory_id`,
    contractLaboratoryName: sql`b.laboratory_name`,
    commodityId: sql`l.commodity_id`,
    commodityName: sql`c.commodity_name`,
    receiveTime: sql`l.receive_time`,
    receiveServerTime: lineReceiveServerTime,
    billPriceStr: yuan(sql`(case when l.state = 0 then ${estimateSql} else l.price end)`),
    priceReason: reasonIn,
  },
  from: sql`sales_line l`,
  joins: sql`${named} left join laboratory b on b.tenant_id = l.tenant_id and b.id = l.contract_laboratory_id`,
  where: async ({ db, user }) => [await linesInSight(db, user, 'l')],
  searchedIn: { ...searchedIn, figure: ({ query }) => byFigure[chosen(query, 'figure', lineFigure, lineFigure.waiting)] },
  order: sql`l.receive_time desc, l.id`,
  indexes: ['sales_line_receive_ix', 'sales_line_no_price_ix', 'sales_line_state_ix', 'sales_line_open_ix'],
});

const amount = sql`coalesce(sum(${estimateSql}), 0)`;
/** `checkQuery/estimatePage`: the same aliases, and b (its laboratory). */
export const servedEstimate = defineListing(billEstimate, {
  columns: {
    receiveMonth: month('countTime'),
    fromTime: month('fromTime'),
    toTime: month('toTime'),
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
  where: async ({ db, user }) => [await linesInSight(db, user, 'l'), isWaiting],
  searchedIn,
  groupBy: [
    'receiveMonth',
    'fromTime',
    'toTime',
    'contractLaboratoryId',
    'contractLaboratoryName',
    'sendSampleClientId',
    'sendSampleClientName',
    'commodityId',
    'commodityName',
  ],
  order: sql`receive_month desc, contract_laboratory_id, send_sample_client_id, commodity_id`,
  isIdText: true,
  indexes: ['sales_line_state_ix', 'sales_line_open_ix'],
});
