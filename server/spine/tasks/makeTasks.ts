import { sql } from 'drizzle-orm';
import { executeType } from '#domain/base/executeType.ts';
import { workCalendar, type CalendarDay, type Pause } from '#domain/base/workCalendar.ts';
import { taskDue, type CommodityCycle, type PanelCycle } from '#domain/lab/rules/taskDue.ts';
import { taskState, type TaskState } from '#domain/lab/rules/taskState.ts';
import { itemState } from '#domain/sample/itemState.ts';
import { newId } from '#server/storage/ids.ts';
import { labTaskTable } from '#server/storage/labTaskTables.ts';
import { readRows } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { together } from '#server/storage/together.ts';
import type { Tx } from '#server/storage/tx.ts';
import { changeTubes } from '../changeRows.ts';
import { isSentOut } from '../entrusted.ts';

/** A tube that the laboratory has just taken in; its row is locked, and its requisition's where that has several tubes. */
export interface ReceivedTube {
  readonly sampleId: string;
  readonly sampleCode: string;
  readonly requisitionId: string;
  readonly requisitionCode: string;
  /** Where it is tested. */
  readonly laboratoryId: string;
  readonly labCode: string | null;
  readonly labReceiveTime: string;
  /** Where its tasks begin; default: waiting. */
  readonly begins?: TaskState;
}
/** A tube that needs no tasks of its own. */
export interface SpareTube {
  readonly sampleId: string;
  readonly primarySampleId: string;
  readonly requisitionId: string;
}

/** One panel of what a tube was ordered for and handed over with. */
interface Wanted {
  readonly sampleId: string;
  readonly sampleClassId: string | null;
  readonly receiveTime: string;
  readonly isUrgent: number;
  readonly commodityId: string;
  readonly internalTestCycle: number | null;
  readonly externalTestCycle: number | null;
  readonly panelId: string;
  readonly panelGroupId: string;
  readonly itemIds: readonly string[];
}
interface Sibling {
  readonly sampleId: string;
  readonly requisitionId: string;
  readonly sampleClassId: string | null;
  readonly groups: readonly string[];
}
type Cycle = PanelCycle & { readonly laboratoryId: string };

/** Tasks that hold no tube back from being worked on itself: what was ended, or waits for another tube. */
export const uncovering: readonly TaskState[] = [taskState.stopped, taskState.resampling, taskState.voided];

/**
 * Makes the tasks of received tubes (docs/lab.md#tasks), for all of them with as many statements as for one: for each panel group of what
 * was handed over and is tested here (none while an outside laboratory has the tube). What an earlier receipt made and its cancellation voided begins anew; what lives stays as it is. A
 * tube whose every group is worked on from another of its requisition and class gets none and follows that one: the answer names those.
 */
export async function makeTasks(
  tx: Tx,
  tenantId: string,
  tubes: readonly ReceivedTube[],
  now: string,
  { isLegacy = 0 }: { readonly isLegacy?: 0 | 1 } = {},
): Promise<SpareTube[]> {
  if (tubes.length === 0) return [];
  const { wanted, siblings, pauses, ...masters } = await readForTasks(tx, tenantId, tubes);
  const spares: SpareTube[] = [];
  const rows: (typeof labTaskTable.$inferInsert)[] = [];
  const covers = [...siblings];
  for (const tube of tubes.toSorted((one, other) => (one.sampleId < other.sampleId ? -1 : 1))) {
    const own = wanted.filter(({ sampleId }) => sampleId === tube.sampleId);
    const groups = [...new Set(own.map(({ panelGroupId }) => panelGroupId))];
    const [first] = own;
    if (!first) continue;
    const primary = covers.find(
      (cover) =>
        cover.requisitionId === tube.requisitionId &&
        cover.sampleId !== tube.sampleId &&
        cover.sampleClassId === first.sampleClassId &&
        groups.every((group) => cover.groups.includes(group)),
    );
    if (primary) {
      spares.push({ sampleId: tube.sampleId, primarySampleId: primary.sampleId, requisitionId: tube.requisitionId });
      continue;
    }
    covers.push({ sampleId: tube.sampleId, requisitionId: tube.requisitionId, sampleClassId: first.sampleClassId, groups });
    for (const panelGroupId of groups) {
      const panels = own.filter((one) => one.panelGroupId === panelGroupId);
      const { sampleId, sampleCode, requisitionId, requisitionCode, laboratoryId, labCode, labReceiveTime, begins = taskState.waiting } = tube;
      const base = { sampleId, sampleCode, requisitionId, requisitionCode, laboratoryId, labCode, labReceiveTime, panelGroupId, isLegacy };
      const stops = pauses.filter((pause) => pause.sampleId === sampleId);
      const dues = duesOf(tube, panels, masters, stops);
      const times = { createTime: now, updateTime: now };
      rows.push({ ...base, ...orderedOf(panels), ...dues, ...times, id: newId(), tenantId, taskState: begins, isUrgent: first.isUrgent });
    }
  }
  await together(
    ...(rows.length === 0 ? [] : [tx.execute(sql`${insertMany(labTaskTable, rows)} ${orBeginAnew}`)]),
    changeTubes(
      tx,
      tenantId,
      spares.map(({ sampleId, primarySampleId }) => ({ id: sampleId, primarySampleId })),
      now,
    ),
  );
  return spares;
}

