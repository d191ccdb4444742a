import { sql } from 'drizzle-orm';
import type { Acting } from '#domain/kernel/command.ts';
import { entryState } from '#domain/sample/entryState.ts';
import type { Explained } from '#domain/sample/findings.ts';
import { receptionFields } from '#domain/sample/rules/summaryFields.ts';
import type { LabStatus } from '#domain/sample/sampleStatus.ts';
import { correctSummary, type CorrectInput, type CorrectState } from '#domain/sample/summaryCorrect.ts';
import { summaryInput } from '#domain/sample/summaryInput.ts';
import { serveCommand, type Tx } from '#server/kernel/http/serve.ts';
import { syncLines } from '#server/spine/bill/syncLines.ts';
import { changeRequisitions, changeTubes } from '#server/spine/changeRows.ts';
import { markOf, noteActs } from '#server/spine/line.ts';
import { lockRequisitions, lockTubesOf } from '#server/spine/loading.ts';
import { contentHash, nameGrams, personNames } from './requisitionRow.ts';
import { loadSummaries } from './summary.ts';

interface Row {
  readonly id: string;
  readonly contractLaboratoryId: string | null;
  readonly commodityIds: string[];
  readonly reception: Readonly<Record<string, unknown>>;
  readonly explained: readonly Explained[] | null;
  readonly receiveTime: string;
  readonly entryState: number;
  readonly hasPass: boolean;
}
interface LoadedCorrect extends CorrectState {
  readonly row: Row | null;
}

/** `summary.correct`: reception's record, and the columns that still follow it. */
export const servedCorrectSummary = serveCommand(correctSummary, {
  load: loadCorrect,
  async write(tx, { input, state, change, acting, opId }) {
    const { row, corrected } = state as LoadedCorrect;
    if (!row || !corrected) throw new Error('corrected a requisition that was not loaded');
    const { tenantId } = acting.user;
    const isSettled = row.entryState === entryState.settled;
    // What detail entry has settled stands in the columns; reception's own facts follow reception always.
    const columns = Object.entries(change.values).filter(([name]) => personNames.includes(name) && (!isSettled || receptionFields.includes(name)));
    const anew = new Set(change.explained.map(({ rule }) => rule));
    const reception = {
      ...row.reception,
      ...change.values,
      ...(change.tubes.length > 0
        ? { tubes: receivedTubes(row).map((tube) => ({ ...tube, ...change.tubes.find(({ sampleCode }) => sampleCode === tube['sampleCode']) })) }
        : {}),
    };
    await changeRequisitions(
      tx,
      tenantId,
      [
        {
          id: row.id,
          ...Object.fromEntries(columns),
          reception,
          explained: [...(row.explained ?? []).filter(({ rule }) => !anew.has(rule)), ...change.explained],
          contentHash: contentHash(corrected.input),
          ...('personName' in change.values ? { grams: nameGrams(reception) } : {}),
        },
      ],
      acting.now,
    );
    const requisitionId = row.id;
    if ('sendSampleClientId' in change.values)
      await changeTubes(tx, tenantId, [{ requisitionId, sendSampleClientId: change.values['sendSampleClientId'] }], acting.now);
    await changeTubes(
      tx,
      tenantId,
      change.tubes.map((mended) => ({ ...mended, requisitionId })),
      acting.now,
    );
    await noteActs(tx, tenantId, [{ mark: markOf(correctSummary, { acting, opId }, input.reason), whose: { requisitionId } }]);
    await syncLines(tx, tenantId, [requisitionId]);
    return { requisitionCode: change.requisitionCode, changed: change.changed.map(({ field }) => field) };
  },
  answerRepeat: ({ change }) => ({ requisitionCode: change.requisitionCode, changed: [] }),
});

/** The tubes as reception typed them. */
const receivedTubes = ({ reception }: Row): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(reception['tubes']) ? (reception['tubes'] as readonly Readonly<Record<string, unknown>>[]) : [];

async function loadCorrect(tx: Tx, { requisitionCode, values, tubes: mended, reasons }: CorrectInput, acting: Acting): Promise<LoadedCorrect> {
  const [row] = await lockRequisitions<Row>(
    tx,
    acting.user,
    [requisitionCode],
    sql`id, contract_laboratory_id, commodity_ids, reception, explained, receive_time, entry_state, (first_user_id is not null or second_user_id is not null) as has_pass`,
  );
  if (!row) return { row: null, requisition: null, samples: [], corrected: null };
  const samples = await lockTubesOf<{ sampleCode: string; labStatus: LabStatus }>(tx, acting.user, [row.id], sql`s.sample_code, s.lab_status`);
  const { tubes: _tubes, ...typed } = row.reception;
  const tubes = receivedTubes(row);
  const requisition = { values: typed, tubes, receiveTime: row.receiveTime, hasPass: row.hasPass };
  const parsed = summaryInput.safeParse({
    ...typed,
    ...values,
    requisitionCode,
    contractLaboratoryId: row.contractLaboratoryId ?? undefined,
    commodityIds: row.commodityIds.map(String),
    tubes: tubes.map((tube) => ({ ...tube, ...mended.find(({ sampleCode }) => sampleCode === tube['sampleCode']) })),
    reasons,
  });
  // Rejected before anything was known of it: there is no reception to correct.
  if (!parsed.success) return { row, requisition, samples, corrected: null };
  const input = parsed.data;
  const [state] = await loadSummaries(tx, [{ input, acting: { ...acting, occurredAt: row.receiveTime } }]);
  return { row, requisition, samples, corrected: state ? { input, state } : null };
}
