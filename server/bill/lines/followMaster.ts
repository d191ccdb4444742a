import { sql } from 'drizzle-orm';
import { lineState, sign } from '#domain/bill/billChoices.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { syncLines } from '#server/spine/bill/syncLines.ts';
import type { Database } from '#server/storage/database.ts';
import { readRows } from '#server/storage/readRows.ts';

/** Requisitions of one transaction. */
const portion = 200;

/**
 * `bill.followMaster`, each minute: lines in no order get the agent, customer, salesperson and area their client has now (docs/bill.md#lines), so
 * that a salesperson who was named later makes what failed for want of one orderable. A frozen price stays.
 */
export const followingMaster = (database: Database): JobKind<object> => ({
  name: 'bill.followMaster',
  cron: '* * * * *',
  expireSeconds: 1_800,
  async run(_payload, signal) {
    const tenants = await readRows<{ tenantId: string }>(database.orm, sql`select distinct tenant_id from send_sample_client order by tenant_id`);
    for (const { tenantId } of tenants) {
      let seen: readonly { readonly id: string }[] = [];
      do {
        seen = await behindTheirClient(database, tenantId, seen.at(-1)?.id ?? '0');
        const ids = seen.map(({ id }) => id);
        await database.transaction((tx) => syncLines(tx, tenantId, ids));
      } while (!signal.aborted && seen.length === portion);
    }
  },
});

/** Requisitions with lines that say otherwise than their client, in the order of their ids; by `sales_line_state_ix`. */
const behindTheirClient = (database: Database, tenantId: string, after: string): Promise<{ id: string }[]> =>
  readRows(
    database.orm,
    sql`select distinct r.id from sales_line l
        join send_sample_client c on c.tenant_id = l.tenant_id and c.id = l.send_sample_client_id
        join requisition r on r.tenant_id = l.tenant_id and r.id = l.requisition_id and r.send_sample_client_id = c.id
      where l.tenant_id = ${tenantId} and l.state in (${lineState.unreported}, ${lineState.open}) and l.sign = ${sign.plus} and r.id > ${after}
        and (l.agent_customer_id is distinct from c.agent_customer_id or l.bill_customer_id is distinct from c.bill_customer_id
          or l.salesman_id is distinct from c.salesman_id or l.manager_area is distinct from c.manager_area)
      order by r.id limit ${portion}`,
  );
