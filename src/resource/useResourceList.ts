import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Field } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { isListed } from '#domain/kernel/listing.ts';
import { pathBelow, wireVerbs, type Resource } from '#domain/kernel/resource.ts';
import { syncMasterData } from '#src/offline/master/masterData.ts';
import { usePageSize } from '#src/ui/Pager.tsx';
import { failureOf } from './failure.ts';
import { listQuery } from './listQuery.ts';
import { resourceApi } from './resourceApi.ts';
import { useListState } from './useListState.ts';

/** The key under which everything read of a resource is kept; invalidated after each change. A listing's page is a call of its service. */
export function resourceKey(resource: Resource): readonly string[] {
  return isListed(resource) ? ['call', resource.service, pathBelow(resource, wireVerbs(resource, 'page')[0] ?? '')] : ['resource', resource.name];
}

const none: readonly never[] = [];

/** The state and the rows of a resource's list: the URL says what, the server answers it page by page. */
export function useResourceList(
  resource: Resource,
  searchable: Readonly<Record<string, Field>>,
  fixed?: Readonly<Record<string, string | number>>,
  /** What must be asked for before anything is listed; null: enough is. */
  missing?: (query: Readonly<Record<string, string | number>>) => Label | null,
) {
  const [size, keepSize] = usePageSize();
  const client = useQueryClient();
  const { state, show } = useListState(searchable);
  const query = useMemo(() => listQuery(resource, state, fixed), [resource, state, fixed]);
  const api = useMemo(() => resourceApi(resource), [resource]);
  const lacking = missing?.(query) ?? null;
  const pageQuery = { ...query, current: state.page, size };
  const answer = useQuery({
    queryKey: [...resourceKey(resource), 'page', pageQuery],
    queryFn: ({ signal }) => api.page(pageQuery, signal),
    placeholderData: keepPreviousData,
    enabled: lacking === null,
  });
  const { refetch } = answer;
  const reload = useCallback(async () => {
    // This desk's own pickers should know what its user has just changed; others learn it with their next sync.
    if (resource.offline) void syncMasterData().catch(() => undefined);
    await client.invalidateQueries({ queryKey: resourceKey(resource) });
  }, [client, resource]);
  return {
    state,
    query,
    size,
    api,
    lacking,
    rows: lacking ? none : answer.data?.records,
    total: lacking ? null : (answer.data?.total ?? 0),
    chart: answer.data?.chart,
    totals: answer.data?.totals,
    usual: answer.data?.usual,
    isStale: answer.isFetching && answer.data !== undefined,
    isFetching: answer.isFetching,
    failure: answer.error && !lacking ? failureOf(answer.error) : null,
    retry: () => void refetch(),
    show,
    setSize: (next: number) => {
      keepSize(next);
      if (state.page > 1) show({ page: 1 });
    },
    /** Reads everything of this resource anew, wherever it is shown. */
    reload,
  };
}
