import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Label, Language } from '#domain/kernel/label.ts';

/** One column of a DataTable. */
export interface TableColumn<Row> {
  /** Stable: widths, order and visibility are remembered under it. */
  readonly key: string;
  readonly title: Label;
  /** Pixels; default 140. */
  readonly width?: number;
  /** Pixels it may give way to, where that saves the table from scrolling sideways; default: its width. */
  readonly least?: number;
  readonly align?: 'start' | 'end' | 'center';
  /** Codes: monospace face. */
  readonly isMono?: boolean;
  /** Drawn back in a row where it says little. */
  readonly isFaint?: (row: Row) => boolean;
  /** Where it stands until the user moves it. */
  readonly pin?: 'start' | 'end';
  /** Hidden until the user shows it. */
  readonly isHidden?: boolean;
  /** The name the server sorts by; present = the head can be clicked. */
  readonly sortKey?: string;
  /** The cell as plain text: shown, cut with a tip, copied, exported. Default: the row's own value under `key`. */
  readonly text?: (row: Row, language: Language) => string;
  /** The cell where it is more than text; `text` is still what is copied and exported. */
  readonly cell?: (row: Row) => ReactNode;
}

/** An act on one row, in the column pinned at the right. */
export interface RowAct<Row> {
  readonly key: string;
  readonly label: Label;
  readonly icon?: LucideIcon;
  readonly isDanger?: boolean;
  readonly onAct: (row: Row) => void;
  readonly isShown?: (row: Row) => boolean;
  /** A label says why not (shown as the tip of the greyed act). */
  readonly mayAct?: (row: Row) => true | Label;
}

/** Ticked rows by key. `mayTick` greys the box of rows that no act here could take (the step's own `decide`). */
export interface Ticks<Row> {
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (next: ReadonlySet<string>) => void;
  readonly mayTick?: (row: Row) => boolean;
}

export interface Sort {
  readonly key: string;
  readonly isDescending: boolean;
}
export type Density = 'compact' | 'normal' | 'touch';
/** Widths of a column of times, in pixels: where it gives way it still keeps its seconds. */
export const timeWidths = { width: 168, least: 157 } as const;
/** Row heights in pixels. */
export const rowHeights: Readonly<Record<Density, number>> = { compact: 32, normal: 36, touch: 44 };
