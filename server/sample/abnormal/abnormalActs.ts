import { sql } from 'drizzle-orm';
import {
  abnormalProcess,
  abnormalReject,
  abnormalTrack,
  abnormalWithdraw,
  type AbnormalProcessInput,
  type AbnormalRejectInput,
  type AbnormalRejectState,
  type AbnormalTrackInput,
  type AbnormalWithdrawInput,
  type AbnormalProcessState,
  type CaseActState,
} from '#domain/sample/abnormal/abnormalActs.ts';
import { abnormalCode, caseState } from '#domain/sample/abnormal/abnormalChoices.ts';
import type { Acting } from '#domain/kernel/command.ts';
import { refuse, type Refusal } from '#domain/kernel/outcome.ts';
import { rejectAddRefusal } from '#domain/sample/reject/rejectAdd.ts';
import { reportState } from '#domain/report/reportState.ts';
import { deskOwner, rejectSource } from '#domain/sample/reject/rejectChoices.ts';
import { rejectMeasure } from '#domain/sample/rejectReasons.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { actTime } from '#domain/sample/summary.ts';
import { serveCommand, type Tx } from '#server/kernel/http/serve.ts';
import { settledOf } from '#server/spine/bill/settledOf.ts';
import { followUpNote, markOf, noteActs, type Mark } from '#server/spine/line.ts';
import { awaitNewSamples, awaitNoNewSamples } from '#server/spine/newSamples.ts';
import { readRows } from '#server/storage/readRows.ts';
import { drawAnew } from '../change/writeChange.ts';
import { keepPhotos, missingPhotos } from '../reject/deskPhotos.ts';
import { askForNoResample, tellOfResample } from '../reject/notices.ts';
import { writeTrack } from '../reject/rejectFollow.ts';
import { lockTubesBeside, rejectTubes, type TubeRow } from '../reject/rejectTubes.ts';
import { clientsOf, holdCase, lockCase, tubesOfCase, type CaseTube, type LoadedCase } from './caseLoading.ts';
import { openChangeOf } from './correctedCases.ts';

/** The case of a state that was loaded here. */
function loaded(known: unknown): LoadedCase {
  if (!known) throw new Error('acted on a case that was not loaded');
  return known as LoadedCase;
}
const codesOf = async (tx: Tx, tenantId: string, caseId: string): Promise<string[]> =>
  (await tubesOfCase(tx, tenantId, caseId)).map(({ sampleCode }) => sampleCode);
/** What happened to a case stands on the lines of its tubes. */
async function noteCase(tx: Tx, caseId: string, mark: Mark): Promise<void> {
  const { tenantId } = mark.acting.user;
  await noteActs(tx, tenantId, [{ mark, whose: { sampleCodes: await codesOf(tx, tenantId, caseId) } }]);
}

interface LoadedProcess extends AbnormalProcessState {
  readonly tubes: readonly CaseTube[];
}
/** `abnormal.process`. */
export const servedAbnormalProcess = serveCommand(abnormalProcess, {
  async load(tx, { caseId, photos }: AbnormalProcessInput, { user }): Promise<LoadedProcess> {
    const missing = await missingPhotos(tx, user.tenantId, photos);
    const known = await lockCase(tx, user, caseId);
    const tubes = known ? await tubesOfCase(tx, user.tenantId, caseId) : [];
    return { known, missingPhotos: missing, hereCount: tubes.length, openChange: await openChangeOf(tx, user.tenantId, caseId), tubes };
  },
  async write(tx, { input, state, change, acting, opId }) {
    const { user, now } = acting;
    const { caseId, caseNo } = loaded(state.known);
    const isClosed = change.state === caseState.closed;
    await tx.execute(sql`update abnormal_case set state = ${change.state}, measure = ${input.measure}, measure_text = ${input.measureText ?? null}, due_time = coalesce(${input.dueTime ?? null}::timestamptz, due_time),
        reminded = case when ${input.dueTime ?? null}::timestamptz is null then reminded else 0 end, decided_user_id = ${user.id}, decided_user_name = ${user.name}, decided_time = ${now},
        closed_user_id = ${isClosed ? user.id : null}, closed_user_name = ${isClosed ? user.name : null}, closed_time = ${isClosed ? now : null}::timestamptz,
        close_reason = ${isClosed ? (input.closeReason ?? null) : null}, update_time = ${now}, version = version + 1 where tenant_id = ${user.tenantId} and id = ${caseId}`);
    if (isClosed) await holdCase(tx, user.tenantId, caseId, -1, now);
    await askForNew(tx, acting, state as LoadedProcess, input);
    if ([input.measure, loaded(state.known).measure].includes(rejectMeasure.concession)) await printConcession(tx, user.tenantId, caseId, now);
    await keepPhotos(tx, acting, deskOwner.abnormal, caseId, input.photos);
    const said = [caseNo, rejectMeasure.labelOf(input.measure)?.[0], input.measureText, input.closeReason].filter(Boolean).join(' ');
    await noteCase(tx, caseId, markOf(abnormalProcess, { acting, opId }, said.slice(0, 200)));
    return { caseId, caseNo, state: change.state };
  },
});

/** A new sample is asked for and awaited, or no longer, where something else is decided (docs/desk.md#abnormal-cases). */
async function askForNew(tx: Tx, acting: Acting, { known, tubes }: LoadedProcess, { measure, dueTime }: AbnormalProcessInput): Promise<void> {
  const { caseId, caseNo, caseCode } = loaded(known);
  const { user, now } = acting;
  if (measure !== rejectMeasure.resample) {
    await awaitNoNewSamples(tx, user.tenantId, caseId, rejectMeasure.labelOf(measure)?.[0] ?? '', now);
    await askForNoResample(tx, acting, caseId);
    return;
  }
  await awaitNewSamples(tx, user.tenantId, { caseId, until: dueTime ?? null }, now);
  const word = abnormalCode.labelOf(caseCode)?.[0] ?? caseCode;
  for (const client of clientsOf(tubes)) await tellOfResample(tx, acting, { caseId, caseNo, word, ...client });
}

