import { chakra } from '@chakra-ui/react';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { overdueBuckets, spanOfHour, spanOfWait, weekDays, type DashboardFigures, type WaitingBucket } from '#domain/search/dashboard.ts';
import { opensAge, opensHour } from '#domain/search/dashboardLists.ts';
import type { Label } from '#domain/kernel/label.ts';
import { failureOfCall } from '#src/console/desk/useCall.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { ChartPart } from '#src/console/charts/ChartPart.tsx';
import { useCountedList } from '#src/resource/useCountedList.ts';
import type { FigureChartProps } from '#src/console/charts/chartProps.ts';
import { isAboutEntry } from './tasks.ts';
import { useFigures } from './useFigures.ts';

const Page = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: 3 } });
const Head = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: 2, '& > h1': { textStyle: 'title' } } });
const Cards = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: { base: '1fr', lg: '1fr 1fr' }, gap: 3, '& > [data-wide]': { gridColumn: '1 / -1' } },
});
const Card = chakra('section', { base: { bg: 'bg.panel', border: 'hairline', borderRadius: 'md', p: 4, minW: 0 } });
const Title = chakra('h2', { base: { textStyle: 'body', fontWeight: 'semibold', mb: 2 } });
const Note = chakra('p', { base: { textStyle: 'dense', color: 'fg.muted' } });

const bucketWords: Readonly<Record<WaitingBucket, Label>> = {
  h4: ['4小时内', 'Under 4 h'],
  d1: ['4至24小时', '4 to 24 h'],
  d3: ['1至3天', '1 to 3 days'],
  more: ['3天以上', 'Over 3 days'],
};
const notes = {
  fresh: ['数据截至 {at}', 'Figures of {at}'],
  offline: ['离线, 数据截至 {at}', 'Offline; figures of {at}'],
  failed: ['更新失败: {reason}, 数据截至 {at}', 'Not renewed: {reason}; figures of {at}'],
} as const satisfies Record<string, Label>;
const hours = Array.from({ length: 24 }, (_none, hour) => `${String(hour).padStart(2, '0')}:00`);
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** 工作台: the day in charts: what comes in, what waits, who enters. */
export function Screen() {
  const { label } = useText();
  const { data, error, isFetching, refetch } = useFigures();
  const failure = failureOfCall(error, label);
  return (
    <Page>
      <Head>
        <h1>{label(['工作台', 'Dashboard'])}</h1>
        <IconButton label={label(['刷新', 'Refresh'])} icon={RotateCw} size="sm" aria-busy={isFetching} onClick={() => void refetch()} />
        {data ? (
          <chakra.span textStyle="note" color={error ? 'warning.text' : 'fg.muted'}>
            {label(failure ? (failure.isOffline ? notes.offline : notes.failed) : notes.fresh, { at: data.at, reason: failure?.message })}
          </chakra.span>
        ) : null}
      </Head>
      {data ? (
        <Figures figures={data} />
      ) : failure ? (
        <StateView state="failed" failure={failure} onRetry={() => void refetch()} />
      ) : (
        <StateView state="loading" />
      )}
    </Page>
  );
}

function ChartCard({
  title,
  note,
  isEmpty,
  empty,
  isWide,
  chart,
}: {
  readonly title: string;
  readonly note?: ReactNode;
  readonly isEmpty: boolean;
  readonly empty: string;
  readonly isWide?: boolean;
  readonly chart: FigureChartProps;
}) {
  return (
    <Card aria-label={title} data-wide={isWide ? '' : undefined}>
      <Title>{title}</Title>
      {note ? <Note>{note}</Note> : null}
      {isEmpty ? <Note>{empty}</Note> : <ChartPart {...chart} />}
    </Card>
  );
}

