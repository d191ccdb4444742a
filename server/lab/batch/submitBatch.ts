import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { requiredOf } from '#domain/lab/batch/sheetFaults.ts';
import { placeState } from '#domain/lab/batch/sheetChoices.ts';
import {
  removeBatch,
  removeMapmi,
  removeTngs,
  reviewerPermission,
  reviewNonce,
  submitBatch,
  submitMapmi,
  submitTngs,
  updateMapmi,
  updateSheet,
  withdrawBatch,
  type RemoveBatchInput,
  type SubmitBatchChange,
  type SubmitBatchInput,
  type SubmitBatchState,
  type UpdateSheetInput,
  type WithdrawBatchInput,
  type WithdrawBatchState,
} from '#domain/lab/batch/submitBatch.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { serveCommand, type ServedCommand, type Tx } from '#server/kernel/http/serve.ts';
import type { SignerCheck } from '#server/ports/signerCheck.ts';
import { markOf, type Mark } from '#server/spine/line.ts';
import { moveTasks } from '#server/spine/tasks/moveTasks.ts';
import { readRow } from '#server/storage/readRows.ts';
import { labBatchTable } from '#server/storage/labBatchTables.ts';
import { recordset } from '#server/storage/recordset.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { lotsOf } from './controlLots.ts';
import { lockSheets, noteTasks, placesOf, tasksForSheet, type PlacedTask, type PlaceRow, type SheetRow } from './sheetLoading.ts';

interface LoadedSubmit extends SubmitBatchState {
  readonly tasks: readonly PlacedTask[];
}

async function loadSubmit(tx: Tx, input: SubmitBatchInput, user: ActingUser, checkSigner: SignerCheck): Promise<LoadedSubmit> {
  const { tenantId } = user;
  const [sheet] = await lockSheets(tx, user, [input.ruleId]);
  const reviewer = await checkSigner(tx, {
    tenantId,
    account: input.reviewerAccount,
    sealed: input.reviewerPassword,
    nonce: reviewNonce(input.ruleId, input.version),
    permission: reviewerPermission,
  });
  if (!sheet) return { sheet: null, instrument: null, expiredLots: [], tasks: [], reviewer };
  const places = await placesOf(tx, tenantId, sheet.ruleId);
  const taskIds = places.flatMap(({ taskId }) => taskId ?? []);
  const tasks = await tasksForSheet(tx, user, { taskIds }, sheet, true);
  const instrument = sheet.instrumentId
    ? await readRow<{ isDisable: number }>(
        tx,
        sql`select greatest(is_disable, is_deleted)::int as is_disable from instrument where tenant_id = ${tenantId} and id = ${sheet.instrumentId}`,
      )
    : undefined;
  const lots = await lotsOf(tx, tenantId, sheet);
  const standing = new Set(places.flatMap(({ qcLotId }) => qcLotId ?? []));
  return {
    sheet: { ...sheet, isIndexReversed: sheet.isIndexReversed === 1, places, requiredLots: requiredOf(lots) },
    instrument: instrument ?? null,
    expiredLots: lots.filter(({ qcLotId, isExpired }) => isExpired && standing.has(qcLotId)).map(({ name }) => name),
    tasks,
    reviewer,
  };
}

/** Locks a sheet's places and lets its tasks run; who marks it is its operator. */
export async function writeSubmission(
  tx: Tx,
  { ruleId, batch, reviewer, reviewerId, submitTime }: Omit<SubmitBatchChange, 'taskIds'>,
  tasks: readonly Pick<PlacedTask, 'taskId' | 'taskState'>[],
  mark: Mark,
) {
  const { user, now } = mark.acting;
  const { tenantId } = user;
  const set = {
    isSubmit: 1,
    reviewerId,
    reviewer,
    submitTime,
    operatorId: user.id,
    operator: user.name,
    updateUserName: user.name,
    updateTime: now,
  };
  await tx
    .update(labBatchTable)
    .set({ ...set, version: sql`version + 1` })
    .where(sql`tenant_id = ${tenantId} and id = ${ruleId}`);
  await tx.execute(
    sql`update lab_batch_place set state = ${placeState.run}, update_time = ${now} where tenant_id = ${tenantId} and rule_id = ${ruleId} and state = ${placeState.planned}`,
  );
  const moves = tasks.map(({ taskId, taskState: from }) => ({ taskId, from, to: taskState.running, facts: { batchId: ruleId } }));
  await moveTasks(tx, tenantId, moves, mark);
  return { ruleId, batch, reviewer, submitTime, taskCount: tasks.length };
}

