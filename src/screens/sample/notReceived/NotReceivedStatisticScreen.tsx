import { useLocation } from 'react-router-dom';
import { notReceivedStatistics, usualAwaited, type NotReceivedStatisticRow } from '#domain/sample/notReceived/notReceivedRows.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { UsualTimeNotice } from '#src/resource/UsualTimeNotice.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';

const cells: Cells<NotReceivedStatisticRow> = {
  countTime: { width: 110, least: 96 },
  groupName: { width: 170, least: 110 },
};

/** 应到未到统计 and 实验室未收统计: in time, late and missing by period, drawn and as rows. */
export function Screen() {
  const { pathname } = useLocation();
  const screen = notReceivedStatistics.screens?.find(({ route }) => route === pathname) ?? notReceivedStatistics.screens?.[0];
  if (!screen) return null;
  return (
    <ListingScreen
      key={screen.route}
      list={notReceivedStatistics}
      screen={screen}
      cells={cells}
      emptyText={['这段时间没有应到的样本', 'Nothing was awaited in this time']}
      above={({ query }) => (
        <UsualTimeNotice
          usual={usualAwaited}
          query={query}
          text={['未选时间, 只统计本月({from} 起)应到的样本', 'No time chosen: what is awaited this month (since {from}) alone']}
        />
      )}
    />
  );
}
