import { sql } from 'drizzle-orm';
import { sendResult } from '#domain/bill/billChoices.ts';
import { sendStatement, type KnownMail } from '#domain/bill/email/sendStatement.ts';
import { serveCommand } from '#server/kernel/http/serve.ts';
import { isLineInSight } from '#server/spine/bill/lineSight.ts';
import { marked, own } from '#server/spine/loading.ts';
import { readRow } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';
import { statementFacts } from './makeRow.ts';
import type { StatementKey } from './statementLines.ts';

/** Leaves a statement to be sent, to the addresses its people have now. `sendStatements` does it. */
export async function askToSend(tx: Tx, tenantId: string, billEmailId: string, now: string): Promise<void> {
  const key = await readRow<StatementKey>(
    tx,
    sql`select tenant_id, type, contract_laboratory_id::text as contract_laboratory_id, client_id::text as client_id, begin_time::text as "begin", end_time::text as "end"
      from bill_email where tenant_id = ${tenantId} and id = ${billEmailId}`,
  );
  if (!key) throw new Error('a statement that was locked is not there');
  const told = await statementFacts(tx, key);
  await tx.execute(sql`update bill_email set send = 1, send_result = ${sendResult.not}, send_time = null, not_before = ${now}, tries = 0, fault = null,
    account_checking_people = ${told.accountCheckingPeople}, account_checking_email = ${told.accountCheckingEmail}, salesman_email = ${told.salesmanEmail},
    salesman_assistant_email = ${told.salesmanAssistantEmail}, update_time = ${now}, version = version + 1 where tenant_id = ${tenantId} and id = ${billEmailId}`);
}

/** `billEmail.send`. */
export const servedSend = serveCommand(sendStatement, {
  async load(tx, { billEmailId }, { user }) {
    const [mail] = await own<KnownMail>(
      tx,
      sql`select e.id::text as bill_email_id, e.batch_no, e.send::int as send, e.send_result::int as send_result, e.send_time, ${marked(sql`e.id::text`, isLineInSight(user, 'e'))}
        from bill_email e where e.tenant_id = ${user.tenantId} and e.id = ${billEmailId} for update of e`,
    );
    return { mail: mail ?? null };
  },
  async write(tx, { change: { billEmailId, batchNo }, acting: { user, now } }) {
    await askToSend(tx, user.tenantId, billEmailId, now);
    return { billEmailId, batchNo };
  },
});
