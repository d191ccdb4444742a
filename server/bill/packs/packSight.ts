import { sql, type SQL } from 'drizzle-orm';
import { packResult } from '#domain/bill/billChoices.ts';
import { allLines } from '#domain/bill/billRights.ts';
import { isLineInSight, type BillViewer } from '#server/spine/bill/lineSight.ts';
import { inSight } from '#server/spine/loading.ts';

/** True for whoever is limited to no laboratory: no laboratory has this id. */
const isUnlimited = (user: BillViewer): SQL => inSight(user, sql`0`);

/** Alias t, a pack: whether all of it is within sight, so that its own counts may be told. */
const isAllInSight = (user: BillViewer): SQL =>
  user.permissions.has(allLines.code)
    ? sql`case when t.contract_laboratory_id is null then ${isUnlimited(user)} else ${inSight(user, sql`t.contract_laboratory_id`)} end`
    : sql`false`;
/** Alias l: lines of the pack t within sight. */
const linesOfPack = (user: BillViewer): SQL =>
  sql`from pack_task_row r join sales_line l on l.tenant_id = r.tenant_id and l.id = r.line_id
    where r.tenant_id = t.tenant_id and r.task_id = t.id and ${isLineInSight(user, 'l')}`;
/** Alias o: orders of the pack t within sight. */
const ordersOfPack = (user: BillViewer): SQL =>
  sql`from sales_order o where o.tenant_id = t.tenant_id and o.task_id = t.id and o.is_deleted = 0 and ${isLineInSight(user, 'o')}`;

/** Alias t, a pack of the person's tenant: whether anything of it is theirs to see (docs/bill.md#packs). */
export const isPackInSight = (user: BillViewer): SQL => sql`(${isAllInSight(user)} or exists (select 1 ${linesOfPack(user)}))`;

type Count = 'total' | 'totalSuccess' | 'totalFalse' | 'sendSuccess' | 'sendFalse';
const stored: Readonly<Record<Count, SQL>> = {
  total: sql`t.total`,
  totalSuccess: sql`t.total_success`,
  totalFalse: sql`t.total_false`,
  sendSuccess: sql`t.send_success`,
  sendFalse: sql`t.send_false`,
};
const counted: Readonly<Record<Count, (user: BillViewer) => SQL>> = {
  total: (user) => sql`select count(*)::int ${linesOfPack(user)}`,
  totalSuccess: (user) => sql`select count(*)::int ${linesOfPack(user)} and r.result = ${packResult.success}`,
  totalFalse: (user) => sql`select count(*)::int ${linesOfPack(user)} and r.result = ${packResult.failed}`,
  sendSuccess: (user) => sql`select count(*)::int ${ordersOfPack(user)} and o.sended = 1`,
  sendFalse: (user) =>
    sql`select count(*)::int from jsonb_to_recordset(coalesce(t.fault, '[]')) as f("orderId" bigint) where f."orderId" in (select o.id ${ordersOfPack(user)})`,
};
/** Alias t: what a pack counts, of what whoever reads it may see. */
export const packCount = (user: BillViewer, count: Count): SQL =>
  sql`case when ${isAllInSight(user)} then ${stored[count]} else (${counted[count](user)}) end`;
/** Alias t: orders of it in sight that were not sent. */
export const unsentCount = (user: BillViewer): SQL => sql`(select count(*)::int ${ordersOfPack(user)} and o.sended = 0)`;
