import { sql } from 'drizzle-orm';
import { isTaskMove } from '#domain/lab/rules/taskMoves.ts';
import { labStatusOf, taskState, type TaskState } from '#domain/lab/rules/taskState.ts';
import { labStatus, wayOf, type LabStatus } from '#domain/sample/sampleStatus.ts';
import { labTaskTable } from '#server/storage/labTaskTables.ts';
import { readRows } from '#server/storage/readRows.ts';
import { recordset } from '#server/storage/recordset.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import type { Tx } from '#server/storage/tx.ts';
import { syncLines } from '../bill/syncLines.ts';
import { columnsOf } from '../changeRows.ts';
import { noteActs, type Mark } from '../line.ts';
import { moveSamples } from '../moveSamples.ts';
import { concernsReports, settleReports } from '../reports/settleReports.ts';

type Column = keyof typeof labTaskTable.$inferInsert;
/** What else becomes known of a task with its move; columns by their property names. Where it stands and whose it is are no facts. */
export type TaskFacts = Readonly<
  Partial<Record<Exclude<Column, 'id' | 'tenantId' | 'taskState' | 'requisitionId' | 'version'>, string | number | null | readonly string[] | object>>
>;

/** A task that was locked by `loadTasks`: where the rule saw it, and where it goes; the same where it stays and facts change. */
export interface TaskMove {
  readonly taskId: string;
  readonly from: TaskState;
  readonly to: TaskState;
  readonly facts?: TaskFacts;
  /** Of this task's own act, where several acts are written together. */
  readonly mark?: Mark;
}
interface MovedTask {
  readonly taskId: string;
  readonly sampleId: string;
  readonly sampleCode: string;
  readonly requisitionId: string;
}
interface Settled {
  readonly sampleCode: string;
  readonly labStatus: LabStatus;
  readonly followed: string;
  readonly states: readonly TaskState[];
}

/**
 * The one place that moves known tasks, and then settles their tubes (docs/lab.md#tasks): each tube, and each spare that follows it, goes
 * the legal way to where its tasks say. The acts stand on the tubes' lines. Throws where a move is not of `taskMoves`, or where a task
 * is not where the rule saw it (it was locked, so neither can happen unless the code is wrong).
 */
export async function moveTasks(tx: Tx, tenantId: string, moves: readonly TaskMove[], mark: Mark): Promise<void> {
  const moved = await changeTasks(tx, tenantId, moves, mark);
  const markOfTask = new Map(moves.map((move) => [move.taskId, move.mark ?? mark]));
  const marks = new Map(moved.map(({ taskId, sampleId }) => [sampleId, markOfTask.get(taskId) ?? mark]));
  const settled = await settleSamples(
    tx,
    tenantId,
    moved.map(({ requisitionId }) => requisitionId),
    marks,
  );
  const stayed = new Map(moved.flatMap(({ sampleId, sampleCode }) => (settled.has(sampleCode) ? [] : [[sampleCode, marks.get(sampleId) ?? mark]])));
  const acts = groupsOf([...stayed], ([, own]) => own);
  await noteActs(
    tx,
    tenantId,
    [...acts].map(([own, tubes]) => ({ mark: own, whose: { sampleCodes: tubes.map(([code]) => code) } })),
  );
  const billed = new Set(moves.filter(concernsLines).map(({ taskId }) => taskId));
  await syncLines(
    tx,
    tenantId,
    moved.flatMap(({ taskId, requisitionId }) => (billed.has(taskId) ? [requisitionId] : [])),
  );
}

/** Moves after which something else is billable: work that ended or was reported, or is no longer. */
const concernsLines = ({ from, to }: Pick<TaskMove, 'from' | 'to'>): boolean =>
  from !== to && [from, to].some((state) => state === taskState.issued || state === taskState.stopped || state === taskState.voided);

/** The same without a look at the tubes; reports follow it all the same: for an act that moves them itself in the same transaction. */
export async function changeTasks(tx: Tx, tenantId: string, moves: readonly TaskMove[], mark: Mark): Promise<MovedTask[]> {
  for (const { taskId, from, to } of moves)
    if (from !== to && !isTaskMove(from, to)) throw new Error(`illegal move ${from} -> ${to} of task ${taskId}`);
  const known = columnsOf(labTaskTable);
  const alike = groupsOf(moves, ({ facts = {} }) => Object.keys(facts).toSorted().join());
  const done: MovedTask[] = [];
  for (const group of alike.values()) {
    const facts = Object.keys(group[0]?.facts ?? {}).map((key) => ({ key, ...known[key]! }));
    const shape = {
      task_id: 'bigint',
      from_state: 'smallint',
      to_state: 'smallint',
      ...Object.fromEntries(facts.map(({ key, type }) => [key, type])),
    };
    const rows = group.map(({ taskId, from, to, facts: own }) => ({ ...own, task_id: taskId, from_state: from, to_state: to }));
    const set = sql.raw(facts.map(({ key, name }) => `, "${name}" = x."${key}"`).join(''));
    const moved = await readRows<MovedTask>(
      tx,
      sql`update lab_task t set task_state = x.to_state, update_time = ${mark.acting.now}, version = t.version + 1${set}
        from ${recordset('x', shape, rows)} where t.tenant_id = ${tenantId} and t.id = x.task_id and t.task_state = x.from_state
        returning t.id as task_id, t.sample_id, t.sample_code, t.requisition_id`,
    );
    if (moved.length !== group.length) throw new Error(`${group.length - moved.length} tasks were not where they were read`);
    done.push(...moved);
  }
  const concerned = new Set(moves.filter(concernsReports).map(({ taskId }) => taskId));
  const theirs = done.filter(({ taskId }) => concerned.has(taskId));
  await settleReports(
    tx,
    tenantId,
    theirs.map(({ requisitionId }) => requisitionId),
    mark.acting.now,
  );
  return done;
}

/** Statuses that follow from tasks: what is not yet received, or was rejected, is moved by the acts of reception and receipt alone. */
const isFollowing = (status: LabStatus): boolean => status >= labStatus.received && status <= labStatus.terminated;

/**
 * Takes tubes, and the spares that follow them, to where the tubes' tasks say. `marks`: the acts by the tube whose tasks count;
 * `requisitionIds`: the requisitions of these. The codes of the tubes that moved.
 */
export async function settleSamples(
  tx: Tx,
  tenantId: string,
  requisitionIds: readonly string[],
  marks: ReadonlyMap<string, Mark>,
): Promise<ReadonlySet<string>> {
  if (marks.size === 0) return new Set();
  const followed = anyId([...marks.keys()]);
  const tubes = await readRows<Settled>(
    tx,
    sql`select s.sample_code, s.lab_status, coalesce(s.primary_sample_id, s.id) as followed, array(select k.task_state from lab_task k
          where k.tenant_id = s.tenant_id and k.sample_id = coalesce(s.primary_sample_id, s.id) and k.task_state <> ${taskState.voided})::int[] as states
      from sample s where s.tenant_id = ${tenantId} and s.requisition_id = ${anyId([...new Set(requisitionIds)])}
        and (s.id = ${followed} or s.primary_sample_id = ${followed}) order by s.id for update of s`,
  );
  const steps = tubes.flatMap(({ sampleCode, labStatus: from, followed: id, states }) => {
    const mark = marks.get(id);
    return mark && isFollowing(from) ? wayOf(sampleCode, from, labStatusOf(states)).map((move) => ({ move, mark })) : [];
  });
  await moveSamples(tx, tenantId, steps);
  return new Set(steps.map(({ move }) => move.sampleCode));
}

function groupsOf<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
