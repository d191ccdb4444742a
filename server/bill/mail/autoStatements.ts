import { sql } from 'drizzle-orm';
import { billEmailType, sendResult } from '#domain/bill/billChoices.ts';
import { dueCycle } from '#domain/bill/statement/statementCycle.ts';
import type { CodeOf } from '#domain/kernel/choices.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { addStatementRow, closingDayOf } from './makeRow.ts';
import { askToSend } from './sendActs.ts';

/** When a day's statements are made. */
const atHour = '06:00:00';

interface AutoClient {
  readonly id: string;
  readonly tenantId: string;
  readonly type: CodeOf<typeof billEmailType>;
  readonly contractLaboratoryId: string;
  readonly clientId: string;
  readonly sendDay: number;
  readonly updateTime: string;
}

/**
 * 自动对账: on its sending day each client's statement of the last cycle is made and sent (docs/bill.md#statements). A day that was missed is made
 * up for; what a person sent, or what failed, is left as it is. `momentOf` says the day.
 */
export const autoStatements = (database: Database, momentOf: () => string = nowText): JobKind<object> => ({
  name: 'bill.statement.auto',
  cron: '0 6 * * *',
  expireSeconds: 3_600,
  async run(_none, signal) {
    const clients = await readRows<AutoClient>(
      database.orm,
      sql`select id::text as id, tenant_id, type, contract_laboratory_id::text as contract_laboratory_id, (case type when ${billEmailType.bill} then bill_customer_id else send_sample_client_id end)::text as client_id,
          send_day::int as send_day, update_time from bill_email_auto_client where is_deleted = 0 and (case type when ${billEmailType.bill} then bill_customer_id else send_sample_client_id end) is not null
        order by tenant_id, id`,
    );
    for (const client of clients) {
      if (signal.aborted) return;
      // One that goes wrong keeps nobody up.
      await makeOne(database, client, momentOf()).catch((error: unknown) => console.error(error));
    }
  },
});

async function makeOne(database: Database, client: AutoClient, now: string): Promise<void> {
  const { tenantId, type, contractLaboratoryId, clientId, sendDay, updateTime } = client;
  await database.transaction(async (tx) => {
    const { cycle, since } = dueCycle(now.slice(0, 10), await closingDayOf(tx, { tenantId, type, clientId }), sendDay);
    // What was due before it was set up is nobody's surprise.
    if (`${since} ${atHour}` < updateTime) return;
    const made = await addStatementRow(tx, { tenantId, type, contractLaboratoryId, clientId, day: cycle.end, now, by: null });
    if (!made) return;
    const open = await readRow(
      tx,
      sql`select 1 as found from bill_email where tenant_id = ${tenantId} and id = ${made.billEmailId} and send = 0 and send_result = ${sendResult.not} and sha256 is null for update`,
    );
    if (open) await askToSend(tx, tenantId, made.billEmailId, now);
  });
}
