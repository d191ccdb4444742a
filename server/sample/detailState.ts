import { imageKind } from '#domain/sample/requisitionImage.ts';
import { imageDuty } from '#domain/base/sendSampleClient.ts';
import { sql } from 'drizzle-orm';
import type { DetailState } from '#domain/sample/detailState.ts';
import { comparisonState, passKind, type ComparisonState, type EntryState, type PassKind, type PassNo } from '#domain/sample/entryState.ts';
import type { Explained } from '#domain/sample/findings.ts';
import { itemState } from '#domain/sample/itemState.ts';
import type { PassRecord } from '#domain/sample/passes.ts';
import type { Difference, FormKey, Values } from '#domain/sample/rules/entryForm.ts';
import { entryFormOf, entryForms } from '#domain/sample/forms/entryForms.ts';
import { textOf } from '#domain/sample/rules/values.ts';
import { receptionFields } from '#domain/sample/rules/summaryFields.ts';
import type { LabStatus } from '#domain/sample/sampleStatus.ts';
import type { Asked, Several, Tx } from '#server/kernel/http/serve.ts';
import { lockRequisitions, lockTubesOf } from '#server/spine/loading.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId, anyText } from '#server/storage/sqlParts.ts';
import { together } from '#server/storage/together.ts';
import { commoditiesById, sampleClassesOf } from './masterRows.ts';

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
  readonly isImageMissing?: boolean;
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

const passColumns = sql`pass_no, revision, kind, form, "values", unclear, explained, author_id, author_name, create_time`;

