import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { relatedLines, relatedPairs, type MatrixCell, type RelatedLineRow, type RelatedRow } from '#domain/bill/related/relatedRows.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { ListPanel } from '#src/resource/ListPanel.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import { RelatedMatrix } from './RelatedMatrix.tsx';

type Pair = Pick<MatrixCell, 'laboratoryId' | 'laboratoryName' | 'otherLaboratoryId' | 'otherLaboratoryName' | 'month'>;
const search = ['commodityId', 'auditTime'];
const figure = { width: 110, least: 84, align: 'end' } as const;

function Unpriced({ count }: { readonly count: number }) {
  return count === 0 ? <>0</> : <StatusWord tone="warning">{String(count)}</StatusWord>;
}
const cells: Cells<RelatedRow> = {
  month: { width: 96, least: 84 },
  qty: { ...figure, width: 90 },
  amount: figure,
  otherQty: { ...figure, width: 90 },
  otherAmount: figure,
  net: figure,
  unpricedQty: { ...figure, width: 90, cell: (row) => <Unpriced count={row.unpricedQty} /> },
};
function InnerPrice({ row }: { readonly row: RelatedLineRow }) {
  const { label } = useText();
  return row.innerPriceStr === null ? <StatusWord tone="warning">{label(['未定价', 'No internal price'])}</StatusWord> : <>{row.innerPriceStr}</>;
}
const lineCells: Cells<RelatedLineRow> = {
  sampleCode: { width: 130, least: 110, isMono: true },
  innerPrice: { ...figure, cell: (row) => <InnerPrice row={row} /> },
  totalAmount: figure,
};

/** 关联交易: what laboratories of the group owe each other, as a matrix of pairs and months and as a list; each number opens its lines. */
export function Screen() {
  const { label } = useText();
  const [opened, setOpened] = useState<Pair | null>(null);
  return (
    <>
      <ListingScreen
        list={relatedPairs}
        cells={cells}
        onOpen={setOpened}
        above={({ query }) => <RelatedMatrix month={String(query['auditTimeEnd'] ?? '').slice(0, 7)} onOpen={setOpened} />}
        emptyText={['没有检验所之间的明细', 'No laboratory tested for another']}
      />
      {opened ? (
        <SideDrawer
          size="lg"
          title={label(['{one} 与 {other}, {month}', '{one} and {other}, {month}'], {
            one: opened.laboratoryName ?? '',
            other: opened.otherLaboratoryName ?? '',
            month: opened.month,
          })}
          onClose={() => setOpened(null)}
        >
          <chakra.div display="flex" flexDirection="column" gap={2} minH="480px" h="full">
            <ListPanel
              list={relatedLines}
              screen="/bill/relationTransaction#lines"
              query={{ laboratoryId: opened.laboratoryId, otherLaboratoryId: opened.otherLaboratoryId, month: opened.month }}
              search={search}
              cells={lineCells}
              emptyText={['没有明细', 'No lines']}
            />
          </chakra.div>
        </SideDrawer>
      ) : null}
    </>
  );
}
