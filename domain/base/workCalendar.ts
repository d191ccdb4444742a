import { choices } from '#domain/kernel/choices.ts';
import { addDays, formatDateTime, toMs } from '#domain/kernel/dates.ts';
import type { Label } from '#domain/kernel/label.ts';
import { beginNode, dateModel } from './panelTestCycle.ts';

/** How a day differs from the ordinary week. */
export const calendarKind = choices({
  holiday: [1, '休息日', 'Day off'],
  workday: [2, '调休上班', 'Make-up workday'],
});

/** A day that is not what its weekday says, `yyyy-MM-dd`. */
export interface CalendarDay {
  readonly date: string;
  /** calendarKind. */
  readonly kind: number;
  readonly name: string;
}
/** The days that differ from the ordinary week, by date. */
export type WorkCalendar = ReadonlyMap<string, CalendarDay>;

export const workCalendar = (days: readonly CalendarDay[]): WorkCalendar => new Map(days.map((day) => [day.date, day]));

const minuteMs = 60_000;
/** Years on end without a working day are a broken calendar, not a cycle. */
const mostDays = 4000;

/** Monday 1 ... Sunday 7 of a business date. */
export const weekdayOf = (date: string): number => ((Math.floor((toMs(date.slice(0, 10)) + 8 * 3_600_000) / 86_400_000) + 3) % 7) + 1;

/** True where people work on that day: as the calendar says, else Monday to Friday. */
export function isWorkingDay(date: string, calendar: WorkCalendar): boolean {
  const special = calendar.get(date.slice(0, 10));
  return special ? special.kind === calendarKind.workday : weekdayOf(date) <= 5;
}

/** A stretch in which the clock stands still (a stopped or rejected sample), `yyyy-MM-dd HH:mm:ss`. */
export interface Pause {
  readonly from: string;
  readonly to: string;
}

/**
 * Minutes between two moments (docs/forms.md#calculators): a day that counts has 24 hours, one that does not has none.
 * `model` is dateModel; pauses may overlap each other and count once. 0 where `end` is not after `start`.
 */
export function consumedMinutes(start: string, end: string, model: number, calendar: WorkCalendar, pauses: readonly Pause[] = []): number {
  const running = withoutPauses([{ from: toMs(start), to: toMs(end) }], pauses);
  return Math.floor(running.reduce((sum, { from, to }) => sum + countedMs(from, to, model, calendar), 0) / minuteMs);
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}
function withoutPauses(stretches: readonly Stretch[], pauses: readonly Pause[]): readonly Stretch[] {
  let left = stretches.filter(({ from, to }) => to > from);
  for (const pause of pauses) {
    const [from, to] = [toMs(pause.from), toMs(pause.to)];
    if (to <= from) continue;
    left = left.flatMap((stretch) =>
      [
        { from: stretch.from, to: Math.min(stretch.to, from) },
        { from: Math.max(stretch.from, to), to: stretch.to },
      ].filter((one) => one.to > one.from),
    );
  }
  return left;
}

function countedMs(from: number, to: number, model: number, calendar: WorkCalendar): number {
  let sum = 0;
  for (let at = from; at < to;) {
    const day = formatDateTime(at).slice(0, 10);
    const next = Math.min(to, toMs(addDays(day, 1)));
    if (counts(day, model, calendar)) sum += next - at;
    at = next;
  }
  return sum;
}

const counts = (day: string, model: number, calendar: WorkCalendar): boolean => model === dateModel.calendarDays || isWorkingDay(day, calendar);

/** What a cycle is made of (docs/contract.md#turnaround). */
export interface CycleRule {
  /** beginNode. */
  readonly beginNode: number;
  /** dateModel. */
  readonly dateModel: number;
  /** Minutes. */
  readonly cycle: number;
  /** Hour of the day from which a sample counts for the next day; null: none. */
  readonly cutOffHour: number | null;
}
/** The moments a cycle can begin with; null: not yet. */
export interface CycleNodes {
  /** Arrival by courier. */
  readonly receiveTime: string | null;
  readonly labReceiveTime: string | null;
}
/** One step of the reckoning, for people. */
export interface CycleStep {
  readonly text: Label;
  readonly params: Readonly<Record<string, string | number | Label>>;
}
export interface DueTime {
  /** From when it counts; null: its node has not happened. */
  readonly beginTime: string | null;
  readonly dueTime: string | null;
  readonly steps: readonly CycleStep[];
}

