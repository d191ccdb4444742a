import { beginNode, dateModel } from '#domain/base/panelTestCycle.ts';
import {
  dueTime,
  pausedDue,
  type CycleNodes,
  type CycleRule,
  type CycleStep,
  type DueTime,
  type Pause,
  type WorkCalendar,
} from '#domain/base/workCalendar.ts';

/** A row of the test cycles, for one panel in the laboratory that tests; minutes. */
export interface PanelCycle {
  readonly panelId: string;
  readonly beginNode: number;
  readonly dateModel: number;
  readonly internalTestCycle: number;
  readonly externalTestCycle: number;
}
/** What the laboratory promises for the commodity as a whole; minutes, null where it says nothing. */
export interface CommodityCycle {
  readonly internalTestCycle: number | null;
  readonly externalTestCycle: number | null;
}
/** A due time with the cycle it comes from. */
export interface RuledDueTime extends DueTime {
  readonly rule: CycleRule;
}
export interface TaskDue {
  /** When the laboratory wants it done; null: no cycle is set. Its `dueTime` is null where its clock has not begun. */
  readonly internal: RuledDueTime | null;
  /** What was promised to the client. */
  readonly external: RuledDueTime | null;
}
type Side = 'internal' | 'external';

/** A client waits from when the tube was handed to the courier, the laboratory counts from when it has it. */
const nodeOfSide: Readonly<Record<Side, number>> = { internal: beginNode.labReceive, external: beginNode.logistics };

function cycleOf(panelId: string, cycles: readonly PanelCycle[], side: Side): PanelCycle | undefined {
  const own = cycles.filter((cycle) => cycle.panelId === panelId);
  return own.find((cycle) => cycle.beginNode === nodeOfSide[side]) ?? own[0];
}

/**
 * When a task is due (docs/lab.md#due-times): by the cycle of each of its panels, of which the latest counts; for panels without
 * a cycle by what the laboratory promises for the commodity, from its receipt on in working days; else there is no due time.
 */
export function taskDue(
  panelIds: readonly string[],
  cycles: readonly PanelCycle[],
  commodity: CommodityCycle | null,
  nodes: CycleNodes,
  calendar: WorkCalendar,
  pauses: readonly Pause[] = [],
): TaskDue {
  const dueOf = (side: Side): RuledDueTime | null => {
    const promised = commodity?.[`${side}TestCycle`] ?? null;
    const fallback =
      promised === null ? null : { beginNode: beginNode.labReceive, dateModel: dateModel.workingDays, cycle: promised, cutOffHour: null };
    const dues = panelIds.flatMap((panelId) => {
      const own = cycleOf(panelId, cycles, side);
      const rule = own ? { beginNode: own.beginNode, dateModel: own.dateModel, cycle: own[`${side}TestCycle`], cutOffHour: null } : fallback;
      return rule ? [{ ...dueTime(nodes, rule, calendar, pauses), rule }] : [];
    });
    return dues.toSorted((one, other) => (other.dueTime ?? '').localeCompare(one.dueTime ?? ''))[0] ?? null;
  };
  return { internal: dueOf('internal'), external: dueOf('external') };
}

/** What a task keeps of how its due times came about. */
export interface FrozenDue {
  readonly dateModel: number | null;
  readonly internalTestCycle: number | null;
  readonly externalTestCycle: number | null;
  readonly internalDueTime: string | null;
  readonly externalDueTime: string | null;
  readonly dueSteps: {
    readonly internal: readonly CycleStep[];
    readonly external: readonly CycleStep[];
    /** Which days each side counts; tasks of before have one for both, `dateModel`. */
    readonly models?: Partial<Readonly<Record<Side, number>>>;
  } | null;
}
/** Due times after a pause: frozen as they were, moved by it (docs/lab.md#due-times). */
export function resumedDue(
  due: FrozenDue,
  pause: Pause,
  calendar: WorkCalendar,
): Pick<FrozenDue, 'internalDueTime' | 'externalDueTime' | 'dueSteps'> {
  const moved = (side: Side): DueTime | null => {
    const [time, cycle] = [due[`${side}DueTime`], due[`${side}TestCycle`]];
    const model = due.dueSteps?.models?.[side] ?? due.dateModel;
    return time === null || model === null ? null : pausedDue(time, pause, { dateModel: model, cycle: cycle ?? 0 }, calendar);
  };
  const [internal, external] = [moved('internal'), moved('external')];
  return {
    internalDueTime: internal?.dueTime ?? due.internalDueTime,
    externalDueTime: external?.dueTime ?? due.externalDueTime,
    dueSteps: due.dueSteps && {
      ...due.dueSteps,
      internal: [...due.dueSteps.internal, ...(internal?.steps ?? [])],
      external: [...due.dueSteps.external, ...(external?.steps ?? [])],
    },
  };
}
