import { chakra } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { lineState } from '#domain/bill/billChoices.ts';
import type { plainOrderActs } from '#domain/bill/orders/orderActs.ts';
import { mostLines } from '#domain/bill/orders/orderGroups.ts';
import { orderPool, type OrderListRow, type PoolRow } from '#domain/bill/orders/orderRows.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useText } from '#src/console/useText.ts';
import { ListPanel } from '#src/resource/ListPanel.tsx';
import { Button } from '#src/ui/Button.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { asItIs } from './asItIs.ts';

const columns = ['sampleCode', 'personName', 'commodityId', 'billPrice', 'auditTime', 'receiveTime'] as const;
const searched = ['sampleCode', 'commodityId', 'auditTime'] as const;
const mayTick = ({ selectable }: PoolRow): boolean => selectable;

/** 加入样本: what can be ordered and has all in common with an order that was not sent. */
export function AddLines({
  order,
  command,
  onDone,
  onClose,
}: {
  readonly order: OrderListRow;
  readonly command: typeof plainOrderActs.edit;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { label } = useText();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [isAdding, setAdding] = useState(false);
  const query = useMemo(() => {
    const { contractLaboratoryId, billCustomerId, sendSampleClientId, agentCustomerId, salesmanId, chargeType, businessType } = order;
    const given = { contractLaboratoryId, billCustomerId, sendSampleClientId, agentCustomerId, salesmanId };
    const whose = Object.fromEntries(Object.entries(given).flatMap(([key, value]) => (value === null ? [] : [[key, value]])));
    return { ...whose, chargeType, businessType, state: lineState.open };
  }, [order]);
  return (
    <SideDrawer size="lg" title={label(['加入样本 {no}', 'Add samples to {no}'], { no: order.orderNo })} onClose={onClose}>
      <chakra.div display="flex" flexDirection="column" gap={2} minH="full">
        <ListPanel
          list={orderPool}
          screen="order-add-lines"
          query={query}
          search={searched}
          columns={columns}
          ticks={{ ticked, onTick: setTicked, mayTick }}
          emptyText={['没有可加入的样本', 'Nothing can be added']}
          head={() => (
            <div>
              <Button size="sm" variant="primary" disabled={ticked.size === 0 || ticked.size > mostLines} onClick={() => setAdding(true)}>
                {label(['加入 {count}', 'Add {count}'], { count: ticked.size })}
              </Button>
            </div>
          )}
        />
      </chakra.div>
      {isAdding ? (
        <ActDrawer
          command={command}
          title={['加入样本', 'Add samples']}
          rows={[{ orderId: order.orderId, version: order.version, addLineIds: [...ticked] }]}
          nameOf={() => order.orderNo}
          asks={{}}
          prepare={async () => asItIs(order)}
          onClose={() => setAdding(false)}
          onDone={() => {
            onDone();
            onClose();
          }}
        />
      ) : null}
    </SideDrawer>
  );
}
