import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  type ColumnDef,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { TableColumn } from './column.ts';
import { fitWidths } from './fitWidths.ts';
import type { TableView } from './tableView.ts';

/** Our own columns beside the described ones. */
export const tickKey = '__tick';
export const indexKey = '__index';
export const actsKey = '__acts';
const ownWidths = { [tickKey]: 36, [indexKey]: 44 } as const;
const defaultWidth = 140;

const features = tableFeatures({ columnOrderingFeature, columnPinningFeature, columnSizingFeature, columnResizingFeature, columnVisibilityFeature });
type Features = typeof features;

export interface ColumnsOptions<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly columns: readonly TableColumn<Row>[];
  readonly view: TableView;
  readonly hasTicks: boolean;
  readonly hasIndex: boolean;
  /** Pixels of the acts column; 0 without acts. */
  readonly actsWidth: number;
  /** Pixels of the visible part of the table. */
  readonly available: number;
}

const next = <T>(updater: Updater<T>, before: T): T => (typeof updater === 'function' ? (updater as (before: T) => T)(before) : updater);

/** TanStack Table over the remembered view: which columns, in which order, how wide, pinned where. */
export function useColumns<Row>({ rows, rowKey, columns, view, hasTicks, hasIndex, actsWidth, available }: ColumnsOptions<Row>) {
  const leading = useMemo(() => [...(hasTicks ? [tickKey] : []), ...(hasIndex ? [indexKey] : [])], [hasTicks, hasIndex]);
  const trailing = useMemo(() => (actsWidth > 0 ? [actsKey] : []), [actsWidth]);
  const defs = useMemo(
    () =>
      [...leading, ...columns.map((column) => column.key), ...trailing].map((id): ColumnDef<Features, any> => ({
        id,
        enableResizing: !id.startsWith('__'),
        enableHiding: !id.startsWith('__'),
        minSize: 36,
        maxSize: 800,
      })),
    [leading, trailing, columns],
  );
  const shown = useMemo(() => view.order.filter((key) => !view.isHidden(key)), [view]);
  const byKey = useMemo(() => new Map(columns.map((column) => [column.key, column])), [columns]);
  const widths = useMemo(() => {
    const wishes = [
      ...leading.map((key) => ({ key, width: ownWidths[key as keyof typeof ownWidths], isFlexible: false })),
      ...shown.map((key) => ({
        key,
        width: view.widthOf(key) ?? byKey.get(key)?.width ?? defaultWidth,
        least: byKey.get(key)?.least,
        isFlexible: view.widthOf(key) === undefined && view.pinOf(key) === 'none',
      })),
      ...trailing.map((key) => ({ key, width: actsWidth, isFlexible: false })),
    ];
    return fitWidths(wishes, available);
  }, [leading, trailing, shown, view, byKey, actsWidth, available]);
  const state = {
    columnOrder: [...leading, ...view.order, ...trailing],
    columnVisibility: Object.fromEntries(view.order.map((key) => [key, !view.isHidden(key)])),
    columnPinning: {
      start: [...leading, ...shown.filter((key) => view.pinOf(key) === 'start')],
      end: [...shown.filter((key) => view.pinOf(key) === 'end'), ...trailing],
    },
    columnSizing: widths,
  };
  const table = useTable<Features, any>({
    features,
    data: rows as Row[],
    columns: defs,
    getRowId: rowKey,
    columnResizeMode: 'onEnd',
    state,
    // The arrangement is kept by the view; TanStack only says what a drag came to.
    onColumnSizingChange: (updater) => {
      const sizes = next(updater, widths);
      for (const [key, width] of Object.entries(sizes)) if (width !== widths[key] && byKey.has(key)) view.resize(key, width);
    },
    onColumnOrderChange: () => {},
    onColumnVisibilityChange: () => {},
    onColumnPinningChange: () => {},
  });
  const [headers] = [table.getHeaderGroups()[0]?.headers ?? []];
  // A string that changes exactly when a cell would have to stand elsewhere: the key of every row's memory.
  const layout = JSON.stringify([state.columnOrder, state.columnVisibility, state.columnPinning]);
  const visible = useMemo(
    () =>
      [...table.getStartLeafColumns(), ...table.getCenterLeafColumns(), ...table.getEndLeafColumns()]
        .filter((column) => column.getIsVisible())
        .map((column) => ({ key: column.id, pin: column.getIsPinned(), column: byKey.get(column.id) as TableColumn<Row> | undefined })),
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [layout, byKey],
  );
  return { table, headers, visible, widths, byKey };
}

export type VisibleColumn<Row> = ReturnType<typeof useColumns<Row>>['visible'][number];

/** Distance of pinned columns from their edge, pixels by key. */
export function pinOffsets(
  visible: readonly { readonly key: string; readonly pin: false | 'start' | 'end' }[],
  widths: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const offsets: Record<string, number> = {};
  let start = 0;
  for (const { key, pin } of visible) {
    if (pin !== 'start') continue;
    offsets[key] = start;
    start += widths[key] ?? 0;
  }
  let end = 0;
  for (const { key, pin } of visible.toReversed()) {
    if (pin !== 'end') continue;
    offsets[key] = end;
    end += widths[key] ?? 0;
  }
  return offsets;
}

/** Pixels the pinned columns cover at one side. */
export function pinnedWidth(
  visible: readonly { readonly key: string; readonly pin: false | 'start' | 'end' }[],
  widths: Readonly<Record<string, number>>,
  side: 'start' | 'end',
): number {
  return visible.filter(({ pin }) => pin === side).reduce((sum, { key }) => sum + (widths[key] ?? 0), 0);
}
