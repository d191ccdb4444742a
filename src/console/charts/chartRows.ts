import type { WrittenCell } from '#domain/sheet/writeSheet.ts';
import type { ChartProps, FigureChartProps, HeatMapProps, ScatterProps } from './chartProps.ts';

type Rows = readonly (readonly WrittenCell[])[];

/** The figures of a chart as a sheet: a line for each point, a column for each series. */
const figureRows = ({ categories, series }: Pick<FigureChartProps, 'categories' | 'series'>): Rows => [
  ['', ...series.map(({ name }) => name)],
  ...categories.map((category, at) => [category, ...series.map(({ values }) => values[at] ?? null)]),
];
/** The map as it is drawn. */
const heatRows = ({ columns, rows, cells }: HeatMapProps): Rows => {
  const texts = new Map(cells.map((cell) => [`${cell.row}/${cell.column}`, cell.text]));
  return [['', ...columns], ...rows.map((name, row) => [name, ...columns.map((_name, column) => texts.get(`${row}/${column}`) ?? null)])];
};
/** A line for each point. */
const scatterRows = ({ x, y, groups }: ScatterProps): Rows => [
  ['', '', x.name, y.name],
  ...groups.flatMap(({ name: group, points }) => points.map((point) => [point.name, group, x.text(point.x), point.y])),
];

export function chartRows(props: ChartProps | Pick<FigureChartProps, 'categories' | 'series'>): Rows {
  if (!('kind' in props)) return figureRows(props);
  return props.kind === 'heat' ? heatRows(props) : scatterRows(props);
}
