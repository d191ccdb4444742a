import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { addDays, formatDate } from '#domain/kernel/dates.ts';
import { date, ref } from '#domain/kernel/fields.ts';
import type { Listed } from '#domain/kernel/listing.ts';
import { timeType } from '#domain/lab/labRows.ts';
import { resultDays, resultPartners } from '#domain/op/results/partnerResult.ts';
import { incompleteReports } from '#domain/report/search/incompleteReports.ts';
import { incompleteScreen, labTurnoverScreen } from '#domain/report/search/searchScreens.ts';
import { labTurnover } from '#domain/report/search/turnover.ts';
import { abnormalCases } from '#domain/sample/abnormal/abnormalRows.ts';
import { abnormalScreen } from '#domain/sample/abnormal/abnormalActs.ts';
import { caseState } from '#domain/sample/abnormal/abnormalChoices.ts';
import { notReceivedKind, notReceivedScreens } from '#domain/sample/notReceived/notReceivedChoices.ts';
import { notReceived } from '#domain/sample/notReceived/notReceivedRows.ts';
import { labRejections, rejectReasons } from '#domain/sample/reject/rejectRows.ts';
import { sampleCount, sampleCountScreen } from '#domain/search/sampleCount.ts';
import { useNow } from '#src/console/useNow.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { SearchForm, type SearchValues } from '#src/ui/SearchForm.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { CountTile } from './CountTile.tsx';
import { StatisticTile } from './StatisticTile.tsx';

const Page = chakra('div', { base: { flex: 1, minH: 0, overflow: 'auto', p: 3, display: 'flex', flexDirection: 'column', gap: 3 } });
const Counts = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(200px, 1fr))', gap: 3 } });
const Tiles = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }, gap: 3 },
});

const arrivals = { kind: notReceivedKind.arrival } as const;
const fields = { laboratoryId: ref('检验所', 'Laboratory', 'laboratory'), day: date('日期', 'Date') } as const;
/** So many days are shown where none were chosen. */
const usualDays = 30;
/** Days are points of a chart up to so many of them; longer stretches are drawn by month. */
const mostDays = 92;

/** Received and reported alone are drawn; the rest stands beside as numbers. */
const received: Listed = {
  ...sampleCount,
  totals: ['receiveCount', 'reportCount', 'receivedRejectCount', 'rejectRate', 'overdueCount'],
  chart: {
    ...sampleCount.chart!,
    figures: { receiveCount: { tone: 'accent', kind: 'bar' }, reportCount: { tone: 'success', kind: 'bar' } },
  },
};

/** The house's own figures, where no BI shows any: each is a list's or a statistic's, and opens what it counts. */
export function OwnBoard() {
  const { user, can } = useSession();
  const { label } = useText();
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const today = formatDate(useNow());
  const laboratoryId = params.get('laboratoryId') ?? user?.laboratoryId ?? '';
  const [from, to] = [params.get('day.from') ?? addDays(today, 1 - usualDays), params.get('day.to') ?? today];
  const searches = useMemo(() => searchesOf(laboratoryId, from, to), [laboratoryId, from, to]);
  const may = ({ permission }: Listed): boolean => permission === null || can(permission);
  const counts = [
    { list: incompleteReports, to: incompleteScreen, title: ['未出报告', 'Reports not out'], search: searches.whose },
    {
      list: incompleteReports,
      to: incompleteScreen,
      title: ['未出报告且已超期', 'Overdue reports'],
      search: searches.overdue,
      isAlarm: true,
    },
    { list: notReceived, to: notReceivedScreens.arrival, title: ['应到未到', 'Announced, not here'], search: searches.whose, fixed: arrivals },
    { list: abnormalCases, to: abnormalScreen, title: ['待处理异常', 'Cases that wait'], search: searches.cases, isAlarm: true },
  ] as const;
  const statistics = [
    { list: received, to: sampleCountScreen, title: ['接收与报告', 'Received and reported'], search: searches.counts },
    ...(laboratoryId === ''
      ? []
      : ([{ list: labTurnover, to: labTurnoverScreen, title: ['实验室周转', 'Turnaround in the laboratory'], search: searches.turnover }] as const)),
    { list: rejectReasons, to: labRejections.screens![0]!.route, title: ['拒收原因', 'Why samples were rejected'], search: searches.rejections },
    { list: resultDays.deafness, to: resultPartners.deafness.route, title: resultPartners.deafness.title, search: searches.pushes },
    { list: resultDays.aishenpu, to: resultPartners.aishenpu.route, title: resultPartners.aishenpu.title, search: searches.pushes },
  ] as const;
  const shown = [counts.filter(({ list }) => may(list)), statistics.filter(({ list }) => may(list))] as const;
  return (
    <Page data-own-board>
      <SearchForm
        screen="own-board"
        fields={fields}
        values={{ ...(laboratoryId ? { laboratoryId } : {}), 'day.from': from, 'day.to': to }}
        onSearch={(values) => {
          setParams(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')));
          // The same search again means: look again.
          void queries.invalidateQueries({ queryKey: ['call'] });
        }}
      />
      {shown.flat().length === 0 ? <StateView state="empty" text={['您的角色没有可看的统计', 'Your role may see no statistic']} /> : null}
      <Counts>
        {shown[0].map((tile) => (
          <CountTile key={tile.title[1]} {...tile} />
        ))}
      </Counts>
      <Tiles>
        {shown[1].map((tile) => (
          <StatisticTile key={tile.title[1]} {...tile} />
        ))}
      </Tiles>
      {laboratoryId === '' && may(labTurnover) ? (
        <chakra.p textStyle="dense" color="fg.muted">
          {label(['选择检验所后显示实验室周转', 'Turnaround is shown of a laboratory that was chosen'])}
        </chakra.p>
      ) : null}
    </Page>
  );
}

/** What each tile's list is searched by, as its screen has it in its address. */
function searchesOf(laboratoryId: string, from: string, to: string) {
  const whose: SearchValues = laboratoryId ? { laboratoryId } : {};
  const within = (name: string): SearchValues => ({ ...whose, [`${name}.from`]: from, [`${name}.to`]: to });
  const isLong = addDays(from, mostDays - 1) < to;
  return {
    whose,
    overdue: { ...whose, isOverdue: '1' },
    cases: { ...whose, state: String(caseState.waiting) },
    counts: { ...within('countedTime'), timeType: String(isLong ? timeType.month : timeType.day) },
    turnover: { ...within('reportTime'), timeType: String(isLong ? timeType.month : timeType.week) },
    rejections: within('applyCreateTime'),
    pushes: { ...within('checkTimeTwo'), ...(laboratoryId ? { contractLaboratoryId: laboratoryId } : {}) },
  } satisfies Readonly<Record<string, SearchValues>>;
}
