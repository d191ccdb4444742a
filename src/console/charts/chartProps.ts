/** Which colour of the theme. */
export type Tone = 'accent' | 'muted' | 'success' | 'warning' | 'danger';

/** One line or row of bars. */
export interface Series {
  readonly name: string;
  readonly values: readonly number[];
  readonly tone: Tone;
  readonly kind: 'bar' | 'line';
}
export interface FigureChartProps {
  /** Read by screen readers, with the figures as a table. */
  readonly label: string;
  readonly categories: readonly string[];
  readonly series: readonly Series[];
  readonly isStacked?: boolean;
  readonly isLying?: boolean;
  /** A tone for each category instead of one for the series. */
  readonly tones?: readonly Tone[];
  /** Opens what a bar or a point counts, by the places of its category and its series. */
  readonly onOpen?: ((category: number, series: number) => void) | undefined;
}

/** A colour for each meeting of a row and a column; darker is more, and what is marked is told by its own colour and a sign. */
export interface HeatMapProps {
  readonly kind: 'heat';
  readonly label: string;
  readonly columns: readonly string[];
  /** The first one stands on top. */
  readonly rows: readonly string[];
  /** By their places. `value`: percent; `text`: what the cell and its tip say. */
  readonly cells: readonly {
    readonly column: number;
    readonly row: number;
    readonly value: number;
    readonly text: string;
    readonly isMarked: boolean;
  }[];
  /** What marked ones are. */
  readonly markedName: string;
  /** From where they are marked: the shades below it are parted evenly. */
  readonly markedAbove: number;
  /** Opens what a cell counts, by the places of its row and its column. */
  readonly onOpen?: ((row: number, column: number) => void) | undefined;
}

/** Points of two measures. */
export interface ScatterProps {
  readonly kind: 'scatter';
  readonly label: string;
  readonly x: { readonly name: string; readonly text: (value: number) => string };
  readonly y: { readonly name: string };
  readonly groups: readonly {
    readonly name: string;
    readonly tone: Tone;
    readonly symbol: 'circle' | 'triangle' | 'rect';
    readonly points: readonly ScatterPoint[];
  }[];
  /** A line across that parts what is enough from what is not. */
  readonly limit?: { readonly y: number; readonly name: string };
  /** Opens what a point counts, by the places of its group and of it. */
  readonly onOpen?: ((group: number, point: number) => void) | undefined;
}
export interface ScatterPoint {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}
export type ChartProps = FigureChartProps | HeatMapProps | ScatterProps;
