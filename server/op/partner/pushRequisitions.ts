import { sql } from 'drizzle-orm';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import { expectedSource, expectedState } from '#domain/op/expected.ts';
import { mapRow, type PartnerFault, type PartnerValues } from '#domain/op/rules/mapRow.ts';
import { sex } from '#domain/sample/rules/formChoices.ts';
import { secretKey } from '#server/kernel/resource/secretText.ts';
import { sealText } from '#server/kernel/seal/sealedText.ts';
import { newId } from '#server/storage/ids.ts';
import { expectedSampleTable } from '#server/storage/opTables.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { anyId, anyText } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { goodRow, isTakenBack, noteUnmapped, refusedRow, sha256, takenBack, textOf, type AnsweredRow, type PartnerCall } from './partnerCall.ts';

/** What is pushed is waited for so long where nobody says when it comes. */
const usualWaitMs = 24 * 3_600_000;

interface Client {
  readonly id: string;
  readonly code: string;
  readonly agentId: string | null;
  readonly salesmanId: string | null;
}
/** What rows are judged by, read once a call. */
interface Known {
  readonly clients: readonly Client[];
  readonly commodities: ReadonlyMap<string, string>;
  readonly key: Buffer;
}
interface Wrong {
  readonly code: PartnerFault;
  readonly what: string | Label;
}

/** Where a raw message belongs: moved to another row it does not open. */
export const rawPlace = (tenantId: string, id: string): string => `${tenantId}/expectedSample/${id}/raw`;

/** `requisitionPush`: what is to come, a transaction a row (docs/interfaces.md#push). It fills what is expected, never samples. */
export async function pushRequisitions(call: PartnerCall): Promise<readonly AnsweredRow[]> {
  const { database, parameters, rows } = call;
  const read = rows.map((row) => ({ row, ...mapRow(row, parameters.inputs, parameters.sets) }));
  const known = await readKnown(call, read.flatMap(({ values }) => values.commodityCodes ?? []).map(String));
  const answers: AnsweredRow[] = [];
  for (const [index, { row, values, faults }] of read.entries()) {
    const key = textOf(values.thirdBarCode);
    const codes = { thirdBarCode: values.thirdBarCode, barCode: values.barCode, hospitalCode: values.hospitalCode };
    const answer = await database.transaction(async (tx) => {
      await noteUnmapped(tx, call, faults);
      const wrong: readonly Wrong[] = faults.length > 0 ? faults : judged(call, values, known);
      if (wrong.length > 0 || key === null) return refusedRow(call, index, key, wrong);
      if (await isTakenBack(tx, call, key, 'requisitionCancel')) return refusedRow(call, index, key, [{ code: 'P06', what: takenBack }]);
      return take(tx, call, { index, key, values, raw: JSON.stringify(row) }, known);
    });
    answers.push({ row: answer, codes });
  }
  return answers;
}

async function readKnown({ database, of }: PartnerCall, codes: readonly string[]): Promise<Known> {
  const clients = await readRows<Client>(
    database.orm,
    sql`select c.id::text as id, upper(c.client_code) as code, c.agent_customer_id::text as agent_id, c.salesman_id::text as salesman_id from send_sample_client c
      where c.tenant_id = ${of.tenantId} and c.id = ${anyId(of.sendSampleClientIds)} and c.is_deleted = 0 and c.is_disable = 0 order by c.id`,
  );
  const commodities = await readRows<{ code: string; id: string }>(
    database.orm,
    sql`select upper(c.commodity_code) as code, c.id::text as id from commodity c where c.tenant_id = ${of.tenantId} and upper(c.commodity_code) = ${anyText([...new Set(codes)])}
      and c.is_deleted = 0 and c.is_disable = 0`,
  );
  return { clients, commodities: new Map(commodities.map(({ code, id }) => [code, id])), key: await secretKey(database.orm) };
}

const clientOf = (values: PartnerValues, { clients }: Known): Client | undefined => {
  const code = textOf(values.sendSampleClientCode);
  return code === null ? (clients.length === 1 ? clients[0] : undefined) : clients.find((one) => one.code === code);
};
const commodityCodes = (values: PartnerValues): readonly string[] => (Array.isArray(values.commodityCodes) ? values.commodityCodes : []);

/** What our own tables say against a row that could be read. */
function judged({ parameters }: PartnerCall, values: PartnerValues, known: Known): readonly Wrong[] {
  const nameOf = (field: string): string => parameters.inputs.find(({ fieldName }) => fieldName === field)?.name ?? field;
  const found: Wrong[] = [];
  const code = textOf(values.sendSampleClientCode);
  if (!clientOf(values, known))
    found.push(
      code === null ? { code: 'P01', what: nameOf('sendSampleClientCode') } : { code: 'P05', what: `${nameOf('sendSampleClientCode')}=${code}` },
    );
  for (const one of commodityCodes(values)) if (!known.commodities.has(one)) found.push({ code: 'P05', what: `${nameOf('commodityCodes')}=${one}` });
  if (values.sex !== undefined && !sex.options.some((option) => option.code === values.sex)) found.push({ code: 'P02', what: nameOf('sex') });
  if (typeof values.age === 'number' && values.age > 150) found.push({ code: 'P02', what: nameOf('age') });
  return found;
}

