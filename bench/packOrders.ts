import { sql } from 'drizzle-orm';
import { callPath } from '#domain/kernel/services.ts';
import { makePack } from '#server/bill/packs/packJob.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { Api } from '../e2e/support/api.ts';
import { withLabHouse } from './labHouse.ts';
import { withScratchDatabase } from './scratchDatabase.ts';
import type { Setting } from './setting.ts';
import { ms, timed, type Row } from './table.ts';

const tenantId = '000000';
/** So many lines an order has here. */
const ofAnOrder = 100;
/** What a pack writes. */
const written = ['pack_task_row', 'sales_order', 'sales_order_item', 'sales_order_line'] as const;

/** A month's lines become orders, beside the same rows put into tables without a key, an index or a rule, as many transactions, in the same run. */
export async function measurePack({ lines, postgresUrl, say }: Setting): Promise<Row[]> {
  const embedded = await packOn(undefined, lines, say);
  return postgresUrl ? [...embedded, ...(await withScratchDatabase(postgresUrl, (url) => packOn(url, lines, say)))] : embedded;
}

function packOn(databaseUrl: string | undefined, lines: number, say: Setting['say']): Promise<Row[]> {
  return withLabHouse({ databaseUrl, fill: (database) => addMonth(database, lines) }, async ({ address, database }) => {
    const admin = await Api.login(address, 'admin');
    const asked = { taskName: 'bench', auditTimeStart: '2019-07-01 00:00:00', auditTimeEnd: '2019-07-31 23:59:59' };
    let taskId = '';
    const begun = await timed(async () => {
      ({ taskId } = await admin.post<{ taskId: string }>(
        callPath('bill', 'orderSystem/createOrderBySystem', 'accession').slice('/api/'.length),
        asked,
      ));
    });
    say(`${lines.toLocaleString('en-US')} lines written down, ${ms(begun)}`);
    const made = await timed(() => makePack(database, { tenantId, taskId }, new AbortController().signal));
    const found = await readRow<{ orders: number; packed: number }>(
      database.orm,
      sql`select (select count(*)::int from sales_order where task_id = ${taskId}) as orders, total_success as packed from pack_task where id = ${taskId}`,
    );
    if (found?.packed !== lines) throw new Error(`${found?.packed} of ${lines} lines were packed`);
    const bare = await bareInserts(database, taskId);
    const engine = databaseUrl ? 'PostgreSQL' : 'embedded';
    return [
      {
        what: `pack of ${lines.toLocaleString('en-US')} lines into ${found.orders} orders, ${engine}`,
        ours: ms(begun + made),
        yardstick: `bare inserts of the same rows ${ms(bare)}`,
        ratio: (begun + made) / bare,
      },
    ];
  });
}

/** Open lines of one month, a hundred to a customer, of ten commodities. */
async function addMonth(database: Database, lines: number): Promise<void> {
  await database.orm
    .execute(sql`insert into sales_line (id, tenant_id, requisition_id, requisition_code, sample_code, person_name, commodity_id, send_sample_client_id, agent_customer_id, bill_customer_id,
      salesman_id, erp_code, contract_laboratory_id, receive_time, audit_time, reported, price, list_price, state, create_time, update_time)
    select n, ${tenantId}, n, 'R' || n, 'S' || n, '步测', n % 10 + 1, n / ${ofAnOrder}::int + 1, 12, n / ${ofAnOrder}::int + 1, 14, 'E1', 15, '2019-06-20', timestamp '2019-07-01' + make_interval(secs => n % 2000000),
      1, 10000 + n % 10, 10000 + n % 10, 1, '2019-06-20', '2019-06-20' from generate_series(0, ${lines - 1}::int) n`);
  await (database.kind === 'embedded' ? database.vacuum() : database.pool.query('vacuum (analyze) sales_line'));
}

/** The rows of the pack into tables of the same columns and nothing else: those of the task at once, then an order's in a transaction. */
async function bareInserts(database: Database, taskId: string): Promise<number> {
  for (const name of written) await database.orm.execute(sql`create table ${sql.raw(`bare_${name}`)} as select * from ${sql.raw(name)} where false`);
  const rowsOf = async (name: (typeof written)[number], condition: ReturnType<typeof sql>): Promise<string> =>
    (
      await readRows<{ rows: string }>(
        database.orm,
        sql`select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${sql.raw(name)} t where ${condition}`,
      )
    )[0]!.rows;
  const put = (name: (typeof written)[number], rows: string) =>
    sql`insert into ${sql.raw(`bare_${name}`)} select * from jsonb_populate_recordset(null::${sql.raw(`bare_${name}`)}, ${rows}::jsonb)`;
  const task = await rowsOf('pack_task_row', sql`t.task_id = ${taskId}`);
  const orders = await readRows<{ id: string }>(database.orm, sql`select id::text as id from sales_order where task_id = ${taskId} order by id`);
  const each: (readonly [string, string, string])[] = [];
  for (const { id } of orders)
    each.push([
      await rowsOf('sales_order', sql`t.id = ${id}`),
      await rowsOf('sales_order_item', sql`t.order_id = ${id}`),
      await rowsOf('sales_order_line', sql`t.order_id = ${id}`),
    ]);
  return timed(async () => {
    await database.orm.execute(put('pack_task_row', task));
    for (const [order, items, places] of each)
      await database.transaction(async (tx) => {
        await tx.execute(put('sales_order', order));
        await tx.execute(put('sales_order_item', items));
        await tx.execute(put('sales_order_line', places));
      });
  });
}
