import { sql } from 'drizzle-orm';
import type { Acting } from '#domain/kernel/command.ts';
import type { DetailChange, DetailState } from '#domain/sample/detailState.ts';
import { comparisonState, passKind, type ComparisonState, type EntryState, type PassKind, type PassNo } from '#domain/sample/entryState.ts';
import type { Explained } from '#domain/sample/findings.ts';
import { itemState } from '#domain/sample/itemState.ts';
import type { PassRecord } from '#domain/sample/passes.ts';
import type { Difference, FormKey, Values } from '#domain/sample/rules/entryForm.ts';
import { entryFormOf } from '#domain/sample/rules/forms.ts';
import { receptionFields } from '#domain/sample/rules/summaryFields.ts';
import type { LabStatus } from '#domain/sample/sampleStatus.ts';
import type { Tx } from '#server/kernel/serve.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { entryPassTable, requisitionTable } from '#server/storage/sampleTables.ts';
import { countEntries } from './entryTally.ts';
import { commoditiesOf, sampleClassesOf } from './masterRows.ts';
import { moveSamples } from './moveSamples.ts';
import { nameGrams, personNames } from './requisitionRow.ts';

export interface RequisitionRow {
  readonly id: string;
  readonly requisitionCode: string;
  readonly commodityIds: string[];
  readonly contractLaboratoryId: string | null;
  readonly sendSampleClientId: string | null;
  readonly entryForm: FormKey;
  readonly isDoubleEntry: number;
  readonly entryState: EntryState;
  readonly receiveTime: string;
  readonly reception: Record<string, unknown>;
  readonly explained: readonly Explained[];
  readonly isUrgent: number | null;
}
export interface PassRow {
  readonly passNo: PassNo;
  readonly revision: number;
  readonly kind: PassKind;
  readonly form: FormKey;
  readonly values: Values;
  readonly unclear: string[];
  readonly explained: readonly Explained[];
  readonly authorId: string;
  readonly authorName: string;
  readonly createTime: string;
}
interface TubeRow extends Record<string, unknown> {
  readonly sampleCode: string;
  readonly labStatus: LabStatus;
  readonly sampleClassId: string | null;
  readonly isListed: boolean;
}
export interface LoadedDetail extends DetailState {
  readonly row: RequisitionRow | null;
}

/** A pass's current revision; null where it was withdrawn or never made. */
export const passOf = (rows: readonly PassRow[], passNo: PassNo): PassRecord | null => {
  const newest = rows.filter((row) => row.passNo === passNo).at(-1);
  if (!newest || newest.kind === passKind.withdrawn) return null;
  const { passNo: pass, createTime: enterTime, ...record } = newest;
  return { ...record, pass, enterTime };
};

export function passRows(reader: Reader, tenantId: string, requisitionId: string): Promise<PassRow[]> {
  return readRows<PassRow>(
    reader,
    sql`select pass_no, revision, kind, form, "values", unclear, explained, author_id, author_name, create_time
    from entry_pass where tenant_id = ${tenantId} and requisition_id = ${requisitionId} order by pass_no, revision`,
  );
}

/** Reception's facts, as the forms' `carried` names them; a tube's own where there is one tube. */
export function carriedValues(
  row: Pick<RequisitionRow, 'reception' | 'receiveTime' | 'requisitionCode'>,
  tubes: readonly Record<string, unknown>[],
): Values {
  const known: Record<string, unknown> = { ...row.reception, requisitionCode: row.requisitionCode, receiveTime: row.receiveTime };
  const named = Object.fromEntries(receptionFields.map((name) => [name, (tubes.length === 1 ? tubes[0]?.[name] : undefined) ?? known[name] ?? null]));
  return { ...named, ...(tubes.length > 1 ? { tubes } : {}) };
}

/**
 * What a pass starts with (decision 005): of a single entry all that reception typed and the form asks again;
 * of a double entry only what identifies the requisition, whichever pass it is.
 */
export function prefillValues(
  row: Pick<RequisitionRow, 'reception' | 'entryForm' | 'isDoubleEntry' | 'sendSampleClientId' | 'commodityIds'>,
  tubes: readonly Record<string, unknown>[],
): Values {
  const identity = { sendSampleClientId: row.sendSampleClientId, commodityIds: row.commodityIds.map(String) };
  if (row.isDoubleEntry === 1) return identity;
  const { fields, carried } = entryFormOf(row.entryForm);
  const typed = { ...row.reception, testTubeNumber: tubes.length === 1 ? tubes[0]?.['testTubeNumber'] : null };
  const asked = Object.entries<unknown>(typed).filter(
    ([name, value]) => name in fields && !carried.includes(name) && value !== null && value !== undefined && value !== '',
  );
  return { ...Object.fromEntries(asked), ...identity };
}

