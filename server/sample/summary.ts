import { sql } from 'drizzle-orm';
import type { Acting } from '#domain/kernel/command.ts';
import { entryState } from '#domain/sample/entryState.ts';
import { itemState } from '#domain/sample/itemState.ts';
import type { SummaryAnswer } from '#domain/sample/rows.ts';
import type { EarlierRequisition, Existing } from '#domain/sample/rules/entryForm.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { enterSummary, type SummaryState } from '#domain/sample/summary.ts';
import type { SummaryInput } from '#domain/sample/summaryInput.ts';
import { serveCommand, type Tx } from '#server/kernel/serve.ts';
import { newId } from '#server/storage/ids.ts';
import { insertInto } from '#server/storage/insertInto.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { requisitionTable, sampleItemTable, sampleTable } from '#server/storage/sampleTables.ts';
import { anyText, commodityNames } from '#server/storage/sqlParts.ts';
import { together } from '#server/storage/together.ts';
import { countingEntry } from './entryTally.ts';
import { commoditiesOf, placesOf, sampleClassesOf, type Places } from './masterRows.ts';
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
export const servedEnterSummary = serveCommand(enterSummary, {
  tiedBy: tiesOf,
  load: loadSummary,
  async write(tx, { input, state, change, acting }) {
    const { executeLaboratoryId, hash } = state as LoadedSummary;
    const { tenantId } = acting.user;
    const requisitionId = newId();
    const by = { entryPersonId: acting.user.id, entryPersonName: acting.user.name };
    const base = { tenantId, createTime: acting.now, updateTime: acting.now };
    const tubes = change.tubes.map((tube) => ({ ...tube, id: newId(), sampleCode: String(tube['sampleCode']) }));
    const requisition = {
      ...base,
      ...by,
      ...personColumns(change.values),
      id: requisitionId,
      requisitionCode: change.requisitionCode,
      contractLaboratoryId: input.contractLaboratoryId,
      commodityIds: [...change.commodityIds],
      receiveTime: change.receiveTime,
      entryTime: change.receiveTime,
      reception: { ...change.values, tubes: change.tubes },
      explained: change.explained,
      contentHash: hash,
      entryForm: change.entryForm,
      isDoubleEntry: change.isDoubleEntry ? 1 : 0,
      entryState: entryState.waiting,
      grams: nameGrams(change.values),
    };
    const samples = tubes.map((tube) => ({
      ...base,
      ...by,
      ...tube,
      requisitionId,
      requisitionCode: change.requisitionCode,
      labStatus: labStatus.pendingEntry,
      contractLaboratoryId: input.contractLaboratoryId,
      executeLaboratoryId,
      sendSampleClientId: input.sendSampleClientId,
      receiveTime: change.receiveTime,
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
    await tx.execute(sql`with requisitions as (${insertInto(requisitionTable, [requisition])}), samples as (${insertInto(sampleTable, samples)}), items as (${insertInto(sampleItemTable, items)})
      ${countingEntry(acting.user, 1, change.receiveTime)}`);
    return {
      requisitionId,
      requisitionCode: change.requisitionCode,
      sampleCodes: tubes.map(({ sampleCode }) => sampleCode),
      labStatus: labStatus.pendingEntry,
      receiveTime: change.receiveTime,
      by: acting.user.name,
    } satisfies SummaryAnswer;
  },
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

/** What two receptions have in common where one may find the other: the codes, and what look people up by. */
function tiesOf(payload: unknown): readonly string[] | null {
  const given = payload as Partial<SummaryInput> | null;
  if (typeof given !== 'object' || given === null || !Array.isArray(given.tubes)) return null;
  const tubes = (given.tubes as readonly ({ readonly sampleCode?: unknown } | null)[]).map((tube) => tube?.sampleCode);
  const tied = {
    requisition: [given.requisitionCode],
    tube: [...tubes, given.originalSampleCode],
    telephone: [given.telephone],
    card: [given.credentialNo],
  };
  return Object.entries(tied).flatMap(([kind, values]) =>
    values.filter((value) => plainText(value) !== '').map((value) => `${kind} ${plainText(value)}`),
  );
}
const plainText = (value: unknown): string => (typeof value === 'string' ? value.normalize('NFKC').trim() : '');

/** What the rule of `summary.enter` reads; also for the preview of an import. */
export async function loadSummary(tx: Tx, input: SummaryInput, acting: Acting): Promise<LoadedSummary> {
  const { tenantId } = acting.user;
  const hash = contentHash(input);
  // One journey. The requisition's lock is waited for first; what another desk commits meanwhile is caught by the unique keys.
  const [known, taken, places, commodities, sampleClasses, looked] = await together(
    readRow<KnownRow>(
      tx,
      sql`select id, content_hash, entry_person_name, entry_time, receive_time, entry_state from requisition where tenant_id = ${tenantId} and requisition_code = ${input.requisitionCode} for update`,
    ),
    readRows<SummaryState['taken'][number]>(
      tx,
      sql`select sample_code, requisition_code, entry_person_name as by, receive_time as at from sample
      where tenant_id = ${tenantId} and sample_code = ${anyText(input.tubes.map(({ sampleCode }) => sampleCode))} and requisition_code <> ${input.requisitionCode} order by sample_code`,
    ),
    placesOf(tx, acting.user, input),
    commoditiesOf(tx, tenantId, [...new Set(input.commodityIds)]),
    sampleClassesOf(
      tx,
      tenantId,
      input.tubes.map(({ sampleClassId }) => sampleClassId),
    ),
    lookedUp(tx, input, acting),
  );
  const existing = known
    ? { by: known.entryPersonName, at: known.entryTime, isSame: known.contentHash === hash, isRejected: known.entryState === entryState.closed }
    : null;
  return { known: known ?? null, hash, ...places, existing, taken, commodities, sampleClasses, looked };
}

/** Facts for. */
async function lookedUp(tx: Tx, input: SummaryInput, acting: Acting): Promise<Existing> {
  const { tenantId } = acting.user;
  const [personName, telephone, credentialNo, originalSampleCode] = [
    input.personName,
    input.telephone,
    input.credentialNo,
    input.originalSampleCode,
  ].map(plainText);
  const names = commodityNames(sql`r.tenant_id`, sql`r.commodity_ids`);
  const columns = sql`r.requisition_code, r.person_name, ${names} as commodity_names, r.entry_time`;
  const other = sql`r.tenant_id = ${tenantId} and r.requisition_code <> ${input.requisitionCode} and r.receive_time > ${acting.now}::timestamptz - interval '30 days'`;
  const [samePhone, sameCard, original] = await together(
    personName && telephone
      ? readRows<EarlierRequisition>(
          tx,
          sql`select ${columns} from requisition r where ${other} and r.telephone = ${telephone} and r.person_name = ${personName} and r.commodity_ids && ${sql.param([...input.commodityIds])}::bigint[] order by r.receive_time desc limit 3`,
        )
      : nothing,
    credentialNo
      ? readRows<EarlierRequisition>(
          tx,
          sql`select ${columns} from requisition r where ${other} and r.credential_no = ${credentialNo} order by r.receive_time desc limit 3`,
        )
      : nothing,
    originalSampleCode
      ? readRows<{ sampleCode: string; personName: string }>(
          tx,
          sql`select s.sample_code, r.person_name from sample s join requisition r on r.id = s.requisition_id and r.tenant_id = s.tenant_id where s.tenant_id = ${tenantId} and s.sample_code = ${originalSampleCode}`,
        )
      : nothing,
  );
  const once = new Map([...samePhone, ...sameCard].map((row) => [row.requisitionCode, row]));
  return { earlier: [...once.values()], ...(originalSampleCode ? { original: original[0] ?? null } : {}) };
}

const nothing = Promise.resolve([]);
