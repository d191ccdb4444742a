import { sql, type SQL } from 'drizzle-orm';
import { billEmailType, lineState } from '#domain/bill/billChoices.ts';
import { cycleEndingIn, type StatementCycle } from '#domain/bill/statement/statementCycle.ts';
import { customerStatement, wideQuery, type StatementRow, type WideRow } from '#domain/bill/statement/statementRows.ts';
import type { Label } from '#domain/kernel/label.ts';
import { codesAsked, foundByCodes } from '#server/bill/linesByCodes.ts';
import { closingDayOf } from '#server/bill/mail/makeRow.ts';
import { stated, withinCycle } from '#server/bill/mail/statementLines.ts';
import { malformed } from '#server/kernel/core/answers.ts';
import { idFilter, parameter } from '#server/kernel/resource/pageRows.ts';
import { conditionOfListing, defineListing, type AskedListing, type Listing } from '#server/kernel/verbs/listing.ts';
import { linesInSight } from '#server/spine/bill/lineSight.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { chargedColumns, yuanSql } from './lineColumns.ts';

/** The cycle a statement is asked for: of the customer, or of the client; null where neither is named. Throws UserError 400 where the month is none. */
export async function cycleAsked({ db, user, query }: AskedListing): Promise<StatementCycle | null> {
  const [customer, client, month] = ['billCustomerId', 'sendSampleClientId', 'cycleMonth'].map((name) => parameter(query, name)) as [
    string,
    string,
    string,
  ];
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw malformed('cycleMonth');
  if (customer === '' && client === '') return null;
  const whose = customer === '' ? { type: billEmailType.unit, clientId: client } : { type: billEmailType.bill, clientId: customer };
  idFilter(query, customer === '' ? 'sendSampleClientId' : 'billCustomerId', sql`l.id`);
  return cycleEndingIn(month, await closingDayOf(db, { tenantId: user.tenantId, ...whose }));
}

const amount = sql`l.sign * l.price`;
const statement: Listing<StatementRow> = {
  columns: { ...chargedColumns, qty: sql`l.sign`, totalAmountYuan: yuanSql(amount) },
  from: sql`sales_line l`,
  where: async (asked) => {
    const cycle = await cycleAsked(asked);
    return [await linesInSight(asked.db, asked.user, 'l'), cycle ? withinCycle(sql`l.audit_time`, cycle) : sql`false`, stated];
  },
  searchedIn: { cycleMonth: () => undefined },
  usual: (query, now) => (parameter(query, 'cycleMonth') === '' ? { ...query, cycleMonth: now.slice(0, 7) } : query),
  totals: { qty: sql`coalesce(sum(l.sign), 0)::int`, totalAmountYuan: yuanSql(sql`coalesce(sum(${amount}), 0)`) },
  order: sql`l.audit_time, l.id`,
  indexes: ['sales_line_customer_ix', 'sales_line_client_ix'],
  // Its second sheet says what it comes to, by commodity and price.
  file: async (asked, list) => {
    const cycle = await cycleAsked(asked);
    const sums = await sumsOf(asked);
    return {
      ...list,
      notes: () => [
        ...(cycle ? [[['账期', 'Cycle'], `${cycle.begin} ~ ${cycle.end}`] as const] : []),
        ...sums.map(({ title, value }) => [title, value] as const),
      ],
    };
  },
};
const condition = (asked: AskedListing): Promise<SQL> => conditionOfListing(customerStatement, statement, asked);

