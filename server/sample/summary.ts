import { sql, type SQL } from 'drizzle-orm';
import { normalCode } from '#domain/sample/codeText.ts';
import { entryState } from '#domain/sample/entryState.ts';
import { itemState } from '#domain/sample/itemState.ts';
import type { SummaryAnswer } from '#domain/sample/rows.ts';
import { earlierDays, plainText } from '#domain/sample/rules/personMarks.ts';
import type { EarlierRequisition, Existing } from '#domain/sample/rules/entryForm.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { enterSummary, type SummaryChange } from '#domain/sample/summary.ts';
import type { SummaryState } from '#domain/sample/summaryState.ts';
import type { SummaryInput } from '#domain/sample/summaryInput.ts';
import { serveTogether, type Accepted, type Asked, type Several, type Tx } from '#server/kernel/http/serve.ts';
import { markOf } from '#server/spine/line.ts';
import { inSight, lockRequisitions, readTubes, replacedCodes, requireToUse } from '#server/spine/loading.ts';
import { takeIn } from '#server/spine/takeIn.ts';
import { newId } from '#server/storage/ids.ts';
import { readRows } from '#server/storage/readRows.ts';
import { recordset } from '#server/storage/recordset.ts';
import { anyText, commodityNames } from '#server/storage/sqlParts.ts';
import { together } from '#server/storage/together.ts';
import { codeOwners } from './codeOwners.ts';
import { codeStylesOf } from './codeStyles.ts';
import { countingEntries } from './entryTally.ts';
import { commoditiesById, placesOfEach, sampleClassesOf, type Places } from './masterRows.ts';
import { contentHash, nameGrams, personColumns } from './requisitionRow.ts';

interface KnownRow {
  readonly id: string;
  readonly contentHash: string;
  readonly entryPersonName: string;
  readonly entryTime: string;
  readonly receiveTime: string;
  readonly entryState: number;
}
export interface LoadedSummary extends SummaryState, Places {
  readonly known: KnownRow | null;
  readonly hash: string;
}

/** `summary.enter`: the requisition, its tubes and what they were ordered for, in one transaction. */
export const servedEnterSummary = serveTogether(enterSummary, {
  tiedBy: tiesOf,
  loadAll: loadSummaries,
  writeAll: writeSummaries,
  answerRepeat({ state, change }) {
    const { known } = state as LoadedSummary;
    return {
      requisitionId: known?.id ?? '',
      requisitionCode: change.requisitionCode,
      sampleCodes: change.moves.map(({ sampleCode }) => sampleCode),
      labStatus: labStatus.pendingEntry,
      receiveTime: known?.receiveTime ?? '',
      by: known?.entryPersonName ?? '',
    } satisfies SummaryAnswer;
  },
});

/** Writes receptions that were accepted, for acts of one person; also of a partner's desk. */
export async function writeSummaries(tx: Tx, acts: Several<WrittenAct>): Promise<readonly SummaryAnswer[]> {
  const written = acts.map(writtenOf);
  const [{ acting }] = acts;
  await tx.execute(sql`with ${takeIn(
    acting.user.tenantId,
    written.map(({ takenIn }) => takenIn),
  )}
    ${countingEntries(
      acting.user,
      acts.map(({ change }) => ({ enterType: 1, time: change.receiveTime })),
    )}`);
  return written.map(({ answer }) => answer);
}

type WrittenAct = Accepted<SummaryInput, SummaryState, SummaryChange>;

