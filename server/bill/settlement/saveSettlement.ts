import { sql, type SQL } from 'drizzle-orm';
import { billEmailType } from '#domain/bill/billChoices.ts';
import { billUnit } from '#domain/bill/billUnit.ts';
import { billEmailAutoClient } from '#domain/bill/email/billEmailAutoClient.ts';
import { internalPrice } from '#domain/bill/internalPrice.ts';
import { settlementContracts } from '#domain/bill/settlementCalls.ts';
import { problemOf, type Problem } from '#domain/kernel/check.ts';
import type { Field } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { problemsError } from '#server/kernel/core/answers.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { saveRow, type Writing } from '#server/kernel/resource/resourceWrite.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { snakeCase } from '#server/storage/columns.ts';
import { readRow } from '#server/storage/readRows.ts';
import type { Tx } from '#server/storage/tx.ts';

type Sent = Readonly<Record<string, unknown>>;
const fault = (fields: Readonly<Record<string, Field>>, name: string, text: Label): Problem => problemOf(name, fields[name]!, 'rule', { text });

interface Saved {
  readonly id: string;
  readonly tenantId: string;
}
/** Saves a record; two saves of one laboratory wait for each other at its row, so that each sees what the other wrote. */
async function saveAt(tx: Tx, resource: Resource, sent: Sent, writing: Writing): Promise<Saved> {
  const { tenantId } = writing.user;
  const { id } = await saveRow(tx, resource, sent, writing);
  await tx.execute(
    sql`select 1 from laboratory where tenant_id = ${tenantId} and id = (select contract_laboratory_id from ${sql.raw(snakeCase(resource.name))} where tenant_id = ${tenantId} and id = ${id}) for update`,
  );
  return { id, tenantId };
}
/** Whether another living record (alias o), a disabled one included, is for what this one (alias n) is for. */
async function isTaken(tx: Tx, resource: Resource, { id, tenantId }: Saved, same: SQL): Promise<boolean> {
  const table = sql.raw(snakeCase(resource.name));
  const found = await readRow(
    tx,
    sql`select 1 as found from ${table} n join ${table} o on o.tenant_id = n.tenant_id and o.id <> n.id and o.is_deleted = 0 and o.contract_laboratory_id = n.contract_laboratory_id
      where n.tenant_id = ${tenantId} and n.id = ${id} and ${same} limit 1`,
  );
  return found !== undefined;
}
function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw problemsError(problems);
}

/** One ERP code for a customer and laboratory. Throws UserError 400 where there is another. */
async function saveUnit(tx: Tx, sent: Sent, writing: Writing): Promise<{ id: string }> {
  const saved = await saveAt(tx, billUnit, sent, writing);
  if (await isTaken(tx, billUnit, saved, sql`o.bill_client_id = n.bill_client_id`))
    refuse([fault(billUnit.fields, 'billClientId', ['该检验所已有此客户的结算单位', 'This laboratory has a billing unit of the customer'])]);
  return { id: saved.id };
}

/** A price or a share, of days that no other price of the same pair and commodity has. Throws UserError 400. */
async function savePrice(tx: Tx, sent: Sent, writing: Writing): Promise<{ id: string }> {
  const saved = await saveAt(tx, internalPrice, sent, writing);
  const { fields } = internalPrice;
  const row = await readRow<{ hasPrice: boolean; isOrdered: boolean }>(
    tx,
    sql`select (inner_price is not null or basis_points is not null) as has_price, valid_from <= valid_to as is_ordered from internal_price where tenant_id = ${saved.tenantId} and id = ${saved.id}`,
  );
  refuse([
    ...(row?.hasPrice ? [] : [fault(fields, 'innerPrice', ['请填写结算单价或结算比例', 'Give a price or a share'])]),
    ...(row?.isOrdered ? [] : [fault(fields, 'validTo', ['失效日期不能早于生效日期', 'It would end before it begins'])]),
  ]);
  const same = sql`o.execute_laboratory_id = n.execute_laboratory_id and o.commodity_id is not distinct from n.commodity_id and o.valid_from <= n.valid_to and n.valid_from <= o.valid_to`;
  if (await isTaken(tx, internalPrice, saved, same))
    refuse([fault(fields, 'validFrom', ['与已有的内部结算价期间重叠', 'Overlaps the period of another internal price'])]);
  return { id: saved.id };
}

/** Whose statement it is follows from its type, and each has one day. Throws UserError 400. */
async function saveAutoClient(tx: Tx, sent: Sent, writing: Writing): Promise<{ id: string }> {
  const saved = await saveAt(tx, billEmailAutoClient, sent, writing);
  const { fields } = billEmailAutoClient;
  const row = await readRow<{ type: string; billCustomerId: string | null; sendSampleClientId: string | null }>(
    tx,
    sql`select type, bill_customer_id::text as bill_customer_id, send_sample_client_id::text as send_sample_client_id from bill_email_auto_client
      where tenant_id = ${saved.tenantId} and id = ${saved.id}`,
  );
  // The other one, where it is given, says nothing.
  const needed = row?.type === billEmailType.bill ? 'billCustomerId' : 'sendSampleClientId';
  refuse(row?.[needed] ? [] : [problemOf(needed, fields[needed], 'requiredChoice')]);
  const same =
    needed === 'billCustomerId'
      ? sql`o.type = n.type and o.bill_customer_id = n.bill_customer_id`
      : sql`o.type = n.type and o.send_sample_client_id = n.send_sample_client_id`;
  if (await isTaken(tx, billEmailAutoClient, saved, same)) refuse([fault(fields, needed, ['已设自动对账', 'It has an automatic statement'])]);
  return { id: saved.id };
}

export const settlementCalls: readonly Call[] = serveCalls(settlementContracts, {
  'POST bill/billUnit/save': { write: (tx, { body, writing }) => saveUnit(tx, body, writing) },
  'POST bill/internalPrice/save': { write: (tx, { body, writing }) => savePrice(tx, body, writing) },
  'POST bill/billEmailAutoClient/save': { write: (tx, { body, writing }) => saveAutoClient(tx, body, writing) },
});
