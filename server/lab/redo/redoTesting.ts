import { reviewNonce } from '#domain/lab/batch/submitBatch.ts';
import type { Desk } from '#server/sample/deskTesting.ts';
import type { TaskFacts } from '#server/spine/tasks/moveTasks.ts';
import { withResult } from '../audit/auditTesting.ts';
import { tasksOf, waitingTasks, type StoredTask } from '../tasks/taskTesting.ts';

const done = async (desk: Desk, ...act: Parameters<Desk['act']>): Promise<any> => {
  const said = await desk.act(...act);
  if (said.status !== 'applied') throw new Error(`${act[2]}: ${JSON.stringify(said)}`);
  return said.result;
};

/** A tube's task that runs on a mapmi sheet, submitted by the bench's own acts. */
export async function runningOnMapmi(desk: Desk): Promise<{ readonly task: StoredTask; readonly ruleId: string }> {
  const { tasks, sampleCodes } = await waitingTasks(desk);
  const [{ id, laboratoryId, panelGroupId }] = tasks as [StoredTask];
  const places = [
    { well: 'A01', kind: 1, taskId: id },
    { well: 'G12', kind: 2 },
    { well: 'H12', kind: 3 },
  ];
  const draft = { line: 'mapmi', batchKind: 3, laboratoryId, panelGroupId, plateFormat: 96, places };
  const { ruleId, version } = await done(desk, 'online', 'lab', 'labBatch.save', draft);
  const reviewerPassword = await desk.sealed(reviewNonce(ruleId, version));
  await done(desk, 'online', 'lab', 'mapmiSj.submit', { ruleId, version, reviewerAccount: 'admin', reviewerPassword });
  return { task: (await tasksOf(desk, sampleCodes))[0]!, ruleId };
}

/** The same with a result that a file brought. */
export async function judgedOnMapmi(desk: Desk, facts: TaskFacts = {}): Promise<StoredTask> {
  const { task } = await runningOnMapmi(desk);
  await withResult(desk, [task], { facts, source: 1 });
  return (await tasksOf(desk, [task.sampleCode])).find(({ id }) => id === task.id)!;
}
