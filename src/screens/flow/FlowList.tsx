import { chakra } from '@chakra-ui/react';
import { type ReactNode, useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Fields } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import { type PageOf, useCall } from '#src/console/desk/useCall.ts';
import { ScreenTitle } from '#src/console/ScreenTitle.tsx';
import { readListState, writeListState } from '#src/resource/listQuery.ts';
import { DataTable } from '#src/ui/DataTable.tsx';
import { usePageSize } from '#src/ui/Pager.tsx';
import { SearchForm } from '#src/ui/SearchForm.tsx';
import type { RowAct, TableColumn } from '#src/ui/table/column.ts';
import { useTableView } from '#src/ui/table/tableView.ts';
import { Toolbar } from '#src/ui/Toolbar.tsx';

export interface FlowListProps<Row> {
  readonly title: Label;
  /** The screen's route, under which its arrangement is remembered. */
  readonly route: string;
  /** Below blade-flow. */
  readonly path: string;
  /** Keep these stable. */
  readonly search: Fields;
  readonly columns: readonly TableColumn<Row>[];
  readonly fixed?: Readonly<Record<string, string | number>>;
  readonly rowKey: (row: Row) => string;
  readonly acts?: readonly RowAct<Row>[];
  readonly onOpen?: (row: Row) => void;
  readonly emptyText: Label;
  readonly emptyAct?: ReactNode;
  readonly children?: ReactNode;
}

const none: Readonly<Record<string, string | number>> = {};

/** A list of processes or tasks: search in the URL, toolbar, table, pager. */
export function FlowList<Row>(props: FlowListProps<Row>) {
  const { title, route, path, search, columns, fixed = none, rowKey, acts, onOpen, emptyText, emptyAct, children } = props;
  const [params, setParams] = useSearchParams();
  const state = readListState(params, search);
  const [size, setSize] = usePageSize();
  const view = useTableView(route, columns);
  const show = useCallback(
    (next: Partial<typeof state>) => setParams(writeListState({ ...readListState(params, search), ...next }), { replace: true }),
    [params, search, setParams],
  );
  const { data, isStale, failure, retry } = useCall<PageOf<Row>>('flow', path, { ...state.search, ...fixed, current: state.page, size });
  return (
    <chakra.section display="flex" flexDirection="column" gap={1} minW={0} h="full" minH={0}>
      <ScreenTitle />
      <SearchForm
        screen={route}
        fields={search}
        values={state.search}
        onSearch={(values) => {
          show({ search: values, page: 1 });
          if (JSON.stringify(values) === JSON.stringify(state.search)) retry();
        }}
      />
      <Toolbar view={view} columns={columns} onRefresh={retry} isRefreshing={isStale}>
        {children}
      </Toolbar>
      <DataTable
        label={title}
        screen={route}
        view={view}
        columns={columns}
        extent={{ page: state.page, size, total: data?.total ?? 0, onPage: (page) => show({ page }), onSize: setSize }}
        rows={data?.records}
        rowKey={rowKey}
        {...(acts ? { acts } : {})}
        {...(onOpen ? { onOpen } : {})}
        indexFrom={(state.page - 1) * size + 1}
        isStale={isStale}
        failure={failure}
        onRetry={retry}
        emptyText={Object.keys(state.search).length > 0 ? ['没有符合条件的记录', 'Nothing matches'] : emptyText}
        emptyAct={emptyAct}
      />
    </chakra.section>
  );
}
