import { chakra } from '@chakra-ui/react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { choices } from '#domain/kernel/choices.ts';
import { choice, dateTime, ref, type Fields } from '#domain/kernel/fields.ts';
import type { ReceiveStatisticRow } from '#domain/lab/labRows.ts';
import { useCall } from '#src/console/desk/useCall.ts';
import { ScreenTitle } from '#src/console/ScreenTitle.tsx';
import { useText } from '#src/console/useText.ts';
import { DataTable } from '#src/ui/DataTable.tsx';
import { SearchForm } from '#src/ui/SearchForm.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import type { TableColumn } from '#src/ui/table/column.ts';
import { byPeriod, mostRows, rangeProblem } from './receivedPeriods.ts';

// The drawing of charts is large: it comes with the first chart.
const FigureChart = lazy(() => import('#src/console/FigureChart.tsx').then((made) => ({ default: made.FigureChart })));

const timeType = choices({
  measure_day: ['measure_day', '按日', 'By day'],
  measure_week: ['measure_week', '按周', 'By week'],
  measure_month: ['measure_month', '按月', 'By month'],
  measure_year: ['measure_year', '按年', 'By year'],
});
const fields: Fields = {
  timeType: choice('统计周期', 'Period', timeType),
  actTime: dateTime('接收时间', 'Received'),
  laboratoryId: ref('检验所', 'Laboratory', 'laboratory'),
};
const columns: readonly TableColumn<ReceiveStatisticRow>[] = [
  { key: 'countTime', title: ['时间', 'Period'], width: 130 },
  { key: 'laboratoryName', title: ['检验所', 'Laboratory'], width: 200 },
  { key: 'commodityName', title: ['产品', 'Commodity'], width: 260 },
  { key: 'receiveCount', title: ['接收', 'Received'], width: 110, align: 'end' },
  { key: 'cancelCount', title: ['取消', 'Taken back'], width: 110, align: 'end' },
];
const Card = chakra('section', { base: { bg: 'bg.panel', border: 'hairline', borderRadius: 'md', p: 3, minW: 0 } });

/** 接收统计: what the lab's door took in by day, week, month or year, drawn and as rows by laboratory and commodity. */
export function Screen() {
  const { label } = useText();
  const [search, setSearch] = useState<Readonly<Record<string, string>>>({ timeType: 'measure_day' });
  const problem = rangeProblem(search['actTime.from'], search['actTime.to']);
  const { data, isStale, failure, retry } = useCall<readonly ReceiveStatisticRow[]>(
    'lab',
    'lab-task/receiveStatistics',
    {
      timeType: search['timeType'] || 'measure_day',
      actTimeBegin: search['actTime.from'] || undefined,
      actTimeEnd: search['actTime.to'] || undefined,
      laboratoryId: search['laboratoryId'] || undefined,
    },
    problem === null,
  );
  const periods = useMemo(() => byPeriod(data ?? []), [data]);
  const received = periods.reduce((sum, { receiveCount }) => sum + receiveCount, 0);
  const cancelled = periods.reduce((sum, { cancelCount }) => sum + cancelCount, 0);
  return (
    <chakra.div display="flex" flexDirection="column" gap={3} h="full" minH={0} overflow="auto">
      <ScreenTitle />
      <Card>
        <SearchForm screen="/sample/receivedStatistics" fields={fields} values={search} onSearch={setSearch} />
        {problem ? (
          <chakra.p role="alert" textStyle="dense" color="danger.text">
            {label(problem)}
          </chakra.p>
        ) : null}
      </Card>
      <Card aria-label={label(['接收统计图', 'Receipts, drawn'])} aria-busy={isStale}>
        <chakra.p textStyle="dense" color="fg.muted" data-sum>
          {label(
            [
              '共接收 {received}, 取消 {cancelled}; 一管有多个产品时各计一次',
              '{received} received, {cancelled} taken back; a tube of several products counts for each',
            ],
            {
              received,
              cancelled,
            },
          )}
        </chakra.p>
        {failure ? (
          <StateView state="failed" failure={failure} onRetry={retry} />
        ) : data === undefined ? (
          <StateView state="loading" />
        ) : periods.length === 0 ? (
          <StateView state="empty" text={['这段时间没有接收', 'Nothing was received in this time']} />
        ) : (
          <Suspense fallback={<StateView state="loading" />}>
            <FigureChart
              label={label(['接收统计', 'Receipt statistics'])}
              categories={periods.map(({ countTime }) => countTime)}
              series={[
                { name: label(['接收', 'Received']), values: periods.map(({ receiveCount }) => receiveCount), tone: 'accent', kind: 'bar' },
                { name: label(['取消', 'Taken back']), values: periods.map(({ cancelCount }) => cancelCount), tone: 'warning', kind: 'line' },
              ]}
            />
          </Suspense>
        )}
      </Card>
      <Card display="flex" flexDirection="column" minH="300px" flex={1}>
        {data && data.length >= mostRows ? (
          <chakra.p textStyle="dense" color="warning.text" mb={1}>
            {label(['只列出最近的 {count} 行, 请缩小时间或选择检验所', 'Only the newest {count} rows; narrow the time or choose a laboratory'], {
              count: mostRows,
            })}
          </chakra.p>
        ) : null}
        <DataTable<ReceiveStatisticRow>
          label={['接收统计', 'Receipt statistics']}
          screen="/sample/receivedStatistics"
          columns={columns}
          extent="whole"
          rows={failure ? [] : data}
          rowKey={({ countTime, laboratoryName, commodityName }) => `${countTime} ${laboratoryName} ${commodityName}`}
          isStale={isStale}
          failure={failure}
          onRetry={retry}
          emptyText={['这段时间没有接收', 'Nothing was received in this time']}
        />
      </Card>
    </chakra.div>
  );
}