const steps = {
  waiting: ['{node}尚未发生，未起算', '{node} has not happened, nothing counts yet'],
  begin: ['起算：{node} {time}', 'Counts from: {node} {time}'],
  cutOff: ['已过截止时间 {hour}:00，自次日 00:00 起算', 'Past the cut-off of {hour}:00, counts from 00:00 of the next day'],
  skipped: ['{from} 至 {to} 不计（{names}）', '{from} to {to} does not count ({names})'],
  paused: ['暂停 {from} 至 {to}，顺延', 'Paused {from} to {to}, moved on'],
  due: ['计满 {minutes} 分钟：{time}', '{minutes} minutes are over at {time}'],
} as const satisfies Record<string, Label>;
const weekend: Label = ['周末', 'weekend'];

/** When a sample is due, and why, step by step. Throws RangeError for a calendar without working days. */
export function dueTime(nodes: CycleNodes, rule: CycleRule, calendar: WorkCalendar, pauses: readonly Pause[] = []): DueTime {
  const node = beginNode.labelOf(rule.beginNode) ?? ['', ''];
  const happened = rule.beginNode === beginNode.logistics ? nodes.receiveTime : nodes.labReceiveTime;
  if (happened === null) return { beginTime: null, dueTime: null, steps: [{ text: steps.waiting, params: { node } }] };
  const said: CycleStep[] = [{ text: steps.begin, params: { node, time: happened } }];
  const isLate = rule.cutOffHour !== null && Number(happened.slice(11, 13)) >= rule.cutOffHour;
  if (isLate) said.push({ text: steps.cutOff, params: { hour: rule.cutOffHour ?? 0 } });
  const beginTime = isLate ? `${addDays(happened, 1)} 00:00:00` : happened;

  const stops = pauses.filter(({ from, to }) => to > from && to > beginTime).toSorted((a, b) => a.from.localeCompare(b.from));
  for (const { from, to } of stops) said.push({ text: steps.paused, params: { from, to } });
  let leftMs = Math.round(rule.cycle * minuteMs);
  let at = toMs(beginTime);
  let skippedFrom: string | null = null;
  const names = new Set<string>();
  const endSkipping = (before: string): void => {
    if (skippedFrom === null) return;
    const known = [...names].join('、');
    said.push({ text: steps.skipped, params: { from: skippedFrom, to: addDays(before, -1), names: known === '' ? weekend : known } });
    skippedFrom = null;
    names.clear();
  };
  for (let days = 0; leftMs > 0; days++) {
    if (days > mostDays) throw new RangeError('no working day in the calendar');
    const day = formatDateTime(at).slice(0, 10);
    const next = toMs(addDays(day, 1));
    if (!counts(day, rule.dateModel, calendar)) {
      skippedFrom ??= day;
      const name = calendar.get(day)?.name;
      if (name) names.add(name);
      at = next;
      continue;
    }
    endSkipping(day);
    const running = withoutPauses([{ from: at, to: next }], stops);
    for (const { from, to } of running) {
      at = Math.min(to, from + leftMs);
      leftMs -= at - from;
      if (leftMs === 0) break;
    }
    if (leftMs > 0) at = next;
  }
  const due = formatDateTime(at);
  said.push({ text: steps.due, params: { minutes: rule.cycle, time: due } });
  return { beginTime, dueTime: due, steps: said };
}

/**
 * A due time moved on by a pause that lies before it: what was left of the cycle when the clock stopped is left when it runs again. One that
 * was over by then stays. The steps tell of it.
 */
export function pausedDue(due: string, pause: Pause, rule: Pick<CycleRule, 'dateModel' | 'cycle'>, calendar: WorkCalendar): DueTime {
  if (pause.to <= pause.from || due <= pause.from) return { beginTime: null, dueTime: due, steps: [] };
  const leftMs = countedMs(toMs(pause.from), toMs(due), rule.dateModel, calendar);
  const rest: CycleRule = { beginNode: beginNode.labReceive, dateModel: rule.dateModel, cycle: leftMs / minuteMs, cutOffHour: null };
  const moved = dueTime({ receiveTime: null, labReceiveTime: pause.to }, rest, calendar).dueTime ?? due;
  const { from, to } = pause;
  return {
    beginTime: null,
    dueTime: moved,
    steps: [
      { text: steps.paused, params: { from, to } },
      { text: steps.due, params: { minutes: rule.cycle, time: moved } },
    ],
  };
}
