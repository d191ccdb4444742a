import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { durationText } from '#domain/kernel/duration.ts';
import {
  limitKind,
  missingInPeriods,
  opensBars,
  opensMeasured,
  opensUnmeasured,
  periodStatus,
  reportPeriods,
  usualPeriods,
  type PeriodChart,
  type PeriodRow,
} from '#domain/report/search/reportPeriods.ts';
import { ChartPart } from '#src/console/charts/ChartPart.tsx';
import { ChartToggle } from '#src/console/charts/ChartToggle.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { CountedFigure } from '#src/resource/CountedFigure.tsx';
import { useCountedList } from '#src/resource/useCountedList.ts';
import { UsualTimeNotice } from '#src/resource/UsualTimeNotice.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { useLanguage } from '#src/ui/language.ts';
import { StatusWord } from '#src/ui/Tag.tsx';
import { ChartSection } from '#src/console/charts/ChartSection.tsx';
import { StageBar } from './StageBar.tsx';

function Status({ status }: { readonly status: number | null }) {
  const { label } = useText();
  const word = periodStatus.labelOf(status);
  return word ? <StatusWord tone={status === periodStatus.late ? 'danger' : 'success'}>{label(word)}</StatusWord> : null;
}
const cells: Cells<PeriodRow> = {
  labCode: { width: 200, least: 190, isMono: true },
  personName: { width: 90, least: 76 },
  panelGroupId: { width: 120, least: 90 },
  actuallyConsumeCycle: { width: 240, least: 190, cell: (row) => <StageBar row={row} /> },
  internallyStatus: { width: 96, least: 84, cell: ({ internallyStatus }) => <Status status={internallyStatus} /> },
  externallyStatus: { width: 96, least: 84, cell: ({ externallyStatus }) => <Status status={externallyStatus} /> },
};

/** 报告周期查询: how long each task took in its stages, and how all of them are spread against both limits. */
export function Screen() {
  const [isDrawn, setDrawn] = useState(true);
  return (
    <ListingScreen
      list={reportPeriods}
      cells={cells}
      missing={missingInPeriods}
      emptyText={['没有发布的报告', 'No report was issued']}
      tools={() => <ChartToggle isDrawn={isDrawn} onChange={setDrawn} />}
      above={({ query }) => (
        <>
          <UsualTimeNotice
            usual={usualPeriods}
            query={query}
            text={[
              '未选时间, 只列出近 {days} 天({from} 起)发布的报告',
              'No time chosen: reports issued in the last {days} days (since {from}) alone',
            ]}
          />
          {isDrawn ? <Histogram query={query} /> : null}
        </>
      )}
    />
  );
}

function Histogram({ query }: { readonly query: Readonly<Record<string, string | number>> }) {
  const called = useAsked('GET search/comprehensive-query/report-period-chart', query);
  return (
    <ChartSection called={called} isEmpty={({ count }) => count === 0} emptyText={['没有可计的周期', 'No turnaround to count']}>
      {(data) => <Bars chart={data} query={query} />}
    </ChartSection>
  );
}

/** Each bar in the colours of the limits: within both, over the inner one, over the outer one. */
function Bars({ chart, query }: { readonly chart: PeriodChart; readonly query: Readonly<Record<string, string | number>> }) {
  const { openCounted, opened } = useCountedList(query);
  const { label } = useText();
  const language = useLanguage();
  const { width, bins, count, leftOut, p50, p90, internal, external } = chart;
  const last = bins.at(-1)?.bin ?? 0;
  const first = bins[0]?.bin ?? 0;
  const places = Array.from({ length: last - first + 1 }, (_none, at) => first + at);
  const of = (key: 'inTime' | 'overInternal' | 'overExternal' | 'unlimited'): number[] =>
    places.map((place) => bins.find(({ bin }) => bin === place)?.[key] ?? 0);
  const limit = ({ least, most }: PeriodChart['internal']): string =>
    least === null || most === null
      ? label(['未设', 'none'])
      : least === most
        ? durationText(least, language)
        : `${durationText(least, language)} – ${durationText(most, language)}`;
  const named = (kind: string): string => label(limitKind.labelOf(kind) ?? ['', '']);
  const figures = [
    { key: limitKind.inTime, name: named(limitKind.inTime), tone: 'success' },
    { key: limitKind.overInternal, name: `${named(limitKind.overInternal)} (${limit(internal)})`, tone: 'warning' },
    { key: limitKind.overExternal, name: `${named(limitKind.overExternal)} (${limit(external)})`, tone: 'danger' },
    ...(of('unlimited').some((some) => some > 0) ? [{ key: limitKind.unlimited, name: named(limitKind.unlimited), tone: 'muted' } as const] : []),
  ] as const;
  const placeName = (place: number): string => durationText(place * width, language);
  return (
    <>
      <ChartPart
        label={label(['报告周期分布', 'Spread of turnaround times'])}
        isStacked
        categories={places.map(placeName)}
        series={figures.map(({ key, name, tone }) => ({ name, values: of(key), tone, kind: 'bar' }))}
        onOpen={(category, series) => {
          const [place, figure] = [places[category], figures[series]];
          const bar = bins.find(({ bin }) => bin === place);
          if (place === undefined || !figure || !bar) return;
          const row = { ...bar, cycleFrom: place * width, cycleBelow: (place + 1) * width };
          openCounted(opensBars[figure.key], figure.key, row, `${placeName(place)} – ${placeName(place + 1)} · ${figure.name}`);
        }}
      />
      {opened}
      <chakra.p textStyle="dense" color="fg.muted">
        <CountedFigure onClick={() => openCounted(opensMeasured, 'count', chart, label(['任务数', 'Tasks']))}>
          {label(['{count} 项', '{count} tasks'], { count })}
        </CountedFigure>
        {label([' · 中位数(插值) {p50} · P90(最近秩) {p90}', ' · median (interpolated) {p50} · P90 (nearest rank) {p90}'], {
          p50: p50 === null ? '—' : durationText(Math.round(p50), language),
          p90: p90 === null ? '—' : durationText(p90, language),
        })}
        {leftOut > 0 ? (
          <>
            {' · '}
            <CountedFigure onClick={() => openCounted(opensUnmeasured, 'leftOut', chart, label(['不计', 'Not counted']))}>
              {label(['{count} 项无周期, 不计', '{count} without a cycle are not counted'], { count: leftOut })}
            </CountedFigure>
          </>
        ) : null}
      </chakra.p>
    </>
  );
}
