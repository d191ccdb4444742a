import { chakra } from '@chakra-ui/react';
import type { ChartProps } from './chartProps.ts';
import { chartRows } from './chartRows.ts';

/** Around the table: one itself is as high as its rows, whatever it is told, and would lengthen the page, as would what stands outside a scrolled part. */
const Hidden = chakra('div', { base: { srOnly: true } });

/** The figures of a chart as a table, for who does not see it. */
export function FiguresTable(props: ChartProps) {
  const [head = [], ...rows] = chartRows(props);
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
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Hidden>
  );
}
