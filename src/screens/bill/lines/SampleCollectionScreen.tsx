import { FileText } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { viewLines } from '#domain/bill/billRights.ts';
import { billColumns, sampleCollection, type CollectionRow } from '#domain/bill/lines/searchedLines.ts';
import { SampleDetailDrawer } from '#src/console/sample/SampleDetailDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import type { RowAct, TableColumn } from '#src/ui/table/column.ts';
import { RelatedDrawer } from './RelatedDrawer.tsx';

const cells: Cells<CollectionRow> = { sampleCode: { width: 130, least: 110, isMono: true }, personName: { width: 90, least: 72 } };
const ofBills: ReadonlySet<string> = new Set(billColumns);

/** 样本汇总: billable lines with where their sample, order and bill stand; a row opens its sample. */
export function Screen() {
  const { can } = useSession();
  const hasBills = can(viewLines.code);
  const [opened, setOpened] = useState<string | null>(null);
  const [related, setRelated] = useState<string | null>(null);
  const arrange = useCallback(
    (described: readonly TableColumn<CollectionRow>[]) => (hasBills ? described : described.filter(({ key }) => !ofBills.has(key))),
    [hasBills],
  );
  const acts = useMemo(
    (): readonly RowAct<CollectionRow>[] =>
      hasBills
        ? [{ key: 'related', label: ['订单与账单', 'Orders and bills'], icon: FileText, onAct: ({ sampleCode }) => setRelated(sampleCode) }]
        : [],
    [hasBills],
  );
  return (
    <>
      <ListingScreen
        list={sampleCollection}
        cells={cells}
        arrange={arrange}
        acts={acts}
        onOpen={({ sampleCode }) => setOpened(sampleCode)}
        emptyText={['没有样本', 'No samples']}
      />
      {opened ? <SampleDetailDrawer key={opened} code={opened} onClose={() => setOpened(null)} /> : null}
      {related ? <RelatedDrawer key={related} sampleCode={related} onClose={() => setRelated(null)} /> : null}
    </>
  );
}