/** The rows of a reception, and what its author is answered. */
function writtenOf({ input, state, change, acting, opId }: WrittenAct) {
  const { executeLaboratoryId, hash } = state as LoadedSummary;
  const { tenantId } = acting.user;
  const { requisitionCode, receiveTime } = change;
  const requisitionId = newId();
  const author = { entryPersonId: acting.user.id, entryPersonName: acting.user.name };
  const base = { tenantId, createTime: acting.now, updateTime: acting.now };
  const requisition = {
    ...base,
    ...author,
    ...personColumns(change.values),
    id: requisitionId,
    requisitionCode,
    contractLaboratoryId: input.contractLaboratoryId,
    commodityIds: [...change.commodityIds],
    receiveTime,
    entryTime: receiveTime,
    reception: { ...change.values, tubes: change.tubes },
    explained: change.explained,
    contentHash: hash,
    entryForm: change.entryForm,
    isDoubleEntry: change.isDoubleEntry ? 1 : 0,
    entryState: entryState.waiting,
    grams: nameGrams(change.values),
  };
  const tubes = change.tubes.map((tube) => ({
    ...base,
    ...author,
    ...tube,
    id: newId(),
    sampleCode: String(tube['sampleCode']),
    requisitionId,
    requisitionCode,
    labStatus: labStatus.pendingEntry,
    contractLaboratoryId: input.contractLaboratoryId,
    executeLaboratoryId,
    sendSampleClientId: input.sendSampleClientId,
    receiveTime,
  }));
  const items = tubes.flatMap(({ id, sampleCode }) =>
    change.commodityIds.map((commodityId) => ({
      id: newId(),
      tenantId,
      requisitionId,
      sampleId: id,
      sampleCode,
      commodityId,
      itemState: itemState.notReady,
      createTime: acting.now,
    })),
  );
  const answer = {
    requisitionId,
    requisitionCode,
    sampleCodes: tubes.map(({ sampleCode }) => sampleCode),
    labStatus: labStatus.pendingEntry,
    receiveTime,
    by: acting.user.name,
  } satisfies SummaryAnswer;
  return { takenIn: { requisition, tubes, items, mark: markOf(enterSummary, { acting, opId }) }, answer };
}

/** What two receptions have in common where one may find the other: the codes, and what R-08 and R-13 look people up by. */
function tiesOf(payload: unknown): readonly string[] | null {
  const given = payload as Partial<SummaryInput> | null;
  if (typeof given !== 'object' || given === null || !Array.isArray(given.tubes)) return null;
  const tubes = (given.tubes as readonly ({ readonly sampleCode?: unknown } | null)[]).map((tube) => tube?.sampleCode);
  const tied = {
    requisition: [codeOf(given.requisitionCode)],
    tube: [...tubes, given.originalSampleCode].map(codeOf),
    telephone: [given.telephone],
    card: [given.credentialNo],
  };
  return Object.entries(tied).flatMap(([kind, values]) =>
    values.filter((value) => plainText(value) !== '').map((value) => `${kind} ${plainText(value)}`),
  );
}
const codeOf = (value: unknown): string => (typeof value === 'string' ? normalCode(value) : '');

type Act = Asked<SummaryInput>;

/** What the rule of `summary.enter` reads, for acts of one person; also for the preview of an import. */
export async function loadSummaries(tx: Tx, acts: Several<Act>): Promise<LoadedSummary[]> {
  const [{ acting }] = acts;
  const { tenantId } = acting.user;
  const inputs = acts.map(({ input }) => input);
  const tubes = inputs.flatMap((input) => input.tubes);
  // One journey. The requisitions' locks are waited for first; what another desk commits meanwhile is caught by the unique keys.
  const [knowns, taken, replaced, places, commodities, sampleClasses, looked, owners, codeStyles] = await together(
    lockRequisitions<KnownRow & { readonly requisitionCode: string }>(
      tx,
      acting.user,
      inputs.map(({ requisitionCode }) => requisitionCode),
      sql`id, requisition_code, content_hash, entry_person_name, entry_time, receive_time, entry_state`,
    ),
    readTubes<SummaryState['taken'][number]>(
      tx,
      acting.user,
      tubes.map(({ sampleCode }) => sampleCode),
      sql`sample_code, requisition_code, entry_person_name as by, receive_time as at`,
    ),
    replacedCodes(
      tx,
      acting.user,
      tubes.map(({ sampleCode }) => sampleCode),
    ),
    placesOfEach(tx, acting.user, inputs),
    commoditiesById(
      tx,
      tenantId,
      inputs.flatMap(({ commodityIds }) => commodityIds),
    ),
    sampleClassesOf(tx, tenantId, [...new Set(tubes.map(({ sampleClassId }) => sampleClassId))]),
    lookedUp(tx, acts),
    codeOwners(tx, tenantId, inputs),
    codeStylesOf(tx, tenantId),
    requireToUse(tx, acting.user, { commodityIds: [...new Set(inputs.flatMap(({ commodityIds }) => commodityIds))] }),
  );
  return inputs.map((input, index) => {
    const hash = contentHash(input);
    const known = knowns.find(({ requisitionCode }) => requisitionCode === input.requisitionCode) ?? null;
    const codes = new Set(input.tubes.map(({ sampleCode }) => sampleCode));
    const classIds = new Set(input.tubes.map(({ sampleClassId }) => sampleClassId));
    return {
      known,
      hash,
      ...places[index]!,
      existing: known && {
        by: known.entryPersonName,
        at: known.entryTime,
        isSame: known.contentHash === hash,
        isRejected: known.entryState === entryState.closed,
      },
      taken: [
        ...replaced.filter(({ oldCode }) => codes.has(oldCode)).map(({ oldCode, sampleId: _tube, ...gone }) => ({ sampleCode: oldCode, ...gone })),
        ...taken.filter(({ sampleCode, requisitionCode }) => codes.has(sampleCode) && requisitionCode !== input.requisitionCode),
      ],
      commodities: [...new Set(input.commodityIds)].flatMap((id) => commodities.get(id) ?? []),
      sampleClasses: sampleClasses.filter(({ classId }) => classIds.has(classId)),
      looked: { ...looked[index]!, ...owners[index]!, codeStyles },
    };
  });
}