const tubeColumns = sql`s.sample_code, s.lab_status, s.test_tube_number, s.test_tube_batch_no, s.test_tube_expire_time::text as test_tube_expire_time, s.sample_class_id, s.sample_quantity, s.sample_volume::float8 as sample_volume, s.sample_condition`;

/** What the rules of detail entry read, with the requisition and its tubes locked in this order. */
export async function loadDetail(tx: Tx, { requisitionCode }: { requisitionCode: string }, { user }: Acting): Promise<LoadedDetail> {
  const { tenantId } = user;
  const row = await readRow<RequisitionRow>(
    tx,
    sql`select id, requisition_code, commodity_ids, contract_laboratory_id, send_sample_client_id, entry_form, is_double_entry, entry_state, receive_time, reception, explained, is_urgent
    from requisition where tenant_id = ${tenantId} and requisition_code = ${requisitionCode} for update`,
  );
  if (!row)
    return {
      row: null,
      requisition: null,
      samples: [],
      first: null,
      second: null,
      revisions: { 1: 0, 2: 0 },
      comparison: null,
      rounds: 0,
      commodities: [],
      sampleClasses: [],
      explained: [],
    };
  const tubes = await readRows<TubeRow>(
    tx,
    sql`select ${tubeColumns}, exists (select 1 from sample_item i where i.tenant_id = s.tenant_id and i.sample_id = s.id and i.item_state >= ${itemState.listed}) as is_listed
    from sample s where s.tenant_id = ${tenantId} and s.requisition_id = ${row.id} order by s.id for update of s`,
  );
  const passes = await passRows(tx, tenantId, row.id);
  const revisionOf = (pass: PassNo): number => passes.filter(({ passNo }) => passNo === pass).at(-1)?.revision ?? 0;
  const comparisons = await readRows<{ round: number; state: ComparisonState; differences: readonly Difference[] }>(
    tx,
    sql`select round, state, differences from entry_comparison where tenant_id = ${tenantId} and requisition_id = ${row.id} order by round`,
  );
  const newest = comparisons.at(-1);
  const commodityIds = row.commodityIds.map(String);
  const classIds = tubes.flatMap(({ sampleClassId }) => sampleClassId ?? []);
  return {
    row,
    requisition: {
      requisitionCode: row.requisitionCode,
      entryForm: row.entryForm,
      isDoubleEntry: row.isDoubleEntry === 1,
      entryState: row.entryState,
      receiveTime: row.receiveTime,
      commodityIds,
      carried: carriedValues(row, tubes),
    },
    samples: tubes.map(({ sampleCode, labStatus: status, isListed }) => ({ sampleCode, labStatus: status, isInHandover: isListed })),
    first: passOf(passes, 1),
    second: passOf(passes, 2),
    revisions: { 1: revisionOf(1), 2: revisionOf(2) },
    comparison:
      newest && newest.state !== comparisonState.withdrawn
        ? { round: newest.round, state: newest.state, fields: newest.differences.map(({ field }) => field) }
        : null,
    rounds: newest?.round ?? 0,
    // What was accepted at reception may have been switched off since: its tubes are entered all the same.
    commodities: (await commoditiesOf(tx, tenantId, commodityIds)).map(({ laboratoryIds: _sold, ...commodity }) => ({ ...commodity, isDisable: 0 })),
    sampleClasses: await sampleClassesOf(tx, tenantId, classIds),
    explained: row.explained,
  };
}

