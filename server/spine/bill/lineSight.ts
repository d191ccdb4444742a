import { sql, type SQL } from 'drizzle-orm';
import { allLines } from '#domain/bill/billRights.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { viewReports } from '#domain/report/reportRows.ts';
import { viewSamples } from '#domain/sample/viewSamples.ts';
import { inSight } from '#server/spine/loading.ts';
import { inLaboratories, laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import type { Reader } from '#server/storage/readRows.ts';

/** Who looks; `permissions` of the account and role they are signed in with. */
export type BillViewer = Pick<ActingUser, 'id' | 'tenantId' | 'permissions'>;

const own = (user: BillViewer, alias: SQL): SQL => (user.permissions.has(allLines.code) ? sql`true` : sql`${alias}.salesman_id = ${user.id}`);

/**
 * Billable lines, orders, bills, mails and pushes of a person: of their tenant and laboratories and, without `salesLine_all`, of their own
 * clients alone (docs/bill.md#sight). `alias`: of any table with `tenant_id`, `contract_laboratory_id` and `salesman_id`. For lists, details and files.
 */
export async function linesInSight(reader: Reader, user: BillViewer, alias: string): Promise<SQL> {
  const laboratories = await laboratoriesOf(reader, user);
  const name = sql.raw(alias);
  const within = inLaboratories(sql`${name}.contract_laboratory_id`, laboratories);
  return sql`(${name}.tenant_id = ${user.tenantId} and ${within ? sql`(${within} or ${name}.contract_laboratory_id is null)` : sql`true`} and ${own(user, name)})`;
}

/** The same as a column of a statement that loads what an act changes (`own` and `marked` of `server/spine/loading.ts`). */
export const isLineInSight = (user: BillViewer, alias: string): SQL =>
  sql`(${inSight(user, sql`${sql.raw(alias)}.contract_laboratory_id`)} and ${own(user, sql.raw(alias))})`;

/**
 * Items (alias i: a commodity of a tube) of a person by whose clients they are: all to who sees samples, reports or everybody's lines, else those of
 * their own clients. Tenant and laboratories are asked beside it.
 */
export const itemsOfOwn = (user: BillViewer): SQL =>
  [viewSamples, viewReports, allLines].some(({ code }) => user.permissions.has(code))
    ? sql`true`
    : sql`exists (select 1 from sales_line w where w.tenant_id = i.tenant_id and w.requisition_id = i.requisition_id and w.commodity_id = i.commodity_id and w.salesman_id = ${user.id})`;