interface Told {
  readonly index: number;
  readonly key: string;
  readonly values: PartnerValues;
  readonly raw: string;
}
const alreadyHere: Label = ['样本已接收', 'The sample has been received'];
const differs: Label = ['同一条码已有不同内容, 请先取消', 'Something else was told of this code; cancel it first'];

async function take(tx: Tx, call: PartnerCall, { index, key, values, raw }: Told, known: Known) {
  const { of, now } = call;
  const { tenantId, interfaceEncoding: partner, laboratoryId } = of;
  const client = clientOf(values, known);
  if (!client) throw new Error('a push without a client was not refused');
  const commodityIds = commodityCodes(values).map((code) => known.commodities.get(code)!);
  const contentHash = sha256(canonicalJson({ ...values, sendSampleClientId: client.id }));
  const [id, at, source] = [newId(), formatDateTime(now), expectedSource.partner];
  const content = {
    barCode: textOf(values.barCode),
    thirdpartyBarCode: key,
    courierNumber: textOf(values.courierNumber),
    sendSampleClientId: client.id,
    agentCustomerId: client.agentId,
    salesmanId: client.salesmanId,
    laboratoryId,
    commodityIds,
    values,
    contentHash,
    expectTime: textOf(values.expectTime) ?? formatDateTime(now + usualWaitMs),
    updateTime: at,
  };
  const made = {
    ...content,
    id,
    tenantId,
    source,
    partner,
    externalKey: key,
    raw: sealText(known.key, raw, rawPlace(tenantId, id)),
    state: expectedState.due,
    createTime: at,
  };
  // A twin at the same moment waits here for our commit and then finds the row.
  const before = await readRow<{ id: string; state: number; contentHash: string; requisitionCode: string | null }>(
    tx,
    sql`with given as (${insertMany(expectedSampleTable, [made])} on conflict do nothing returning id)
      select null::text as id, 0 as state, '' as content_hash, null::text as requisition_code from given`,
  );
  const here = await arrivedAs(tx, call, key, content.barCode);
  if (before) {
    if (!here) return goodRow(call, index, key, 'applied');
    await tx.execute(sql`delete from expected_sample where tenant_id = ${tenantId} and id = ${id}`);
    return refusedRow(call, index, key, [{ code: 'P06', what: alreadyHere }]);
  }
  const own = await readRow<{ id: string; state: number; contentHash: string }>(
    tx,
    sql`select id::text as id, state::int as state, content_hash from expected_sample
      where tenant_id = ${tenantId} and source = ${source} and partner = ${partner} and external_key = ${key} for update`,
  );
  if (!own) throw new Error('what is expected was there and is gone');
  const isSame = own.contentHash === contentHash;
  if (isSame && (own.state === expectedState.due || own.state === expectedState.arrived)) return goodRow(call, index, key, 'repeat', here);
  if (here || own.state === expectedState.arrived) return refusedRow(call, index, key, [{ code: 'P06', what: alreadyHere }]);
  if (own.state === expectedState.due) return refusedRow(call, index, key, [{ code: 'P06', what: differs }]);
  // What was cancelled is told anew.
  await tx
    .update(expectedSampleTable)
    .set({
      ...content,
      raw: sealText(known.key, raw, rawPlace(tenantId, own.id)),
      state: expectedState.due,
      closeReason: null,
      version: sql`version + 1` as never,
    })
    .where(sql`tenant_id = ${tenantId} and id = ${own.id}`);
  return goodRow(call, index, key, 'applied');
}

/** The requisition under which a partner's code is here, within the interface's clients; null: it is not. */
export async function arrivedAs(tx: Tx, { of }: Pick<PartnerCall, 'of'>, key: string, barCode: string | null): Promise<string | null> {
  const row = await readRow<{ requisitionCode: string }>(
    tx,
    sql`select s.requisition_code from sample s where s.tenant_id = ${of.tenantId} and s.send_sample_client_id = ${anyId(of.sendSampleClientIds)}
      and s.sample_code = any(array[${key}, ${barCode ?? key}, (select b.bar_code from thirdparty_bind_entry b where b.tenant_id = ${of.tenantId} and b.thirdparty_bar_code = ${key} and b.release_time is null)]::text[]) limit 1`,
  );
  return row?.requisitionCode ?? null;
}