/** Writes an accepted change of detail entry: a new revision, the comparison, the settled values, the tubes' steps. */
export async function writeDetail(
  tx: Tx,
  { state, change, acting, opId }: { state: DetailState; change: DetailChange; acting: Acting; opId: string },
): Promise<void> {
  const { row } = state as LoadedDetail;
  if (!row) throw new Error('detail entry of a requisition that was not loaded');
  const { tenantId } = acting.user;
  if (change.pass) {
    const { pass, startedAt, seconds, ...record } = change.pass;
    await tx.insert(entryPassTable).values({
      ...record,
      id: newId(),
      tenantId,
      requisitionId: row.id,
      passNo: pass,
      startedAt,
      seconds: seconds === null ? null : Math.round(seconds),
      unclear: [...record.unclear],
      authorId: acting.user.id,
      authorName: acting.user.name,
      occurredAt: acting.occurredAt,
      opId,
      createTime: acting.now,
    });
    if (record.kind === passKind.entered)
      await countEntries(tx, acting.user, [{ enterType: pass === 1 ? 2 : 3, time: acting.occurredAt ?? acting.now }]);
    await namePass(tx, tenantId, row.id, pass, record.kind, acting);
  }
  if (change.comparison) await writeComparison(tx, row.id, change.comparison, acting);
  await tx.execute(
    sql`update requisition set entry_state = ${change.entryState}, settled_time = ${change.merged ? acting.now : null}, update_time = ${acting.now}, version = version + 1 where tenant_id = ${tenantId} and id = ${row.id}`,
  );
  if (change.merged) await settle(tx, row, change.merged, tenantId);
  else if (change.pass?.kind === passKind.withdrawn) await settle(tx, row, null, tenantId);
  await moveSamples(tx, tenantId, change.moves, acting.now);
}

/** Lists show who made a pass without opening it. */
async function namePass(tx: Tx, tenantId: string, id: string, pass: PassNo, kind: PassKind, acting: Acting): Promise<void> {
  const [userId, userName, time] =
    pass === 1 ? [sql`first_user_id`, sql`first_user_name`, sql`first_time`] : [sql`second_user_id`, sql`second_user_name`, sql`second_time`];
  const isGone = kind === passKind.withdrawn;
  await tx.execute(
    sql`update requisition set ${userId} = ${isGone ? null : acting.user.id}, ${userName} = ${isGone ? null : acting.user.name}, ${time} = ${isGone ? null : acting.now} where tenant_id = ${tenantId} and id = ${id}`,
  );
  await tx.execute(sql`delete from entry_lock where tenant_id = ${tenantId} and requisition_id = ${id} and pass_no = ${pass}`);
}

async function writeComparison(tx: Tx, requisitionId: string, comparison: NonNullable<DetailChange['comparison']>, acting: Acting): Promise<void> {
  const { round, state, differences, decisions } = comparison;
  const fields = (differences ?? []).map(({ field }) => field);
  const isArbitrated = decisions !== undefined;
  await tx.execute(sql`insert into entry_comparison (id, tenant_id, requisition_id, round, state, differences, first_fields, decisions, create_time, update_time)
    values (${newId()}, ${acting.user.tenantId}, ${requisitionId}, ${round}, ${state}, ${JSON.stringify(differences ?? [])}::jsonb, ${sql.param(fields)}::text[], null, ${acting.now}, ${acting.now})
    on conflict (tenant_id, requisition_id, round) do update set state = excluded.state, update_time = excluded.update_time,
      differences = ${differences && differences.length > 0 ? sql`excluded.differences` : sql`entry_comparison.differences`},
      decisions = ${isArbitrated ? sql`${JSON.stringify(decisions)}::jsonb` : sql`entry_comparison.decisions`},
      arbitrator_id = ${isArbitrated ? acting.user.id : null}, arbitrator_name = ${isArbitrated ? acting.user.name : null}`);
}

/** The person columns follow the settled values, or go back to what reception typed (`null`). */
async function settle(tx: Tx, row: RequisitionRow, merged: Values | null, tenantId: string): Promise<void> {
  const values = merged ?? row.reception;
  const names = personNames.filter((name) => name in values && (merged === null || !receptionFields.includes(name)));
  const columns = Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  await tx
    .update(requisitionTable)
    .set({ ...columns, detail: merged, grams: nameGrams(values) } as never)
    .where(sql`tenant_id = ${tenantId} and id = ${row.id}`);
  const clientId = values['sendSampleClientId'];
  if (typeof clientId === 'string')
    await tx.execute(
      sql`update sample set send_sample_client_id = ${clientId} where tenant_id = ${tenantId} and requisition_id = ${row.id} and send_sample_client_id is distinct from ${clientId}`,
    );
  // A single tube's number follows the entry too; of several tubes reception's numbers stand.
  const [only, ...others] = (row.reception['tubes'] ?? []) as readonly Record<string, unknown>[];
  const number = merged ? values['testTubeNumber'] : (only?.['testTubeNumber'] ?? null);
  if (only && others.length === 0 && (typeof number === 'string' || merged === null)) {
    await tx.execute(
      sql`update sample set test_tube_number = ${number} where tenant_id = ${tenantId} and requisition_id = ${row.id} and test_tube_number is distinct from ${number}`,
    );
  }
}
