import { fewTasks, labTurnover, missingInTurnover, usualTurnover, type TurnoverRow } from '#domain/report/search/turnover.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { UsualTimeNotice } from '#src/resource/UsualTimeNotice.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';

const faint = { isFaint: ({ n }: TurnoverRow): boolean => n < fewTasks } as const;
const cells: Cells<TurnoverRow> = {
  countTime: { width: 120, least: 100 },
  dimensionName: { width: 180, least: 120 },
  n: { width: 90, least: 76 },
  leftOut: { width: 90, least: 76 },
  p50: faint,
  p90: faint,
  max: faint,
  inTimeRate: faint,
};

/** 实验室周转百分位: median and P90 of each period, drawn and as rows; each number opens the tasks it counts, or leaves out. */
export function Screen() {
  return (
    <ListingScreen
      list={labTurnover}
      cells={cells}
      missing={missingInTurnover}
      emptyText={['没有发布的报告', 'No report was issued']}
      above={({ query }) => (
        <UsualTimeNotice
          usual={usualTurnover}
          query={query}
          text={['未选时间, 只统计本月({from} 起)发布的报告', 'No time chosen: reports issued this month (since {from}) alone']}
        />
      )}
    />
  );
}
