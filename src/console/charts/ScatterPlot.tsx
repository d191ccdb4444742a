import { chakra } from '@chakra-ui/react';
import type { ScatterProps } from './chartProps.ts';
import { FiguresTable } from './FiguresTable.tsx';
import { axisOf, tipOf, useDrawn, type ColourOf } from './useDrawn.ts';

const Frame = chakra('div', { base: { h: '260px', w: 'full' } });

function optionOf({ x, y, groups, limit, onOpen }: ScatterProps, colour: ColourOf) {
  const axis = axisOf(colour);
  const grid = { splitLine: { lineStyle: { color: colour('line') } } };
  const text = { color: colour('fg'), fontSize: 12 };
  const xs = groups.flatMap(({ points }) => points.map((point) => point.x));
  const ends = limit && xs.length > 0 ? [Math.min(...xs), Math.max(...xs)] : [];
  return {
    animation: false,
    grid: { left: 8, right: 24, top: 34, bottom: 22, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    legend: { top: 0, textStyle: text, itemWidth: 14, itemHeight: 8 },
    tooltip: { confine: true, formatter: ({ data }: { readonly data: { readonly tip?: string } }) => data.tip ?? '' },
    xAxis: {
      ...axis,
      ...grid,
      type: 'value',
      scale: true,
      name: x.name,
      nameLocation: 'middle',
      nameGap: 22,
      axisLabel: { ...text, formatter: x.text },
    },
    yAxis: { ...axis, ...grid, type: 'value', name: y.name, nameTextStyle: { ...text, align: 'left' } },
    series: [
      ...groups.map(({ name, tone, symbol, points }) => ({
        name,
        type: 'scatter',
        symbol,
        symbolSize: 8,
        cursor: onOpen ? 'pointer' : 'default',
        itemStyle: { color: colour(tone), opacity: 0.75 },
        data: points.map((point) => ({ value: [point.x, point.y], tip: tipOf(point.name, `${x.name} ${x.text(point.x)}`, `${y.name} ${point.y}`) })),
      })),
      ...(limit
        ? [
            {
              name: limit.name,
              type: 'line',
              showSymbol: false,
              lineStyle: { color: colour('danger'), type: 'dashed', width: 1 },
              itemStyle: { color: colour('danger') },
              data: ends.map((at) => [at, limit.y]),
            },
          ]
        : []),
    ],
  };
}

/** Points of two measures, each group by a colour and a shape. */
export function ScatterPlot(props: ScatterProps) {
  const { onOpen, groups } = props;
  const frame = useDrawn(
    props,
    optionOf,
    onOpen &&
      (({ dataIndex, seriesIndex }) => {
        // The line across is no group.
        if (seriesIndex < groups.length) onOpen(seriesIndex, dataIndex);
      }),
  );
  return (
    <chakra.div position="relative" minW={0}>
      <Frame ref={frame} aria-hidden />
      <FiguresTable {...props} />
    </chakra.div>
  );
}
