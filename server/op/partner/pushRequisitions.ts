import { sql } from 'drizzle-orm';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import { expectedSource, expectedState } from '#domain/op/expected.ts';
import type { PartnerRow } from '#domain/op/partnerApi.ts';
import { mapRow, type PartnerFault, type PartnerValues } from '#domain/op/rules/mapRow.ts';
import { sex } from '#domain/sample/rules/formChoices.ts';
import { secretKey } from '#server/kernel/resource/secretText.ts';
import { sealText } from '#server/kernel/seal/sealedText.ts';
import { newId } from '#server/storage/ids.ts';
import { expectedSampleTable } from '#server/storage/opTables.ts';
import { readRows } from '#server/storage/readRows.ts';
import { insertMany, recordset } from '#server/storage/recordset.ts';
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

/** Rows of one transaction: few enough that a scan that waits for it is not kept waiting. */
const portionRows = 100;

/** `requisitionPush`: what is to come, each row judged by itself (docs/interfaces.md#push). It fills what is expected, never samples. */
export async function pushRequisitions(call: PartnerCall): Promise<readonly AnsweredRow[]> {
  const answers: AnsweredRow[] = [];
  for (let from = 0; from < call.rows.length; from += portionRows) answers.push(...(await pushPortion(call, from)));
  return answers;
}

