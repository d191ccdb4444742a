import { sql } from 'drizzle-orm';
import { entryState } from '#domain/sample/entryState.ts';
import { itemState } from '#domain/sample/itemState.ts';
import type { SummaryAnswer } from '#domain/sample/rows.ts';
import { rejectSource } from '#domain/sample/reject/rejectChoices.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import type { RejectState } from '#domain/sample/rejectState.ts';
import { rejectSummary, type RejectInput } from '#domain/sample/summaryReject.ts';
import { serveCommand, type Tx } from '#server/kernel/http/serve.ts';
import { settledOf } from '#server/spine/bill/settledOf.ts';
import { markOf, type Mark } from '#server/spine/line.ts';
import { lockRequisitions, readTubes, requireLiving, requireToUse } from '#server/spine/loading.ts';
import type { StepFacts } from '#server/spine/moveSamples.ts';
import { takeIn } from '#server/spine/takeIn.ts';
import { newId } from '#server/storage/ids.ts';
import { laboratoriesOf } from '#server/storage/laboratoryScope.ts';
import { readRows } from '#server/storage/readRows.ts';
import type { Acting } from '#domain/kernel/command.ts';
import { codeStylesOf } from './codeStyles.ts';
import { commoditiesOf } from './masterRows.ts';
import { nameGrams, personColumns } from './requisitionRow.ts';
import { lockTubesWithTasks, rejectTubes, tubesBefore, writeRejections, type Rejecting, type TubeRow } from './reject/rejectTubes.ts';
import { formOfAll } from '#domain/sample/forms/entryForms.ts';

interface LoadedReject extends RejectState {
  /** Whose an unknown requisition becomes; null: nobody can tell, and who rejects it is not limited. */
  readonly laboratoryId: string | null;
  readonly requisitionId: string | null;
  readonly receiveTime: string | null;
  /** All tubes of the requisition. */
  readonly all: readonly TubeRow[];
}

/** `summary.reject`: of an unknown requisition both are made at once, with what is known; a known one's tubes become 111. */
export const servedRejectSummary = serveCommand(rejectSummary, {
  load: loadReject,
  async write(tx, { input, state, change, acting, opId }) {
    const { requisitionId, receiveTime, all, laboratoryId } = state as LoadedReject;
    const mark = markOf(rejectSummary, { acting, opId }, change.rejectReason);
    const { rejectCode, rejectReason: reason, measure, rejectTime } = change;
    const how = { source: rejectSource.reception, rejectCode, reason, measure, rejectTime };
    const codes = change.moves.map(({ sampleCode }) => sampleCode);
    if (requisitionId === null) {
      const made = await insertRejected(tx, { ...input, contractLaboratoryId: laboratoryId }, codes[0] ?? input.requisitionCode, how, mark);
      return answerOf(input, made, codes, change.rejectTime, acting.user.name);
    }
    const moved = all.filter(({ sampleCode }) => codes.includes(sampleCode));
    await rejectTubes(tx, mark, moved, all, how);
    return answerOf(input, requisitionId, codes, receiveTime ?? change.rejectTime, acting.user.name);
  },
  answerRepeat({ input, state }) {
    const { requisitionId, receiveTime, samples } = state as LoadedReject;
    return answerOf(
      input,
      requisitionId ?? '',
      samples.map(({ sampleCode }) => sampleCode),
      receiveTime ?? '',
      samples[0]?.rejected?.by ?? '',
    );
  },
});

const answerOf = (
  { requisitionCode }: RejectInput,
  requisitionId: string,
  sampleCodes: readonly string[],
  receiveTime: string,
  by: string,
): SummaryAnswer => ({ requisitionId, requisitionCode, sampleCodes, labStatus: labStatus.rejected, receiveTime, by });

async function loadReject(tx: Tx, input: RejectInput, { user }: Acting): Promise<LoadedReject> {
  const [requisition] = await lockRequisitions<{ id: string; receiveTime: string }>(tx, user, [input.requisitionCode], sql`id, receive_time`);
  const { laboratoryId, isNobodys } = requisition ? { laboratoryId: null, isNobodys: false } : await laboratoryOf(tx, input, user);
  if (!requisition) await requireToUse(tx, user, { laboratoryId, commodityIds: input.commodityIds ?? [] });
  const rows = requisition ? await lockTubesWithTasks(tx, user, requisition.id) : [];
  const named = input.sampleCode ?? (requisition ? null : input.requisitionCode);
  const known = named === null ? [] : await readTubes<{ requisitionCode: string }>(tx, user, [named], sql`requisition_code`);
  if (named !== null && known.length === 0) await requireLiving(tx, user, [named]);
  const elsewhere = known.find(({ requisitionCode }) => requisitionCode !== input.requisitionCode);
  const [settled] = requisition ? await settledOf(tx, user.tenantId, [requisition.id]) : [];
  const codes = requisition ? {} : { codes: await codesOf(tx, input, user) };
  const meant = input.sampleCode ? rows.filter(({ sampleCode }) => sampleCode === input.sampleCode) : rows;
  return {
    all: rows,
    ...codes,
    settledIn: settled?.orderNo ?? null,
    isKnown: requisition !== undefined,
    isNobodys,
    laboratoryId,
    requisitionId: requisition?.id ?? null,
    receiveTime: requisition?.receiveTime ?? null,
    takenBy: elsewhere?.requisitionCode ?? null,
    samples: meant,
  };
}

