import type { Label } from '#domain/kernel/label.ts';
import type { ReceiveStatisticRow } from '#domain/lab/labRows.ts';

/** The most rows that one answer holds. */
export const mostRows = 5_000;

export type Period = Pick<ReceiveStatisticRow, 'countTime' | 'receiveCount' | 'cancelCount'>;

/** One figure a period, whatever the laboratory and product; the oldest first, as time is read. */
export function byPeriod(rows: readonly ReceiveStatisticRow[]): readonly Period[] {
  const periods = new Map<string, Period>();
  for (const { countTime, receiveCount, cancelCount } of rows) {
    const before = periods.get(countTime) ?? { countTime, receiveCount: 0, cancelCount: 0 };
    periods.set(countTime, { countTime, receiveCount: before.receiveCount + receiveCount, cancelCount: before.cancelCount + cancelCount });
  }
  return [...periods.values()].toSorted((one, other) => one.countTime.localeCompare(other.countTime));
}

/** Both ends of a range may lack; the wrong way round it would find nothing and look like an empty year. */
export const rangeProblem = (from: string | undefined, to: string | undefined): Label | null =>
  from && to && to.slice(0, 10) < from.slice(0, 10) ? ['接收时间: 结束早于开始', 'Received: the end lies before the beginning'] : null;
