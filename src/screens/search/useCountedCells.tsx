import { chakra } from '@chakra-ui/react';
import { useMemo, useState, type ReactNode } from 'react';
import type { CodeOf } from '#domain/kernel/choices.ts';
import { countedFigure, countedSamples } from '#domain/search/countedSamples.ts';
import type { ClientCountRow, SampleCountRow } from '#domain/search/sampleCount.ts';
import { useText } from '#src/console/useText.ts';
import { ListPanel } from '#src/resource/ListPanel.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { CountedReceipts } from './CountedReceipts.tsx';

type Row = SampleCountRow & Partial<Pick<ClientCountRow, 'sendSampleClientId' | 'sendSampleClientName'>>;
interface Opened {
  readonly row: Row;
  readonly figure: CodeOf<typeof countedFigure>;
}
const figures = {
  reportCount: countedFigure.reported,
  rejectCount: countedFigure.rejected,
  gobackCount: countedFigure.sentBack,
  overdueCount: countedFigure.overdue,
} as const;

const Count = chakra('button', {
  base: { textStyle: 'figures', color: 'accent.text', cursor: 'pointer', _hover: { textDecoration: 'underline' } },
});

/** The cells of sample counts, each number of which opens what it counts, and what was opened. */
export function useCountedCells(): { readonly cells: Cells<SampleCountRow> & Cells<ClientCountRow>; readonly opened: ReactNode } {
  const { label } = useText();
  const [opened, setOpened] = useState<Opened | null>(null);
  const cells = useMemo(
    () => ({
      countTime: { width: 110, least: 96 },
      receiveCount: { width: 90, least: 76, cell: (row: Row) => <CountedReceipts row={row} /> },
      ...Object.fromEntries(
        (Object.keys(figures) as (keyof typeof figures)[]).map((name) => {
          const figure = figures[name];
          const title = label(countedFigure.labelOf(figure) ?? ['', '']);
          const cell = (row: Row) =>
            row[name] === 0 ? (
              <chakra.span textStyle="figures">0</chakra.span>
            ) : (
              <Count
                type="button"
                aria-label={[row.countTime, row.commodityName, title, row[name]].join(' ')}
                onClick={() => setOpened({ row, figure })}
              >
                {row[name]}
              </Count>
            );
          return [name, { width: 90, least: 76, cell }];
        }),
      ),
    }),
    [label],
  );
  return { cells, opened: opened ? <CountedSamples {...opened} onClose={() => setOpened(null)} /> : null };
}

function CountedSamples({ row, figure, onClose }: Opened & { readonly onClose: () => void }) {
  const { label } = useText();
  const { countTime, commodityName, laboratoryId, commodityId, sendSampleClientId, sendSampleClientName, fromTime, toTime } = row;
  const title = [countTime, sendSampleClientName, commodityName, label(countedFigure.labelOf(figure) ?? ['', ''])].filter(Boolean).join(' · ');
  return (
    <SideDrawer size="lg" title={title} onClose={onClose}>
      <ListPanel
        list={countedSamples}
        screen="sample-counted"
        query={{
          figure: String(figure),
          countedTimeBegin: fromTime,
          countedTimeEnd: toTime,
          commodityId,
          ...(laboratoryId ? { laboratoryId } : {}),
          ...(sendSampleClientId ? { sendSampleClientId } : {}),
        }}
        emptyText={['没有样本', 'No samples']}
      />
    </SideDrawer>
  );
}
