import { useState } from 'react';
import { parcels, usualParcels, type ParcelRow } from '#domain/sample/parcel/parcelRows.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { UsualTimeNotice } from '#src/resource/UsualTimeNotice.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { StatusWord } from '#src/ui/Tag.tsx';
import { ParcelDrawer } from './ParcelDrawer.tsx';
import { ParcelWord } from './ParcelWord.tsx';

const cells: Cells<ParcelRow> = {
  status: { width: 110, least: 96, cell: ({ status }) => <ParcelWord status={status} /> },
  fault: { width: 140, least: 120, cell: ({ fault }) => (fault === null ? null : <StatusWord tone="warning">{fault}</StatusWord>) },
  courierNumber: { width: 150, least: 120, isMono: true },
  requisitionCode: { width: 124, least: 108, isMono: true },
};

/** 顺丰物流: how the parcels came that requisitions name; a row opens the way of its parcel. */
export function Screen() {
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <>
      <ListingScreen
        list={parcels}
        cells={cells}
        onOpen={({ courierNumber }) => setOpened(courierNumber)}
        emptyText={['没有填写物流单号的申请单', 'No requisition names a courier number']}
        above={({ query }) => (
          <UsualTimeNotice
            usual={usualParcels}
            query={query}
            text={[
              '未选时间,只列出近 {days} 天({from} 起)收样的申请单;输入单号或选择时间可查更早的',
              'No time chosen: requisitions received in the last {days} days (since {from}) alone. Give a number or a time to look further back',
            ]}
          />
        )}
      />
      {opened ? <ParcelDrawer key={opened} courierNumber={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
