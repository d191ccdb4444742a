import { sql } from 'drizzle-orm';
import { billEmailType, sendResult } from '#domain/bill/billChoices.ts';
import type { CodeOf } from '#domain/kernel/choices.ts';
import { cycleOf } from '#domain/bill/statement/statementCycle.ts';
import { nextNos } from '#server/bill/documents/nextNos.ts';
import { billEmailTable } from '#server/storage/billTables.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, type Reader } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import type { Tx } from '#server/storage/tx.ts';
import { linesOfStatement, type StatementKey } from './statementLines.ts';

/** Whose statement, and a day of its cycle. */
export interface AskedStatement extends Pick<StatementKey, 'tenantId' | 'type' | 'contractLaboratoryId' | 'clientId'> {
  /** `yyyy-MM-dd`: of a bill, its day of reconciliation. */
  readonly day: string;
  /** `yyyy-MM-dd HH:mm:ss`. */
  readonly now: string;
  /** Who makes it; null: the job of the day. */
  readonly by: { readonly id: string; readonly name: string } | null;
}
interface Known {
  readonly id: string;
  readonly contentHash: string | null;
  readonly sha256: string | null;
}

/**
 * Makes the row of a cycle's statement, or brings the one that is there up to date; null where there is nothing to state, and a row that was
 * never sent is gone then. To be called in the transaction of whatever sent a bill or took its sending back, after it was written. What was sent
 * already keeps its file, unless other lines belong to the cycle now: then it waits to be sent anew (docs/bill.md#statements).
 */
export async function addStatementRow(tx: Tx, asked: AskedStatement): Promise<{ readonly billEmailId: string; readonly endTime: string } | null> {
  const { tenantId, type, contractLaboratoryId, clientId, now, by } = asked;
  // Two of one laboratory come one after the other, so that each counts what the other sent.
  await tx.execute(sql`select 1 from laboratory where tenant_id = ${tenantId} and id = ${contractLaboratoryId} for update`);
  const key: StatementKey = { tenantId, type, contractLaboratoryId, clientId, ...cycleOf(asked.day, await closingDayOf(tx, asked)) };
  const known = await readRow<Known>(
    tx,
    sql`select id::text as id, content_hash, sha256 from bill_email where tenant_id = ${tenantId} and contract_laboratory_id = ${contractLaboratoryId} and type = ${type}
      and client_id = ${clientId} and end_time = ${key.end} for update`,
  );
  const facts = await statementFacts(tx, key);
  if (facts.lineCount === 0) {
    if (known && known.sha256 === null) await tx.execute(sql`delete from bill_email where tenant_id = ${tenantId} and id = ${known.id}`);
    return known && known.sha256 !== null ? { billEmailId: known.id, endTime: key.end } : null;
  }
  const { lineCount: _lineCount, ...told } = facts;
  if (!known) {
    const [batchNo] = await nextNos(tx, tenantId, { prefix: 'ST', laboratoryId: contractLaboratoryId, now: `${key.end} 00:00:00`, count: 1 });
    const id = newId();
    const row = {
      ...told,
      id,
      tenantId,
      batchNo,
      beginTime: key.begin,
      endTime: key.end,
      contractLaboratoryId,
      type,
      clientId,
      autoClient: by === null ? 1 : 0,
      creatorId: by?.id ?? null,
      creatorName: by?.name ?? null,
      createTime: now,
      updateTime: now,
    };
    await tx.execute(insertMany(billEmailTable, [row]));
    return { billEmailId: id, endTime: key.end };
  }
  const isAnew = known.sha256 !== null && known.contentHash !== told.contentHash;
  if (known.sha256 === null || isAnew)
    await tx.execute(sql`update bill_email set ${factsSet(told)}, begin_time = ${key.begin}, update_time = ${now}, version = version + 1
      ${isAnew ? sql`, sha256 = null, send = 0, send_result = ${sendResult.not}, send_time = null, not_before = null, tries = 0, fault = null` : sql``}
      where tenant_id = ${tenantId} and id = ${known.id}`);
  return { billEmailId: known.id, endTime: key.end };
}

