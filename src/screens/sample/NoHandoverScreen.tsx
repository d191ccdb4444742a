import { chakra } from '@chakra-ui/react';
import { useSearchParams } from 'react-router-dom';
import { noHandoverList } from '#domain/sample/handoverContracts.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { ScreenTitle } from '#src/console/ScreenTitle.tsx';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { StateView } from '#src/ui/StateView.tsx';

/** Tubes that wait for a handover; the list loads when a commodity is chosen (docs/contract.md#lists). */
export function Screen() {
  const { label } = useText();
  const [params, setParams] = useSearchParams();
  const commodityId = params.get('commodityId');
  const commodities = useAsked('GET sample/sample-handover/commodity-list', { executeType: 1 });
  const waiting = commodities.data?.filter((row) => row.count > 0);
  const count = useAsked('GET sample/sample-handover/no-handover-count', {});
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
            onClick={() => setParams({ commodityId: row.commodityId })}
            style={{ width: '100%', justifyContent: 'space-between', marginBottom: 4 }}
          >
            <span>{row.commodityName}</span>
            <chakra.strong textStyle="figures">{row.count}</chakra.strong>
          </Button>
        ))}
      </chakra.section>
      <chakra.div minW={0} minH={0}>
        {commodityId === null ? (
          <StateView state="empty" text={['请选择产品', 'Choose a commodity']} />
        ) : (
          <ListingScreen list={noHandoverList} emptyText={['此产品没有待交接的样本', 'Nothing of this commodity waits']} />
        )}
      </chakra.div>
    </chakra.div>
  );
}