const unfiltered = {};
function Figures({ figures: { at, perHour, waiting, clerks, isOwnOnly } }: { readonly figures: DashboardFigures }) {
  const { label } = useText();
  const { can } = useSession();
  const { openCounted, opened } = useCountedList(unfiltered);
  const overdue = waiting ? sum(waiting.filter(({ bucket }) => overdueBuckets.has(bucket)).map(({ count }) => count)) : 0;
  const received: Label = ['每小时接收样本管数', 'Tubes received by the hour'];
  const ages: Label = ['待录入时长分布', 'Waiting for entry, by age'];
  const entries: Label = isOwnOnly
    ? ['本人近7天录入', 'My entries of seven days']
    : ['近7天录入人员 (前10名)', 'Entries of seven days, the first ten people'];
  // To people who never enter, no entries of their own say nothing.
  const hasEntries = !isOwnOnly || clerks.length > 0 || isAboutEntry(can);
  if (!perHour && !waiting && !hasEntries)
    return <StateView state="empty" text={['您的角色没有图表, 待办见首页', 'Your role has no charts; what waits for you is on the home page']} />;
  return (
    <Cards>
      {perHour ? (
        <ChartCard
          isWide
          title={label(received)}
          note={label(['今日 {today} 管, 上周同日 {lastWeek} 管', 'Today {today}, the same day last week {lastWeek}'], {
            today: sum(perHour.today),
            lastWeek: sum(perHour.lastWeek),
          })}
          isEmpty={sum(perHour.today) + sum(perHour.lastWeek) === 0}
          empty={label(['今日和上周同日都没有接收记录', 'Nothing was received today or on that day last week'])}
          chart={{
            label: label(received),
            categories: hours,
            series: [
              { name: label(['今日', 'Today']), values: perHour.today, tone: 'accent', kind: 'bar' },
              { name: label(['上周同日', 'Last week']), values: perHour.lastWeek, tone: 'muted', kind: 'line' },
            ],
            onOpen: (hour, series) => {
              const count = (series === 0 ? perHour.today : perHour.lastWeek)[hour] ?? 0;
              const span = spanOfHour(hour, at, series === 0 ? 0 : weekDays);
              openCounted(opensHour, 'count', { count, ...span }, `${label(received)} · ${span.fromTime}`);
            },
          }}
        />
      ) : null}
      {waiting ? (
        <ChartCard
          title={label(ages)}
          note={overdue > 0 ? label(['超过1天 {count} 份', '{count} wait longer than a day'], { count: overdue }) : null}
          isEmpty={sum(waiting.map(({ count }) => count)) === 0}
          empty={label(['没有待录入的申请单', 'Nothing waits for entry'])}
          chart={{
            label: label(ages),
            categories: waiting.map(({ bucket }) => label(bucketWords[bucket])),
            series: [{ name: label(['申请单', 'Requisitions']), values: waiting.map(({ count }) => count), tone: 'accent', kind: 'bar' }],
            tones: ['success', 'accent', 'warning', 'danger'],
            onOpen: (place) => {
              const age = waiting[place];
              if (age)
                openCounted(opensAge, 'count', { ...age, ...spanOfWait(age.bucket, at) }, `${label(ages)} · ${label(bucketWords[age.bucket])}`);
            },
          }}
        />
      ) : null}
      {hasEntries ? (
        <ChartCard
          title={label(entries)}
          isEmpty={clerks.length === 0}
          empty={label(['近7天没有录入记录', 'No entries in seven days'])}
          chart={{
            label: label(entries),
            categories: clerks.map(({ name }) => name),
            isLying: true,
            isStacked: true,
            series: [
              { name: label(['前处理', 'Pre-processing']), values: clerks.map(({ summary }) => summary), tone: 'accent', kind: 'bar' },
              { name: label(['一录', 'First entry']), values: clerks.map(({ single }) => single), tone: 'success', kind: 'bar' },
              { name: label(['二录', 'Second entry']), values: clerks.map(({ double }) => double), tone: 'warning', kind: 'bar' },
            ],
          }}
        />
      ) : null}
      {opened}
    </Cards>
  );
}
