import { sql } from 'drizzle-orm';
import { entryState } from '#domain/sample/entryState.ts';
import { itemState } from '#domain/sample/itemState.ts';
import type { SummaryAnswer } from '#domain/sample/rows.ts';
import { labStatus, type LabStatus } from '#domain/sample/sampleStatus.ts';
import { rejectSummary, type RejectInput, type RejectState } from '#domain/sample/summaryReject.ts';
import { serveCommand, type Tx } from '#server/kernel/serve.ts';
import { lockRequisitions, lockTubesOf, readTubes, requireLiving, requireToUse } from '#server/spine/loading.ts';
import { newId } from '#server/storage/ids.ts';
import { requisitionTable, sampleItemTable, sampleTable } from '#server/storage/sampleTables.ts';
import { anyText } from '#server/storage/sqlParts.ts';
import type { Acting } from '#domain/kernel/command.ts';
import { commoditiesOf } from './masterRows.ts';
import { moveSamples } from './moveSamples.ts';
import { nameGrams, personColumns } from './requisitionRow.ts';
import { formOf } from '#domain/sample/summary.ts';

interface SampleRow {
  readonly sampleCode: string;
  readonly labStatus: LabStatus;
  readonly isListed: boolean;
  readonly rejectCode: string | null;
  readonly rejectUserName: string | null;
  readonly rejectTime: string | null;
}
interface LoadedReject extends RejectState {
  readonly requisitionId: string | null;
  readonly receiveTime: string | null;
}

/** `summary.reject`: of an unknown requisition both are made at once, with what is known; a known one's tubes become 111. */
export const servedRejectSummary = serveCommand(rejectSummary, {
  load: loadReject,
  async write(tx, { input, state, change, acting }) {
    const { requisitionId, receiveTime } = state as LoadedReject;
    const { tenantId } = acting.user;
    const known = requisitionId ?? (await insertRejected(tx, input, change.moves[0]?.sampleCode ?? input.requisitionCode, change.rejectTime, acting));
    if (requisitionId) await moveSamples(tx, tenantId, change.moves, acting.now);
    const codes = change.moves.map(({ sampleCode }) => sampleCode);
    await tx.execute(sql`update sample set reject_code = ${change.rejectCode}, reject_reason = ${change.rejectReason}, reject_measure = ${change.measure}, reject_time = ${change.rejectTime},
        reject_user_id = ${acting.user.id}, reject_user_name = ${acting.user.name}
      where tenant_id = ${tenantId} and sample_code = ${anyText(codes)}`);
    await tx.execute(sql`update requisition set entry_state = ${entryState.closed}, update_time = ${acting.now}, version = version + 1
      where tenant_id = ${tenantId} and id = ${known} and not exists (select 1 from sample s where s.tenant_id = ${tenantId} and s.requisition_id = ${known} and s.lab_status <> ${labStatus.rejected})`);
    return answerOf(input, known, codes, receiveTime ?? change.rejectTime, acting.user.name);
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
  if (!requisition) await requireToUse(tx, user, { laboratoryId: input.contractLaboratoryId, commodityIds: input.commodityIds ?? [] });
  const rows = requisition
    ? await lockTubesOf<SampleRow>(
        tx,
        user,
        [requisition.id],
        sql`s.sample_code, s.lab_status, s.reject_code, s.reject_user_name, s.reject_time,
          exists (select 1 from sample_item i where i.tenant_id = s.tenant_id and i.sample_id = s.id and i.item_state >= ${itemState.listed}) as is_listed`,
      )
    : [];
  const named = input.sampleCode ?? (requisition ? null : input.requisitionCode);
  const known = named === null ? [] : await readTubes<{ requisitionCode: string }>(tx, user, [named], sql`requisition_code`);
  if (named !== null && known.length === 0) await requireLiving(tx, user, [named]);
  const elsewhere = known.find(({ requisitionCode }) => requisitionCode !== input.requisitionCode);
  const meant = input.sampleCode ? rows.filter(({ sampleCode }) => sampleCode === input.sampleCode) : rows;
  return {
    isKnown: requisition !== undefined,
    requisitionId: requisition?.id ?? null,
    receiveTime: requisition?.receiveTime ?? null,
    takenBy: elsewhere?.requisitionCode ?? null,
    samples: meant.map((row) => ({
      sampleCode: row.sampleCode,
      labStatus: row.labStatus,
      isInHandover: row.isListed,
      rejected: row.rejectCode === null ? null : { by: row.rejectUserName ?? '', at: row.rejectTime ?? '', code: row.rejectCode },
    })),
  };
}

async function insertRejected(tx: Tx, input: RejectInput, sampleCode: string, time: string, acting: Acting): Promise<string> {
  const { tenantId } = acting.user;
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
    receiveTime: time,
  };
  await tx.insert(requisitionTable).values({
    ...base,
    ...personColumns(values),
    id: requisitionId,
    requisitionCode: input.requisitionCode,
    contractLaboratoryId: input.contractLaboratoryId ?? null,
    commodityIds,
    entryTime: time,
    reception: values,
    explained: [],
    contentHash: '',
    entryForm: formOf(commodities),
    isDoubleEntry: commodities.some(({ isDoubleEntry }) => isDoubleEntry) ? 1 : 0,
    entryState: entryState.closed,
    grams: nameGrams(values),
  } as never);
  await tx.insert(sampleTable).values({
    ...base,
    id: sampleId,
    requisitionId,
    requisitionCode: input.requisitionCode,
    sampleCode,
    labStatus: labStatus.rejected,
    sampleClassId: input.sampleClassId ?? null,
    contractLaboratoryId: input.contractLaboratoryId ?? null,
    executeLaboratoryId: input.contractLaboratoryId ?? null,
    sendSampleClientId: input.sendSampleClientId ?? null,
  });
  if (commodityIds.length > 0) {
    await tx.insert(sampleItemTable).values(
      commodityIds.map((commodityId) => ({
        id: newId(),
        tenantId,
        requisitionId,
        sampleId,
        sampleCode,
        commodityId,
        itemState: itemState.notReady,
        createTime: acting.now,
      })),
    );
  }
  return requisitionId;
}