async function pushPortion(call: PartnerCall, from: number): Promise<readonly AnsweredRow[]> {
  const { database, parameters, rows } = call;
  const read = rows
    .slice(from, from + portionRows)
    .map((row, place) => ({ index: from + place, row, ...mapRow(row, parameters.inputs, parameters.sets) }));
  const known = await readKnown(call, read.flatMap(({ values }) => values.commodityCodes ?? []).map(String));
  const answered = await database.transaction(async (tx) => {
    const answers = new Map<number, PartnerRow>();
    const told: Told[] = [];
    for (const { index, row, values, faults } of read) {
      const key = textOf(values.thirdBarCode);
      const client = clientOf(values, known);
      await noteUnmapped(tx, call, faults);
      const wrong: readonly Wrong[] = faults.length > 0 ? faults : judged(call, values, known);
      if (wrong.length > 0 || key === null || !client) answers.set(index, refusedRow(call, index, key, wrong));
      else if (await isTakenBack(tx, call, key, 'requisitionCancel'))
        answers.set(index, refusedRow(call, index, key, [{ code: 'P06', what: takenBack }]));
      else told.push(toldRow(call, { index, key, client, values, raw: JSON.stringify(row) }, known));
    }
    for (const row of await take(tx, call, told)) answers.set(row.index, row);
    return answers;
  });
  return read.map(({ index, values: { thirdBarCode, barCode, hospitalCode } }) => ({
    row: answered.get(index)!,
    codes: { thirdBarCode, barCode, hospitalCode },
  }));
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

const alreadyHere: Label = ['样本已接收', 'The sample has been received'];
const differs: Label = ['同一条码已有不同内容, 请先取消', 'Something else was told of this code; cancel it first'];

/** A good row, as it is to be kept. */
interface Told {
  readonly index: number;
  readonly id: string;
  readonly key: string;
  readonly raw: string;
  readonly secret: Buffer;
  readonly content: ReturnType<typeof contentOf>;
}
interface ReadRow {
  readonly index: number;
  readonly key: string;
  readonly client: Client;
  readonly values: PartnerValues;
  readonly raw: string;
}
const toldRow = (call: PartnerCall, row: ReadRow, known: Known): Told => {
  const { index, key, raw } = row;
  return { index, id: newId(), key, raw, secret: known.key, content: contentOf(call, row, known) };
};
const contentOf = ({ of, now }: PartnerCall, { key, client, values }: ReadRow, { commodities }: Known) => ({
  barCode: textOf(values.barCode),
  thirdpartyBarCode: key,
  courierNumber: textOf(values.courierNumber),
  sendSampleClientId: client.id,
  agentCustomerId: client.agentId,
  salesmanId: client.salesmanId,
  laboratoryId: of.laboratoryId,
  commodityIds: commodityCodes(values).map((code) => commodities.get(code)!),
  values,
  contentHash: sha256(canonicalJson({ ...values, sendSampleClientId: client.id })),
  expectTime: textOf(values.expectTime) ?? formatDateTime(now + usualWaitMs),
  updateTime: formatDateTime(now),
});

/** Keeps a portion of good rows, each by itself; one whose code is told twice in it finds the first. */
async function take(tx: Tx, call: PartnerCall, told: readonly Told[]): Promise<readonly PartnerRow[]> {
  if (told.length === 0) return [];
  const { of, now } = call;
  const { tenantId, interfaceEncoding: partner } = of;
  const source = expectedSource.partner;
  // In the order of their codes, so that two lists with the same codes wait for each other in one order.
  const made = told
    .toSorted((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : one.index - other.index))
    .map(({ id, key, raw, secret, content }) => ({
      ...content,
      id,
      tenantId,
      source,
      partner,
      externalKey: key,
      raw: sealText(secret, raw, rawPlace(tenantId, id)),
      state: expectedState.due,
      createTime: formatDateTime(now),
    }));
  // A twin at the same moment waits here for our commit and then finds the rows.
  const isNew = new Set(
    (await readRows<{ id: string }>(tx, sql`${insertMany(expectedSampleTable, made)} on conflict do nothing returning id::text as id`)).map(
      ({ id }) => id,
    ),
  );
  const here = await arrivedAs(
    tx,
    call,
    told.map(({ key, content: { barCode } }) => ({ key, barCode })),
  );
  const mistaken = told.filter(({ id }, place) => isNew.has(id) && here[place] !== null).map(({ id }) => id);
  if (mistaken.length > 0) await tx.execute(sql`delete from expected_sample where tenant_id = ${tenantId} and id = ${anyId(mistaken)}`);
  const known = told.filter(({ id }) => !isNew.has(id)).map(({ key }) => key);
  const own = new Map(
    (known.length === 0
      ? []
      : await readRows<{ key: string; id: string; state: number; contentHash: string }>(
          tx,
          sql`select external_key as key, id::text as id, state::int as state, content_hash from expected_sample
            where tenant_id = ${tenantId} and source = ${source} and partner = ${partner} and external_key = ${anyText(known)} order by external_key for update`,
        )
    ).map((row) => [row.key, row]),
  );
  const answers: PartnerRow[] = [];
  for (const [place, row] of told.entries()) {
    const { index, id, key, content } = row;
    const arrived = here[place] ?? null;
    const before = own.get(key);
    const refused = (what: Label): number => answers.push(refusedRow(call, index, key, [{ code: 'P06', what }]));
    const isSame = before?.contentHash === content.contentHash;
    if (isNew.has(id) && arrived === null) answers.push(goodRow(call, index, key, 'applied'));
    else if (before && isSame && (before.state === expectedState.due || before.state === expectedState.arrived))
      answers.push(goodRow(call, index, key, 'repeat', arrived));
    else if (!before || arrived !== null || before.state === expectedState.arrived) refused(alreadyHere);
    else if (before.state === expectedState.due) refused(differs);
    else {
      await tellAnew(tx, tenantId, before.id, row);
      own.set(key, { ...before, state: expectedState.due, contentHash: content.contentHash });
      answers.push(goodRow(call, index, key, 'applied'));
    }
  }
  return answers;
}

/** What was cancelled is awaited again, as it is told now. */
async function tellAnew(tx: Tx, tenantId: string, id: string, { content, raw, secret }: Told): Promise<void> {
  await tx
    .update(expectedSampleTable)
    .set({
      ...content,
      raw: sealText(secret, raw, rawPlace(tenantId, id)),
      state: expectedState.due,
      closeReason: null,
      version: sql`version + 1` as never,
    })
    .where(sql`tenant_id = ${tenantId} and id = ${id}`);
}

/** The requisition under which each of a partner's codes is here, within the interface's clients; null: it is not. */
export async function arrivedAs(
  tx: Tx,
  { of }: Pick<PartnerCall, 'of'>,
  codes: readonly { readonly key: string; readonly barCode: string | null }[],
): Promise<readonly (string | null)[]> {
  if (codes.length === 0) return [];
  const { tenantId, sendSampleClientIds } = of;
  const rows = await readRows<{ requisitionCode: string | null }>(
    tx,
    sql`select (select s.requisition_code from sample s where s.tenant_id = ${tenantId} and s.send_sample_client_id = ${anyId(sendSampleClientIds)}
        and s.sample_code = any(array[k.key, coalesce(k.own, k.key), (select b.bar_code from thirdparty_bind_entry b where b.tenant_id = ${tenantId} and b.thirdparty_bar_code = k.key and b.release_time is null)]::text[]) limit 1) as requisition_code
      from ${recordset(
        'k',
        { place: 'int', key: 'text', own: 'text' },
        codes.map(({ key, barCode }, place) => ({ place, key, own: barCode })),
      )} order by k.place`,
  );
  return rows.map(({ requisitionCode }) => requisitionCode);
}
