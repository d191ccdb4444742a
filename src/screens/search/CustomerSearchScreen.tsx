import { useCallback, useState } from 'react';
import { viewLines } from '#domain/bill/billRights.ts';
import { customerBillColumns, customerSearch, usualCustomers, type CustomerRow } from '#domain/search/customerSearch.ts';
import { ProgressWord } from '#src/console/sample/ProgressWord.tsx';
import { SampleDetailDrawer } from '#src/console/sample/SampleDetailDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { UsualTimeNotice } from '#src/resource/UsualTimeNotice.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import type { TableColumn } from '#src/ui/table/column.ts';

const cells: Cells<CustomerRow> = {
  sampleCode: { width: 130, least: 110, isMono: true },
  personName: { width: 90, least: 72 },
  progress: { width: 130, least: 110, cell: ({ progress }) => <ProgressWord progress={progress} /> },
};
const ofBills: ReadonlySet<string> = new Set(customerBillColumns);

/** 客户样本查询: a client calls with a name, a phone or a code; each product says how far it is. */
export function Screen() {
  const { can } = useSession();
  const hasBills = can(viewLines.code);
  const [opened, setOpened] = useState<string | null>(null);
  const arrange = useCallback(
    (described: readonly TableColumn<CustomerRow>[]) => (hasBills ? described : described.filter(({ key }) => !ofBills.has(key))),
    [hasBills],
  );
  return (
    <>
      <ListingScreen
        list={customerSearch}
        cells={cells}
        arrange={arrange}
        above={({ query }) => (
          <UsualTimeNotice
            usual={usualCustomers}
            query={query}
            text={[
              '未选时间,只列出近 {days} 天({from} 起)收样的样本;输入条码、姓名、电话或选择时间可查更早的',
              'No time chosen: samples received in the last {days} days (since {from}) alone. Give a code, a name, a phone or a time to look further back',
            ]}
          />
        )}
        onOpen={({ sampleCode }) => setOpened(sampleCode)}
        emptyText={['没有样本', 'No samples']}
      />
      {opened ? <SampleDetailDrawer key={opened} code={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