/** A submission, with whoever knows how to check a reviewer. */
const servedSubmission = (command: typeof submitBatch, checkSigner: SignerCheck): ServedCommand =>
  serveCommand(command, {
    load: (tx, input: SubmitBatchInput, { user }) => loadSubmit(tx, input, user, checkSigner),
    write: (tx, { state, change, acting, opId }) =>
      writeSubmission(tx, change, (state as LoadedSubmit).tasks, markOf(command, { acting, opId }, change.batch)),
    answerRepeat: ({ change: { ruleId, batch, reviewer, submitTime, taskIds } }) => ({
      ruleId,
      batch,
      reviewer,
      submitTime,
      taskCount: taskIds.length,
    }),
  });
/** `labBatch.submit`, `mapmiSj.submit`, `tngsSj.submit`. */
export const servedSubmissions = (checkSigner: SignerCheck): readonly ServedCommand[] =>
  [submitBatch, submitMapmi, submitTngs].map((command) => servedSubmission(command, checkSigner));

interface LoadedWithdraw extends WithdrawBatchState {
  readonly places: readonly (PlaceRow & WithdrawBatchState['places'][number])[];
}

/** `labBatch.withdraw`: its places are planned again, its tasks wait again unless they run on another sheet. */
export const servedWithdrawBatch = serveCommand(withdrawBatch, {
  async load(tx, { ruleId }: WithdrawBatchInput, { user }): Promise<LoadedWithdraw> {
    const [sheet] = await lockSheets(tx, user, [ruleId]);
    if (!sheet) return { sheet: null, places: [] };
    // Locked before they are read: nothing is committed to them in between.
    const taskIds = (await placesOf(tx, user.tenantId, sheet.ruleId)).flatMap(({ taskId }) => taskId ?? []);
    await tasksForSheet(tx, user, { taskIds }, sheet, true);
    const places = await placesOf(tx, user.tenantId, sheet.ruleId);
    return { sheet, places: places.map((place) => ({ ...place, isOnOther: place.otherRuleId !== null })) };
  },
  async write(tx, { input, state, change, acting, opId }) {
    const { user, now } = acting;
    const { tenantId } = user;
    const { ruleId, batch, waitingTaskIds } = change;
    await tx
      .update(labBatchTable)
      .set({ isSubmit: 0, reviewerId: null, reviewer: null, submitTime: null, updateUserName: user.name, updateTime: now, version: sql`version + 1` })
      .where(sql`tenant_id = ${tenantId} and id = ${ruleId}`);
    await tx.execute(
      sql`update lab_batch_place set state = ${placeState.planned}, update_time = ${now} where tenant_id = ${tenantId} and rule_id = ${ruleId} and state = ${placeState.run}`,
    );
    const { places } = state as LoadedWithdraw;
    const waiting = new Set(waitingTaskIds);
    const moves = places.flatMap(({ taskId, taskState: from, otherRuleId }) =>
      taskId === null || from !== taskState.running
        ? []
        : [{ taskId, from, to: waiting.has(taskId) ? taskState.waiting : from, facts: { batchId: otherRuleId } }],
    );
    await moveTasks(tx, tenantId, moves, markOf(withdrawBatch, { acting, opId }, input.reason));
    return { ruleId, batch, version: input.version + 1, waitingCount: waitingTaskIds.length };
  },
});

