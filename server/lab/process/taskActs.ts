import { notifyWay, processKind, recordState } from '#domain/lab/process/processChoices.ts';
import type { TaskActKind } from '#domain/lab/process/processTask.ts';
import { delayTasks, resampleTasks, stopTasks, type TaskActChange, type TaskActState } from '#domain/lab/process/taskActs.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import type { Acting, Command } from '#domain/kernel/command.ts';
import { serveTogether, type ServedCommand, type Tx } from '#server/kernel/http/serve.ts';
import { settledOf } from '#server/spine/bill/settledOf.ts';
import { syncLines } from '#server/spine/bill/syncLines.ts';
import { markOf } from '#server/spine/line.ts';
import { insertRecords } from '#server/spine/tasks/insertRecords.ts';
import { withdrawSms, writeResampleSms } from '#server/spine/sms/writeSms.ts';
import { moveTasks, type TaskFacts } from '#server/spine/tasks/moveTasks.ts';
import { loadProcessTasks, type LoadedTask } from './processLoading.ts';
import { closeRecords, voidPlaces } from './processRecords.ts';

interface LoadedState extends TaskActState {
  readonly task: LoadedTask | null;
}
type Answer = { recordId: string; taskId: string; taskState: TaskActChange['to'] };
type TaskCommand<Input> = Command<Input, TaskActState, TaskActChange, any, any, Answer>;

/** What a task keeps of an act: its clock stands still from a stop or a request on, and it is off the sheet it ran on. */
function factsOf(kind: TaskActKind, { row }: LoadedTask, change: TaskActChange, now: string): TaskFacts {
  if (kind === processKind.delay) return { promisedTime: change.promisedTime };
  const paused = { pausedTime: row.pausedTime ?? now };
  return change.from === taskState.running || change.from === taskState.waiting ? { ...paused, batchId: null } : paused;
}

/** What is stopped waits for no new tube: the requests for it end with the stop's reason, and what told of them does not leave. */
async function closeResamples(
  tx: Tx,
  { user, now }: Acting,
  stopped: readonly { readonly task: LoadedTask; readonly change: TaskActChange }[],
): Promise<void> {
  const closings = stopped.flatMap(({ task, change: { reason } }) =>
    task.openRecords.flatMap((record) =>
      record.kind === processKind.resample ? [{ recordId: record.recordId, state: recordState.completed, reason }] : [],
    ),
  );
  await closeRecords(tx, user, now, closings);
  await withdrawSms(
    tx,
    user.tenantId,
    closings.map(({ recordId }) => recordId),
    now,
  );
}

/** An act on tasks: their moves, their wells, their clocks, and a record of each. */
function servedTaskAct<Input extends { readonly taskId: string }>(command: TaskCommand<Input>, kind: TaskActKind): ServedCommand {
  return serveTogether(command, {
    // Several tasks of one tube are settled together.
    tiedBy: (payload) => {
      const { taskId } = (payload ?? {}) as { readonly taskId?: unknown };
      return typeof taskId === 'string' ? [`task ${taskId}`] : null;
    },
    async loadAll(tx, acts) {
      const tasks = await loadProcessTasks(tx, acts[0].acting.user, { taskIds: acts.map(({ input }) => input.taskId) }, true);
      const settled =
        kind === processKind.stop
          ? await settledOf(
              tx,
              acts[0].acting.user.tenantId,
              tasks.map(({ row }) => row.requisitionId),
            )
          : [];
      return acts.map(({ input }): LoadedState => {
        const task = tasks.find(({ taskId }) => taskId === input.taskId) ?? null;
        const line = settled.find((one) => one.requisitionId === task?.row.requisitionId && task.row.commodityIds.includes(one.commodityId));
        return { task, settledIn: line?.orderNo ?? null };
      });
    },
    async writeAll(tx, acts) {
      const { user, now } = acts[0].acting;
      const written = acts.map(({ state, change, acting, opId }) => {
        const { task } = state as LoadedState;
        if (!task) throw new Error('acted on a task that was not loaded');
        return { task, change, mark: markOf(command, { acting, opId }, change.reason) };
      });
      await moveTasks(
        tx,
        user.tenantId,
        written.map(({ task, change, mark }) => ({
          taskId: change.taskId,
          from: change.from,
          to: change.to,
          facts: factsOf(kind, task, change, now),
          mark,
        })),
        written[0]!.mark,
      );
      if (kind !== processKind.delay)
        await voidPlaces(
          tx,
          user.tenantId,
          written.map(({ change }) => change.taskId),
          now,
        );
      const ids = await insertRecords(
        tx,
        user,
        now,
        written.map(({ change }) => ({ ...change, kind, before: change.from })),
      );
      if (kind === processKind.stop) await closeResamples(tx, acts[0].acting, written);
      // Whether a stop is charged stands on its record.
      await syncLines(
        tx,
        user.tenantId,
        written.map(({ task }) => task.row.requisitionId),
      );
      if (kind === processKind.resample)
        await writeResampleSms(
          tx,
          user.tenantId,
          written.flatMap(({ task: { row }, change }, at) => {
            const { requisitionId, sampleCode, commodityIds } = row;
            return change.notify === notifyWay.message ? [{ recordId: ids[at]!, requisitionId, sampleCode, commodityIds }] : [];
          }),
          now,
        );
      return written.map(({ change }, at): Answer => ({ taskId: change.taskId, recordId: ids[at]!, taskState: change.to }));
    },
  });
}
/** `labProcess.stop`, `labProcess.resample`, `labProcess.delay`. */
export const servedTaskActs: readonly ServedCommand[] = [
  servedTaskAct(stopTasks, processKind.stop),
  servedTaskAct(resampleTasks, processKind.resample),
  servedTaskAct(delayTasks, processKind.delay),
];
