import { toMs } from '#domain/kernel/dates.ts';
import { consumedMinutes, type Pause, type WorkCalendar } from '#domain/base/workCalendar.ts';

/** What is known of a task whose report is out. Times `yyyy-MM-dd HH:mm:ss`. */
export interface ReportedTask {
  readonly samplingTime: string | null;
  readonly receiveTime: string | null;
  readonly labReceiveTime: string;
  readonly secondAuditTime: string;
  /** Of the first issue: amendments do not change it. */
  readonly reportTime: string;
  /** As frozen with the task; null: no cycle was set. */
  readonly dateModel: number | null;
  /** From when its clock ran. */
  readonly beginTime: string;
  /** Minutes. */
  readonly internalTestCycle: number | null;
  readonly externalTestCycle: number | null;
  readonly internalDueTime: string | null;
  readonly externalDueTime: string | null;
  readonly pauses: readonly Pause[];
}
/** How long a task took; minutes, null where it cannot be told. */
export interface Turnaround {
  readonly actuallyConsumeCycle: number | null;
  readonly exceedInternal: number | null;
  readonly exceedExternal: number | null;
  /** 1: it took longer than its cycle. */
  readonly internallyStatus: 0 | 1 | null;
  readonly externallyStatus: 0 | 1 | null;
  readonly internalOverdueTime: string | null;
  readonly externalOverdueTime: string | null;
  /** Sampling to receipt by the laboratory, calendar. */
  readonly preTestingCycle: number | null;
  /** Second audit to issue, calendar. */
  readonly reportingCycle: number;
}

const minutesBetween = (from: string, to: string): number => Math.floor((toMs(to) - toMs(from)) / 60_000);

/** The times of a reported task (docs/report.md#turnaround): by the cycle's own days, pauses out of it. */
export function turnaroundOf(task: ReportedTask, calendar: WorkCalendar): Turnaround {
  const consumed = task.dateModel === null ? null : consumedMinutes(task.beginTime, task.reportTime, task.dateModel, calendar, task.pauses);
  const exceeding = (cycle: number | null): number | null => (consumed === null || cycle === null ? null : Math.max(0, consumed - cycle));
  const [internal, external] = [exceeding(task.internalTestCycle), exceeding(task.externalTestCycle)];
  const status = (exceeded: number | null): 0 | 1 | null => (exceeded === null ? null : exceeded > 0 ? 1 : 0);
  return {
    actuallyConsumeCycle: consumed,
    exceedInternal: internal,
    exceedExternal: external,
    internallyStatus: status(internal),
    externallyStatus: status(external),
    internalOverdueTime: task.internalDueTime,
    externalOverdueTime: task.externalDueTime,
    preTestingCycle: task.samplingTime === null ? null : minutesBetween(task.samplingTime, task.labReceiveTime),
    reportingCycle: minutesBetween(task.secondAuditTime, task.reportTime),
  };
}
