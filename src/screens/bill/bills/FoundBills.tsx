import { chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FoundBillLine } from '#domain/bill/bills/billRows.ts';
import { lineState } from '#domain/bill/billChoices.ts';
import { words } from '#domain/search/vocabulary.ts';
import { ask } from '#src/api/ask.ts';
import { failureOfCall } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { DataTable } from '#src/ui/DataTable.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import type { TableColumn } from '#src/ui/table/column.ts';

/** In which orders and bills pasted codes stand; those that nothing is known of are named. */
export function FoundBills({
  codes,
  onBill,
  onClose,
}: {
  readonly codes: string;
  readonly onBill: (bill: { readonly billId: string; readonly billNo: string }) => void;
  readonly onClose: () => void;
}) {
  const { label } = useText();
  const query = useQuery({
    queryKey: ['call', 'bill', 'bill/listBySampleCodeStr', codes],
    queryFn: ({ signal }) => ask('POST bill/bill/listBySampleCodeStr', { body: { sampleCodeStr: codes }, quiet: true, signal }),
    retry: false,
  });
  const columns = useMemo(
    (): readonly TableColumn<FoundBillLine>[] => [
      { key: 'sampleCode', title: words.sampleCode.label, width: 140, isMono: true },
      { key: 'personName', title: words.personName.label, width: 90 },
      { key: 'commodityName', title: words.commodityId.label, width: 180, least: 110 },
      { key: 'billPriceStr', title: words.billPrice.label, width: 100, align: 'end' },
      {
        key: 'state',
        title: ['开单状态', 'Ordering'],
        width: 100,
        text: ({ state }, language) => lineState.labelOf(state)?.[language === 'zh' ? 0 : 1] ?? '',
      },
      { key: 'orderNo', title: words.orderNo.label, width: 180, isMono: true },
      {
        key: 'billNo',
        title: words.billNo.label,
        width: 190,
        isMono: true,
        cell: ({ billId, billNo }) =>
          billId !== null && billNo !== null ? (
            <Button size="sm" variant="ghost" onClick={() => onBill({ billId, billNo })}>
              {billNo}
            </Button>
          ) : null,
      },
    ],
    [onBill],
  );
  return (
    <SideDrawer size="lg" title={label(['按条码查账单', 'Bills of pasted codes'])} onClose={onClose}>
      {query.data && query.data.unknown.length > 0 ? (
        <chakra.div role="status" mb={2} maxH="72px" overflowY="auto" textStyle="dense">
          <StatusWord tone="warning">
            {label(['{count} 个条码未找到', '{count} codes were not found'], { count: query.data.unknown.length })}
          </StatusWord>{' '}
          <chakra.span textStyle="mono">{query.data.unknown.join(', ')}</chakra.span>
        </chakra.div>
      ) : null}
      <DataTable
        label={['明细', 'Lines']}
        screen="bills-of-codes"
        columns={columns}
        extent="whole"
        rows={query.data?.lines}
        rowKey={({ lineId }) => lineId}
        failure={failureOfCall(query.error, label)}
        isStale={query.isFetching && query.data !== undefined}
        onRetry={() => void query.refetch()}
        emptyText={['没有这些条码的明细', 'No lines of these codes']}
      />
    </SideDrawer>
  );
}
