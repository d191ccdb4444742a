import { taskState, type TaskState } from '#domain/lab/rules/taskState.ts';
import { isOuterKey, isWholeKey, reportState, type ReportState } from '../reportState.ts';
import { isMainKind, reportKind } from '../reportTemplate.ts';
import { waitMode } from '../reportStrategy.ts';

/** A task of a requisition, as its reports know it. */
export interface ReportableTask {
  readonly taskId: string;
  readonly taskState: TaskState;
  /** What it is reported with (`groupKeyOf`), and whether that waits for all of it. */
  readonly groupKey: string;
  readonly waitMode: number;
}
export interface KnownReport {
  readonly reportId: string;
  readonly reportKind: number;
  readonly groupKey: string;
  readonly state: ReportState;
  readonly taskIds: readonly string[];
}
export interface ReportPlan {
  /** Main ones, and supplementary ones of results that came after their report was issued. */
  readonly made: readonly {
    readonly reportKind: 1 | 4;
    readonly groupKey: string;
    readonly state: ReportState;
    readonly taskIds: readonly string[];
  }[];
  readonly changed: readonly {
    readonly reportId: string;
    readonly from: ReportState;
    readonly to: ReportState;
    readonly addedTaskIds: readonly string[];
  }[];
}

const { stopped, voided, audited, issued } = taskState;
const isLiving = ({ taskState: state }: ReportableTask): boolean => state !== stopped && state !== voided;
const isFinal = ({ taskState: state }: ReportableTask): boolean => state === audited || state === issued;
const isOut = (state: ReportState): boolean => state === reportState.issued || state === reportState.recalling;

/** Where a report that is not out stands, by its living tasks; `isAwaited`: a tube that belongs to it has no task yet. */
function standing(state: ReportState, tasks: readonly ReportableTask[], isAwaited: boolean): ReportState {
  if (tasks.length === 0) return reportState.void;
  const isReady = tasks.some(isFinal) && (tasks.some((task) => task.waitMode === waitMode.first) || (!isAwaited && tasks.every(isFinal)));
  if (!isReady) return state === reportState.withdrawn ? state : reportState.incomplete;
  const begins = state === reportState.incomplete || state === reportState.withdrawn || state === reportState.void;
  return begins ? reportState.waiting : state;
}

/**
 * What becomes of a requisition's reports when its tasks have moved (docs/report.md#states). A task keeps the main report it is in; one
 * whose results come after that report is out makes a supplementary one. `isAwaited`: tubes of the requisition have not reached
 * the laboratory, so that what is reported as a whole is not all there.
 */
export function planReports(tasks: readonly ReportableTask[], reports: readonly KnownReport[], isAwaited: boolean): ReportPlan {
  // An annex binds nothing.
  const bound = new Set(
    reports.filter(({ state, reportKind: kind }) => state !== reportState.void && kind !== reportKind.auxiliary).flatMap(({ taskIds }) => taskIds),
  );
  const free = tasks.filter((task) => isLiving(task) && !bound.has(task.taskId));
  const waitsForTubes = (groupKey: string): boolean => isAwaited && isWholeKey(groupKey);
  const isMain = ({ reportKind: kind }: KnownReport): boolean => isMainKind(kind);
  const late = free.filter(
    (task) => isFinal(task) && reports.some((report) => isMain(report) && report.groupKey === task.groupKey && isOut(report.state)),
  );
  const open = reports.find((report) => report.reportKind === reportKind.supplementary && !isOut(report.state));

  const changed = reports
    .filter(({ state, reportKind: kind, groupKey }) => !isOut(state) && kind !== reportKind.auxiliary && !isOuterKey(groupKey))
    .map((report) => {
      const added = report === open ? late : isMain(report) ? free.filter(({ groupKey }) => groupKey === report.groupKey) : [];
      const own = tasks.filter((task) => isLiving(task) && (report.taskIds.includes(task.taskId) || added.includes(task)));
      const to = standing(report.state, own, waitsForTubes(report.groupKey));
      // What was void keeps the tasks it had; a task that went into another report meanwhile is not taken back.
      return {
        reportId: report.reportId,
        from: report.state,
        to,
        addedTaskIds: added.map(({ taskId }) => taskId).filter((id) => !report.taskIds.includes(id)),
      };
    })
    .filter(({ from, to, addedTaskIds }) => from !== to || addedTaskIds.length > 0);

  const known = new Set(reports.filter(isMain).map(({ groupKey }) => groupKey));
  const keys = [...new Set(free.filter(isFinal).map(({ groupKey }) => groupKey))].filter((key) => !known.has(key));
  const made: ReportPlan['made'][number][] = keys.map((groupKey) => {
    const own = free.filter((task) => task.groupKey === groupKey);
    return {
      reportKind: reportKind.regular,
      groupKey,
      state: standing(reportState.incomplete, own, waitsForTubes(groupKey)),
      taskIds: own.map(({ taskId }) => taskId),
    };
  });
  if (late.length > 0 && !open) {
    const no = 1 + reports.filter((report) => report.reportKind === reportKind.supplementary).length;
    made.push({ reportKind: reportKind.supplementary, groupKey: `B${no}`, state: reportState.waiting, taskIds: late.map(({ taskId }) => taskId) });
  }
  return { made, changed };
}
