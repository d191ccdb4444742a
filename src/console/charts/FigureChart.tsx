import { chakra } from '@chakra-ui/react';
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use as withParts, type ECharts } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { currentLook, onLookChange } from '#src/console/preferences.ts';

withParts([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer]);

/** One line or row of bars. */
export interface Series {
  readonly name: string;
  readonly values: readonly number[];
  /** Which colour of the theme. */
  readonly tone: 'accent' | 'muted' | 'success' | 'warning' | 'danger';
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
  readonly tones?: readonly Series['tone'][];
}

const Frame = chakra('div', { base: { h: '260px', w: 'full' } });
/** Around the table: one itself is as high as its rows, whatever it is told, and would lengthen the page, as would what stands outside a scrolled part. */
const Hidden = chakra('div', { base: { srOnly: true } });

/** Those made for letters: in every theme they stand out from the panel, what solid buttons do not in a dark one. */
const variables: Readonly<Record<Series['tone'] | 'fg' | 'line', string>> = {
  accent: '--ui-colors-accent-text',
  muted: '--ui-colors-fg-muted',
  success: '--ui-colors-success-text',
  warning: '--ui-colors-warning-text',
  danger: '--ui-colors-danger-text',
  fg: '--ui-colors-fg-muted',
  line: '--ui-colors-border',
};

function optionOf({ categories, series, isStacked, isLying, tones }: FigureChartProps, at: Element) {
  const style = getComputedStyle(at);
  const colour = (name: keyof typeof variables): string => style.getPropertyValue(variables[name]).trim() || '#888888';
  const text = { color: colour('fg'), fontSize: 12 };
  const names = {
    type: 'category',
    data: [...categories],
    axisLabel: text,
    axisLine: { lineStyle: { color: colour('line') } },
    axisTick: { show: false },
  };
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
      showSymbol: false,
      barMaxWidth: 28,
      ...(isStacked ? { stack: 'all' } : {}),
    })),
  };
}

/** A chart in the colours of the theme; the same figures stand beside it as a table for who does not see it. */
export function FigureChart(props: FigureChartProps) {
  const { label, categories, series } = props;
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | null>(null);
  const look = useSyncExternalStore(onLookChange, currentLook);
  useEffect(() => {
    const at = frame.current;
    if (!at) return undefined;
    const made = init(at, null, { renderer: 'svg' });
    chart.current = made;
    const watch = new ResizeObserver(() => made.resize());
    watch.observe(at);
    return () => {
      watch.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, []);
  useEffect(() => {
    if (frame.current) chart.current?.setOption(optionOf(props, frame.current), { notMerge: true });
  }, [props, look]);
  return (
    <chakra.div position="relative" minW={0}>
      <Frame ref={frame} aria-hidden />
      <Hidden>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th />
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {categories.map((category, index) => (
              <tr key={category}>
                <th scope="row">{category}</th>
                {series.map(({ name, values }) => (
                  <td key={name}>{values[index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Hidden>
    </chakra.div>
  );
}
