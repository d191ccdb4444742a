import { chakra } from '@chakra-ui/react';
import type { HeatMapProps } from './chartProps.ts';
import { FiguresTable } from './FiguresTable.tsx';
import { axisOf, tipOf, useDrawn, type ColourOf } from './useDrawn.ts';

/** Shades below the mark. */
const shades = [0.22, 0.5, 0.85] as const;
const rowHeight = 22;
/** Buttons above the map, names under it, its key. */
const restHeight = 118;

function optionOf({ columns, rows, cells, markedName, markedAbove }: HeatMapProps, colour: ColourOf) {
  const axis = axisOf(colour);
  const shadeOf = (value: number): number => Math.min(shades.length - 1, Math.floor((value * shades.length) / markedAbove));
  return {
    animation: false,
    grid: { left: 8, right: 16, top: 30, bottom: 34, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: { confine: true, formatter: ({ data }: { readonly data: { readonly tip: string } }) => data.tip },
    xAxis: { ...axis, type: 'category', data: [...columns], axisLabel: { ...axis.axisLabel, rotate: columns.length > 6 ? 30 : 0, interval: 0 } },
    yAxis: {
      ...axis,
      type: 'category',
      data: [...rows],
      inverse: true,
      axisLabel: { ...axis.axisLabel, interval: 0, width: 160, overflow: 'truncate' },
    },
    visualMap: {
      type: 'piecewise',
      dimension: 3,
      orient: 'horizontal',
      left: 'center',
      bottom: 0,
      itemHeight: 10,
      textStyle: { color: colour('fg'), fontSize: 12 },
      pieces: [
        ...shades.map((colorAlpha, at) => {
          const [from, to] = [Math.round((markedAbove * at) / shades.length), Math.round((markedAbove * (at + 1)) / shades.length)];
          return { value: at, label: `${from}-${to}%`, color: colour('accent'), colorAlpha };
        }),
        { value: shades.length, label: `! ${markedName} >${markedAbove}%`, color: colour('danger'), colorAlpha: 0.9 },
      ],
    },
    series: [
      {
        type: 'heatmap',
        itemStyle: { borderColor: colour('line'), borderWidth: 1 },
        label: { show: true, fontSize: 11, formatter: ({ data }: { readonly data: { readonly word: string } }) => data.word },
        data: cells.map(({ column, row, value, text, isMarked }) => ({
          value: [column, row, value, isMarked ? shades.length : shadeOf(value)],
          word: `${isMarked ? '! ' : ''}${Math.round(value)}%`,
          tip: tipOf(columns[column] ?? '', `${rows[row] ?? ''}: ${text}`),
          label: { color: isMarked || shadeOf(value) === shades.length - 1 ? '#ffffff' : colour('fg') },
        })),
      },
    ],
  };
}

/** Rows by columns, darker where there is more. */
export function HeatMap(props: HeatMapProps) {
  const { onOpen, cells } = props;
  const frame = useDrawn(
    props,
    optionOf,
    onOpen &&
      (({ dataIndex }) => {
        const cell = cells[dataIndex];
        if (cell) onOpen(cell.row, cell.column);
      }),
  );
  return (
    <chakra.div position="relative" minW={0}>
      <div ref={frame} aria-hidden style={{ width: '100%', height: props.rows.length * rowHeight + restHeight }} />
      <FiguresTable {...props} />
    </chakra.div>
  );
}
