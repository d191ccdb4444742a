import { chakra } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { inSentence, type Label } from '#domain/kernel/label.ts';
import { isListed } from '#domain/kernel/listing.ts';
import type { Field } from '#domain/kernel/fields.ts';
import type { Resource, Screen } from '#domain/kernel/resource.ts';
import type { ListViewContent } from '#domain/system/savedView.ts';
import type { SavedView } from '#domain/system/savedViewCalls.ts';
import { useSay } from '#src/ui/language.ts';
import { Button } from '#src/ui/Button.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { isBehind } from '#src/ui/isBehind.ts';
import { SearchForm } from '#src/ui/SearchForm.tsx';
import type { RowAct, TableColumn } from '#src/ui/table/column.ts';
import { useTableView } from '#src/ui/table/tableView.ts';
import { Toolbar } from '#src/ui/Toolbar.tsx';
import { useKeyDown } from '#src/ui/useKeyDown.ts';
import { partSearch, searchableFields } from './listQuery.ts';
import { ImportButton } from './import/ImportButton.tsx';
import { ListChart, ListTotals } from './ListChart.tsx';
import { type DrawerState, ResourceDrawer } from './ResourceDrawer.tsx';
import { resourceColumns } from './resourceColumns.tsx';
import { words } from './resourceWords.ts';
import { SavedViews } from './SavedViews.tsx';
import { useDefaultView, useSavedViews } from './useSavedViews.ts';
import { ExportProgress, useListExport } from './useListExport.tsx';
import { useCountedRows } from './useCountedRows.tsx';
import { useResourceActs } from './useResourceActs.ts';
import { useResourceList } from './useResourceList.ts';
import { rowId, type WireRow } from './wireRow.ts';

/** What a slot of the toolbar gets. */
export interface ListTools {
  readonly ticked: readonly WireRow[];
  readonly reload: () => void;
  /** What the list is filtered by, under the wire's names. */
  readonly query: Readonly<Record<string, string | number>>;
  /** The whole filtered list as another file: what the file is asked with beside the filters. */
  readonly exportAs: (more: Readonly<Record<string, string | number>>) => void;
}

/** The ladder (docs/decisions/007-described-resources.md): a described screen differs by plain props, never by an edited engine. Keep objects and functions stable. */
export interface ListScreenProps {
  readonly resource: Resource;
  readonly screen: Screen;
  /** Columns made from the described ones, and of what the shown rows hold. */
  readonly columns?: (described: readonly TableColumn<WireRow>[], rows: readonly WireRow[]) => readonly TableColumn<WireRow>[];
  /** More acts on a row, before 启用/停用/删除. */
  readonly acts?: readonly RowAct<WireRow>[];
  /** More in the toolbar, after the described buttons. */
  readonly tools?: (tools: ListTools) => ReactNode;
  /** Between toolbar and table: a notice, a chart over the same filters. */
  readonly above?: (tools: ListTools) => ReactNode;
  /** More to search by. */
  readonly search?: Readonly<Record<string, Field>>;
  /** What this screen does not offer: 'add', 'edit', 'save', 'enable', 'disable', 'remove', 'export', 'import'. */
  readonly without?: readonly string[];
  /** Enter and double click, in place of the described drawer. */
  readonly onOpen?: (row: WireRow) => void;
  /** Greys the box of rows that no act here could take. */
  readonly mayTick?: (row: WireRow) => boolean;
  /** What must be asked for before anything is listed, in words; null: enough is. Keep it stable. */
  readonly missing?: (query: Readonly<Record<string, string | number>>) => Label | null;
  /** What is said of an empty list that nothing narrows. */
  readonly emptyText?: Label;
  /** 新增 by the screen's own drawer, also where the description offers none. */
  readonly onAdd?: (() => void) | undefined;
  /** Hears of the rows that are shown. Keep it stable. */
  readonly onRows?: ((rows: readonly WireRow[]) => void) | undefined;
  /** Another drawer. */
  readonly drawer?: (state: DrawerState, close: () => void, reload: () => void) => ReactNode;
}

const Frame = chakra('section', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: 1,
    minW: 0,
    // At 1366x768 fifteen rows of 36 px fit to the pixel, also over a scroll bar: search close under the tabs, pager close under the table.
    h: 'calc(100% + 16px)',
    mt: '-4px',
    mb: '-12px',
    // Two lines on a phone: the first would lie under the table.
    '@media (min-width: 481px)': { '& > nav': { mt: '-6px' } },
    '&[data-fullscreen]': { position: 'fixed', inset: 0, zIndex: 'shell', h: '100dvh', mb: 0, px: 3, pt: 3, bg: 'bg.page' },
  },
});
const empty: readonly never[] = [];