/** Whose a requisition is that nobody has taken in: of the laboratory that is told, else of the client's, else of the only one that its author may see. */
async function laboratoryOf(tx: Tx, { contractLaboratoryId, sendSampleClientId }: RejectInput, user: Acting['user']) {
  if (contractLaboratoryId) return { laboratoryId: contractLaboratoryId, isNobodys: false };
  const [client] = sendSampleClientId
    ? await readRows<{ laboratoryId: string | null }>(
        tx,
        sql`select contract_laboratory_id::text as laboratory_id from send_sample_client where tenant_id = ${user.tenantId} and id = ${sendSampleClientId}`,
      )
    : [];
  if (client?.laboratoryId) return { laboratoryId: client.laboratoryId, isNobodys: false };
  const mine = await laboratoriesOf(tx, user);
  const [only, second] = mine ?? [];
  return only && second === undefined ? { laboratoryId: only, isNobodys: false } : { laboratoryId: null, isNobodys: mine !== null };
}

/** What the codes of a requisition that is not known are otherwise. */
async function codesOf(tx: Tx, { requisitionCode, sampleCode }: RejectInput, user: Acting['user']): Promise<RejectState['codes']> {
  const { tenantId } = user;
  const tubes = await readTubes<{ requisitionCode: string }>(tx, user, [requisitionCode], sql`requisition_code`);
  const [other] = sampleCode
    ? await readRows(tx, sql`select 1 as found from requisition where tenant_id = ${tenantId} and requisition_code = ${sampleCode}`)
    : [];
  return { tubeOf: tubes[0]?.requisitionCode ?? null, isRequisition: other !== undefined, codeStyles: await codeStylesOf(tx, tenantId) };
}

async function insertRejected(tx: Tx, input: RejectInput, sampleCode: string, how: Rejecting, mark: Mark): Promise<string> {
  const { acting } = mark;
  const { tenantId } = acting.user;
  const facts: StepFacts = {
    rejectCode: how.rejectCode,
    rejectReason: how.reason,
    rejectMeasure: how.measure,
    rejectTime: how.rejectTime,
    rejectUserId: acting.user.id,
    rejectUserName: acting.user.name,
  };
  const [requisitionId, sampleId] = [newId(), newId()];
  const commodities = await commoditiesOf(tx, tenantId, [...new Set(input.commodityIds ?? [])]);
  const commodityIds = commodities.map(({ commodityId }) => commodityId);
  const values = { sendSampleClientId: input.sendSampleClientId ?? null, personName: input.personName?.normalize('NFKC').trim() || null };
  const base = {
    tenantId,
    createTime: acting.now,
    updateTime: acting.now,
    entryPersonId: acting.user.id,
    entryPersonName: acting.user.name,
    receiveTime: how.rejectTime,
  };
  const requisition = {
    ...base,
    ...personColumns(values),
    id: requisitionId,
    requisitionCode: input.requisitionCode,
    contractLaboratoryId: input.contractLaboratoryId ?? null,
    commodityIds,
    entryTime: how.rejectTime,
    reception: values,
    explained: [],
    contentHash: '',
    entryForm: formOfAll(commodities.map(({ entryForm }) => entryForm)),
    isDoubleEntry: commodities.some(({ isDoubleEntry }) => isDoubleEntry) ? 1 : 0,
    entryState: entryState.closed,
    grams: nameGrams(values),
  };
  const tube = {
    ...base,
    ...facts,
    id: sampleId,
    requisitionId,
    requisitionCode: input.requisitionCode,
    sampleCode,
    labStatus: labStatus.rejected,
    sampleClassId: input.sampleClassId ?? null,
    contractLaboratoryId: input.contractLaboratoryId ?? null,
    executeLaboratoryId: input.contractLaboratoryId ?? null,
    sendSampleClientId: input.sendSampleClientId ?? null,
  };
  const items = commodityIds.map((commodityId) => ({
    id: newId(),
    tenantId,
    requisitionId,
    sampleId,
    sampleCode,
    commodityId,
    itemState: itemState.notReady,
    createTime: acting.now,
  }));
  await tx.execute(sql`with ${takeIn(tenantId, [{ requisition, tubes: [tube], items, mark }])} select 1`);
  const [made] = await lockTubesWithTasks(tx, acting.user, requisitionId);
  const before = await tubesBefore(tx, tenantId, [sampleId]);
  // Nothing was before: accepted after all, it waits for entry.
  const waiting = [...before].map(([id, row]) => [id, { ...row, labStatus: labStatus.pendingEntry, entryState: entryState.waiting }] as const);
  if (made) await writeRejections(tx, mark, [made], new Map(waiting), how);
  return requisitionId;
}
