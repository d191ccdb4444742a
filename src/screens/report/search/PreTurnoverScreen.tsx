import { chakra } from '@chakra-ui/react';
import { durationText } from '#domain/kernel/duration.ts';
import {
  missingInTurnover,
  opensPreLeftOut,
  opensPreTurnover,
  preTurnover,
  usualTurnover,
  type PreTurnoverChart,
} from '#domain/report/search/turnover.ts';
import { ChartPart } from '#src/console/charts/ChartPart.tsx';
import { ChartSection } from '#src/console/charts/ChartSection.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { CountedFigure } from '#src/resource/CountedFigure.tsx';
import { useCountedList } from '#src/resource/useCountedList.ts';
import { UsualTimeNotice } from '#src/resource/UsualTimeNotice.tsx';
import { useLanguage } from '#src/ui/language.ts';

/** 检验前周转百分位: median and P90 of the time before testing by period, above the tasks that are counted. */
export function Screen() {
  return (
    <ListingScreen
      list={preTurnover}
      missing={missingInTurnover}
      emptyText={['没有发布的报告', 'No report was issued']}
      above={({ query }) =>
        missingInTurnover(query) ? null : (
          <>
            <UsualTimeNotice
              usual={usualTurnover}
              query={query}
              text={['未选时间, 只统计本月({from} 起)发布的报告', 'No time chosen: reports issued this month (since {from}) alone']}
            />
            <Periods query={query} />
          </>
        )
      }
    />
  );
}

function Periods({ query }: { readonly query: Readonly<Record<string, string | number>> }) {
  const called = useAsked('GET search/comprehensive-query/preTestingTurnoverChart', query);
  return (
    <ChartSection called={called} isEmpty={({ summary }) => summary.n === 0} emptyText={['没有可计的周期', 'No turnaround to count']}>
      {(data) => <Lines chart={data} query={query} />}
    </ChartSection>
  );
}

/** Both percentiles by period in minutes; a period in which nothing could be counted has no point. */
function Lines({
  chart: { periods, summary },
  query,
}: {
  readonly chart: PreTurnoverChart;
  readonly query: Readonly<Record<string, string | number>>;
}) {
  const { label } = useText();
  const language = useLanguage();
  const { openCounted, opened } = useCountedList(query);
  const drawn = periods.filter(({ n }) => n > 0);
  const told = (minutes: number | null): string => (minutes === null ? '—' : durationText(minutes, language));
  return (
    <>
      <ChartPart
        label={label(['检验前周转百分位 (分钟)', 'Pre-testing turnaround percentiles (minutes)'])}
        categories={drawn.map(({ countTime }) => countTime)}
        series={[
          { name: label(['中位数(插值)', 'Median (interpolated)']), values: drawn.map(({ p50 }) => p50 ?? 0), tone: 'accent', kind: 'line' },
          { name: label(['P90(最近秩)', 'P90 (nearest rank)']), values: drawn.map(({ p90 }) => p90 ?? 0), tone: 'warning', kind: 'line' },
        ]}
        onOpen={(at) => {
          const point = drawn[at];
          if (point) openCounted(opensPreTurnover, 'n', point, `${point.countTime} · ${label(['任务数', 'Tasks'])}`);
        }}
      />
      {opened}
      <chakra.p textStyle="dense" color="fg.muted">
        <CountedFigure onClick={() => openCounted(opensPreTurnover, 'n', summary, label(['任务数', 'Tasks']))}>
          {label(['{count} 项', '{count} tasks'], { count: summary.n })}
        </CountedFigure>
        {label(
          [' · 中位数(插值) {p50} · P90(最近秩) {p90} · 最长 {max}', ' · median (interpolated) {p50} · P90 (nearest rank) {p90} · longest {max}'],
          { p50: told(summary.p50), p90: told(summary.p90), max: told(summary.max) },
        )}
        {summary.leftOut > 0 ? (
          <>
            {' · '}
            <CountedFigure onClick={() => openCounted(opensPreLeftOut, 'leftOut', summary, label(['不计', 'Not counted']))}>
              {label(['{count} 项时间不全, 不计', '{count} without both times are not counted'], { count: summary.leftOut })}
            </CountedFigure>
          </>
        ) : null}
      </chakra.p>
    </>
  );
}
