import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Listed } from '#domain/kernel/listing.ts';
import { failureOfCall } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { resourceApi } from './resourceApi.ts';
import { resourceKey } from './useResourceList.ts';

/** One page of a described listing with the three honest states; the old answer stays while it is asked again. */
export function useListPage(list: Listed, query: Readonly<Record<string, string | number>>) {
  const { label } = useText();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...resourceKey(list), 'page', query],
    queryFn: ({ signal }) => resourceApi(list).page(query, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { data, isStale: isFetching && data !== undefined, failure: failureOfCall(error, label), retry: (): void => void refetch() };
}
