import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { HandoverCommodityRow, NoHandoverRow } from '#domain/sample/rows.ts';
import { PagedTable } from '#src/console/desk/PagedTable.tsx';
import { useCall } from '#src/console/desk/useCall.ts';
import { ScreenTitle } from '#src/console/ScreenTitle.tsx';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { handoverItemColumns } from './handoverColumns.ts';

/** Tubes that wait for a handover; the list loads when a commodity is chosen (spec 2). */
export function Screen() {
  const { label } = useText();
  const [commodityId, setCommodityId] = useState<string | null>(null);
  const commodities = useCall<readonly HandoverCommodityRow[]>('sample', 'sample-handover/commodity-list', { executeType: 1 });
  const waiting = commodities.data?.filter((row) => row.count > 0);
  const count = useCall<number>('sample', 'sample-handover/no-handover-count');
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: '1fr', lg: '280px minmax(0, 1fr)' }}
      gridTemplateRows={{ base: 'minmax(0, 35%) minmax(0, 1fr)', lg: 'minmax(0, 1fr)' }}
      gap={3}
      h="full"
      minH={0}
    >
      <ScreenTitle />
      <chakra.section bg="bg.panel" border="hairline" borderRadius="md" p={3} overflow="auto" aria-label={label(['产品', 'Commodities'])}>
        <chakra.h2 textStyle="title" mb={2}>
          {label(['待交接产品', 'Commodities waiting'])}
          {typeof count.data === 'number' ? ` (${count.data})` : ''}
        </chakra.h2>
        {commodities.failure ? <StateView state="failed" failure={commodities.failure} onRetry={commodities.retry} /> : null}
        {waiting?.length === 0 ? <StateView state="empty" text={['没有待交接的样本', 'Nothing waits for a handover']} /> : null}
        {(waiting ?? []).map((row) => (
          <Button
            key={row.commodityId}
            variant={row.commodityId === commodityId ? 'primary' : 'ghost'}
            onClick={() => setCommodityId(row.commodityId)}
            style={{ width: '100%', justifyContent: 'space-between', marginBottom: 4 }}
          >
            <span>{row.commodityName}</span>
            <chakra.strong textStyle="figures">{row.count}</chakra.strong>
          </Button>
        ))}
      </chakra.section>
      <chakra.section bg="bg.panel" border="hairline" borderRadius="md" p={3} display="flex" flexDirection="column" minH={0}>
        {commodityId === null ? (
          <StateView state="empty" text={['请选择产品', 'Choose a commodity']} />
        ) : (
          <PagedTable<NoHandoverRow>
            key={commodityId}
            label={['待交接样本', 'Tubes waiting']}
            screen="/sample/no-handover"
            service="sample"
            path="sample-handover/no-handover-page"
            query={{ commodityId }}
            search={[
              { name: 'sampleCode', label: ['样本条码', 'Sample'] },
              { name: 'requisitionCode', label: ['申请单条码', 'Requisition'] },
            ]}
            columns={handoverItemColumns}
            rowKey={(row) => row.sampleItemId}
            emptyText={['此产品没有待交接的样本', 'Nothing of this commodity waits']}
          />
        )}
      </chakra.section>
    </chakra.div>
  );
}
