import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { editBillItem } from '#domain/bill/bills/billActs.ts';
import type { BillListRow } from '#domain/bill/bills/billRows.ts';
import { itemFields } from '#domain/bill/orders/orderRows.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { useTickedLines } from '../useTickedLines.tsx';

const Table = chakra('table', {
  base: { w: 'full', textStyle: 'dense', fontVariantNumeric: 'tabular-nums', '& td, & th': { p: 1, textAlign: 'start' } },
});

/** A bill's items, each with its samples; of a bill that was not sent ticked samples go back to their orders. `onChanged` null: it is looked at alone. */
export function BillDrawer({
  bill,
  onChanged,
  onClose,
}: {
  readonly bill: Pick<BillListRow, 'billId' | 'billNo'>;
  readonly onChanged: (() => void) | null;
  readonly onClose: () => void;
}) {
  const { label } = useText();
  const { data, failure, retry } = useAsked('GET bill/bill/billDetail', { billId: bill.billId });
  const [itemId, setItemId] = useState<string | null>(null);
  return (
    <SideDrawer size="lg" title={bill.billNo} onClose={onClose}>
      {failure ? <StateView state="failed" failure={failure} onRetry={retry} /> : null}
      {!data && !failure ? <StateView state="loading" /> : null}
      {data ? (
        <chakra.div display="grid" gap={3}>
          <chakra.div textStyle="dense">
            {label(['{customer}, 数量 {qty}, 金额 {sum}', '{customer}: {qty} samples, {sum}'], {
              customer: data.bill.billName ?? data.bill.billCustomerName ?? '',
              qty: data.bill.totalQty ?? 0,
              sum: data.bill.totalAmountYuan ?? '',
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
          {itemId ? <Codes key={itemId} itemId={itemId} billNo={bill.billNo} onChanged={onChanged} onGone={() => setItemId(null)} /> : null}
        </chakra.div>
      ) : null}
    </SideDrawer>
  );
}

function Codes({
  itemId,
  billNo,
  onChanged,
  onGone,
}: {
  readonly itemId: string;
  readonly billNo: string;
  readonly onChanged: (() => void) | null;
  readonly onGone: () => void;
}) {
  const { label } = useText();
  const { data, failure, retry } = useAsked('GET bill/bill/listItemSampleCodes', { itemId });
  const { ticked, box } = useTickedLines();
  const [isOut, setOut] = useState(false);
  if (failure) return <StateView state="failed" failure={failure} onRetry={retry} />;
  if (!data) return <StateView state="loading" />;
  return (
    <>
      {onChanged ? (
        <div>
          <Button size="sm" variant="danger" disabled={ticked.length === 0} onClick={() => setOut(true)}>
            {label(['移出 {count} 个样本', 'Take {count} out'], { count: ticked.length })}
          </Button>
        </div>
      ) : null}
      <Table>
        <tbody>
          {data.map(({ lineId, sampleCode, personName, orderNo }) => (
            <tr key={lineId}>
              {onChanged ? <td>{box(lineId, sampleCode)}</td> : null}
              <td>{sampleCode}</td>
              <td>{personName}</td>
              <td>{orderNo}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {isOut && onChanged ? (
        <ActDrawer
          command={editBillItem}
          rows={[{ billItemId: itemId, removeLineIds: [...ticked] }]}
          nameOf={() => billNo}
          onClose={() => setOut(false)}
          onDone={() => {
            // What is left of the bill was written anew: its items have other ids.
            onGone();
            onChanged();
          }}
        />
      ) : null}
    </>
  );
}
