import { sql, type SQL } from 'drizzle-orm';
import { lineState } from '#domain/bill/billChoices.ts';
import { allLines } from '#domain/bill/billRights.ts';
import { mostNamed, type CountedLines } from '#domain/bill/touchedLines.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { nextChangeSeq } from '#server/storage/changes.ts';
import { readRow, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';

/** Lines (alias l) that may still be changed: charges that were neither billed nor withdrawn, nor taken back by a red line. */
export const isChangeable = sql`l.sign = 1 and l.is_credited = 0 and l.state in (${lineState.unreported}, ${lineState.open}, ${lineState.ordered})`;
/** Of these, those in no order. */
export const isFree = sql`l.sign = 1 and l.is_credited = 0 and l.state in (${lineState.unreported}, ${lineState.open})`;
/** Lines (alias l) of a sending client, of a commodity, or of one at the other. */
export const linesOf = (tenantId: string, { clientIds, commodityIds }: { clientIds?: readonly string[]; commodityIds?: readonly string[] }): SQL =>
  sql`l.tenant_id = ${tenantId}${clientIds ? sql` and l.send_sample_client_id = ${anyId(clientIds)}` : sql``}${
    commodityIds ? sql` and l.commodity_id = ${anyId(commodityIds)}` : sql``
  }`;

/** An order (alias o) that the ERP has or is yet to say that it voided: neither changed nor removed. */
export const isWithErp = sql`(o.sended = 1 or o.is_void_pending = 1)`;

/** Lines with their order (alias o), where they have one. */
const withOrder = sql`sales_line l left join sales_order_line p on p.tenant_id = l.tenant_id and p.line_id = l.id
  left join sales_order o on o.tenant_id = p.tenant_id and o.id = p.order_id`;

/** How many changeable lines (alias l) meet a condition, and where they stand. */
export async function countLines(reader: Reader, where: SQL): Promise<CountedLines> {
  const row = await readRow<CountedLines>(
    reader,
    sql`select count(*) filter (where o.id is null)::int as lines, count(distinct l.requisition_id) filter (where o.id is null)::int as samples,
        count(*) filter (where not ${isWithErp})::int as unsent_lines, count(distinct o.id) filter (where not ${isWithErp})::int as unsent_orders,
        count(*) filter (where ${isWithErp})::int as sent_lines, count(distinct o.id) filter (where ${isWithErp})::int as sent_orders
      from ${withOrder} where ${where} and ${isChangeable}`,
  );
  if (!row) throw new Error('a count answered nothing');
  return row;
}

/** What an act leaves as it is because it is ordered, and the numbers of the orders, newest first. */
export interface LeftLines {
  readonly left: number;
  readonly leftOrders: string[];
  readonly leftOrderCount: number;
}

/** Ordered lines (alias l, order o) that meet a condition and are not billed. */
export async function orderedLines(reader: Reader, where: SQL): Promise<LeftLines> {
  const row = await readRow<LeftLines>(
    reader,
    sql`with met as (select o.id, o.order_no, count(*) as lines from ${withOrder} where ${where} and ${isChangeable} and o.id is not null group by o.id, o.order_no)
      select coalesce(sum(lines), 0)::int as "left", coalesce((array_agg(order_no order by id desc))[1:${sql.raw(String(mostNamed))}], '{}') as left_orders, count(*)::int as left_order_count
      from met`,
  );
  if (!row) throw new Error('a count answered nothing');
  return row;
}

/** True where changeable lines that meet a condition are of laboratories a person does not serve. */
export async function areElsewhere(reader: Reader, where: SQL, laboratoryIds: readonly string[] | null): Promise<boolean> {
  if (laboratoryIds === null) return false;
  const found = await readRow(
    reader,
    sql`select 1 as found from sales_line l where ${where} and ${isChangeable} and not coalesce(l.contract_laboratory_id = ${anyId(laboratoryIds)}, false) limit 1`,
  );
  return found !== undefined;
}

/** Changes columns of one described row that desks keep a copy of, as a save does. The row is locked by then. */
export async function changeMaster(tx: Tx, table: 'send_sample_client' | 'commodity', id: string, set: SQL, user: ActingUser, now: string) {
  await tx.execute(sql`update ${sql.raw(table)} set ${set}, change_seq = ${await nextChangeSeq(tx, user.tenantId, 1)}, update_user = ${user.id}, update_time = ${now}, version = version + 1
    where tenant_id = ${user.tenantId} and id = ${id}`);
}

/** A sending client's facts, locked; null where it is not of the person's laboratories or, without `salesLine_all`, another salesperson's. */
export async function lockClient<Row extends object>(
  tx: Tx,
  user: ActingUser,
  clientId: string,
  columns: SQL,
  laboratoryIds: readonly string[] | null,
): Promise<Row | null> {
  const found = await readRow<Row>(
    tx,
    sql`select ${columns} from send_sample_client k where k.tenant_id = ${user.tenantId} and k.id = ${clientId} and k.is_deleted = 0
      ${laboratoryIds === null ? sql`` : sql`and k.contract_laboratory_id = ${anyId(laboratoryIds)}`}
      ${user.permissions.has(allLines.code) ? sql`` : sql`and k.salesman_id = ${user.id}`} for update`,
  );
  return found ?? null;
}