/** The closing day a client's cycles end on: its own, or its billing customer's; null or 0: the end of the month. */
export async function closingDayOf(
  tx: Reader,
  { tenantId, type, clientId }: { readonly tenantId: string; readonly type: CodeOf<typeof billEmailType>; readonly clientId: string },
): Promise<number | null> {
  const row = await readRow<{ closingDay: number | null }>(
    tx,
    type === billEmailType.bill
      ? sql`select closing_day::int as closing_day from client where tenant_id = ${tenantId} and id = ${clientId}`
      : sql`select k.closing_day::int as closing_day from send_sample_client c join client k on k.tenant_id = c.tenant_id and k.id = c.bill_customer_id
          where c.tenant_id = ${tenantId} and c.id = ${clientId}`,
  );
  return row?.closingDay ?? null;
}

/** What a row says of its lines and of who gets it; fen. */
export interface StatementFacts {
  readonly lineCount: number;
  readonly qty: number;
  readonly totalAmount: number;
  readonly contentHash: string;
  readonly billName: string | null;
  readonly sendSampleClientName: string | null;
  readonly managerArea: string | null;
  readonly accountCheckingPeople: string | null;
  readonly accountCheckingEmail: string | null;
  readonly salesmanId: string | null;
  readonly salesmanName: string | null;
  readonly salesmanEmail: string | null;
  readonly salesmanAssistantName: string | null;
  readonly salesmanAssistantEmail: string | null;
}

/** Lines, sums and recipients as they stand now. Who sells, assists and where is said where it is one for all lines. */
export async function statementFacts(tx: Reader, key: StatementKey): Promise<StatementFacts> {
  const { tenantId, type, clientId } = key;
  const table = type === billEmailType.bill ? sql`client` : sql`send_sample_client`;
  const row = await readRow<StatementFacts>(
    tx,
    sql`select f.line_count, f.qty, f.total_amount, f.content_hash, w.account_checking_people, w.account_checking_email, f.manager_area, s.id::text as salesman_id, s.real_name as salesman_name,
        s.email as salesman_email, a.real_name as salesman_assistant_name, a.email as salesman_assistant_email,
        (select k.client_name from client k where k.tenant_id = ${tenantId} and k.id = f.customer_id) as bill_name,
        (select k.client_name from send_sample_client k where k.tenant_id = ${tenantId} and k.id = f.unit_id) as send_sample_client_name
      from (select count(*)::int as line_count, coalesce(sum(l.sign), 0)::int as qty, coalesce(sum(l.sign * l.price), 0)::float8 as total_amount,
          md5(coalesce(string_agg(l.id::text || ':' || coalesce(l.price::text, ''), ',' order by l.id), '')) as content_hash,
          case when count(distinct coalesce(l.salesman_id, 0)) = 1 then min(l.salesman_id) end as salesman_id,
          case when count(distinct coalesce(u.salesman_assistant_id, 0)) = 1 then min(u.salesman_assistant_id) end as assistant_id,
          case when count(distinct coalesce(l.manager_area, '')) = 1 then min(l.manager_area) end as manager_area,
          case when count(distinct coalesce(l.bill_customer_id, 0)) = 1 then min(l.bill_customer_id) end as customer_id,
          case when count(distinct coalesce(l.send_sample_client_id, 0)) = 1 then min(l.send_sample_client_id) end as unit_id
        from sales_line l left join send_sample_client u on u.tenant_id = l.tenant_id and u.id = l.send_sample_client_id where ${linesOfStatement(key)}) f
      left join ${table} w on w.tenant_id = ${tenantId} and w.id = ${clientId}
      left join user_account s on s.tenant_id = ${tenantId} and s.id = f.salesman_id left join user_account a on a.tenant_id = ${tenantId} and a.id = f.assistant_id`,
  );
  if (!row) throw new Error('a sum has one row');
  return row;
}

/** The same as the columns of a row that is there. */
export const factsSet = (told: Omit<StatementFacts, 'lineCount'>) =>
  sql`qty = ${told.qty}, total_amount = ${told.totalAmount}, content_hash = ${told.contentHash}, bill_name = ${told.billName}, send_sample_client_name = ${told.sendSampleClientName},
    manager_area = ${told.managerArea}, account_checking_people = ${told.accountCheckingPeople}, account_checking_email = ${told.accountCheckingEmail}, salesman_id = ${told.salesmanId},
    salesman_name = ${told.salesmanName}, salesman_email = ${told.salesmanEmail}, salesman_assistant_name = ${told.salesmanAssistantName},
    salesman_assistant_email = ${told.salesmanAssistantEmail}`;
