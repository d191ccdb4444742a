import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { resultRefusals } from '#domain/lab/resultFile.ts';
import { entryContracts, entryQueue, mostEntryTasks, type EntryRow, type EntrySheet, type EntryTask } from '#domain/lab/resultEntry.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { defineListing, type Listing } from '#server/kernel/verbs/listing.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { loadTasks, tasksInSight, type TaskRow } from '#server/spine/tasks/loadTasks.ts';
import { readRows, type Reader } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { searchedInTasks } from '../listings/taskSearch.ts';
import { commitRefusal, versionOf } from './commitResults.ts';
import { earlierValues } from './earlierValues.ts';
import { groupFacts, ofTask } from './groupFacts.ts';
import { outOfWindow } from './riskWindow.ts';
import { heldTasks } from './runControls.ts';

const queue: Listing<EntryRow> = {
  columns: {
    taskId: sql`t.id`,
    labCode: sql`t.lab_code`,
    sampleCode: sql`t.sample_code`,
    personName: patientShown.name(sql`r.person_name`),
    panelGroupId: sql`t.panel_group_id`,
    panelGroupName: sql`(select g.panel_group_name from panel_group g where g.tenant_id = t.tenant_id and g.id = t.panel_group_id)`,
    panelNames: sql`coalesce((select string_agg(p.panel_name, '、' order by array_position(t.panel_ids, p.id)) from panel p where p.tenant_id = t.tenant_id and p.id = any(t.panel_ids)), '')`,
    taskState: sql`t.task_state`,
    round: sql`t.round`,
    batch: sql`(select b.batch from lab_batch b where b.tenant_id = t.tenant_id and b.id = t.batch_id)`,
    enteredCount: sql`(select count(*)::int from lab_result x where x.tenant_id = t.tenant_id and x.task_id = t.id)`,
    itemCount: sql`coalesce(cardinality(t.item_ids), 0)`,
    detectionResult: sql`t.detection_result`,
    isUrgent: sql`t.is_urgent`,
    externalDueTime: sql`t.external_due_time`,
    laboratoryId: sql`t.laboratory_id`,
    laboratoryName: sql`(select l.laboratory_name from laboratory l where l.tenant_id = t.tenant_id and l.id = t.laboratory_id)`,
  },
  from: sql`lab_task t join requisition r on r.tenant_id = t.tenant_id and r.id = t.requisition_id`,
  where: async ({ db, user }) => [
    await tasksInSight(db, user),
    sql`t.task_state in (${taskState.waiting}, ${taskState.running}, ${taskState.firstAudit})`,
  ],
  searchedIn: {
    personName: searchedInTasks.personName,
    batch: ({ query, user }) => {
      const batch = String(query['batch'] ?? '').trim();
      return batch !== '' && sql`t.batch_id in (select b.id from lab_batch b where b.tenant_id = ${user.tenantId} and b.batch ilike ${`%${batch}%`})`;
    },
  },
  order: sql`t.is_urgent desc, t.external_due_time asc nulls last, t.id`,
  indexes: ['lab_task_open_ix', 'lab_task_queue_ix'],
};
/** Tasks whose results a person may enter, the urgent and the nearest due first. */
export const servedEntryQueue = defineListing(entryQueue, queue);

type Actor = Pick<ActingUser, 'id' | 'tenantId' | 'permissions'>;
const ended = (state: number): boolean => state > taskState.audited;

/** Tasks that are meant: by ids those that were ticked, by a code those of its tube that have not ended; if all have, these, with why. */
async function tasksMeant(reader: Reader, user: Actor, taskIds: string | undefined, code: string | undefined): Promise<readonly TaskRow[]> {
  if (code !== undefined) {
    const found = (await loadTasks(reader, user, { codes: [code] }, false)).filter((task) => task.taskState !== taskState.voided);
    const open = found.filter((task) => !ended(task.taskState));
    if (found.length === 0)
      throw new UserError(404, [`没有此编号的检测任务: ${code}`, `No test task has this code: ${code}`], { refusal: 'task.unknown' });
    return open.length > 0 ? open : found;
  }
  const ids = (taskIds ?? '').split(',').filter((id) => /^\d{1,19}$/.test(id));
  if (ids.length > mostEntryTasks)
    throw new UserError(400, [`一次最多录入 ${mostEntryTasks} 个任务`, `At most ${mostEntryTasks} tasks are entered at once`]);
  return loadTasks(reader, user, { taskIds: ids }, false);
}

