import { useLocation, useSearchParams } from 'react-router-dom';
import { notReceivedScreens } from '#domain/sample/notReceived/notReceivedChoices.ts';
import { notReceivedGroup, notReceivedStatistics, usualAwaited, type NotReceivedStatisticRow } from '#domain/sample/notReceived/notReceivedRows.ts';
import { CountLink } from '#src/resource/CountLink.tsx';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { UsualTimeNotice } from '#src/resource/UsualTimeNotice.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';

/** What the list is narrowed by as the statistic was. */
const kept = ['sendSampleClientId', 'laboratoryId', 'commodityId', 'agentId', 'salesmanId', 'provinceName'] as const;
const partedBy: Readonly<Record<string, (typeof kept)[number]>> = {
  [notReceivedGroup.laboratory]: 'laboratoryId',
  [notReceivedGroup.client]: 'sendSampleClientId',
  [notReceivedGroup.agent]: 'agentId',
  [notReceivedGroup.province]: 'provinceName',
  [notReceivedGroup.salesman]: 'salesmanId',
  [notReceivedGroup.commodity]: 'commodityId',
};

/** A number that opens what is missing. */
function Missing({ row }: { readonly row: NotReceivedStatisticRow }) {
  const [asked] = useSearchParams();
  const { pathname } = useLocation();
  const part = partedBy[asked.get('groupBy') ?? ''];
  const query = {
    ...Object.fromEntries(kept.map((name) => [name, asked.get(name)])),
    ...(part && row.groupId ? { [part]: row.groupId } : {}),
    'expectTime.from': row.fromTime,
    'expectTime.to': row.toTime,
  };
  const to = pathname === notReceivedScreens.labStatistic ? notReceivedScreens.lab : notReceivedScreens.arrival;
  return <CountLink count={row.notReceiveCount} to={to} query={query} />;
}
const cells: Cells<NotReceivedStatisticRow> = {
  countTime: { width: 110, least: 96 },
  groupName: { width: 170, least: 110 },
  notReceiveCount: { width: 90, least: 76, cell: (row) => <Missing row={row} /> },
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
