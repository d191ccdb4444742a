import { chakra } from '@chakra-ui/react';
import type { Listed } from '#domain/kernel/listing.ts';
import { ChartPart } from '#src/console/charts/ChartPart.tsx';
import { useLanguage, useSay } from '#src/ui/language.ts';
import { CountedFigure } from './CountedFigure.tsx';
import { resourceColumns } from './resourceColumns.tsx';
import type { WireRow } from './wireRow.ts';

/** The picture of a statistic: its points are worked out by the server over the whole filtered list, whatever page is shown. */
export function ListChart({
  list,
  points,
  isStale,
  onOpen,
}: {
  readonly list: Listed;
  readonly points: readonly WireRow[];
  readonly isStale: boolean;
  /** Opens what a point's figure counts. */
  readonly onOpen?: ((point: WireRow, figure: string) => void) | undefined;
}) {
  const say = useSay();
  const language = useLanguage();
  const { chart } = list;
  if (!chart) return null;
  // Where nothing could be counted there is no point: it is not 0.
  const drawn = points.filter((point) => Object.keys(chart.figures).some((key) => point[key] !== null));
  const columns = new Map(resourceColumns(list).map((column) => [column.key, column]));
  const by = columns.get(chart.by);
  return (
    <chakra.section
      aria-label={say(list.title)}
      aria-busy={isStale || undefined}
      bg="bg.panel"
      border="hairline"
      borderRadius="md"
      p={2}
      flexShrink={0}
      data-chart
    >
      <ChartPart
        label={say(list.title)}
        categories={drawn.map((point) => by?.text?.(point, language) ?? String(point[chart.by]))}
        series={Object.entries(chart.figures).map(([key, { tone, kind }]) => ({
          name: say(columns.get(key)?.title ?? [key, key]),
          values: drawn.map((point) => Number(point[key] ?? 0)),
          tone,
          kind,
        }))}
        {...(onOpen
          ? {
              onOpen: (category: number, series: number) => {
                const [point, figure] = [drawn[category], Object.keys(chart.figures)[series]];
                if (point && figure !== undefined) onOpen(point, figure);
              },
            }
          : {})}
        {...(chart.isLying ? { isLying: true } : {})}
        {...(chart.isStacked ? { isStacked: true } : {})}
      />
    </chakra.section>
  );
}

/** What the whole filtered list comes to. */
export function ListTotals({
  list,
  totals,
  opens,
}: {
  readonly list: Listed;
  readonly totals: WireRow;
  /** Opens what a total counts, where it counts anything. */
  readonly opens: (figure: string, totals: WireRow) => (() => void) | undefined;
}) {
  const say = useSay();
  const language = useLanguage();
  const columns = resourceColumns(list).filter(({ key }) => list.totals.includes(key));
  return (
    <chakra.dl display="flex" flexWrap="wrap" gap={4} textStyle="dense" color="fg.muted" flexShrink={0} data-totals>
      {columns.map(({ key, title, text }) => {
        const [said, open] = [text?.(totals, language), opens(key, totals)];
        return (
          <chakra.div key={key} display="flex" gap={1}>
            <dt>{say(title)}</dt>
            <chakra.dd color="fg" textStyle="figures">
              {open ? (
                <CountedFigure aria-label={`${say(title)} ${said}`} onClick={open}>
                  {said}
                </CountedFigure>
              ) : (
                said
              )}
            </chakra.dd>
          </chakra.div>
        );
      })}
    </chakra.dl>
  );
}
