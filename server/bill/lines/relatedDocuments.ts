import { sql, type SQL } from 'drizzle-orm';
import type { RelatedBill, RelatedOrder } from '#domain/bill/lines/searchedLines.ts';
import type { CallContext } from '#server/kernel/http/serve.ts';
import { neededParameter } from '#server/kernel/resource/pageRows.ts';
import type { Query } from '#server/kernel/resource/resourceQuery.ts';
import { linesInSight } from '#server/spine/bill/lineSight.ts';
import { readRows } from '#server/storage/readRows.ts';

type Asked = Pick<CallContext<Query>, 'db' | 'user' | 'query'>;
const yuan = (fen: SQL): SQL => sql`(${fen} / 100.0)::numeric(18,2)::text`;

/** Requisitions of a tube's code; a line may stand for another tube of its requisition, or for none that is left. */
const ofCode = (tenantId: string, code: string): SQL =>
  sql`array(select s.requisition_id from sample s where s.tenant_id = ${tenantId} and s.sample_code = ${code}
    union select y.requisition_id from sales_line y where y.tenant_id = ${tenantId} and y.sample_code = ${code})`;
/** Alias d: an order or a bill; i: what of the sample stands in it. */
const columns = sql`d.bill_name, (select n.client_name from client n where n.tenant_id = d.tenant_id and n.id = d.bill_customer_id) as bill_customer_name,
  d.charge_type::int as charge_type, d.business_type::int as business_type, d.sign::int as sign, d.total_qty, ${yuan(sql`d.total_amount`)} as total_amount_yuan,
  d.sended::int as sended, d.reconciliation_time, d.sync::int as sync, d.creator_name as creator, d.create_time, i.items`;

/** Documents that a sample stands in, the newest first: of those in the asker's sight, lines and document both. */
async function documentsOf<Row>({ db, user, query }: Asked, doc: 'order' | 'bill', own: SQL): Promise<Row[]> {
  const code = neededParameter(query, 'sampleCode').normalize('NFKC').toUpperCase();
  const [head, place, id] = doc === 'order' ? [sql`sales_order`, sql`sales_order_line`, sql`order_id`] : [sql`bill`, sql`bill_line`, sql`bill_id`];
  return readRows<Row>(
    db,
    sql`select ${own}, ${columns} from (
        select x.${id} as id, jsonb_agg(jsonb_build_object('commodityName', c.commodity_name, 'priceStr', ${yuan(sql`x.price`)}) order by l.id) as items
        from sales_line l join ${place} x on x.tenant_id = l.tenant_id and x.line_id = l.id left join commodity c on c.tenant_id = l.tenant_id and c.id = l.commodity_id
        where ${await linesInSight(db, user, 'l')} and l.requisition_id = any(${ofCode(user.tenantId, code)}) group by x.${id}) i
      join ${head} d on d.tenant_id = ${user.tenantId} and d.id = i.id
      where ${await linesInSight(db, user, 'd')} and d.is_deleted = 0 order by d.create_time desc, d.id`,
  );
}

/** Orders of a tube's code: few, for a line stands in one. */
export const relatedOrders = (asked: Asked): Promise<RelatedOrder[]> =>
  documentsOf(asked, 'order', sql`d.id::text as order_id, d.order_no, d.bill_status::int as bill_status`);
/** Bills of a tube's code. */
export const relatedBills = (asked: Asked): Promise<RelatedBill[]> => documentsOf(asked, 'bill', sql`d.id::text as bill_id, d.bill_no`);
