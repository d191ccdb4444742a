import { missingInTurnover, preTurnover, preTurnoverPeriods, usualTurnover } from '#domain/report/search/turnover.ts';
import { ChartSection } from '#src/console/charts/ChartSection.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { ListChart, ListTotals } from '#src/resource/ListChart.tsx';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { UsualTimeNotice } from '#src/resource/UsualTimeNotice.tsx';

/** 检验前周转百分位: median and P90 of the time before testing by period, above the tasks that are counted. */
export function Screen() {
  return (
    <ListingScreen
      list={preTurnover}
      missing={missingInTurnover}
      emptyText={['没有发布的报告', 'No report was issued']}
      above={({ query }) => (
        <>
          <UsualTimeNotice
            usual={usualTurnover}
            query={query}
            text={['未选时间, 只统计本月({from} 起)发布的报告', 'No time chosen: reports issued this month (since {from}) alone']}
          />
          {missingInTurnover(query) ? null : <Periods query={query} />}
        </>
      )}
    />
  );
}

function Periods({ query }: { readonly query: Readonly<Record<string, string | number>> }) {
  const called = useAsked('GET search/comprehensive-query/preTestingTurnoverPeriods', query);
  return (
    <ChartSection called={called} isEmpty={({ totals }) => totals.n === 0} emptyText={['没有可计的周期', 'No turnaround to count']}>
      {({ chart, totals }) => (
        <>
          <ListChart list={preTurnoverPeriods} points={chart} isStale={called.isStale} />
          <ListTotals list={preTurnoverPeriods} totals={totals} />
        </>
      )}
    </ChartSection>
  );
}
