import { sql } from 'drizzle-orm';
import { imageDuty } from '#domain/base/sendSampleClient.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { DetailState } from '#domain/sample/detailState.ts';
import { comparisonState, passKind, type ComparisonState, type EntryState, type PassKind, type PassNo } from '#domain/sample/entryState.ts';
import type { Explained } from '#domain/sample/findings.ts';
import { itemState } from '#domain/sample/itemState.ts';
import type { PassRecord } from '#domain/sample/passes.ts';
import { imageKind } from '#domain/sample/requisitionImage.ts';
import type { Difference, FormKey, NamedCase, NamedSample, Values } from '#domain/sample/rules/entryForm.ts';
import { entryFormOf, entryForms } from '#domain/sample/forms/entryForms.ts';
import { receptionFields } from '#domain/sample/rules/summaryFields.ts';
import { labStatus, type LabStatus } from '#domain/sample/sampleStatus.ts';
import type { Asked, Several, Tx } from '#server/kernel/http/serve.ts';
import { lockRequisitions, lockTubesOf } from '#server/spine/loading.ts';
import { sightOf } from '#server/spine/sight.ts';
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
  const { fields, carried } = entryFormOf(row.entryForm);
  // A fact of reception's, not of a pass: whoever enters it begins with what was measured.
  const volumes = tubes.map(({ sampleVolume }) => sampleVolume).filter((volume) => typeof volume === 'number');
  const measured = volumes.length === tubes.length ? { sampleVolume: Math.round(volumes.reduce((sum, volume) => sum + volume * 100, 0)) / 100 } : {};
  const testTubeNumber = tubes.length === 1 ? tubes[0]?.['testTubeNumber'] : null;
  const typed = row.isDoubleEntry === 1 ? measured : { ...row.reception, ...measured, testTubeNumber };
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

/** What the house has of the tubes that typed values name as somebody else's, as far as the account may see them. */
async function samplesNamed(reader: Reader, user: ActingUser, typed: readonly { readonly form: FormKey; readonly values: Values }[]) {
  const codes = [...new Set(typed.flatMap(({ form, values }) => entryFormOf(form).namesSamples?.(values) ?? []))].filter((code) => code !== '');
  if (codes.length === 0) return {};
  const sight = await sightOf(reader, user);
  const rows = await readRows<NamedSample & { readonly code: string }>(
    reader,
    sql`select s.sample_code as code, r.sex, r.birth_date::text as birth_date, coalesce(c.class_name, '') as sample_class_name, r.detail as entry,
        s.lab_status between ${labStatus.received}::int and ${labStatus.issued}::int as is_received
      from sample s join requisition r on r.tenant_id = s.tenant_id and r.id = s.requisition_id
      left join sample_class c on c.tenant_id = s.tenant_id and c.id = s.sample_class_id
      where ${sight.tubesOfEither} and s.sample_code = ${anyText(codes)}`,
  );
  const known = new Map(rows.map(({ code, ...sample }) => [code, sample]));
  return Object.fromEntries(codes.map((code) => [code, known.get(code) ?? null]));
}

/** The abnormal cases that typed values name. */
async function casesNamed(reader: Reader, tenantId: string, typed: readonly { readonly form: FormKey; readonly values: Values }[]) {
  const numbers = [...new Set(typed.flatMap(({ form, values }) => entryFormOf(form).namesCases?.(values) ?? []))].filter((caseNo) => caseNo !== '');
  if (numbers.length === 0) return {};
  const rows = await readRows<NamedCase & { readonly caseNo: string }>(
    reader,
    sql`select c.case_no, c.measure, array(select x.sample_code from abnormal_case_tube x where x.tenant_id = c.tenant_id and x.case_id = c.id) as sample_codes
      from abnormal_case c where c.tenant_id = ${tenantId} and c.case_no = ${anyText(numbers)}`,
  );
  const known = new Map(rows.map(({ caseNo, ...one }) => [caseNo, one]));
  return Object.fromEntries(numbers.map((caseNo) => [caseNo, known.get(caseNo) ?? null]));
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
  const all = [...typed, ...passes];
  const [named, cases] = await together(samplesNamed(tx, user, all), casesNamed(tx, tenantId, all));
  return codes.map((code) => {
    const row = rows.find(({ requisitionCode }) => requisitionCode === code);
    if (!row) return unknownRequisition;
    const own = <Row>(all: readonly OfRequisition<Row>[]) => all.filter(({ requisitionId }) => requisitionId === row.id);
    return stateOf(row, own(tubes), own(passes), own(comparisons), { commodities, classes, named, cases });
  });
}

interface Masters {
  readonly commodities: Awaited<ReturnType<typeof commoditiesById>>;
  readonly classes: Awaited<ReturnType<typeof sampleClassesOf>>;
  readonly named: Readonly<Record<string, NamedSample | null>>;
  readonly cases: Readonly<Record<string, NamedCase | null>>;
}

function stateOf(
  row: RequisitionRow,
  tubes: readonly TubeRow[],
  passes: readonly PassRow[],
  comparisons: readonly ComparisonRow[],
  { commodities, classes, named, cases }: Masters,
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
    named,
    cases,
    explained: row.explained,
  };
}
