import { useVirtualizer } from '@tanstack/react-virtual';
import { chakra } from '@chakra-ui/react';
import { type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { useLanguage, useSay } from './language.ts';
import { MoreOf, type MoreOfProps } from './MoreOf.tsx';
import { Pager, type PagerProps } from './Pager.tsx';
import { type Failure, StateView } from './StateView.tsx';
import { type RowAct, rowHeights, type Sort, type TableColumn, type Ticks } from './table/column.ts';
import { CopyCell, copyText, useCopyCell } from './table/CopyCell.tsx';
import { RefetchFailed, SkeletonRows } from './table/TableStates.tsx';
import { TableHead } from './table/TableHead.tsx';
import { cellText, TableRow } from './table/TableRow.tsx';
import { Grid, Scroller, UnderHead } from './table/tableStyles.ts';
import { type TableView, useTableView } from './table/tableView.ts';
import { pinnedWidth, pinOffsets, useColumns } from './table/useColumns.ts';
import { useGridKeys } from './table/useGridKeys.ts';
import { tickRange } from './table/tickRange.ts';
import { widthOfRowActs } from './table/fitWidths.ts';
import { revealCell, useIsPrinting, useWidth } from './table/useMeasure.ts';

export interface DataTableProps<Row> {
  /** Names the table to screen readers. */
  readonly label: Label;
  /** What the user's arrangement is remembered under, e.g. the route. */
  readonly screen: string;
  readonly columns: readonly TableColumn<Row>[];
  /**
   * Whether `rows` is all there is: a list is a pager's page, the beginning with a way to the rest, or whole. None is cut silently.
   * A pager's total counts once `rows` are here, whatever it says before.
   */
  readonly extent: PagerProps | MoreOfProps | 'whole';
  /** undefined: not there yet. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  /** From `useTableView`, where a toolbar shares it. */
  readonly view?: TableView;
  readonly ticks?: Ticks<Row>;
  readonly acts?: readonly RowAct<Row>[];
  /** Enter and double click. */
  readonly onOpen?: (row: Row) => void;
  /** The key of the marked row where the screen has a say in it, null: none; it is told of each other one. */
  readonly chosen?: string | null;
  readonly onChoose?: (row: Row) => void;
  readonly sort?: Sort | null;
  readonly onSort?: (sort: Sort | null) => void;
  /** Shows the index column; its first number (default 1). false hides it. */
  readonly indexFrom?: number | false;
  /** Loading again: the old rows stay, dimmed. */
  readonly isStale?: boolean;
  readonly failure?: Failure | null;
  readonly onRetry?: () => void;
  readonly emptyText?: Label;
  /** The act that fills the list. */
  readonly emptyAct?: ReactNode;
  /** Pixels; default: fills its flex parent. */
  readonly height?: number | string;
}

/** From this many rows on only what is in sight is in the page. */
const virtualFrom = 50;
const noActs: readonly never[] = [];
const noRows: readonly never[] = [];

/** The list of the product. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    screen,
    columns,
    extent,
    rowKey,
    ticks,
    acts = noActs as readonly RowAct<Row>[],
    onOpen,
    chosen,
    onChoose,
    sort = null,
    onSort,
    indexFrom = 1,
    isStale = false,
    failure,
    onRetry,
    emptyText,
    emptyAct,
    height,
  } = props;
  const rows = props.rows ?? (noRows as readonly Row[]);
  const say = useSay();
  const language = useLanguage();
  const gridId = useId();
  const own = useTableView(screen, columns);
  const view = props.view ?? own;
  const scroller = useRef<HTMLDivElement>(null);
  const available = useWidth(scroller);
  const isPrinting = useIsPrinting();
  const rowHeight = rowHeights[view.density];
  const actsWidth = useMemo(
    () =>
      widthOfRowActs(
        rows,
        acts.map(({ label: word, isShown }) => ({ word: say(word), isShown })),
        say(['更多', 'More']),
      ),
    [acts, rows, say],
  );
  const arranged = useColumns({ rows, rowKey, columns, view, hasTicks: ticks !== undefined, hasIndex: indexFrom !== false, actsWidth, available });
  const { visible, widths } = arranged;
  const offsets = useMemo(() => pinOffsets(visible, widths), [visible, widths]);
  const total = visible.reduce((sum, { key }) => sum + (widths[key] ?? 0), 0);

  const isVirtual = rows.length >= virtualFrom && !isPrinting;
  // Nothing of it is handed to memoised parts.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: isVirtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollPaddingStart: 32,
  });
  useLayoutEffect(() => virtualizer.measure(), [rowHeight, virtualizer]);
  const items = isVirtual ? virtualizer.getVirtualItems().map(({ index }) => index) : rows.map((_row, index) => index);
  const before = isVirtual ? (items[0] ?? 0) * rowHeight : 0;
  const after = isVirtual ? (rows.length - 1 - (items.at(-1) ?? rows.length - 1)) * rowHeight : 0;

  const mayTick = (row: Row): boolean => ticks?.mayTick?.(row) ?? true;
  const tickable = ticks ? rows.filter(mayTick).map(rowKey) : [];
  const tickedHere = tickable.filter((key) => ticks?.ticked.has(key)).length;
  const tickAll = (): void => {
    if (!ticks) return;
    const next = new Set(ticks.ticked);
    for (const key of tickable)
      if (tickedHere === tickable.length) next.delete(key);
      else next.add(key);
    ticks.onTick(next);
  };
  const tickTo = (from: number, to: number): void => ticks?.onTick(tickRange({ rows, rowKey, mayTick, ticked: ticks.ticked, from, to }));
  const copy = (place: number, columnKey: string): void => {
    const row = rows[place];
    const column = arranged.byKey.get(columnKey);
    if (row !== undefined && column) void copyText(cellText(column, row, language));
  };
  const chosenPlace = chosen === undefined ? undefined : chosen === null ? -1 : rows.findIndex((row) => rowKey(row) === chosen);
  useEffect(() => {
    if (chosenPlace !== undefined && chosenPlace >= 0 && isVirtual) virtualizer.scrollToIndex(chosenPlace);
  }, [chosenPlace, isVirtual, virtualizer]);
  const keys = useGridKeys({
    rowCount: rows.length,
    columnKeys: visible.map(({ key }) => key),
    pageRows: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 360) / rowHeight) - 1),
    onTick: (place) => tickTo(place, place),
    onTickTo: tickTo,
    onTickAll: tickAll,
    onCopy: copy,
    onOpen: (place) => rows[place] !== undefined && onOpen?.(rows[place]),
    onMoved: (place) => isVirtual && virtualizer.scrollToIndex(place),
    chosen: chosenPlace,
    onChoose: (place) => rows[place] !== undefined && onChoose?.(rows[place]),
  });
  const { active } = keys;
  useEffect(() => {
    // Only keys lead somewhere out of sight; a pinned cell is always in sight sideways and must not scroll the others.
    if (!active?.isByKey) return;
    const cell = document.getElementById(`${gridId}-active`);
    const target = cell?.dataset.pin ? cell.parentElement?.querySelector('td:not([data-pin])') : cell;
    if (target && scroller.current) revealCell(scroller.current, target, cell?.dataset.pin !== undefined);
  }, [active, gridId]);

  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const cell = event.target instanceof Element ? event.target.closest('td') : null;
    const place = Number(cell?.closest('tr')?.dataset.place ?? -1);
    if (!cell || place < 0) return;
    const column = cell.dataset.column ?? '';
    keys.mark(place, column);
    if (cell.classList.contains('tick')) {
      if (event.shiftKey) tickTo(keys.anchor ?? place, place);
      else tickTo(place, place);
      keys.setAnchor(place);
    }
  };
  const onDoubleClick = (event: MouseEvent<HTMLElement>): void => {
    const line = event.target instanceof Element && !event.target.closest('button, a, input') ? event.target.closest('tr') : null;
    const row = rows[Number(line?.dataset.place ?? -1)];
    if (row !== undefined) onOpen?.(row);
  };
  const copying = useCopyCell((cell) => {
    const row = rows[Number(cell.closest('tr')?.dataset.place ?? -1)];
    const column = arranged.byKey.get(cell.dataset.column ?? '');
    return row !== undefined && column ? cellText(column, row, language) : '';
  });

  const isLoading = props.rows === undefined && !failure;
  return (
    <>
      <chakra.div
        display="flex"
        flexDirection="column"
        flex="1 1 auto"
        minH={0}
        minW={0}
        style={height === undefined ? undefined : { height }}
        data-print-flow=""
      >
        {failure && props.rows !== undefined ? <RefetchFailed failure={failure} onRetry={onRetry} /> : null}
        <Scroller
          ref={scroller}
          tabIndex={0}
          role="group"
          aria-label={say(label)}
          data-print-flow=""
          data-bare={rows.length === 0 || undefined}
          style={{ scrollPaddingInline: `${pinnedWidth(visible, widths, 'start')}px ${pinnedWidth(visible, widths, 'end')}px` }}
          onKeyDown={keys.onKeyDown}
          onClick={onClick}
          onDoubleClick={onDoubleClick}
          onPointerOver={copying.onPointerOver}
          onPointerLeave={copying.onPointerLeave}
          onScroll={copying.onPointerLeave}
          onFocus={(event) => event.target === event.currentTarget && event.currentTarget.matches(':focus-visible') && keys.markFirst()}
        >
          <Grid
            role="grid"
            aria-label={say(label)}
            aria-rowcount={rows.length + 1}
            aria-multiselectable={ticks ? true : undefined}
            aria-busy={isLoading || isStale || undefined}
            data-stale={isStale || undefined}
            style={{ width: total, '--row-height': `${rowHeight}px` } as never}
          >
            <colgroup>
              {visible.map(({ key }) => (
                <col key={key} style={{ width: widths[key] }} />
              ))}
            </colgroup>
            <TableHead
              columns={arranged}
              view={view}
              offsets={offsets}
              sort={sort}
              onSort={onSort}
              tickState={!ticks || tickable.length === 0 ? null : tickedHere === 0 ? 'none' : tickedHere === tickable.length ? 'all' : 'some'}
              onTickAll={tickAll}
            />
            <tbody>
              {isLoading ? <SkeletonRows columns={visible.length} /> : null}
              {before > 0 ? <tr aria-hidden style={{ height: before }} /> : null}
              {items.map((place) => {
                const row = rows[place];
                if (row === undefined) return null;
                const id = rowKey(row);
                return (
                  <TableRow
                    key={id}
                    row={row}
                    id={id}
                    place={place}
                    number={place + (indexFrom === false ? 1 : indexFrom)}
                    visible={visible}
                    offsets={offsets}
                    acts={acts}
                    hasTicks={ticks !== undefined}
                    isTicked={(ticks?.ticked.has(id) ?? false) && mayTick(row)}
                    mayTick={mayTick(row)}
                    isActive={active?.place === place}
                    activeColumn={active?.place === place ? active.column : null}
                    gridId={gridId}
                  />
                );
              })}
              {after > 0 ? <tr aria-hidden style={{ height: after }} /> : null}
            </tbody>
          </Grid>
          <CopyCell spot={copying.spot} />
          {rows.length === 0 && !isLoading ? (
            <UnderHead style={{ width: available }}>
              {props.rows === undefined && failure ? (
                <StateView state="failed" failure={failure} onRetry={onRetry} />
              ) : (
                <StateView state="empty" text={emptyText}>
                  {emptyAct}
                </StateView>
              )}
            </UnderHead>
          ) : null}
        </Scroller>
      </chakra.div>
      {extent === 'whole' ? null : 'onMore' in extent ? (
        <MoreOf {...extent} />
      ) : (
        <Pager {...extent} total={props.rows === undefined ? null : extent.total} />
      )}
    </>
  );
}
