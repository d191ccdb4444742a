import { useState } from 'react';
import { orderSyncs, type OrderSyncRow } from '#domain/bill/erp/erpRows.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { syncCells } from './erpCells.tsx';
import { OrderSyncDrawer } from './SyncItemsDrawer.tsx';
import { useErpActs } from './useErpActs.tsx';

const noOf = ({ orderNo }: OrderSyncRow): string => orderNo;
const cells = { orderNo: { width: 170, least: 130, isMono: true }, ...syncCells };

/** 订单同步查询: orders that were sent, what the ERP has of them, and by how much it differs. */
export function Screen() {
  const { acts, mayTick, tools, drawer } = useErpActs(noOf);
  const [opened, setOpened] = useState<OrderSyncRow | null>(null);
  return (
    <>
      <ListingScreen
        list={orderSyncs}
        cells={cells}
        acts={acts}
        onOpen={setOpened}
        {...(mayTick ? { mayTick } : {})}
        emptyText={['没有已发送的订单', 'No orders were sent']}
        tools={tools}
      />
      {drawer}
      {opened ? <OrderSyncDrawer key={opened.orderId} orderId={opened.orderId} orderNo={opened.orderNo} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
