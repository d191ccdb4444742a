import { chakra } from '@chakra-ui/react';
import type { ChartProps } from './chartProps.ts';
import { chartRows } from './chartRows.ts';

/** Around the table: one itself is as high as its rows, whatever it is told, and would lengthen the page, as would what stands outside a scrolled part. */
const Hidden = chakra('div', { base: { '&:not(:focus-within)': { srOnly: true }, '& button': { textDecoration: 'underline', cursor: 'pointer' } } });

/** The figures of a chart as a table, for who does not see it, or does not point at it: in sight while the keyboard is in it. */
export function FiguresTable(props: ChartProps) {
  const [head = [], ...rows] = chartRows(props);
  const { onOpen } = props;
  const points =
    'kind' in props && props.kind === 'scatter'
      ? props.groups.flatMap((group, at) => group.points.map((_point, place) => [at, place] as const))
      : null;
  // Of a point the last column alone is its figure.
  const opens = (column: number): boolean => onOpen !== undefined && (points === null || column === head.length - 2);
  const open = (row: number, column: number): void => onOpen?.(...(points?.[row] ?? [row, column]));
  return (
    <Hidden>
      <table>
        <caption>{props.label}</caption>
        <thead>
          <tr>
            {head.map((name, at) =>
              at === 0 && name === '' ? (
                <th key="corner" />
              ) : (
                <th key={at} scope="col">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells], at) => (
            <tr key={at}>
              <th scope="row">{first}</th>
              {cells.map((cell, column) => (
                <td key={column}>
                  {opens(column) && cell !== null && cell !== 0 ? (
                    <button type="button" aria-label={[first, head[column + 1], cell].join(' ')} onClick={() => open(at, column)}>
                      {cell}
                    </button>
                  ) : (
                    cell
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Hidden>
  );
}