/** What was drawn without the note, or with one that no longer holds, and is not out yet is drawn anew. */
async function printConcession(tx: Tx, tenantId: string, caseId: string, now: string): Promise<void> {
  const reports = await readRows<{ reportId: string }>(
    tx,
    sql`select r.id::text as report_id from report r where r.tenant_id = ${tenantId} and r.state = ${reportState.toAudit} and r.id in (
        select k.report_id from abnormal_case_tube x join lab_task t on t.tenant_id = x.tenant_id and t.sample_id = x.sample_id
        join report_task k on k.tenant_id = t.tenant_id and k.task_id = t.id where x.tenant_id = ${tenantId} and x.case_id = ${caseId})
      order by r.id for update of r`,
  );
  for (const { reportId } of reports) await drawAnew(tx, tenantId, { reportId, from: reportState.toAudit }, now);
}

interface LoadedReject extends AbnormalRejectState {
  readonly groups: readonly { readonly tubes: readonly TubeRow[]; readonly all: readonly TubeRow[] }[];
}
/** `abnormal.reject`: its known tubes, requisition by requisition, all or none. */
export const servedAbnormalReject = serveCommand(abnormalReject, {
  async load(tx, { caseId, photos }: AbnormalRejectInput, { user }): Promise<LoadedReject> {
    const missing = await missingPhotos(tx, user.tenantId, photos);
    const known = await lockCase(tx, user, caseId);
    const codes = known ? await codesOf(tx, user.tenantId, caseId) : [];
    const groups = new Map<string, { tubes: TubeRow[]; all: readonly TubeRow[] }>();
    let refusal: Refusal | null = null;
    for (const code of codes) {
      const all = await lockTubesBeside(tx, user, code);
      const tube = all.find(({ sampleCode }) => sampleCode === code);
      if (!tube || tube.labStatus === labStatus.rejected) continue;
      const [settled] = await settledOf(tx, user.tenantId, [tube.requisitionId]);
      refusal ??= rejectAddRefusal(tube) ?? (settled ? refuse('reject.settled', { sampleCode: code, no: settled.orderNo }) : null);
      const group = groups.get(tube.requisitionId) ?? { tubes: [], all };
      group.tubes.push(tube);
      groups.set(tube.requisitionId, group);
    }
    const found = [...groups.values()];
    return { known, missingPhotos: missing, refusal, tubeCount: found.reduce((sum, { tubes }) => sum + tubes.length, 0), groups: found };
  },
  async write(tx, { input, state, change, acting, opId }) {
    const { user, now } = acting;
    const { caseId, caseNo } = loaded(state.known);
    const { rejectCode, reason, photos } = input;
    const mark = markOf(abnormalReject, { acting, opId }, reason);
    const how = {
      source: rejectSource.abnormal,
      rejectCode: String(rejectCode),
      reason,
      measure: rejectMeasure.reject,
      rejectTime: actTime(acting),
      caseId,
      photos,
    };
    for (const { tubes, all } of (state as LoadedReject).groups) await rejectTubes(tx, mark, tubes, all, how);
    await tx.execute(sql`update abnormal_case set state = ${change.state}, measure = ${rejectMeasure.reject}, measure_text = ${reason}, decided_user_id = ${user.id}, decided_user_name = ${user.name},
        decided_time = ${now}, update_time = ${now}, version = version + 1 where tenant_id = ${user.tenantId} and id = ${caseId}`);
    await holdCase(tx, user.tenantId, caseId, -1, now);
    await keepPhotos(tx, acting, deskOwner.abnormal, caseId, photos);
    return { caseId, caseNo, state: change.state };
  },
});

/** `abnormal.withdraw`. */
export const servedAbnormalWithdraw = serveCommand(abnormalWithdraw, {
  load: async (tx, { caseId }: AbnormalWithdrawInput, { user }): Promise<CaseActState> => ({ known: await lockCase(tx, user, caseId) }),
  async write(tx, { input, state, change, acting, opId }) {
    const { user, now } = acting;
    const { caseId, caseNo } = loaded(state.known);
    await tx.execute(sql`update abnormal_case set state = ${change.state}, closed_user_id = ${user.id}, closed_user_name = ${user.name}, closed_time = ${now}, close_reason = ${input.reason},
        update_time = ${now}, version = version + 1 where tenant_id = ${user.tenantId} and id = ${caseId}`);
    await holdCase(tx, user.tenantId, caseId, -1, now);
    await noteCase(tx, caseId, markOf(abnormalWithdraw, { acting, opId }, `${caseNo} ${input.reason}`.slice(0, 200)));
    return { caseId, caseNo, state: change.state };
  },
});

/** `abnormal.track`. */
export const servedAbnormalTrack = serveCommand(abnormalTrack, {
  load: async (tx, { caseId }: AbnormalTrackInput, { user }): Promise<CaseActState> => ({ known: await lockCase(tx, user, caseId) }),
  async write(tx, { input, state, change, acting, opId }) {
    const { caseId, caseNo } = loaded(state.known);
    await writeTrack(tx, acting, deskOwner.abnormal, caseId, input);
    await noteCase(tx, caseId, markOf(abnormalTrack, { acting, opId }, `${caseNo} ${followUpNote(input)}`));
    return { caseId, caseNo, state: change.state };
  },
});
