import { chakra } from '@chakra-ui/react';
import type { FigureChartProps } from './chartProps.ts';
import { FiguresTable } from './FiguresTable.tsx';
import { axisOf, useDrawn, type ColourOf } from './useDrawn.ts';

const Frame = chakra('div', { base: { h: '260px', w: 'full' } });

function optionOf({ categories, series, isStacked, isLying, tones, onOpen }: FigureChartProps, colour: ColourOf) {
  const text = { color: colour('fg'), fontSize: 12 };
  const names = { ...axisOf(colour), type: 'category', data: [...categories] };
  const counts = { type: 'value', minInterval: 1, axisLabel: text, splitLine: { lineStyle: { color: colour('line') } } };
  return {
    animation: false,
    grid: { left: 8, right: 16, top: series.length > 1 ? 32 : 12, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, confine: true },
    legend: series.length > 1 ? { top: 0, textStyle: text, itemWidth: 14, itemHeight: 8 } : undefined,
    xAxis: isLying ? counts : names,
    yAxis: isLying ? { ...names, inverse: true } : counts,
    series: series.map(({ name, values, tone, kind }) => ({
      name,
      type: kind,
      data: values.map((value, index) => (tones?.[index] ? { value, itemStyle: { color: colour(tones[index]) } } : value)),
      itemStyle: { color: colour(tone) },
      lineStyle: { color: colour(tone), width: 2, type: tone === 'muted' ? 'dashed' : 'solid' },
      // A line is clicked at its points.
      showSymbol: onOpen !== undefined,
      symbolSize: 7,
      cursor: onOpen ? 'pointer' : 'default',
      barMaxWidth: 28,
      ...(isStacked ? { stack: 'all' } : {}),
    })),
  };
}

/** Lines and bars in the colours of the theme. */
export function FigureChart(props: FigureChartProps) {
  const { onOpen } = props;
  const frame = useDrawn(props, optionOf, onOpen && (({ dataIndex, seriesIndex }) => onOpen(dataIndex, seriesIndex)));
  return (
    <chakra.div position="relative" minW={0}>
      <Frame ref={frame} aria-hidden />
      <FiguresTable {...props} />
    </chakra.div>
  );
}
