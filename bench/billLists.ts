import { sql } from 'drizzle-orm';
import type { Database } from '#server/storage/database.ts';
import { Api } from '../e2e/support/api.ts';
import { withLabHouse } from './labHouse.ts';
import { measureLists, mostEmbedded, type Asked } from './lists.ts';
import { withScratchDatabase } from './scratchDatabase.ts';
import type { Setting } from './setting.ts';
import { ms, timed, type Row } from './table.ts';

const tenantId = '000000';
/** So many lines an order has here, and a client. */
const [ofAnOrder, ofAClient] = [100, 400];

/** The lists of billing among the lines of a year, as the console asks for them. */
export async function measureBillLists({ lines, postgresUrl, say }: Setting): Promise<Row[]> {
  const embedded = await listsOn(undefined, Math.min(lines, mostEmbedded), say);
  return postgresUrl ? [...embedded, ...(await withScratchDatabase(postgresUrl, (url) => listsOn(url, lines, say)))] : embedded;
}

function listsOn(databaseUrl: string | undefined, lines: number, say: Setting['say']): Promise<Row[]> {
  const fill = async (database: Database): Promise<void> =>
    say(`${lines.toLocaleString('en-US')} lines, ${ms(await timed(() => addYear(database, lines)))}`);
  return withLabHouse({ databaseUrl, fill }, async (house) => {
    const engine = databaseUrl ? 'PostgreSQL' : 'embedded';
    const [admin, sales] = [await Api.login(house.address, 'admin'), await Api.login(house.address, 'sales')];
    return measureLists(house, { engine, say, table: 'sales_line', rows: 'lines', admin, asks: asks(lines, sales) });
  });
}

/** What people ask of these lists. */
function asks(lines: number, sales: Api): readonly Asked[] {
  const clientOf = (time: number): string => String(1 + ((time * 7) % Math.floor(lines / ofAClient)));
  const pool = 'bill/checkQuery/sendSampleList';
  const orders = 'bill/order/page';
  const month = { receiveTimeBegin: '2019-11-01 00:00:00', receiveTimeEnd: '2019-11-30 23:59:59' };
  return [
    { at: pool, what: 'what is open', query: () => ({}) },
    { at: pool, what: 'of one client', query: (time) => ({ sendSampleClientId: clientOf(time) }) },
    { at: pool, what: 'by name', query: (time) => ({ personName: `步测${time % 7}` }) },
    { at: pool, what: 'what is billed', query: () => ({ state: 3 }) },
    { at: pool, what: 'a part of the month’s bar', query: () => ({ standing: 'open', ...month }) },
    { at: pool, what: 'of a salesperson', query: () => ({}), by: sales },
    { at: 'bill/salesBillPool/reportedNoOrder', what: 'the longest waiting', query: () => ({}) },
    { at: orders, what: 'the newest', query: () => ({}) },
    { at: orders, what: 'of one client', query: (time) => ({ sendSampleClientId: clientOf(time) }) },
    { at: orders, what: 'of a salesperson', query: () => ({}), by: sales },
    { at: 'bill/order/getNoPrice', what: 'all', query: () => ({}) },
    { at: 'bill/bill/monthStanding', what: 'a whole month', query: () => ({ month: '2019-06' }) },
    { at: 'bill/bill/monthStanding', what: 'the last month', query: () => ({ month: '2019-12' }) },
    { at: 'bill/bill/monthStanding', what: 'a salesperson’s', query: () => ({ month: '2019-06' }), by: sales },
  ];
}

/** A year of lines: of a hundred some 91 stand in orders, five are open, three not reported and one has no price. A tenth is the demo's salesperson's. */
async function addYear(database: Database, lines: number): Promise<void> {
  const ordered = Math.floor((lines * 0.91) / ofAnOrder) * ofAnOrder;
  const at = sql`timestamptz '2019-01-01 00:00:00' + make_interval(secs => floor(n::float8 / ${lines} * 31500000))`;
  const kind = sql`case when n < ${ordered} then 3 when n % 9 < 5 then 1 when n % 9 < 8 then 0 else 4 end`;
  const salesman = sql`case when n / ${ofAnOrder}::int % 10 = 0 then (select u.id from user_account u where u.tenant_id = ${tenantId} and u.account = 'sales') else n / ${ofAnOrder}::int % 10 end`;
  await database.orm
    .execute(sql`insert into sales_line (id, tenant_id, requisition_id, requisition_code, sample_code, person_name, grams, commodity_id, send_sample_client_id, agent_customer_id, bill_customer_id,
      salesman_id, erp_code, contract_laboratory_id, receive_time, audit_time, reported, price, list_price, state, create_time, update_time)
    select n, ${tenantId}, n, 'R' || n, 'S' || n, '步测' || n % 997, array['步测', '测' || n % 997], 1, n / ${ofAClient}::int + 1, 12, n / ${ofAClient}::int + 1, ${salesman}, 'E1', 15, ${at},
      case when ${kind} <> 0 then ${at} + interval '5 days' end, (${kind} <> 0)::int, case when ${kind} <> 4 then 10000 end, 10000, case when ${kind} = 4 then 1 else ${kind} end, ${at}, ${at}
    from generate_series(0, ${lines - 1}::int) n`);
  // What the constraints hold is proven elsewhere: here the rows come whole.
  await database.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    const orders = sql`generate_series(0, ${ordered / ofAnOrder - 1}::int) o`;
    const first = sql`(select receive_time from sales_line where tenant_id = ${tenantId} and id = o * ${ofAnOrder}::int)`;
    await tx.execute(sql`insert into sales_order (id, tenant_id, order_no, bill_name, bill_customer_id, send_sample_client_id, agent_customer_id, salesman_id, contract_laboratory_id, erp_code, charge_type,
        business_type, sign, item_count, total_qty, total_amount, is_whole, sended, create_time, update_time)
      select o, ${tenantId}, 'SO-' || o, '步测', l.bill_customer_id, l.send_sample_client_id, 12, l.salesman_id, 15, 'E1', 0, 1, 1, 1, ${ofAnOrder}, ${ofAnOrder * 10_000}, 1, 1, ${first}, ${first}
      from ${orders} join sales_line l on l.tenant_id = ${tenantId} and l.id = o * ${ofAnOrder}::int`);
    await tx.execute(sql`insert into sales_order_item (id, tenant_id, order_id, item_no, item_count, commodity_id, price, qty, amount, qty_before, qty_after, sum_before, sum_after, last_line, is_whole)
      select o, ${tenantId}, o, 1, 1, 1, 10000, ${ofAnOrder}, ${ofAnOrder * 10_000}, 0, ${ofAnOrder}, 0, ${ofAnOrder * 10_000}, ${ofAnOrder}, 1 from ${orders}`);
    await tx.execute(sql`insert into sales_order_line (tenant_id, line_id, order_id, item_no, item_qty, price, line_no, prev_no)
      select ${tenantId}, n, n / ${ofAnOrder}::int, 1, ${ofAnOrder}, 10000, n % ${ofAnOrder}::int + 1, nullif(n % ${ofAnOrder}::int, 0) from generate_series(0, ${ordered - 1}::int) n`);
  });
  await (database.kind === 'embedded' ? database.vacuum() : database.pool.query('vacuum (analyze)'));
}
