import { useSearchParams } from 'react-router-dom';
import { beginNode } from '#domain/base/panelTestCycle.ts';
import { fewTasks, labTurnover, missingInTurnover, turnoverDimension, usualTurnover, type TurnoverRow } from '#domain/report/search/turnover.ts';
import { periodScreen } from '#domain/report/search/searchScreens.ts';
import { CountLink } from '#src/resource/CountLink.tsx';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { UsualTimeNotice } from '#src/resource/UsualTimeNotice.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';

/** What the list of tasks is narrowed by as the statistic was. */
const kept = ['laboratoryId', 'panelGroupId', 'commodityId', 'sendSampleClientId'] as const;
const partedBy: Readonly<Record<string, string>> = {
  [turnoverDimension.panelGroup]: 'panelGroupId',
  [turnoverDimension.client]: 'sendSampleClientId',
};

/** A number that opens its tasks: those of its time, and of its part, that are counted or left out. */
function Tasks({ row, isCounted }: { readonly row: TurnoverRow; readonly isCounted: boolean }) {
  const [asked] = useSearchParams();
  const part = partedBy[asked.get('dimension') ?? ''];
  const query = {
    ...Object.fromEntries(kept.map((name) => [name, asked.get(name)])),
    'reportTime.from': row.fromTime,
    'reportTime.to': row.toTime,
    isOpen: '0',
    countedFrom: asked.get('beginNode') ?? String(beginNode.labReceive),
    isCounted: isCounted ? '1' : '0',
    ...(part && row.dimensionId ? { [part]: row.dimensionId } : {}),
  };
  return <CountLink count={isCounted ? row.n : row.leftOut} to={periodScreen} query={query} />;
}

const faint = { isFaint: ({ n }: TurnoverRow): boolean => n < fewTasks } as const;
const cells: Cells<TurnoverRow> = {
  countTime: { width: 120, least: 100 },
  dimensionName: { width: 180, least: 120 },
  n: { width: 90, least: 76, cell: (row) => <Tasks row={row} isCounted /> },
  leftOut: { width: 90, least: 76, cell: (row) => <Tasks row={row} isCounted={false} /> },
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
