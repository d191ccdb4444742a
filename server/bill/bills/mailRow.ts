import { sql } from 'drizzle-orm';
import { billEmailType } from '#domain/bill/billChoices.ts';
import { cycleEnd } from '#domain/bill/bills/cycleEnd.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { billEmailTable } from '#server/storage/billTables.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import type { Tx } from '#server/storage/tx.ts';

interface MailedBill {
  readonly billId: string;
  readonly billCustomerId: string;
  readonly contractLaboratoryId: string;
  readonly salesmanId: string | null;
  /** A day of the cycle. */
  readonly reconciliationTime: string;
}
interface Recipients {
  readonly closingDay: number | null;
  readonly billName: string | null;
  readonly accountCheckingPeople: string | null;
  readonly accountCheckingEmail: string | null;
  readonly managerArea: string | null;
  readonly salesmanName: string | null;
  readonly salesmanEmail: string | null;
  readonly salesmanAssistantName: string | null;
  readonly salesmanAssistantEmail: string | null;
}

/**
 * Keeps the row of a customer's statement of a cycle what its sent bills come to (docs/bill.md#mails): made with the first of them, with the recipients
 * master data says then, and with its last one taken back it goes, unless somebody mailed it. What was mailed keeps what it said.
 */
export async function keepMailRow(
  tx: Tx,
  bill: MailedBill,
  { user, now }: { readonly user: Pick<ActingUser, 'id' | 'name' | 'tenantId'>; readonly now: string },
): Promise<void> {
  const { tenantId } = user;
  const { billId, billCustomerId: clientId, contractLaboratoryId, salesmanId, reconciliationTime } = bill;
  // Whoever sends a bill of the same customer waits: sums of one who did not see the other would stay.
  const whom = await readRow<Recipients>(
    tx,
    sql`select c.closing_day, c.client_name as bill_name, c.account_checking_people, c.account_checking_email, m.manager_area,
        u.real_name as salesman_name, u.email as salesman_email, a.real_name as salesman_assistant_name, a.email as salesman_assistant_email
      from client c left join user_account u on u.tenant_id = c.tenant_id and u.id = ${salesmanId}
        left join (select case when count(distinct s.salesman_assistant_id) = 1 then min(s.salesman_assistant_id) end as assistant_id,
            case when count(distinct l.manager_area) = 1 then min(l.manager_area) end as manager_area
          from bill_line b join sales_line l on l.tenant_id = b.tenant_id and l.id = b.line_id
            left join send_sample_client s on s.tenant_id = l.tenant_id and s.id = l.send_sample_client_id
          where b.tenant_id = ${tenantId} and b.bill_id = ${billId}) m on true
        left join user_account a on a.tenant_id = c.tenant_id and a.id = m.assistant_id
      where c.tenant_id = ${tenantId} and c.id = ${clientId} for update of c`,
  );
  const closingDay = whom?.closingDay ?? 0;
  const endTime = cycleEnd(reconciliationTime.slice(0, 10), closingDay);
  const beginTime = cycleEnd(endTime, closingDay, -1);
  const sums = await readRow<{ bills: number; qty: number; amount: string | null }>(
    tx,
    sql`select count(*)::int as bills, coalesce(sum(b.total_qty), 0)::int as qty, sum(b.total_amount)::text as amount from bill b
      where b.tenant_id = ${tenantId} and b.bill_customer_id = ${clientId} and b.contract_laboratory_id = ${contractLaboratoryId} and b.sended = 1 and b.is_deleted = 0
        and b.reconciliation_time >= (${beginTime}::date + 1) and b.reconciliation_time < (${endTime}::date + 1)`,
  );
  const { bills = 0, qty = 0, amount = null } = sums ?? {};
  const row = sql`tenant_id = ${tenantId} and contract_laboratory_id = ${contractLaboratoryId} and type = ${billEmailType.bill} and client_id = ${clientId} and end_time = ${endTime}`;
  const isOpen = sql`send = 0 and send_result = 0 and sha256 is null`;
  if (bills === 0) {
    await tx.execute(sql`delete from bill_email where ${row} and ${isOpen}`);
    return;
  }
  const { closingDay: _day, ...recipients } = whom ?? {};
  const { rowCount } = await tx.execute(
    sql`update bill_email set qty = ${qty}, total_amount = ${amount}, update_time = ${now}, version = version + 1 where ${row} and ${isOpen}`,
  );
  if (rowCount !== 0) return;
  await tx.execute(
    sql`${insertMany(billEmailTable, [
      {
        ...recipients,
        id: newId(),
        tenantId,
        batchNo: endTime.replaceAll('-', ''),
        endTime,
        contractLaboratoryId,
        type: billEmailType.bill,
        clientId,
        qty,
        totalAmount: amount === null ? null : Number(amount),
        salesmanId,
        creatorId: user.id,
        creatorName: user.name,
        createTime: now,
        updateTime: now,
      },
    ])} on conflict do nothing`,
  );
}