async function sheetOf(reader: Reader, user: Actor, tasks: readonly TaskRow[], day: string): Promise<EntrySheet> {
  const { tenantId } = user;
  const names = await readRows<{ taskId: string; personName: string | null; groupName: string | null }>(
    reader,
    sql`select t.id::text as task_id, ${patientShown.name(sql`r.person_name`)({ user })} as person_name, g.panel_group_name as group_name from lab_task t join requisition r on r.tenant_id = t.tenant_id and r.id = t.requisition_id
      left join panel_group g on g.tenant_id = t.tenant_id and g.id = t.panel_group_id where t.tenant_id = ${tenantId} and t.id = ${anyId(tasks.map(({ id }) => id))}`,
  );
  const held = await heldTasks(
    reader,
    tenantId,
    tasks.map(({ id }) => id),
  );
  const nameOf = new Map(names.map((one) => [one.taskId, one]));
  const groups: EntrySheet['groups'][number][] = [];
  const made: EntryTask[] = [];
  for (const panelGroupId of new Set(tasks.map((task) => task.panelGroupId))) {
    const own = tasks.filter((task) => task.panelGroupId === panelGroupId);
    const facts = await groupFacts(reader, tenantId, panelGroupId, day);
    const { controlTimes: _times, ...rule } = facts.rule;
    const outside = await outOfWindow(
      reader,
      tenantId,
      facts,
      own.map(({ id }) => id),
    );
    groups.push({
      panelGroupId,
      panelGroupName: nameOf.get(own[0]?.id ?? '')?.groupName ?? null,
      items: [...facts.items.values()].map(({ itemShortName: _short, ...item }) => item),
      rule: { ...rule, itemIds: [...rule.itemIds] },
      limits: facts.limits.map((limit) => ({ ...limit })),
    });
    for (const task of own) {
      const stored = await versionOf(reader, tenantId, task);
      // What was measured before the work was ordered again is no beginning.
      const current = stored?.round === task.round ? stored : undefined;
      const previous = await earlierValues(reader, tenantId, task.id, task.itemIds, day);
      const refusal = commitRefusal(task, task.resultVersion) ?? (held.has(task.id) ? 'result.gateHeld' : null);
      made.push({
        taskId: task.id,
        version: task.resultVersion,
        labCode: task.labCode,
        sampleCode: task.sampleCode,
        personName: nameOf.get(task.id)?.personName ?? null,
        panelGroupId,
        laboratoryId: task.laboratoryId,
        taskState: task.taskState,
        round: task.round,
        isUrgent: task.isUrgent,
        detectionResult: task.detectionResult,
        signals: [...task.signals],
        panelIds: [...task.panelIds],
        panels: ofTask(facts, task).panels.map((items) => items.map(({ itemId }) => itemId)),
        values: { ...current?.values },
        metrics: { ...current?.metrics },
        findings: (current?.findings ?? []).map((found) => ({
          name: found.name,
          nameEn: found.nameEn ?? null,
          findingClass: found.findingClass ?? null,
          reads: found.reads ?? null,
          rpm: found.rpm ?? null,
          coverage: found.coverage ?? null,
          abundance: found.abundance ?? null,
          confidence: found.confidence ?? null,
          drug: found.drug ?? null,
          isReported: found.isReported ?? 0,
          controlTimes: found.controlTimes ?? null,
          isBackground: found.isBackground ?? 0,
        })),
        isOutOfWindow: outside.has(task.id),
        previous: Object.fromEntries([...previous].map(([itemId, values]) => [itemId, [...values]])),
        refusal: refusal && refusal in resultRefusals ? refusal : null,
      });
    }
  }
  const instruments = await readRows<EntrySheet['instruments'][number]>(
    reader,
    sql`select id::text as instrument_id, instrument_name, laboratory_id::text as laboratory_id from instrument where tenant_id = ${tenantId} and is_deleted = 0 and is_disable = 0
      and laboratory_id = ${anyId([...new Set(tasks.map(({ laboratoryId }) => laboratoryId))])} order by instrument_name, id`,
  );
  return { groups, tasks: made, instruments };
}

export const entryCalls: readonly Call[] = serveCalls(entryContracts, {
  'GET lab/result/entry-sheet': {
    async handle({ db, user, query, now }) {
      const tasks = await tasksMeant(db, user, query.taskIds, query.code);
      return sheetOf(db, user, tasks, now.slice(0, 10));
    },
  },
});
