import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { Label } from '#domain/kernel/label.ts';
import type { Listed } from '#domain/kernel/listing.ts';
import { useText } from '#src/console/useText.ts';
import { ListChart, ListTotals } from '#src/resource/ListChart.tsx';
import { listQuery } from '#src/resource/listQuery.ts';
import { useCountedRows } from '#src/resource/useCountedRows.tsx';
import { useListPage } from '#src/resource/useListPage.ts';
import type { SearchValues } from '#src/ui/SearchForm.tsx';
import { StateView } from '#src/ui/StateView.tsx';

const Card = chakra('section', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: 2,
    minW: 0,
    minH: '300px',
    border: 'hairline',
    borderRadius: 'md',
    p: 3,
    '& > [data-chart]': { border: 'none', p: 0 },
    '&[aria-busy=true]': { opacity: 0.6 },
  },
});
const Title = chakra('h2', { base: { textStyle: 'body', fontWeight: 'semibold' } });

export interface TileProps {
  readonly list: Listed;
  /** The screen of the list. */
  readonly to: string;
  readonly title: Label;
  /** What it is searched by, as its screen has it in its address. Keep it stable, as `fixed`. */
  readonly search: SearchValues;
  /** What its screen asks for by itself. */
  readonly fixed?: Readonly<Record<string, string | number>>;
}

/** The way to a tile's list, asked the same. */
export const tileAddress = ({ to, search }: Pick<TileProps, 'to' | 'search'>): string =>
  Object.keys(search).length === 0 ? to : `${to}?${new URLSearchParams(search)}`;

/** A statistic as a tile: its numbers and its picture, each of which opens what it counts; its title leads to the whole of it. */
export function StatisticTile({ list, title, search, to, fixed }: TileProps) {
  const { label } = useText();
  const query = useMemo(() => listQuery(list, { search, sort: null }, fixed), [list, search, fixed]);
  const { data, failure, isStale, retry } = useListPage(list, { ...query, current: 1, size: 1 });
  const { openPoint, opensTotal, opened } = useCountedRows(list, query, data?.usual);
  return (
    <Card aria-label={label(title)} aria-busy={isStale || undefined}>
      <Title>
        <Link to={tileAddress({ to, search })}>{label(title)}</Link>
      </Title>
      {failure ? (
        <StateView state="failed" failure={failure} onRetry={retry} />
      ) : !data ? (
        <StateView state="loading" />
      ) : data.total === 0 ? (
        <StateView state="empty" text={['这段时间没有记录', 'Nothing in this time']} />
      ) : (
        <>
          {data.totals ? <ListTotals list={list} totals={data.totals} opens={opensTotal} /> : null}
          <ListChart list={list} points={data.chart ?? []} isStale={false} onOpen={openPoint} />
        </>
      )}
      {opened}
    </Card>
  );
}