/** What a cancelled receipt left void is a task again, as it would be made today. */
const orBeginAnew = sql`on conflict (tenant_id, sample_id, panel_group_id) do update set task_state = excluded.task_state, sample_code = excluded.sample_code, lab_code = excluded.lab_code,
  laboratory_id = excluded.laboratory_id, commodity_ids = excluded.commodity_ids, panel_ids = excluded.panel_ids, item_ids = excluded.item_ids, is_urgent = excluded.is_urgent,
  lab_receive_time = excluded.lab_receive_time, begin_node = excluded.begin_node, date_model = excluded.date_model, internal_test_cycle = excluded.internal_test_cycle,
  external_test_cycle = excluded.external_test_cycle, internal_due_time = excluded.internal_due_time, external_due_time = excluded.external_due_time, due_steps = excluded.due_steps,
  update_time = excluded.update_time, version = lab_task.version + 1
  where lab_task.task_state = ${taskState.voided}`;

/** What was ordered, frozen. */
function orderedOf(panels: readonly Wanted[]) {
  const each = (ids: readonly string[]): string[] => [...new Set(ids)];
  return {
    commodityIds: each(panels.map(({ commodityId }) => commodityId)),
    panelIds: each(panels.map(({ panelId }) => panelId)),
    itemIds: each(panels.flatMap(({ itemIds }) => itemIds)),
  };
}

interface Masters {
  readonly cycles: readonly Cycle[];
  readonly calendar: ReturnType<typeof workCalendar>;
}

/** When it is due and by which cycle, frozen. */
function duesOf(tube: ReceivedTube, panels: readonly Wanted[], { cycles, calendar }: Masters, pauses: readonly Pause[]) {
  const own = cycles.filter(({ laboratoryId }) => laboratoryId === tube.laboratoryId);
  // Of several commodities of one group the slowest counts.
  const slowest = (side: keyof CommodityCycle): number | null =>
    panels.reduce<number | null>((most, one) => (one[side] === null ? most : Math.max(most ?? 0, one[side])), null);
  const nodes = { receiveTime: panels[0]?.receiveTime ?? null, labReceiveTime: tube.labReceiveTime };
  const { internal, external } = taskDue(
    panels.map(({ panelId }) => panelId),
    own,
    { internalTestCycle: slowest('internalTestCycle'), externalTestCycle: slowest('externalTestCycle') },
    nodes,
    calendar,
    pauses,
  );
  const rule = external?.rule ?? internal?.rule ?? null;
  return {
    beginNode: rule?.beginNode ?? null,
    dateModel: rule?.dateModel ?? null,
    internalTestCycle: internal?.rule.cycle ?? null,
    externalTestCycle: external?.rule.cycle ?? null,
    internalDueTime: internal?.dueTime ?? null,
    externalDueTime: external?.dueTime ?? null,
    dueSteps: rule
      ? {
          internal: internal?.steps ?? [],
          external: external?.steps ?? [],
          models: { ...(internal ? { internal: internal.rule.dateModel } : {}), ...(external ? { external: external.rule.dateModel } : {}) },
        }
      : null,
  };
}