/** A described resource as a list: search, toolbar, table, pager, drawer. */
export function ListScreen(props: ListScreenProps) {
  const {
    resource,
    screen,
    columns,
    acts: more = empty,
    tools,
    above,
    search,
    without: left = empty,
    onAdd,
    drawer,
    onOpen,
    mayTick,
    missing,
    emptyText,
    onRows,
  } = props;
  const say = useSay();
  const without = isListed(resource) && resource.noFile !== undefined ? [...left, 'export'] : left;
  const searchable = useMemo(() => searchableFields(resource, search), [resource, search]);
  const list = useResourceList(resource, searchable, screen.fixed, missing);
  const { counted, openPoint, opensTotal, opened } = useCountedRows(resource, list.query, list.usual);
  const shownColumns = useMemo(
    () => counted(columns?.(resourceColumns(resource), list.rows ?? empty) ?? resourceColumns(resource)),
    [columns, resource, list.rows, counted],
  );
  const view = useTableView(screen.route, shownColumns);
  const [open, setOpen] = useState<DrawerState | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [isFullscreen, setFullscreen] = useState(false);
  const { isExporting, exportList } = useListExport(resource, list.total);

  // A group has no id: all that it shows tells it apart.
  const rowKey = useCallback((row: WireRow) => (isListed(resource) && resource.chart ? JSON.stringify(row) : rowId(resource, row)), [resource]);
  const { reload, rows = empty } = list;
  useEffect(() => onRows?.(rows), [onRows, rows]);
  const onChanged = useCallback(() => {
    setTicked(new Set());
    void reload();
  }, [reload]);
  const onView = useCallback((row: WireRow) => setOpen({ mode: 'view', row }), []);
  const onEdit = useCallback((row: WireRow) => setOpen({ mode: 'edit', row }), []);
  const { acts, mayAdd: mayAddHere, mayEdit, bulk, change } = useResourceActs({ resource, without, onView, onEdit, onChanged });
  const mayAdd = mayAddHere || onAdd !== undefined;
  const rowActs = useMemo(() => {
    if (isListed(resource)) return more;
    const at = acts.findIndex(({ key }) => key === 'enable' || key === 'disable' || key === 'remove');
    return at < 0 ? [...acts, ...more] : [...acts.slice(0, at), ...more, ...acts.slice(at)];
  }, [resource, acts, more]);
  // What an act changed may be no longer what can be ticked.
  const tickedRows = rows.filter((row) => ticked.has(rowKey(row)) && (mayTick?.(row) ?? true));
  const hasTicks = bulk.length > 0 || (isListed(resource) ? mayTick !== undefined : tools !== undefined);

  const saved = useSavedViews(screen.route);
  const [isViewsOpen, setViewsOpen] = useState(false);
  const { show, state } = list;
  const { restore, kept } = view;
  // Who a patient is stays in the page's memory.
  const content = useMemo<ListViewContent>(
    () => ({ search: partSearch(state.search, searchable)[0], sort: state.sort, columns: kept }),
    [state, searchable, kept],
  );
  const applyView = useCallback(
    ({ content: { search: wanted, sort, columns: arranged } }: SavedView) => {
      setTicked(new Set());
      restore(arranged);
      show({ search: Object.fromEntries(Object.entries(wanted).filter(([key]) => (key.split('.')[0] ?? '') in searchable)), sort, page: 1 });
    },
    [restore, show, searchable],
  );
  useDefaultView(saved.views, Object.keys(state.search).length === 0 && state.sort === null && state.page === 1, applyView);
  const shownKeys = (): string => view.order.filter((key) => !view.isHidden(key)).join(',');
  const add = onAdd ?? ((): void => setOpen({ mode: 'add' }));
  const slots: ListTools = {
    ticked: tickedRows,
    reload: onChanged,
    query: list.query,
    exportAs: (asked) => void exportList({ ...list.query, ...asked }),
  };
  const isFiltered = Object.keys(list.state.search).length > 0;
  const exportShown = without.includes('export') || list.lacking ? undefined : (): void => void exportList({ ...list.query, columns: shownKeys() });
  const frame = useRef<HTMLElement>(null);
  useKeyDown((event) => {
    if (isBehind(frame.current)) return;
    const isControl = event.ctrlKey || event.metaKey;
    if (event.code === 'KeyS' && event.altKey && !isControl) {
      event.preventDefault();
      setViewsOpen(true);
    } else if (event.code === 'KeyE' && isControl && !event.altKey && exportShown) {
      event.preventDefault();
      if (!isExporting) exportShown();
    }
  });
  return (
    <Frame
      ref={frame}
      aria-label={say(screen.title)}
      data-fullscreen={isFullscreen || undefined}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isFullscreen) setFullscreen(false);
      }}
    >
      <chakra.h1 srOnly>{say(screen.title)}</chakra.h1>
      {Object.keys(searchable).length > 0 ? (
        <SearchForm
          screen={screen.route}
          fields={searchable}
          values={list.state.search}
          onSearch={(values) => {
            setTicked(new Set());
            list.show({ search: values, page: 1 });
            // The same search again means: look again.
            if (JSON.stringify(values) === JSON.stringify(list.state.search)) list.retry();
          }}
        />
      ) : null}
      <Toolbar
        view={view}
        columns={shownColumns}
        onRefresh={list.retry}
        isRefreshing={list.isFetching}
        onExport={exportShown}
        exportKey="Ctrl+E"
        isExporting={isExporting}
        aside={
          <>
            {without.includes('export') ? null : <ExportProgress resource={resource} />}
            <SavedViews saved={saved} content={content} onApply={applyView} isOpen={isViewsOpen} onOpen={setViewsOpen} />
          </>
        }
        isFullscreen={isFullscreen}
        onFullscreen={() => setFullscreen(!isFullscreen)}
      >
        {mayAdd ? (
          <Button size="sm" variant="primary" icon={Plus} onClick={add}>
            {say(words.add)}
          </Button>
        ) : null}
        {mayAdd && mayEdit && !without.includes('import') ? <ImportButton resource={resource} screen={screen} onImported={onChanged} /> : null}
        {bulk.map((verb) => (
          <Button key={verb} size="sm" onClick={() => void change(verb, tickedRows)}>
            {say(words[verb])}
          </Button>
        ))}
        {tools?.(slots)}
      </Toolbar>
      {list.lacking ? null : above?.(slots)}
      {isListed(resource) && list.totals ? <ListTotals list={resource} totals={list.totals} opens={opensTotal} /> : null}
      {isListed(resource) && list.chart && list.chart.length > 0 ? (
        <ListChart list={resource} points={list.chart} isStale={list.isStale} onOpen={openPoint} />
      ) : null}
      {opened}
      <DataTable
        label={screen.title}
        screen={screen.route}
        view={view}
        columns={shownColumns}
        extent={{
          page: list.state.page,
          size: list.size,
          total: list.total,
          onPage: (page) => list.show({ page }),
          onSize: list.setSize,
          tickedCount: tickedRows.length,
          onClearTicks: () => setTicked(new Set()),
        }}
        rows={list.rows}
        rowKey={rowKey}
        acts={rowActs}
        ticks={hasTicks ? { ticked, onTick: setTicked, mayTick } : undefined}
        indexFrom={(list.state.page - 1) * list.size + 1}
        onOpen={onOpen ?? (isListed(resource) ? undefined : mayEdit ? onEdit : onView)}
        sort={list.state.sort}
        onSort={(sort) => list.show({ sort, page: 1 })}
        isStale={list.isStale}
        failure={list.failure}
        onRetry={list.retry}
        emptyText={
          list.lacking ??
          (isFiltered ? words.noneFound : (emptyText ?? [`还没有${screen.title[0].replace(/管理$/, '')}`, `No ${inSentence(screen.title)[1]} yet`]))
        }
        emptyAct={
          list.lacking ? undefined : isFiltered ? (
            <Button onClick={() => list.show({ search: {}, page: 1 })}>{say(words.clearSearch)}</Button>
          ) : mayAdd ? (
            <Button variant="primary" icon={Plus} onClick={add}>
              {say(words.add)}
            </Button>
          ) : undefined
        }
      />
      {open
        ? (drawer?.(open, () => setOpen(null), onChanged) ?? (
            <ResourceDrawer
              key={`${open.mode}-${open.row ? rowKey(open.row) : ''}`}
              resource={resource}
              screen={screen}
              state={open}
              mayEdit={mayEdit}
              onEdit={onEdit}
              onClose={() => setOpen(null)}
              onSaved={onChanged}
            />
          ))
        : null}
    </Frame>
  );
}
