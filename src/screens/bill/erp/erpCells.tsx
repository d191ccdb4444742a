import { syncState } from '#domain/bill/billChoices.ts';
import type { OrderSyncRow } from '#domain/bill/erp/erpRows.ts';
import { useText } from '#src/console/useText.ts';
import { StatusWord } from '#src/ui/Tag.tsx';

type Standing = Pick<OrderSyncRow, 'sync' | 'isVoidPending' | 'pushId'>;

/** How a document stands in the ERP, in a word. */
function Sync({ row: { sync, isVoidPending, pushId } }: { readonly row: Standing }) {
  const { label } = useText();
  if (isVoidPending === 1)
    return <StatusWord tone={sync === syncState.failed ? 'danger' : 'warning'}>{label(['撤销中', 'Being voided'])}</StatusWord>;
  const tone = sync === syncState.done ? 'success' : sync === syncState.failed ? 'danger' : 'info';
  const word = pushId === null && sync === syncState.done ? (['不推送', 'Not told'] as const) : syncState.labelOf(sync);
  return <StatusWord tone={tone}>{label(word ?? ['', ''])}</StatusWord>;
}
export const syncCells = {
  sync: { width: 110, least: 90, cell: (row: Standing) => <Sync row={row} /> },
  erpNumber: { width: 170, least: 120, isMono: true },
  syncResult: { width: 240, least: 160 },
  billName: { width: 160, least: 120 },
  billCustomerId: { width: 160, least: 120 },
} as const;
