import { useState } from 'react';
import { billSyncs, type BillSyncRow } from '#domain/bill/erp/erpRows.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { syncCells } from './erpCells.tsx';
import { BillSyncDrawer } from './SyncItemsDrawer.tsx';
import { useErpActs } from './useErpActs.tsx';

const noOf = ({ billNo }: BillSyncRow): string => billNo;
const cells = { billNo: { width: 170, least: 130, isMono: true }, ...syncCells };

/** 账单同步查询: bills that were sent, what the ERP has of them, and by how much it differs. */
export function Screen() {
  const { acts, mayTick, tools, drawer } = useErpActs(noOf);
  const [opened, setOpened] = useState<BillSyncRow | null>(null);
  return (
    <>
      <ListingScreen
        list={billSyncs}
        cells={cells}
        acts={acts}
        onOpen={setOpened}
        {...(mayTick ? { mayTick } : {})}
        emptyText={['没有已发送的账单', 'No bills were sent']}
        tools={tools}
      />
      {drawer}
      {opened ? <BillSyncDrawer key={opened.billId} billId={opened.billId} billNo={opened.billNo} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
