import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { cloudFallback, resequencing } from '#domain/lab/redo/mapmiException.ts';
import type { RedoneTask } from '#domain/lab/redo/redoRule.ts';
import { reExtraction, rebuild, reSequencing, type Material, type RedoChange, type RedoState, type BegunTask } from '#domain/lab/redo/redoTasks.ts';
import { abnormalReason } from '#domain/lab/abnormalReason.ts';
import { normalCode } from '#domain/sample/codeText.ts';
import { serveTogether, type Accepted, type Asked, type ServedCommand, type Several, type Tx } from '#server/kernel/http/serve.ts';
import { markOf } from '#server/spine/line.ts';
import { lockTubesOf } from '#server/spine/loading.ts';
import { loadTasks, type TaskRow } from '#server/spine/tasks/loadTasks.ts';
import { beginAgain } from './beginAgain.ts';

interface Ordered {
  readonly taskId: string;
  readonly reasonCode?: string;
  readonly reason?: string | null | undefined;
  readonly materialSampleCode?: string | null | undefined;
}
type RedoneRow = TaskRow & Pick<RedoneTask, 'line' | 'lastRound'>;

/** Beside a task, alias t: the line of its run sheet, and how its round began where that is a repetition. */
export const roundColumns = sql`, (select b.line from lab_batch b where b.tenant_id = t.tenant_id and b.id = t.batch_id) as line,
  (select json_build_object('kind', k.kind, 'by', k.user_name, 'at', to_char(k.create_time, 'YYYY-MM-DD HH24:MI:SS')) from lab_task_round k
    where k.tenant_id = t.tenant_id and k.task_id = t.id and k.round = t.round and k.round > 1) as last_round`;
export const redoneOf = (row: RedoneRow): BegunTask => {
  const { id, labCode, sampleCode, taskState, round, line, lastRound, batchId, resultVersion, signals } = row;
  return { taskId: id, name: labCode ?? sampleCode, taskState, round, line, lastRound, batchId, resultVersion, signals };
};

interface Tube {
  readonly id: string;
  readonly requisitionId: string;
  readonly sampleCode: string;
  readonly labCode: string | null;
  readonly primarySampleId: string | null;
}
const isCalled = ({ sampleCode, labCode }: Tube, typed: string): boolean => [sampleCode, labCode].includes(normalCode(typed));

async function load(tx: Tx, acts: Several<Asked<Ordered>>): Promise<RedoState[]> {
  const { user } = acts[0].acting;
  const rows = await loadTasks<RedoneRow>(tx, user, { taskIds: acts.map(({ input }) => input.taskId) }, true, roundColumns);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const tubes = await tubesFor(tx, user, acts, byId);
  return acts.map(({ input }): RedoState => {
    const row = byId.get(input.taskId);
    const code = input.materialSampleCode;
    const tube = row && code ? tubes.find((one) => one.requisitionId === row.requisitionId && isCalled(one, code)) : undefined;
    const material: Material | null =
      row && tube
        ? { sampleId: tube.id, sampleCode: tube.sampleCode, isOwn: tube.id === row.sampleId, isSpare: tube.primarySampleId === row.sampleId }
        : null;
    return { task: row ? redoneOf(row) : null, material };
  });
}
/** Tubes of the requisitions for which one was named, locked: a spare that leaves meanwhile is no material. */
const tubesFor = (tx: Tx, user: ActingUser, acts: readonly Asked<Ordered>[], byId: ReadonlyMap<string, RedoneRow>): Promise<Tube[]> => {
  const requisitionIds = acts.flatMap(({ input }) => (input.materialSampleCode ? (byId.get(input.taskId)?.requisitionId ?? []) : []));
  if (requisitionIds.length === 0) return Promise.resolve([]);
  return lockTubesOf<Tube>(tx, user, [...new Set(requisitionIds)], sql`s.id, s.requisition_id, s.sample_code, s.lab_code, s.primary_sample_id`);
};

async function write(tx: Tx, command: { readonly name: string }, acts: Several<Accepted<Ordered, RedoState, RedoChange>>) {
  const { tenantId } = acts[0].acting.user;
  await beginAgain(
    tx,
    tenantId,
    acts.map(({ acting, opId, input, state: { task }, change }) => {
      if (!task) throw new Error('begun anew without a task');
      const { reasonCode = null, reason } = input;
      const note = [reasonCode ? abnormalReason.labelOf(reasonCode)?.[0] : null, reason].filter(Boolean).join(' ');
      return {
        task,
        kind: change.kind,
        reasonCode,
        reason: reason || null,
        materialSampleId: change.materialSampleId,
        mark: markOf(command, { acting, opId }, note || null),
      };
    }),
  );
  return acts.map(({ change: { taskId, to, round } }) => ({ taskId, taskState: to, round }));
}

/** Several tasks of one tube are settled together; nothing else ties them. */
const tiedBy = (payload: unknown): readonly string[] | null => {
  const { taskId } = (payload ?? {}) as { readonly taskId?: unknown };
  return typeof taskId === 'string' || typeof taskId === 'number' ? [`task ${taskId}`] : null;
};

/** Every order to do a task's work again. */
export const servedRedoes: readonly ServedCommand[] = [
  ...[reExtraction, rebuild, reSequencing].map((command) =>
    serveTogether(command, { tiedBy, loadAll: load, writeAll: (tx, acts) => write(tx, command, acts) }),
  ),
  ...[cloudFallback, resequencing].map((command) =>
    serveTogether(command, { tiedBy, loadAll: load, writeAll: (tx, acts) => write(tx, command, acts) }),
  ),
];
