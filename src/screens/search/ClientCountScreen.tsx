import { clientCount, usualCounts, type ClientCountRow } from '#domain/search/sampleCount.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { UsualTimeNotice } from '#src/resource/UsualTimeNotice.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { CountedReceipts } from './CountedReceipts.tsx';
import { monthAlone } from './countTexts.ts';

const cells: Cells<ClientCountRow> = {
  countTime: { width: 110, least: 96 },
  receiveCount: { width: 90, least: 76, cell: (row) => <CountedReceipts row={row} /> },
};

/** 客户样本量统计: the same for each sending client. */
export function Screen() {
  return (
    <ListingScreen
      list={clientCount}
      cells={cells}
      emptyText={['这段时间没有样本', 'Nothing happened in this time']}
      above={({ query }) => <UsualTimeNotice usual={usualCounts} query={query} text={monthAlone} />}
    />
  );
}
