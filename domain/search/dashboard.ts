import type { RowOf } from '#domain/kernel/contract.ts';
import { addDays, formatDateTime, toMs } from '#domain/kernel/dates.ts';
import type { dashboardFigures } from './dashboardContracts.ts';

/** The figures of the day, for the charts of the home pages. What the asking person may not see is null. */
export type DashboardFigures = RowOf<typeof dashboardFigures>;

const hour = 3_600_000;
const waits = { h4: [0, 4], d1: [4, 24], d3: [24, 72], more: [72, null] } as const satisfies Record<
  string,
  readonly [from: number, to: number | null]
>;
export type WaitingBucket = keyof typeof waits;
/** How long something waits: under 4 hours, under a day, under three days, longer. */
export const waitingBuckets: readonly WaitingBucket[] = ['h4', 'd1', 'd3', 'more'];
/** From here on it is overdue. */
export const overdueBuckets: ReadonlySet<WaitingBucket> = new Set(['d3', 'more']);

/** First and last second (yyyy-MM-dd HH:mm:ss) of a stretch of time that a figure counts; absent: open. */
export interface CountedSpan {
  readonly fromTime?: string;
  readonly toTime?: string;
}
/** When something was received that waits so long at a moment. */
export function spanOfWait(bucket: WaitingBucket, at: string): CountedSpan {
  const [least, most] = waits[bucket];
  const ago = (hours: number): number => toMs(at) - hours * hour;
  return {
    ...(most === null ? {} : { fromTime: formatDateTime(ago(most) + 1_000) }),
    ...(least === 0 ? {} : { toTime: formatDateTime(ago(least)) }),
  };
}
/** Beside a day stands the same weekday a week ago. */
export const weekDays = 7;
/** An hour of the day of a moment, or of one some days before. */
export function spanOfHour(place: number, at: string, daysBefore: number): CountedSpan {
  const from = `${addDays(at.slice(0, 10), -daysBefore)} ${String(place).padStart(2, '0')}`;
  return { fromTime: `${from}:00:00`, toTime: `${from}:59:59` };
}
