import { chakra } from '@chakra-ui/react';
import { RotateCw } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '#src/console/useText.ts';
import { CountedFigure } from '#src/resource/CountedFigure.tsx';
import { listQuery } from '#src/resource/listQuery.ts';
import { useListPage } from '#src/resource/useListPage.ts';
import { useOpenedList } from '#src/resource/useOpenedList.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { tileAddress, type TileProps } from './StatisticTile.tsx';

const Card = chakra('section', {
  base: {
    minW: 0,
    border: 'hairline',
    borderRadius: 'md',
    px: 3,
    py: 2,
    '&[aria-busy=true]': { opacity: 0.6 },
    '& > h2': { textStyle: 'dense' },
    '& [data-figure]': { fontSize: 'code', lineHeight: 'code', fontWeight: 'semibold' },
    '&[data-alarm] [data-figure]': { color: 'danger.text' },
  },
});

/** How many a list has now: the number opens them, the title leads to the list's screen. What is not known is no 0. */
export function CountTile({ list, title, search, to, fixed, isAlarm = false }: TileProps & { readonly isAlarm?: boolean }) {
  const { label } = useText();
  const query = useMemo(() => listQuery(list, { search, sort: null }, fixed), [list, search, fixed]);
  const { data, failure, isStale, retry } = useListPage(list, { ...query, current: 1, size: 1 });
  const { open, opened } = useOpenedList();
  const name = label(title);
  const asked = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]));
  return (
    <Card aria-label={name} aria-busy={isStale || (!data && !failure) || undefined} data-alarm={isAlarm && data && data.total > 0 ? '' : undefined}>
      <h2>
        <Link to={tileAddress({ to, search })}>{name}</Link>
      </h2>
      {failure ? (
        <chakra.p display="flex" alignItems="center" textStyle="note" color="danger.text">
          {failure.message}
          <IconButton size="sm" icon={RotateCw} label={label(['重试', 'Retry'])} onClick={retry} />
        </chakra.p>
      ) : data && data.total > 0 ? (
        <CountedFigure data-figure aria-label={`${name} ${data.total}`} onClick={() => open({ list, query: asked, title: name })}>
          {data.isTotalCapped ? `${data.total}+` : data.total}
        </CountedFigure>
      ) : (
        <span data-figure>{data ? 0 : '–'}</span>
      )}
      {opened}
    </Card>
  );
}