interface Earlier extends EarlierRequisition {
  readonly n: number;
}

/** Facts for R-08 and R-13. */
async function lookedUp(tx: Tx, acts: Several<Act>): Promise<Existing[]> {
  const [{ acting }] = acts;
  const { tenantId } = acting.user;
  const asked = acts.map(({ input }, n) => ({
    n,
    requisition_code: input.requisitionCode,
    commodity_ids: input.commodityIds,
    person_name: plainText(input.personName),
    telephone: plainText(input.telephone),
    credential_no: plainText(input.credentialNo),
    original: plainText(input.originalSampleCode),
  }));
  /** For each asked one the newest three of the last `earlierDays` that `same` finds. */
  const earlier = (those: typeof asked, same: SQL): Promise<Earlier[]> =>
    those.length === 0
      ? Promise.resolve([])
      : readRows<Earlier>(
          tx,
          sql`select a.n, found.* from ${recordset('a', askedShape, those)} cross join lateral (
            select r.requisition_code, r.person_name, ${commodityNames(sql`r.tenant_id`, sql`r.commodity_ids`)} as commodity_names, r.entry_time from requisition r
            where r.tenant_id = ${tenantId} and ${inSight(acting.user, sql`r.contract_laboratory_id`)} and r.requisition_code <> a.requisition_code and r.receive_time > ${acting.now}::timestamptz - make_interval(days => ${earlierDays}) and ${same}
            order by r.receive_time desc limit 3) found`,
        );
  const originals = asked.map(({ original }) => original).filter((code) => code !== '');
  const [samePhone, sameCard, found] = await together(
    earlier(
      asked.filter((one) => one.person_name && one.telephone),
      sql`r.telephone = a.telephone and r.person_name = a.person_name and r.commodity_ids && a.commodity_ids`,
    ),
    earlier(
      asked.filter((one) => one.credential_no),
      sql`r.credential_no = a.credential_no`,
    ),
    originals.length === 0
      ? nothing
      : readRows<{ sampleCode: string; personName: string }>(
          tx,
          sql`select s.sample_code, r.person_name from sample s join requisition r on r.id = s.requisition_id and r.tenant_id = s.tenant_id where s.tenant_id = ${tenantId} and s.sample_code = ${anyText(originals)} and ${inSight(acting.user, sql`s.contract_laboratory_id`)}`,
        ),
  );
  return asked.map(({ n, original }) => {
    const once = new Map([...samePhone, ...sameCard].filter((row) => row.n === n).map(({ n: _n, ...row }) => [row.requisitionCode, row]));
    return {
      earlier: [...once.values()],
      ...(original ? { original: found.find(({ sampleCode }) => sampleCode === original) ?? null } : {}),
    };
  });
}

const askedShape = {
  n: 'integer',
  requisition_code: 'text',
  commodity_ids: 'bigint[]',
  person_name: 'text',
  telephone: 'text',
  credential_no: 'text',
};
const nothing = Promise.resolve([]);
