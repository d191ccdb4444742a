import { useMemo } from 'react';
import { useRemembered } from '../remembered.ts';
import type { Density, TableColumn } from './column.ts';

/** What a user has made of a table; only what differs from the described columns. */
export interface KeptColumns {
  readonly order: readonly string[];
  /** true: hidden, false: shown though hidden by default. */
  readonly hidden: Readonly<Record<string, boolean>>;
  readonly pins: Readonly<Record<string, 'start' | 'end' | 'none'>>;
  readonly widths: Readonly<Record<string, number>>;
}
const nothing: KeptColumns = { order: [], hidden: {}, pins: {}, widths: {} };

/** The columns of one screen as one user arranged them; shared by the table and its toolbar. */
export interface TableView {
  /** Keys of all columns, in order. Columns that came with an update stand where they were described. */
  readonly order: readonly string[];
  readonly isHidden: (key: string) => boolean;
  readonly pinOf: (key: string) => 'start' | 'end' | 'none';
  /** Pixels, where the user has resized the column. */
  readonly widthOf: (key: string) => number | undefined;
  readonly density: Density;
  readonly setDensity: (density: Density) => void;
  readonly hide: (key: string, isHidden: boolean) => void;
  readonly pin: (key: string, pin: 'start' | 'end' | 'none') => void;
  readonly resize: (key: string, width: number) => void;
  /** Puts a column before another one; null: at the end. */
  readonly move: (key: string, before: string | null) => void;
  readonly reset: () => void;
  readonly isChanged: boolean;
  /** What differs from the description, to be kept under a name, and put back. */
  readonly kept: KeptColumns;
  readonly restore: (kept: KeptColumns) => void;
}

/** Remembered keys first, in their order; unknown ones where the description has them. Exported for its test. */
export function mergeOrder(kept: readonly string[], described: readonly string[]): readonly string[] {
  const order = kept.filter((key) => described.includes(key));
  described.forEach((key, index) => {
    if (order.includes(key)) return;
    const before = described.slice(0, index).findLast((other) => order.includes(other));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key);
  });
  return order;
}

/**
 * The remembered view of a screen's table. `screen` is the key, e.g. the route; per user and machine.
 * Rows are 36 px unless the user chose otherwise.
 */
export function useTableView<Row>(screen: string, columns: readonly TableColumn<Row>[]): TableView {
  const [stored, setKept] = useRemembered<KeptColumns>(`columns:${screen}`, nothing);
  const [density, setDensity] = useRemembered<Density>(`density:${screen}`, 'normal');
  return useMemo(() => {
    // Whatever an older version stored must not break the screen.
    const kept: KeptColumns = { ...nothing, ...stored };
    const described = columns.map((column) => column.key);
    const byKey = new Map(columns.map((column) => [column.key, column]));
    const order = mergeOrder(kept.order, described);
    return {
      order,
      density,
      setDensity,
      isHidden: (key) => kept.hidden[key] ?? byKey.get(key)?.isHidden ?? false,
      pinOf: (key) => kept.pins[key] ?? byKey.get(key)?.pin ?? 'none',
      widthOf: (key) => kept.widths[key],
      hide: (key, isHidden) => setKept({ ...kept, hidden: { ...kept.hidden, [key]: isHidden } }),
      pin: (key, pin) => setKept({ ...kept, pins: { ...kept.pins, [key]: pin } }),
      resize: (key, width) => setKept({ ...kept, widths: { ...kept.widths, [key]: Math.round(Math.max(48, Math.min(width, 800))) } }),
      move: (key, before) => {
        const rest = order.filter((other) => other !== key);
        const at = before === null ? rest.length : rest.indexOf(before);
        if (at >= 0) setKept({ ...kept, order: [...rest.slice(0, at), key, ...rest.slice(at)] });
      },
      reset: () => setKept(nothing),
      kept,
      restore: setKept,
      isChanged: kept.order.length > 0 || [kept.hidden, kept.pins, kept.widths].some((part) => Object.keys(part).length > 0),
    };
  }, [stored, density, columns, setKept, setDensity]);
}
