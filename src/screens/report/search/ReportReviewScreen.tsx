import { useState } from 'react';
import { opensPeople, reportReviews, usualReviews, type ReviewRow } from '#domain/report/search/reportReviews.ts';
import { ChartPart } from '#src/console/charts/ChartPart.tsx';
import { ChartToggle } from '#src/console/charts/ChartToggle.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { useCountedList } from '#src/resource/useCountedList.ts';
import { UsualTimeNotice } from '#src/resource/UsualTimeNotice.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { Tag } from '#src/ui/Tag.tsx';
import { ChartSection } from '#src/console/charts/ChartSection.tsx';

function Auto({ isAuto }: Pick<ReviewRow, 'isAuto'>) {
  const { label } = useText();
  return isAuto === 1 ? <Tag tone="info">{label(['自动', 'By itself'])}</Tag> : null;
}
const cells: Cells<ReviewRow> = {
  reportNo: { width: 150, least: 120, isMono: true },
  versionNo: { width: 64, least: 52, align: 'end' },
  auditorId: { width: 110, least: 84 },
  isAuto: { width: 92, least: 76, cell: (row) => <Auto {...row} /> },
  reviewMinutes: { width: 120, least: 96, align: 'end' },
  checkerOne: { width: 90, least: 76 },
  checkerTwo: { width: 90, least: 76 },
  personName: { width: 90, least: 76 },
  sampleCodes: { width: 130, least: 110, isMono: true },
};

/** 报告审核查询: who released what and how long after the second audit, and how much each person did. */
export function Screen() {
  const [isDrawn, setDrawn] = useState(true);
  return (
    <ListingScreen
      list={reportReviews}
      cells={cells}
      emptyText={['没有审核过的报告', 'No report was audited']}
      tools={() => <ChartToggle isDrawn={isDrawn} onChange={setDrawn} />}
      above={({ query }) => (
        <>
          <UsualTimeNotice
            usual={usualReviews}
            query={query}
            text={[
              '未选时间, 只列出近 {days} 天({from} 起)审核的报告',
              'No time chosen: reports audited in the last {days} days (since {from}) alone',
            ]}
          />
          {isDrawn ? <People query={query} /> : null}
        </>
      )}
    />
  );
}

function People({ query }: { readonly query: Readonly<Record<string, string | number>> }) {
  const { label } = useText();
  const called = useAsked('GET search/comprehensive-query/report-review-people', query);
  const { openCounted, opened } = useCountedList(query);
  const figures = [
    ['byHand', label(['人工审核', 'By hand']), 'accent'],
    ['auto', label(['自动审核', 'Audited by itself']), 'success'],
    ['amended', label(['修订', 'Amended']), 'warning'],
  ] as const;
  return (
    <ChartSection called={called} isEmpty={(people) => people.length === 0} emptyText={['没有审核过的报告', 'No report was audited']}>
      {(people) => (
        <>
          <ChartPart
            label={label(['每人审核的报告', 'Reports audited by each person'])}
            isStacked
            categories={people.map(({ auditorName }) => auditorName)}
            series={figures.map(([key, name, tone]) => ({ name, values: people.map((person) => person[key]), tone, kind: 'bar' }))}
            onOpen={(category, series) => {
              const [person, figure] = [people[category], figures[series]];
              if (person && figure) openCounted(opensPeople[figure[0]], figure[0], person, `${person.auditorName} · ${figure[1]}`);
            }}
          />
          {opened}
        </>
      )}
    </ChartSection>
  );
}
