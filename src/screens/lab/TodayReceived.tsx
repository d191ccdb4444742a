import { chakra } from '@chakra-ui/react';
import { memo, useMemo } from 'react';
import { formatDate } from '#domain/kernel/dates.ts';
import type { LabReceiveRow, ReceiveStatisticRow } from '#domain/lab/labRows.ts';
import { PagedTable } from '#src/console/desk/PagedTable.tsx';
import { useCall } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { actTimeColumn } from '#src/ui/ActTime.tsx';
import type { TableColumn } from '#src/ui/table/column.ts';

const received = (isShort: boolean): TableColumn<LabReceiveRow> =>
  actTimeColumn({ key: 'actTime', title: ['接收时间', 'Received at'], width: isShort ? 104 : 160 }, ({ actTime, actServerTime }) => ({
    at: actTime,
    serverTime: actServerTime,
    isShort,
  }));

export const receiveColumns: readonly TableColumn<LabReceiveRow>[] = [
  { key: 'sampleCode', title: ['样本条码', 'Sample'], width: 110, least: 104, isMono: true },
  { key: 'labCode', title: ['实验室编号', 'Lab code'], width: 190, isMono: true },
  { key: 'personName', title: ['姓名', 'Name'], width: 80 },
  { key: 'commodityNames', title: ['产品', 'Commodities'], width: 170, least: 130 },
  received(false),
  { key: 'requisitionCode', title: ['申请单条码', 'Requisition'], width: 130, least: 104, isMono: true },
  { key: 'laboratoryName', title: ['检验所', 'Laboratory'], width: 120, least: 88 },
  { key: 'actionUserName', title: ['接收人', 'By'], width: 80 },
];
/** Of today the hour says all; so what is looked at is in sight beside the scan box. */
const todayColumns = receiveColumns.map((column): TableColumn<LabReceiveRow> => (column.key === 'actTime' ? received(true) : column));

/** Hangs on nothing of the scan: not drawn anew with each. */
export const TodayReceived = memo(function TodayReceived() {
  const { label } = useText();
  const statistics = useCall<readonly ReceiveStatisticRow[]>('lab', 'lab-task/receiveStatistics');
  const counts = useMemo(() => receivedToday(statistics.data ?? []), [statistics.data]);
  return (
    <chakra.div display="flex" flexDirection="column" gap={2} flex={1} minH="240px">
      <PagedTable<LabReceiveRow>
        label={['今日接收', 'Received today']}
        screen="/sample/todayReceivePage"
        service="lab"
        path="lab-task/today-receive-page"
        head={(total) => (
          <chakra.div display="flex" flexWrap="wrap" gap={3} textStyle="dense" color="fg.muted">
            {total === undefined ? null : label(['今日接收 {total} 管', '{total} received today'], { total })}
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
          </chakra.div>
        )}
        columns={todayColumns}
        rowKey={(row) => row.recordId}
        emptyText={['今天还没有接收', 'Nothing received today yet']}
      />
    </chakra.div>
  );
});

/** Today's receipts by commodity, whatever the laboratory; the most frequent first. */
function receivedToday(rows: readonly ReceiveStatisticRow[]): readonly (readonly [string, number])[] {
  const today = formatDate(Date.now());
  const counts = new Map<string, number>();
  for (const { countTime, commodityName, receiveCount } of rows)
    if (countTime === today) counts.set(commodityName, (counts.get(commodityName) ?? 0) + receiveCount);
  return [...counts].toSorted((a, b) => b[1] - a[1]);
}
