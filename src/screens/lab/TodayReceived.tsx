import { chakra } from '@chakra-ui/react';
import { memo, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { dayStart, formatDate } from '#domain/kernel/dates.ts';
import { receivedTodayList, type LabReceiveRow } from '#domain/lab/labRows.ts';
import type { ReceiveStatisticRow } from '#domain/lab/receiptStatistics.ts';
import { CountsFailed } from '#src/console/desk/CountsFailed.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { ListPanel } from '#src/resource/ListPanel.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { actTimeCell } from '#src/ui/ActTime.tsx';
import { MoreOf } from '#src/ui/MoreOf.tsx';

export const receiptCells: Cells<LabReceiveRow> = {
  sampleCode: { width: 110, least: 104 },
  labCode: { width: 190, least: 150 },
  personName: { width: 100, least: 80 },
  commodityNames: { width: 170, least: 130 },
  requisitionCode: { width: 130, least: 104 },
  laboratoryId: { width: 120, least: 88 },
  actionUserName: { width: 90, least: 80 },
};
/** Of today the hour says all; so what is looked at is in sight beside the scan box. */
const todayCells: Cells<LabReceiveRow> = {
  ...receiptCells,
  actTime: { width: 104, least: 96, ...actTimeCell(({ actTime, actServerTime }) => ({ at: actTime, serverTime: actServerTime, isShort: true })) },
};

/** Hangs on nothing of the scan: not drawn anew with each. */
export const TodayReceived = memo(function TodayReceived() {
  const { label } = useText();
  const navigate = useNavigate();
  const today = formatDate(dayStart());
  const statistics = useAsked('GET lab/lab-task/receiveStatistics', {
    size: 500,
    actTimeBegin: `${today} 00:00:00`,
    actTimeEnd: `${today} 23:59:59`,
  });
  const counts = useMemo(() => byCommodity(statistics.data?.records ?? []), [statistics.data]);
  return (
    <chakra.div display="flex" flexDirection="column" gap={2} flex={1} minH="240px">
      <ListPanel
        list={receivedTodayList}
        screen="/sample/todayReceivePage"
        cells={todayCells}
        head={(total) => (
          <chakra.div display="flex" flexWrap="wrap" gap={3} textStyle="dense" color="fg.muted">
            {total === undefined ? null : label(['今日接收 {total} 管', '{total} received today'], { total })}
            <CountsFailed of={statistics} />
            {counts.slice(0, 6).map(([commodity, count]) => (
              <span key={commodity}>
                {commodity} <chakra.strong color="fg">{count}</chakra.strong>
              </span>
            ))}
            {counts.length > 6 ? (
              <span title={counts.map(([commodity, count]) => `${commodity} ${count}`).join('、')}>
                {label(['等 {count} 个产品', '{count} commodities in all'], { count: counts.length })}
              </span>
            ) : null}
            {statistics.data ? (
              <MoreOf
                shown={statistics.data.records.length}
                total={statistics.data.total}
                onMore={() => void navigate('/sample/receivedStatistics')}
              />
            ) : null}
          </chakra.div>
        )}
        emptyText={['今天还没有接收', 'Nothing received today yet']}
      />
    </chakra.div>
  );
});

/** Receipts by commodity, whatever the laboratory; the most frequent first. */
function byCommodity(rows: readonly ReceiveStatisticRow[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { commodityName, receiveCount } of rows) counts.set(commodityName, (counts.get(commodityName) ?? 0) + receiveCount);
  return [...counts].filter(([, count]) => count > 0).toSorted((a, b) => b[1] - a[1]);
}
