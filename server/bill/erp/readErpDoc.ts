import { sql } from 'drizzle-orm';
import { erpAccount, erpKind } from '#domain/bill/erp/erpAccount.ts';
import { netOf } from '#domain/bill/erp/itemTax.ts';
import type { Label } from '#domain/kernel/label.ts';
import { openSecrets } from '#server/kernel/resource/secretText.ts';
import type { ErpAccount, ErpDoc } from '#server/ports/erp.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';

/** What stands in the queue of a document. */
export interface QueuedDoc {
  readonly tenantId: string;
  readonly doc: 'order' | 'bill';
  readonly docId: string;
  readonly docNo: string;
  readonly contractLaboratoryId: string;
  readonly pushKey: string;
}

/** The newest account of a laboratory that is in use, its secret opened; null where there is none. */
export async function erpAccountFor({ orm }: Database, tenantId: string, laboratoryId: string): Promise<ErpAccount | null> {
  const row = await readRow<
    Omit<ErpAccount, 'kind' | 'appSecret' | 'taxRate'> & { readonly id: string; readonly erpKind: number; readonly taxRate: string }
  >(
    orm,
    sql`select id::text as id, erp_kind::int as erp_kind, url, account_set, user_name, app_id, organisation, tax_rate::text as tax_rate from erp_account
      where tenant_id = ${tenantId} and laboratory_id = ${laboratoryId} and is_deleted = 0 and is_disable = 0 order by id desc limit 1`,
  );
  if (!row) return null;
  const { id, erpKind: kind, taxRate, ...account } = row;
  const { appSecret = null } = await openSecrets(orm, erpAccount, tenantId, id);
  return { ...account, kind: kind === erpKind.yonyou ? 'yonyou' : 'kingdee', appSecret, taxRate: Number(taxRate) };
}

/** What `void` and `find` need of a document: they know it by its key and number. */
export const namedDoc = ({ doc, docNo, pushKey }: QueuedDoc): ErpDoc => ({
  key: pushKey.replace(/:void$/, ''),
  type: doc,
  code: docNo,
  date: '',
  customerCode: '',
  salesmanCode: null,
  sign: 1,
  items: [],
});

interface Head {
  readonly revision: number;
  readonly sended: number;
  readonly sign: 1 | -1;
  readonly day: string;
  readonly customerCode: string | null;
  readonly customerName: string;
  readonly salesmanCode: string | null;
}
interface Item {
  readonly code: string | null;
  readonly name: string;
  readonly qty: number;
  readonly price: string;
  readonly amount: string;
}

/** The document of a revision as its ERP is to get it; or why there is none: it is not sent any more, or codes are missing, all of them named. */
export async function readErpDoc(
  { orm }: Database,
  queued: QueuedDoc,
  revision: number,
  taxRate: number,
): Promise<ErpDoc | { readonly fault: Label }> {
  const { tenantId, doc, docId } = queued;
  const head = await readRow<Head>(
    orm,
    sql`select d.revision, d.sended::int as sended, d.sign::int as sign, to_char(coalesce(d.reconciliation_time, d.send_time, d.create_time) at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day,
        coalesce(${doc === 'order' ? sql`nullif(d.erp_code, '')` : ofItsOrders}, ${ofItsUnit}, nullif(c.bill_erp_code, '')) as customer_code,
        coalesce(d.bill_name, c.client_name, d.bill_customer_id::text) as customer_name, nullif(u.user_code, '') as salesman_code
      from ${doc === 'order' ? sql`sales_order` : sql`bill`} d left join client c on c.tenant_id = d.tenant_id and c.id = d.bill_customer_id
        left join user_account u on u.tenant_id = d.tenant_id and u.id = d.salesman_id where d.tenant_id = ${tenantId} and d.id = ${docId} and d.is_deleted = 0`,
  );
  if (!head || head.sended !== 1 || head.revision !== revision) return { fault: ['已取消发送', 'Its sending was taken back'] };
  const items = await readRows<Item>(
    orm,
    sql`select coalesce(nullif(i.commodity_erp_code, ''), nullif(m.erp_code, '')) as code, coalesce(m.commodity_name, i.commodity_code, i.commodity_id::text) as name, i.qty, i.price::text as price,
        i.amount::text as amount from ${doc === 'order' ? sql`sales_order_item` : sql`bill_item`} i left join commodity m on m.tenant_id = i.tenant_id and m.id = i.commodity_id
      where i.tenant_id = ${tenantId} and i.${doc === 'order' ? sql`order_id` : sql`bill_id`} = ${docId} order by i.item_no`,
  );
  const missing = [...new Set([...(head.customerCode ? [] : [head.customerName]), ...items.filter(({ code }) => !code).map(({ name }) => name)])];
  if (missing.length > 0) return { fault: [`缺ERP编码: ${missing.join('、')}`, `ERP code missing: ${missing.join(', ')}`] };
  return {
    ...namedDoc(queued),
    date: head.day,
    customerCode: head.customerCode ?? '',
    salesmanCode: head.salesmanCode,
    sign: head.sign,
    items: items.map(({ code, qty, price, amount }) => ({
      code: code ?? '',
      qty,
      price: Number(price),
      amount: Number(amount),
      net: netOf(Number(amount), taxRate),
    })),
  };
}

/** A bill is made out to whom all its orders are. */
const ofItsOrders = sql`(select case when count(distinct coalesce(o.erp_code, '')) = 1 then min(nullif(o.erp_code, '')) end from bill_line l join sales_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
  where l.tenant_id = d.tenant_id and l.bill_id = d.id)`;
/** The code of the billing unit that was picked, else of the one its laboratory has for its customer. */
const ofItsUnit = sql`(select nullif(n.bill_erp_code, '') from bill_unit n where n.tenant_id = d.tenant_id and n.is_deleted = 0
  and (n.id = d.bill_unit_id or (d.bill_unit_id is null and n.is_disable = 0 and n.contract_laboratory_id = d.contract_laboratory_id and n.bill_client_id = d.bill_customer_id)) limit 1)`;