interface Sum {
  readonly title: Label;
  readonly value: string;
}
async function sumsOf(asked: AskedListing): Promise<Sum[]> {
  const where = await condition(asked);
  const rows = await readRows<{ commodityName: string | null; priceStr: string | null; qty: number; amountStr: string | null }>(
    asked.db,
    sql`select ${chargedColumns.commodityName} as commodity_name, ${yuanSql(sql`l.price`)} as price_str, sum(l.sign)::int as qty, ${yuanSql(sql`sum(${amount})`)} as amount_str
      from sales_line l where ${where} group by l.tenant_id, l.commodity_id, l.price order by 1, l.price desc nulls last, l.commodity_id`,
  );
  const total = await statementTotal(asked);
  return [
    ...rows.map(({ commodityName, priceStr, qty, amountStr }): Sum => {
      const name = commodityName ?? '';
      return { title: [name, name], value: amountStr === null ? `${qty} × —` : `${qty} × ${priceStr} = ${amountStr}` };
    }),
    { title: ['数量合计', 'Quantity in all'], value: String(total.qty) },
    { title: ['金额合计', 'Amount in all'], value: total.totalAmountYuan },
    ...(total.noPriceQty > 0 ? [{ title: ['未定价数量', 'Without a price'] as const, value: String(total.noPriceQty) }] : []),
  ];
}

/** What a statement comes to; `noPriceQty` of it has no price yet and is in no sum. */
export async function statementTotal(asked: AskedListing): Promise<{ qty: number; totalAmountYuan: string; noPriceQty: number }> {
  const row = await readRow<{ qty: number; totalAmountYuan: string; noPriceQty: number }>(
    asked.db,
    sql`select coalesce(sum(l.sign), 0)::int as qty, ${yuanSql(sql`coalesce(sum(${amount}), 0)`)} as total_amount_yuan, coalesce(sum(l.sign) filter (where l.price is null), 0)::int as no_price_qty
      from sales_line l where ${await condition(asked)}`,
  );
  return row ?? { qty: 0, totalAmountYuan: '0.00', noPriceQty: 0 };
}

const [isOrdered, isBilled] = [sql`(l.state in (${lineState.ordered}, ${lineState.billed}))::int`, sql`(l.state = ${lineState.billed})::int`];
const isExcluded = sql`(l.excluded_by <> 0)::int`;
/** Lines that one of the pasted codes finds. */
function ofCodes({ query, user }: AskedListing): SQL | undefined {
  const codes = codesAsked(parameter(query, 'sampleCodeStr'));
  return codes.length === 0 ? undefined : foundByCodes(user.tenantId, codes);
}
export const wide: Listing<WideRow> = {
  columns: {
    ...chargedColumns,
    requisitionCode: sql`l.requisition_code`,
    executeLaboratoryId: sql`l.execute_laboratory_id`,
    executeLaboratoryName: sql`(select n.laboratory_name from laboratory n where n.tenant_id = l.tenant_id and n.id = l.execute_laboratory_id)`,
    salesmanId: sql`l.salesman_id`,
    salesmanName: sql`(select n.real_name from user_account n where n.tenant_id = l.tenant_id and n.id = l.salesman_id)`,
    agentCustomerId: sql`l.agent_customer_id`,
    agentCustomerName: sql`(select n.client_name from client n where n.tenant_id = l.tenant_id and n.id = l.agent_customer_id)`,
    managerArea: sql`l.manager_area`,
    sampleTime: sql`l.sample_time`,
    ifReported: sql`l.reported`,
    ifOrdered: isOrdered,
    ifBilled: isBilled,
    excluded: isExcluded,
  },
  from: sql`sales_line l`,
  where: async (asked) => [await linesInSight(asked.db, asked.user, 'l'), sql`l.state <> ${lineState.withdrawn}`, ofCodes(asked)],
  searchedIn: {
    isReported: sql`l.reported`,
    ordered: isOrdered,
    billed: isBilled,
    isSupplementary: sql`l.supplementaryed`,
    isExcluded,
  },
  order: sql`l.receive_time desc, l.id`,
  indexes: ['sales_line_receive_ix', 'sales_line_sample_ix', 'sales_line_client_ix', 'sales_line_customer_ix'],
};

export const servedStatement = defineListing(customerStatement, statement);
export const servedWide = defineListing(wideQuery, wide);
