import { chakra } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { opensCell, tngsHistory, type TngsHistoryRow } from '#domain/lab/listings/tngsHistory.ts';
import { contaminationPercent } from '#domain/lab/rules/contamination.ts';
import { confidence } from '#domain/lab/rules/judging.ts';
import { ChartPart } from '#src/console/charts/ChartPart.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { useCountedList } from '#src/resource/useCountedList.ts';
import type { Cells } from '#src/resource/listingColumns.ts';
import { StateView } from '#src/ui/StateView.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import { ChartToggle } from '#src/console/charts/ChartToggle.tsx';
import { CustodyDrawer } from './CustodyDrawer.tsx';
import { taskCells } from './taskCells.tsx';

// A map's batch stands there as a whole, whoever was searched for.
const none = {};
const contamination = ['疑似污染', 'Suspected contamination'] as const;

function Pathogens({ found }: { readonly found: TngsHistoryRow['foundPathogens'] }) {
  const { label } = useText();
  return (
    <chakra.span display="inline-flex" gap={1} maxW="full" overflow="hidden">
      {found.map(({ name, confidence: level, found: count, samples, isSuspected }) => (
        <Tag
          key={name}
          tone={isSuspected ? 'danger' : 'neutral'}
          title={label(['本批 {count}/{samples} 份检出', 'Found in {count} of {samples} samples of the batch'], { count, samples })}
        >
          {name} {label(confidence.labelOf(level) ?? ['', ''])}
          {isSuspected ? ` · ${label(contamination)}` : ''}
        </Tag>
      ))}
    </chakra.span>
  );
}

const { panelNames: _panels, ...codes } = taskCells;
const cells: Cells<TngsHistoryRow> = {
  ...codes,
  batch: { width: 176, least: 150, isMono: true },
  well: { width: 60, least: 52 },
  pathogens: { width: 280, least: 180, cell: ({ foundPathogens }) => <Pathogens found={foundPathogens} /> },
  suspected: { width: 120, least: 90 },
};

/** Submitted tNGS samples with what was found, and a map of organisms by batch; a row opens its tube's line. */
export function Screen() {
  const [opened, setOpened] = useState<TngsHistoryRow | null>(null);
  const [isDrawn, setDrawn] = useState(true);
  return (
    <>
      <ListingScreen
        list={tngsHistory}
        cells={cells}
        tools={() => <ChartToggle isDrawn={isDrawn} onChange={setDrawn} />}
        above={({ query }) => (isDrawn ? <BatchMap query={query} /> : null)}
        onOpen={setOpened}
        emptyText={['没有已提交的 tNGS 样本', 'No tNGS sample was submitted']}
      />
      {opened ? <CustodyDrawer task={{ ...opened, commodityNames: '', panelNames: opened.batch }} onClose={() => setOpened(null)} /> : null}
    </>
  );
}

function BatchMap({ query }: { readonly query: Readonly<Record<string, string | number>> }) {
  const { label } = useText();
  const { data, failure, retry, isStale } = useAsked('GET op/tngs/heat-map', query);
  const props = useMemo(() => {
    const batches = data?.batches ?? [];
    const columnOf = new Map(batches.map(({ ruleId }, at) => [ruleId, at]));
    const rowOf = new Map((data?.pathogens ?? []).map((name, at) => [name, at]));
    return {
      kind: 'heat' as const,
      label: label(['病原 × 批次', 'Organisms by batch']),
      columns: batches.map(({ batch }) => batch),
      rows: data?.pathogens ?? [],
      markedName: label(contamination),
      markedAbove: contaminationPercent,
      cells: (data?.cells ?? []).flatMap(({ ruleId, name, found, isSuspected }) => {
        const [column, row] = [columnOf.get(ruleId), rowOf.get(name)];
        const samples = batches[column ?? -1]?.samples ?? 0;
        if (column === undefined || row === undefined || samples === 0) return [];
        const text = `${found}/${samples}${isSuspected ? ` ${label(contamination)}` : ''}`;
        return [{ column, row, value: (found * 100) / samples, text, isMarked: isSuspected }];
      }),
    };
  }, [data, label]);
  const { openCounted, opened } = useCountedList(none);
  const { batchCount = 0, pathogenCount = 0 } = data ?? {};
  const openCell = (row: number, column: number): void => {
    const batch = data?.batches[column];
    const cell = data?.cells.find(({ ruleId, name }) => ruleId === batch?.ruleId && name === data.pathogens[row]);
    if (batch && cell) openCounted(opensCell, 'found', cell, `${batch.batch} · ${cell.name}`);
  };
  const isWhole = props.columns.length >= batchCount && props.rows.length >= pathogenCount;
  return (
    <chakra.section
      aria-busy={isStale || undefined}
      bg="bg.panel"
      border="hairline"
      borderRadius="md"
      p={2}
      flexShrink={0}
      maxH="300px"
      overflow="auto"
      data-chart
    >
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
      {!data && !failure ? <StateView state="loading" /> : null}
      {data && props.rows.length === 0 ? <StateView state="empty" text={['这些批次没有检出病原', 'Nothing was found in these batches']} /> : null}
      {props.rows.length > 0 ? <ChartPart {...props} onOpen={openCell} /> : null}
      {opened}
      {data && !isWhole ? (
        <chakra.p textStyle="dense" color="fg.muted">
          {label(
            [
              '图上为最近 {batches} 批(共 {batchCount} 批)、检出最多的 {rows} 种(共 {pathogenCount} 种)',
              'The newest {batches} of {batchCount} batches, the {rows} most frequent of {pathogenCount} organisms',
            ],
            { batches: props.columns.length, batchCount, rows: props.rows.length, pathogenCount },
          )}
        </chakra.p>
      ) : null}
    </chakra.section>
  );
}