const servedRemoval = (command: typeof removeBatch): ServedCommand =>
  serveCommand(command, {
    load: async (tx, { ids }: RemoveBatchInput, { user }) => ({ sheets: await lockSheets(tx, user, ids) }),
    async write(tx, { state, change: { ruleIds }, acting, opId }) {
      const { user, now } = acting;
      const { tenantId } = user;
      for (const { ruleId, batch } of state.sheets) {
        const taskIds = (await placesOf(tx, tenantId, ruleId)).flatMap(({ taskId }) => taskId ?? []);
        await noteTasks(tx, tenantId, markOf(command, { acting, opId }, batch), taskIds);
      }
      await tx.execute(
        sql`update lab_batch set is_deleted = 1, version = version + 1, update_user_name = ${user.name}, update_time = ${now} where tenant_id = ${tenantId} and id = ${anyId(ruleIds)}`,
      );
      await tx.execute(
        sql`update lab_batch_place set state = ${placeState.voided}, update_time = ${now} where tenant_id = ${tenantId} and rule_id = ${anyId(ruleIds)}`,
      );
      return { ruleIds: [...ruleIds] };
    },
  });
/** `labBatch.remove`, `mapmiSj.remove`, `tngsSj.remove`: the rows stay, marked. */
export const servedRemovals: readonly ServedCommand[] = [removeBatch, removeMapmi, removeTngs].map(servedRemoval);

interface LoadedUpdate {
  readonly sheet: SheetRow | null;
  readonly seqs: readonly number[];
  readonly taskIds: ReadonlyMap<number, string | null>;
  readonly startTime: string | null;
  readonly endTime: string | null;
}
const amountTypes = {
  dna_conc: 'numeric',
  lib_conc: 'numeric',
  quant_conc: 'numeric',
  pool_conc: 'numeric',
  volume: 'numeric',
  dilution: 'numeric',
} as const;

const servedUpdate = (command: typeof updateSheet): ServedCommand =>
  serveCommand(command, {
    async load(tx, { ruleId }: UpdateSheetInput, { user }): Promise<LoadedUpdate> {
      const [sheet = null] = await lockSheets(tx, user, [ruleId]);
      const places = sheet ? await placesOf(tx, user.tenantId, sheet.ruleId) : [];
      return {
        sheet,
        taskIds: new Map(places.map(({ seq, taskId }) => [seq, taskId])),
        seqs: places.map(({ seq }) => seq),
        startTime: sheet?.startTime ?? null,
        endTime: sheet?.endTime ?? null,
      };
    },
    async write(tx, { state, input, change: { ruleId }, acting, opId }) {
      const { user, now } = acting;
      const { tenantId } = user;
      const { places, ruleId: _id, version, ...facts } = input;
      const { sheet, taskIds } = state as LoadedUpdate;
      // What is said of the sheet as a whole, its chip and times, is said of all that stand on it.
      const told = Object.values(facts).some((value) => value !== undefined)
        ? [...taskIds.values()]
        : (places ?? []).map(({ seq }) => taskIds.get(seq));
      await noteTasks(
        tx,
        tenantId,
        markOf(command, { acting, opId }, sheet?.batch),
        told.flatMap((taskId) => taskId ?? []),
      );
      // What was not sent stays; what was sent empty is emptied.
      const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
      await tx
        .update(labBatchTable)
        .set({ ...given, updateUserName: user.name, updateTime: now, version: version + 1 })
        .where(sql`tenant_id = ${tenantId} and id = ${ruleId}`);
      const rows = (places ?? []).map(({ seq, ...amounts }) => ({
        seq,
        ...Object.fromEntries(
          Object.entries(amounts).map(([key, value]) => [key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value ?? null]),
        ),
        given: Object.entries(amounts).flatMap(([key, value]) => (value === undefined ? [] : [key])),
      }));
      if (rows.length > 0) {
        const set = Object.keys(amountTypes).map((name) => {
          const key = name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
          return `"${name}" = case when x.given ? '${key}' then x."${name}" else p."${name}" end`;
        });
        await tx.execute(
          sql`update lab_batch_place p set ${sql.raw(set.join(', '))}, update_time = ${now} from ${recordset('x', { seq: 'integer', given: 'jsonb', ...amountTypes }, rows)}
            where p.tenant_id = ${tenantId} and p.rule_id = ${ruleId} and p.seq = x.seq`,
        );
      }
      return { ruleId, version: version + 1 };
    },
  });
/** `labBatch.updateSj`, `mapmiSj.updateSj`. */
export const servedUpdates: readonly ServedCommand[] = [updateSheet, updateMapmi].map(servedUpdate);
