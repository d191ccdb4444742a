import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { controlKind } from '#domain/lab/rules/controlGate.ts';
import { qcChartList, qcChartRoute, type QcChartRow } from '#domain/lab/qcChart.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { Tag } from '#src/ui/Tag.tsx';
import { QcChartDrawer } from './QcChartDrawer.tsx';
import { VerdictWord } from './VerdictWord.tsx';

const cells: Cells<QcChartRow> = {
  lotNo: { isMono: true, width: 150 },
  controlKind: { width: 100, cell: ({ controlKind: kind }) => <KindTag kind={kind} /> },
  lastVerdict: { width: 110, cell: ({ lastVerdict }) => (lastVerdict === null ? null : <VerdictWord verdict={lastVerdict} />) },
  pointCount: { width: 72, align: 'end' },
};
const screen = { route: qcChartRoute, title: ['质控图', 'Control charts'] } as const;

/** 质控图: lots of control materials with what they said last, and the chart of each. */
export function Screen() {
  const [opened, setOpened] = useState<QcChartRow | null>(null);
  return (
    <>
      <ListingScreen list={qcChartList} screen={screen} cells={cells} onOpen={setOpened} emptyText={['还没有质控品', 'No control lot yet']} />
      {opened ? <QcChartDrawer key={opened.qcLotId} lot={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
function KindTag({ kind }: { readonly kind: QcChartRow['controlKind'] }) {
  const { label } = useText();
  return (
    <chakra.span>
      <Tag>{label(controlKind.labelOf(kind) ?? ['', ''])}</Tag>
    </chakra.span>
  );
}
