import { billEstimate, type EstimateRow } from '#domain/bill/lines/lineLists.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';

const cells: Cells<EstimateRow> = {
  receiveMonth: { width: 96, least: 84 },
  qty: { width: 96, least: 72, align: 'end' },
  pricedQty: { width: 96, least: 72, align: 'end' },
  noPriceQty: { width: 96, least: 72, align: 'end' },
};

/** 收入预估: what is under way by laboratory, client, commodity and month of receipt, at today's prices. */
export function Screen() {
  return <ListingScreen list={billEstimate} cells={cells} emptyText={['没有未出报告的明细', 'Nothing waits for its report']} />;
}
