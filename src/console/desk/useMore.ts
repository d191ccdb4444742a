import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Declared } from '#domain/contracts.ts';
import type { QueryOf } from '#domain/kernel/contract.ts';
import { partsOfName } from '#src/api/ask.ts';
import { call, servicePath } from '#src/api/call.ts';
import type { MoreOfProps } from '#src/ui/MoreOf.tsx';
import type { Failure } from '#src/ui/StateView.tsx';
import { useText } from '../useText.ts';
import { failureOfCall, type PageName, type PageOf, type RowOfPage } from './useCall.ts';

export interface GrowingList<Row> {
  /** undefined: not there yet. */
  readonly rows: readonly Row[] | undefined;
  readonly extent: MoreOfProps;
  readonly isStale: boolean;
  readonly failure: Failure | null;
  readonly retry: () => void;
}

/** A list of the server that grows under what is shown, page after page, however long it is: a page's size has a limit on the server. */
export function useMore<Name extends PageName>(
  name: Name,
  query: Readonly<QueryOf<Declared[Name]>>,
  step: number,
  isEnabled = true,
  /** Asked anew where it changes. */
  turn?: number,
): GrowingList<RowOfPage<Name>> {
  const { label } = useText();
  const { service, path } = partsOfName(name);
  const { data, error, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['call', service, path, query, step, turn],
    queryFn: ({ signal, pageParam }) =>
      call<PageOf<RowOfPage<Name>>>('GET', servicePath(service, path), { query: { ...query, current: pageParam, size: step }, quiet: true, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _pages, page) => (page * step < Number(total) ? page + 1 : null),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    retry: false,
  });
  const rows = data?.pages.flatMap(({ records }) => records);
  return {
    rows,
    extent: { shown: rows?.length ?? 0, total: Number(data?.pages.at(-1)?.total ?? 0), onMore: () => void fetchNextPage() },
    isStale: isFetching && data !== undefined,
    failure: failureOfCall(error, label),
    retry: () => void refetch(),
  };
}
