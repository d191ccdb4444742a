import { chakra } from '@chakra-ui/react';
import { useCallback, useMemo, type ReactNode } from 'react';
import { countsAny, isListed } from '#domain/kernel/listing.ts';
import type { Resource } from '#domain/kernel/resource.ts';
import { useLanguage, useSay } from '#src/ui/language.ts';
import type { TableColumn } from '#src/ui/table/column.ts';
import { CountedFigure } from './CountedFigure.tsx';
import { resourceColumns } from './resourceColumns.tsx';
import { useCountedList } from './useCountedList.ts';
import type { WireRow } from './wireRow.ts';

const nothing = {};
/** Numbers, totals and points of a statistic that open what they count, for who may see that. Keep the query stable. */
export function useCountedRows(
  resource: Resource,
  query: Readonly<Record<string, string | number>>,
  /** What the server asked for where the query left it open: a total counts all of that. */
  usual: Readonly<Record<string, string>> = nothing,
): {
  /** The columns, each figure a button where it counts something. */
  readonly counted: (columns: readonly TableColumn<WireRow>[]) => readonly TableColumn<WireRow>[];
  /** Undefined: no point of it opens anything. */
  readonly openPoint: ((point: WireRow, figure: string) => void) | undefined;
  /** Opens what a total counts; undefined: it counts nothing. */
  readonly opensTotal: (figure: string, totals: WireRow) => (() => void) | undefined;
  readonly opened: ReactNode;
} {
  const say = useSay();
  const language = useLanguage();
  const asked = useMemo(() => ({ ...query, ...usual }), [query, usual]);
  const { may, openCounted, opened } = useCountedList(asked);
  const opens = isListed(resource) ? resource.opens : undefined;
  const chart = isListed(resource) ? resource.chart : undefined;
  const inOf = useCallback(
    (figure: string) => {
      const one = opens?.[figure];
      return may(one) ? one : undefined;
    },
    [opens, may],
  );
  /** Which figure of which row it is, in words. */
  const titleOf = useCallback(
    (row: WireRow, figure: string, keys: readonly string[]): string => {
      const columns = resourceColumns(resource);
      const parts = columns.flatMap(({ key, text }) => (keys.includes(key) ? [text?.(row, language) ?? ''] : []));
      const name = columns.find(({ key }) => key === figure)?.title;
      return [...parts, name ? say(name) : ''].filter((part) => part !== '').join(' · ');
    },
    [resource, language, say],
  );
  const counted = useCallback(
    (columns: readonly TableColumn<WireRow>[]): readonly TableColumn<WireRow>[] => {
      if (!opens) return columns;
      const keys = columns.flatMap(({ key, align }) => (align === 'end' ? [] : [key]));
      return columns.map((column) => {
        const one = inOf(column.key);
        if (!one) return column;
        const cell = (row: WireRow): ReactNode => {
          const text = column.text?.(row, language) ?? '';
          if (!countsAny(one, column.key, row)) return <chakra.span textStyle="figures">{text}</chakra.span>;
          const title = titleOf(row, column.key, keys);
          return (
            <CountedFigure aria-label={`${title} ${text}`} onClick={() => openCounted(one, column.key, row, title)}>
              {text}
            </CountedFigure>
          );
        };
        return { ...column, cell };
      });
    },
    [opens, inOf, titleOf, openCounted, language],
  );
  const openPoint = useCallback(
    (point: WireRow, figure: string): void => {
      const one = inOf(figure);
      if (one) openCounted(one, figure, point, titleOf(point, figure, chart ? [chart.by] : []));
    },
    [inOf, openCounted, titleOf, chart],
  );
  const opensTotal = useCallback(
    (figure: string, totals: WireRow): (() => void) | undefined => {
      const one = inOf(figure);
      if (!one || !countsAny(one, figure, totals)) return undefined;
      return () => openCounted(one, figure, totals, titleOf(totals, figure, []));
    },
    [inOf, openCounted, titleOf],
  );
  const hasPoints = chart !== undefined && Object.keys(chart.figures).some((figure) => inOf(figure));
  return { counted, openPoint: hasPoints ? openPoint : undefined, opensTotal, opened };
}
