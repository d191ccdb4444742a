import { HeatmapChart, BarChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent, VisualMapComponent } from 'echarts/components';
import { init, use as withParts, type ECharts } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { useEffect, useRef, useSyncExternalStore, type RefObject } from 'react';
import { currentLook, onLookChange } from '#src/console/preferences.ts';
import type { Tone } from './chartProps.ts';

withParts([BarChart, LineChart, HeatmapChart, ScatterChart, GridComponent, LegendComponent, TooltipComponent, VisualMapComponent, SVGRenderer]);

/** Those made for letters: in every theme they stand out from the panel, what solid buttons do not in a dark one. */
const variables: Readonly<Record<Tone | 'fg' | 'line', string>> = {
  accent: '--ui-colors-accent-text',
  muted: '--ui-colors-fg-muted',
  success: '--ui-colors-success-text',
  warning: '--ui-colors-warning-text',
  danger: '--ui-colors-danger-text',
  fg: '--ui-colors-fg-muted',
  line: '--ui-colors-border',
};
export type ColourOf = (name: keyof typeof variables) => string;

/** Draws what `optionOf` makes of the colours of the theme, anew with each of its props and each look, and as large as its frame. */
export function useDrawn<Props>(
  props: Props,
  optionOf: (props: Props, colour: ColourOf) => Readonly<Record<string, unknown>>,
  /** Hears which point was clicked. */
  onClick?: (point: { readonly dataIndex: number; readonly seriesIndex: number }) => void,
): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | null>(null);
  const look = useSyncExternalStore(onLookChange, currentLook);
  useEffect(() => {
    const at = frame.current;
    if (!at) return undefined;
    const made = init(at, null, { renderer: 'svg' });
    chart.current = made;
    // A line between its points opens nothing: what lies under it hears the pointer.
    made.on('rendered', () => {
      for (const drawn of made.getZr().storage.getDisplayList()) if (drawn.type === 'ec-polyline') drawn.silent = true;
    });
    const watch = new ResizeObserver(() => made.resize());
    watch.observe(at);
    return () => {
      watch.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, []);
  useEffect(() => {
    if (!frame.current) return;
    const style = getComputedStyle(frame.current);
    chart.current?.setOption(
      optionOf(props, (name) => style.getPropertyValue(variables[name]).trim() || '#888888'),
      { notMerge: true },
    );
  }, [props, optionOf, look]);
  useEffect(() => {
    const made = chart.current;
    if (!made || !onClick) return undefined;
    const hear = ({ dataIndex, seriesIndex }: { readonly dataIndex: number; readonly seriesIndex?: number }): void =>
      onClick({ dataIndex, seriesIndex: seriesIndex ?? 0 });
    made.on('click', hear);
    return () => {
      if (!made.isDisposed()) made.off('click', hear);
    };
  }, [onClick]);
  return frame;
}

/** The part of axes that all charts share. */
export const axisOf = (colour: ColourOf) => ({
  axisLabel: { color: colour('fg'), fontSize: 12 },
  nameTextStyle: { color: colour('fg'), fontSize: 12 },
  axisLine: { lineStyle: { color: colour('line') } },
  axisTick: { show: false },
});

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Lines of a tip, which is HTML: names come from files and forms. */
export const tipOf = (...lines: readonly string[]): string =>
  lines.map((line) => line.replace(/[&<>"']/g, (letter) => entities[letter] ?? '')).join('<br>');
