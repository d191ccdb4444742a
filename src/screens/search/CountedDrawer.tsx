import type { CodeOf } from '#domain/kernel/choices.ts';
import { countedTubes, figurePart } from '#domain/search/qualityIndexValue.ts';
import { useText } from '#src/console/useText.ts';
import { ListPanel } from '#src/resource/ListPanel.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import type { OpenedFigure } from './QualityTable.tsx';

interface CountedDrawerProps {
  readonly laboratoryId: string;
  readonly figure: OpenedFigure;
  readonly part: CodeOf<typeof figurePart>;
  readonly onClose: () => void;
}

/** The tubes or reports a number counts. */
export function CountedDrawer({ laboratoryId, figure: { row, month }, part, onClose }: CountedDrawerProps) {
  const { label } = useText();
  return (
    <SideDrawer size="lg" title={`${row.indexName} ${month} ${label(figurePart.labelOf(part) ?? ['', ''])}`} onClose={onClose}>
      <ListPanel
        list={countedTubes}
        screen="quality-counted"
        query={{ laboratoryId, indexCode: row.indexCode, month, part }}
        emptyText={['没有样本', 'No samples']}
      />
    </SideDrawer>
  );
}
