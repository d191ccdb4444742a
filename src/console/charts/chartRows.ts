import type { WrittenCell } from '#domain/sheet/writeSheet.ts';
import type { FigureChartProps } from './FigureChart.tsx';

/** The figures of a chart as a sheet: a line for each point, a column for each series. */
export const chartRows = ({ categories, series }: Pick<FigureChartProps, 'categories' | 'series'>): readonly (readonly WrittenCell[])[] => [
  ['', ...series.map(({ name }) => name)],
  ...categories.map((category, at) => [category, ...series.map(({ values }) => values[at] ?? null)]),
];
