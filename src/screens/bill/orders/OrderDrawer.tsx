import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { plainOrderActs, recheckOrderActs } from '#domain/bill/orders/orderActs.ts';
import { itemFields, type OrderListRow } from '#domain/bill/orders/orderRows.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';

const Table = chakra('table', {
  base: { w: 'full', textStyle: 'dense', fontVariantNumeric: 'tabular-nums', '& td, & th': { p: 1, textAlign: 'start' } },
});
type Place = 'order' | 'recheckOrder';

/** An order's items, each with its samples; where it was not sent yet, samples can be taken out. */
export function OrderDrawer({
  order,
  place,
  onTakeOut,
  onClose,
}: {
  readonly order: OrderListRow;
  readonly place: Place;
  readonly onTakeOut: {
    readonly command: typeof plainOrderActs.edit | typeof recheckOrderActs.edit;
    readonly onDone: () => void;
  } | null;
  readonly onClose: () => void;
}) {
  const { label } = useText();
  const { data, failure, retry } = useAsked(`GET bill/${place}/orderDetail`, { orderId: order.orderId });
  const [itemId, setItemId] = useState<string | null>(null);
  const [out, setOut] = useState<string | null>(null);
  return (
    <SideDrawer size="lg" title={order.orderNo} onClose={onClose}>
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
      {!data && !failure ? <StateView state="loading" /> : null}
      {data ? (
        <chakra.div display="grid" gap={3}>
          <chakra.div textStyle="dense">
            {label(['{customer}, 数量 {qty}, 金额 {sum}', '{customer}: {qty} samples, {sum}'], {
              customer: data.order.billName ?? data.order.billCustomerName ?? '',
              qty: data.order.totalQty ?? 0,
              sum: data.order.totalAmountYuan ?? '',
            })}
          </chakra.div>
          <Table>
            <thead>
              <tr>
                <th>{label(itemFields.commodityName.label)}</th>
                <th>{label(itemFields.price.label)}</th>
                <th>{label(itemFields.qty.label)}</th>
                <th>{label(itemFields.amount.label)}</th>
                <th />
              </tr>
            </thead>
            <tbody>
              {data.items.map((item) => (
                <tr key={item.itemId}>
                  <td>{item.commodityName ?? item.commodityCode}</td>
                  <td>{item.priceStr}</td>
                  <td>{item.qty}</td>
                  <td>{item.totalAmountStr}</td>
                  <td>
                    <Button size="sm" onClick={() => setItemId(item.itemId)}>
                      {label(['样本', 'Samples'])}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
          {itemId ? <Codes place={place} itemId={itemId} onTakeOut={onTakeOut ? setOut : null} /> : null}
        </chakra.div>
      ) : null}
      {out && onTakeOut ? (
        <ActDrawer
          command={onTakeOut.command}
          title={['移出样本', 'Take a sample out']}
          rows={[{ orderId: order.orderId, version: order.version, removeLineIds: [out] }]}
          nameOf={() => order.orderNo}
          values={{ billName: order.billName ?? '', remark: order.remark ?? '' }}
          onClose={() => setOut(null)}
          onDone={() => {
            onTakeOut.onDone();
            onClose();
          }}
        />
      ) : null}
    </SideDrawer>
  );
}

function Codes({
  place,
  itemId,
  onTakeOut,
}: {
  readonly place: Place;
  readonly itemId: string;
  readonly onTakeOut: ((lineId: string) => void) | null;
}) {
  const { label } = useText();
  const { data, failure, retry } = useAsked(`GET bill/${place}/listItemSampleCodes`, { itemId });
  if (failure) return <StateView state="failed" failure={failure} onRetry={retry} />;
  if (!data) return <StateView state="loading" />;
  return (
    <Table>
      <tbody>
        {data.map(({ lineId, sampleCode, personName, withdrawn }) => (
          <tr key={lineId}>
            <td>{sampleCode}</td>
            <td>{personName}</td>
            <td>{withdrawn === 1 ? <StatusWord tone="danger">{label(['已撤回', 'Withdrawn'])}</StatusWord> : null}</td>
            <td>
              {onTakeOut ? (
                <Button size="sm" onClick={() => onTakeOut(lineId)}>
                  {label(['移出', 'Take out'])}
                </Button>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
