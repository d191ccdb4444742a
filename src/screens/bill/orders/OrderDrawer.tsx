import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { plainOrderActs } from '#domain/bill/orders/orderActs.ts';
import { itemFields, type OrderListRow } from '#domain/bill/orders/orderRows.ts';
import { viewSamples } from '#domain/sample/viewSamples.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';
import { useTickedLines } from '../useTickedLines.tsx';
import { asItIs } from './asItIs.ts';
import { OrderRequisitions } from './OrderRequisitions.tsx';

const Table = chakra('table', {
  base: { w: 'full', textStyle: 'dense', fontVariantNumeric: 'tabular-nums', '& td, & th': { p: 1, textAlign: 'start' } },
});
type Place = 'order' | 'recheckOrder';

/** An order's items, each with its samples; where it was not sent yet, samples can be taken out, where it was, ticked ones can be billed. */
export function OrderDrawer({
  order,
  place,
  onTakeOut,
  onBill,
  onClose,
}: {
  readonly order: OrderListRow;
  readonly place: Place;
  readonly onTakeOut: {
    readonly command: typeof plainOrderActs.edit;
    readonly onDone: () => void;
  } | null;
  /** Null: it cannot be billed. */
  readonly onBill: ((lineIds: readonly string[]) => void) | null;
  readonly onClose: () => void;
}) {
  const { label } = useText();
  const { can } = useSession();
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
                <th>{label(itemFields.salesman.label)}</th>
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
                  <td>{item.salesman}</td>
                  <td>
                    <Button size="sm" onClick={() => setItemId(item.itemId)}>
                      {label(['样本', 'Samples'])}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
          {/* An order that was written anew has other items. */}
          {itemId && data.items.some((item) => item.itemId === itemId) ? (
            <Codes key={itemId} place={place} itemId={itemId} onTakeOut={onTakeOut ? setOut : null} onBill={onBill} />
          ) : null}
          {can(viewSamples.code) ? <OrderRequisitions orderId={order.orderId} /> : null}
        </chakra.div>
      ) : null}
      {out && onTakeOut ? (
        <ActDrawer
          command={onTakeOut.command}
          title={['移出样本', 'Take a sample out']}
          rows={[{ orderId: order.orderId, version: order.version, removeLineIds: [out] }]}
          nameOf={() => order.orderNo}
          asks={{}}
          prepare={async () => asItIs(order)}
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
  onBill,
}: {
  readonly place: Place;
  readonly itemId: string;
  readonly onTakeOut: ((lineId: string) => void) | null;
  readonly onBill: ((lineIds: readonly string[]) => void) | null;
}) {
  const { label } = useText();
  const { data, failure, retry } = useAsked(`GET bill/${place}/listItemSampleCodes`, { itemId });
  const { ticked, box, clear } = useTickedLines();
  if (failure) return <StateView state="failed" failure={failure} onRetry={retry} />;
  if (!data) return <StateView state="loading" />;
  return (
    <>
      {onBill ? (
        <div>
          <Button
            size="sm"
            variant="primary"
            disabled={ticked.length === 0}
            onClick={() => {
              onBill(ticked);
              clear();
            }}
          >
            {label(['生成账单 {count}', 'Bill {count}'], { count: ticked.length })}
          </Button>
        </div>
      ) : null}
      <Table>
        <tbody>
          {data.map(({ lineId, sampleCode, personName, withdrawn, billNo }) => (
            <tr key={lineId}>
              {onBill ? <td>{billNo === null ? box(lineId, sampleCode) : null}</td> : null}
              <td>{sampleCode}</td>
              <td>{personName}</td>
              <td>{billNo}</td>
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
    </>
  );
}