export function passRows(reader: Reader, tenantId: string, requisitionId: string): Promise<PassRow[]> {
  return readRows<PassRow>(
    reader,
    sql`select ${passColumns} from entry_pass where tenant_id = ${tenantId} and requisition_id = ${requisitionId} order by pass_no, revision`,
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

interface ComparisonRow {
  readonly round: number;
  readonly state: ComparisonState;
  readonly differences: readonly Difference[];
}
type OfRequisition<Row> = Row & { readonly requisitionId: string };

const unknownRequisition: LoadedDetail = {
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

/** No picture of the requisition, where its form or its client demands one. */
export const imageMissing = (
  forms: readonly string[],
) => sql`((r.entry_form = ${anyText(forms)} or coalesce((select k.image_duty from send_sample_client k where k.tenant_id = r.tenant_id and k.id = r.send_sample_client_id), ${imageDuty.none}::int)
  >= case when r.is_double_entry = 1 then ${imageDuty.doubleEntry}::int else ${imageDuty.always}::int end)
  and not exists (select 1 from requisition_image p where p.tenant_id = r.tenant_id and p.requisition_code = r.requisition_code and p.is_deleted = 0 and p.image_kind <> ${imageKind.rejection}::int))`;
export const isImageMissing = imageMissing(Object.values(entryForms).flatMap(({ key, isImageRequired }) => (isImageRequired ? [key] : [])));

/** Whom the settled entries of the tubes that are named as a partner's name themselves. */
async function partnersNamed(reader: Reader, tenantId: string, named: readonly { readonly form: FormKey; readonly values: Values }[]) {
  const codes = named.flatMap(({ form, values }) => textOf(values[entryFormOf(form).partnerField ?? '']).toUpperCase() || []);
  if (codes.length === 0) return {};
  const fields = Object.values(entryForms).flatMap(({ partnerField }) => partnerField ?? []);
  const rows = await readRows<{ code: string; partner: string }>(
    reader,
    sql`select s.sample_code as code, coalesce(${sql.join(
      fields.map((field) => sql`q.detail ->> ${field}::text`),
      sql`, `,
    )}, '') as partner from sample s join requisition q on q.tenant_id = s.tenant_id and q.id = s.requisition_id
      where s.tenant_id = ${tenantId} and s.sample_code = ${anyText([...new Set(codes)])} and q.detail is not null`,
  );
  return Object.fromEntries(rows.map(({ code, partner }) => [code, partner]));
}

/** What the rules of detail entry read, with the requisitions and their tubes locked in this order. */
export async function loadDetails(
  tx: Tx,
  acts: Several<Asked<{ readonly requisitionCode: string; readonly values?: Values }>>,
): Promise<LoadedDetail[]> {
  const { user } = acts[0].acting;
  const { tenantId } = user;
  const codes = acts.map(({ input }) => input.requisitionCode);
  const rows = await lockRequisitions<RequisitionRow>(
    tx,
    user,
    codes,
    sql`id, requisition_code, commodity_ids, contract_laboratory_id, send_sample_client_id, entry_form, is_double_entry, entry_state, receive_time, reception, explained, is_urgent,
      ${isImageMissing} as is_image_missing`,
  );
  if (rows.length === 0) return acts.map(() => unknownRequisition);
  const ids = rows.map(({ id }) => id);
  const ofThese = sql`tenant_id = ${tenantId} and requisition_id = ${anyId(ids)}`;
  const [tubes, passes, comparisons, commodities] = await together(
    lockTubesOf<OfRequisition<TubeRow>>(
      tx,
      user,
      ids,
      sql`${tubeColumns}, s.requisition_id, exists (select 1 from sample_item i where i.tenant_id = s.tenant_id and i.sample_id = s.id and i.item_state >= ${itemState.listed}) as is_listed`,
    ),
    readRows<OfRequisition<PassRow>>(
      tx,
      sql`select ${passColumns}, requisition_id from entry_pass where ${ofThese} order by requisition_id, pass_no, revision`,
    ),
    readRows<OfRequisition<ComparisonRow>>(
      tx,
      sql`select round, state, differences, requisition_id from entry_comparison where ${ofThese} order by requisition_id, round`,
    ),
    commoditiesById(
      tx,
      tenantId,
      rows.flatMap(({ commodityIds }) => commodityIds.map(String)),
    ),
  );
  const classes = await sampleClassesOf(tx, tenantId, [...new Set(tubes.flatMap(({ sampleClassId }) => sampleClassId ?? []))]);
  const typed = acts.flatMap(({ input }) => {
    const row = rows.find(({ requisitionCode }) => requisitionCode === input.requisitionCode);
    return row && input.values ? [{ form: row.entryForm, values: input.values }] : [];
  });
  const partners = await partnersNamed(tx, tenantId, [...typed, ...passes]);
  return codes.map((code) => {
    const row = rows.find(({ requisitionCode }) => requisitionCode === code);
    if (!row) return unknownRequisition;
    const own = <Row>(all: readonly OfRequisition<Row>[]) => all.filter(({ requisitionId }) => requisitionId === row.id);
    return stateOf(row, own(tubes), own(passes), own(comparisons), { commodities, classes, partners });
  });
}

interface Masters {
  readonly commodities: Awaited<ReturnType<typeof commoditiesById>>;
  readonly classes: Awaited<ReturnType<typeof sampleClassesOf>>;
  readonly partners: Readonly<Record<string, string>>;
}

function stateOf(
  row: RequisitionRow,
  tubes: readonly TubeRow[],
  passes: readonly PassRow[],
  comparisons: readonly ComparisonRow[],
  { commodities, classes, partners }: Masters,
): LoadedDetail {
  const revisionOf = (pass: PassNo): number => passes.filter(({ passNo }) => passNo === pass).at(-1)?.revision ?? 0;
  const newest = comparisons.at(-1);
  const commodityIds = row.commodityIds.map(String);
  const classIds = new Set(tubes.map(({ sampleClassId }) => sampleClassId));
  return {
    row,
    requisition: {
      requisitionCode: row.requisitionCode,
      entryForm: row.entryForm,
      isDoubleEntry: row.isDoubleEntry === 1,
      entryState: row.entryState,
      receiveTime: row.receiveTime,
      ...(row.isImageMissing === true ? { isImageMissing: true } : {}),
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
    commodities: commodityIds.flatMap((id) => {
      const known = commodities.get(id);
      if (!known) return [];
      const { laboratoryIds: _sold, ...commodity } = known;
      return [{ ...commodity, isDisable: 0 }];
    }),
    sampleClasses: classes.filter(({ classId }) => classIds.has(classId)),
    partners,
    explained: row.explained,
  };
}
