import { chakra } from '@chakra-ui/react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Listed, ListedRow } from '#domain/kernel/listing.ts';
import { DataTable, type DataTableProps } from '#src/ui/DataTable.tsx';
import { usePageSize } from '#src/ui/Pager.tsx';
import { SearchForm } from '#src/ui/SearchForm.tsx';
import { listingColumns, type Cells } from './listingColumns.ts';
import { listQuery, type ListState } from './listQuery.ts';
import { useListPage } from './useListPage.ts';
import { useListState } from './useListState.ts';

export interface ListPanelProps<One extends Listed> extends Pick<DataTableProps<ListedRow<One>>, 'acts' | 'onOpen' | 'emptyText' | 'ticks'> {
  readonly list: One;
  /** What the user's arrangement is remembered under. */
  readonly screen: string;
  /** Fixed filters. */
  readonly query?: Readonly<Record<string, string | number>>;
  /** Which of its fields stand in the search form; absent: none. */
  readonly search?: readonly string[];
  /** Which columns, in which order; absent: all. Keep it stable. */
  readonly columns?: readonly string[];
  /** Columns that show more than their described value. Keep it stable. */
  readonly cells?: Cells<ListedRow<One>>;
  /** It is the list of its page: what is searched for stands in the address. */
  readonly isInAddress?: boolean;
  /** Stands above the table, with how many rows there are in all; undefined while it is not known. */
  readonly head?: (total: number | undefined, renew: () => void) => ReactNode;
  /** Rows of a page where nobody chose, and what the choice is remembered under: of a list that is gone through row by row. */
  readonly pageSize?: Readonly<Parameters<typeof usePageSize>>;
  /** Hears which rows are shown: of ticks the screen wants to know more than their keys. Keep it stable. */
  readonly onRows?: (rows: readonly ListedRow<One>[]) => void;
}

/** A described listing inside a desk screen, whole: page by page, whatever its length. */
export function ListPanel<One extends Listed>({
  list,
  screen,
  query,
  search,
  columns: keys,
  cells,
  isInAddress = false,
  head,
  pageSize = [],
  onRows,
  ...table
}: ListPanelProps<One>) {
  const [size, setSize] = usePageSize(...pageSize);
  const columns = useMemo(() => listingColumns(list, cells, keys), [list, cells, keys]);
  const fields = useMemo(
    () => Object.fromEntries((search ?? []).flatMap((key) => (list.fields[key] ? [[key, list.fields[key]] as const] : []))),
    [list, search],
  );
  const { state, show } = useListState(fields, isInAddress);
  const filters = listQuery(list, state, query);
  const fixed = JSON.stringify(query);
  const [seen, setSeen] = useState(fixed);
  // Other fixed filters begin at the first page.
  const page = seen === fixed ? state.page : 1;
  const turn = (next: Partial<ListState>): void => {
    setSeen(fixed);
    show(next);
  };
  const pageQuery = { ...filters, current: page, size };
  const { data, isStale, failure, retry: renew } = useListPage(list, pageQuery);
  useEffect(() => {
    if (data) onRows?.(data.records as readonly ListedRow<One>[]);
  }, [data, onRows]);
  const pages = data ? Math.max(1, Math.ceil(data.total / size)) : page;
  const isBeyond = page > pages && !isStale && data !== undefined;
  // The last rows of the last page may be gone since.
  useEffect(() => {
    if (isBeyond) show({ page: pages }, true);
  }, [isBeyond, pages, show]);
  return (
    <>
      {head?.(data?.total, renew)}
      {search ? (
        <chakra.div mb={2} flexShrink={0}>
          <SearchForm screen={screen} fields={fields} values={state.search} onSearch={(typed) => turn({ search: typed, page: 1 })} />
        </chakra.div>
      ) : null}
      <DataTable<ListedRow<One>>
        {...table}
        label={list.title}
        screen={screen}
        columns={columns}
        extent={{ page, size, total: data?.total ?? 0, onPage: (next) => turn({ page: next }), onSize: setSize }}
        rows={data?.records as readonly ListedRow<One>[] | undefined}
        rowKey={(row) => String((row as Readonly<Record<string, unknown>>)[list.id])}
        sort={state.sort}
        onSort={(sort) => turn({ sort, page: 1 })}
        isStale={isStale}
        failure={failure}
        onRetry={renew}
        indexFrom={(page - 1) * size + 1}
      />
    </>
  );
}