async function readForTasks(tx: Tx, tenantId: string, tubes: readonly ReceivedTube[]) {
  const sampleIds = anyId(tubes.map(({ sampleId }) => sampleId));
  const from = tubes.map(({ labReceiveTime }) => labReceiveTime.slice(0, 10)).toSorted()[0] ?? null;
  const [wanted, siblings, cycles, pauses, days] = await together(
    readRows<Wanted>(
      tx,
      sql`select i.sample_id, s.sample_class_id, s.receive_time, coalesce(r.is_urgent, 0)::int as is_urgent, i.commodity_id, o.internal_test_cycle::int as internal_test_cycle,
          o.external_test_cycle::int as external_test_cycle, p.id as panel_id, p.panel_group_id, coalesce(p.item_ids, '{}')::text[] as item_ids
        from sample_item i join sample s on s.tenant_id = i.tenant_id and s.id = i.sample_id join requisition r on r.tenant_id = i.tenant_id and r.id = i.requisition_id
        join commodity c on c.tenant_id = i.tenant_id and c.id = i.commodity_id and c.execute_type = ${executeType.self}
        left join lateral (select x.* from laboratory_commodity x where x.tenant_id = i.tenant_id and x.laboratory_id = s.contract_laboratory_id and x.commodity_id = i.commodity_id
          and x.is_deleted = 0 order by x.is_disable, x.id limit 1) o on true
        left join laboratory e on e.tenant_id = i.tenant_id and e.id = o.execute_laboratory_id
        cross join lateral unnest(c.panel_ids) with ordinality a(panel_id, place) join panel p on p.tenant_id = i.tenant_id and p.id = a.panel_id and p.panel_group_id is not null
        where i.tenant_id = ${tenantId} and i.sample_id = ${sampleIds} and i.item_state = ${itemState.handedOver} and e.execute_type is distinct from ${executeType.outsourced}
          and not ${isSentOut}
        order by i.sample_id, i.id, a.place`,
    ),
    readRows<Sibling>(
      tx,
      sql`select s.id as sample_id, s.requisition_id, s.sample_class_id, array_agg(k.panel_group_id)::text[] as groups
        from lab_task k join sample s on s.tenant_id = k.tenant_id and s.id = k.sample_id
        where k.tenant_id = ${tenantId} and k.requisition_id = ${anyId([...new Set(tubes.map(({ requisitionId }) => requisitionId))])} and k.task_state <> all(${sql.param(uncovering)}::int[])
        group by s.id, s.requisition_id, s.sample_class_id order by s.id`,
    ),
    readRows<Cycle>(
      tx,
      sql`select t.panel_id, t.laboratory_id, t.begin_node, t.date_model, t.internal_test_cycle::int as internal_test_cycle, t.external_test_cycle::int as external_test_cycle
        from panel_test_cycle t where t.tenant_id = ${tenantId} and t.is_deleted = 0 and t.is_disable = 0 and t.laboratory_id = ${anyId([...new Set(tubes.map(({ laboratoryId }) => laboratoryId))])}
          and t.panel_id in (select unnest(c.panel_ids) from sample_item i join commodity c on c.tenant_id = i.tenant_id and c.id = i.commodity_id
            where i.tenant_id = ${tenantId} and i.sample_id = ${sampleIds}) order by t.id`,
    ),
    // While a tube was rejected its clock stood still (docs/desk.md#recovery).
    readRows<Pause & { readonly sampleId: string }>(
      tx,
      sql`select p.sample_id, p.from_time as from, p.to_time as to from sample_pause p where p.tenant_id = ${tenantId} and p.sample_id = ${sampleIds} and p.to_time is not null order by p.from_time`,
    ),
    // A courier delivers before the laboratory receives: weeks before count as well.
    readRows<CalendarDay>(
      tx,
      sql`select date::text as date, kind::int as kind, name from work_calendar_day where tenant_id = ${tenantId} and date >= ${from}::date - 60`,
    ),
  );
  return { wanted, siblings, pauses, cycles, calendar: workCalendar(days) };
}
