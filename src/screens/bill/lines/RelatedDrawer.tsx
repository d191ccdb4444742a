import { chakra } from '@chakra-ui/react';
import { chargeType, syncState } from '#domain/bill/billChoices.ts';
import type { RelatedBill, RelatedOrder } from '#domain/bill/lines/searchedLines.ts';
import { words } from '#domain/search/vocabulary.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';

const Part = chakra('h2', { base: { textStyle: 'dense', fontWeight: 'semibold', mt: 4, mb: 2 } });
const Table = chakra('table', {
  base: {
    w: 'full',
    textStyle: 'dense',
    fontVariantNumeric: 'tabular-nums',
    '& td, & th': { p: 1, textAlign: 'start', verticalAlign: 'top' },
    '& tr': { borderBottom: 'hairline' },
  },
});
type Document = Omit<RelatedOrder, 'orderId' | 'orderNo' | 'billStatus'> & { readonly id: string; readonly no: string };

/** The orders of a sample alone, for who looks at what is not billed. */
export function RelatedOrdersDrawer({ sampleCode, onClose }: { readonly sampleCode: string; readonly onClose: () => void }) {
  const { label } = useText();
  const orders = useAsked('GET search/sales-query/related-orders', { sampleCode });
  return (
    <SideDrawer size="lg" title={label(['{code} 的订单', 'Orders of {code}'], { code: sampleCode })} onClose={onClose}>
      <Documents called={{ ...orders, data: orders.data?.map(ofOrder) }} />
    </SideDrawer>
  );
}

/** The orders and the bills that a sample stands in. */
export function RelatedDrawer({ sampleCode, onClose }: { readonly sampleCode: string; readonly onClose: () => void }) {
  const { label } = useText();
  const orders = useAsked('GET search/sampleCollection/relatedOrders', { sampleCode });
  const bills = useAsked('GET search/sampleCollection/relatedBills', { sampleCode });
  return (
    <SideDrawer size="lg" title={label(['{code} 的订单与账单', 'Orders and bills of {code}'], { code: sampleCode })} onClose={onClose}>
      <Part>{label(['订单', 'Orders'])}</Part>
      <Documents called={{ ...orders, data: orders.data?.map(ofOrder) }} />
      <Part>{label(['账单', 'Bills'])}</Part>
      <Documents called={{ ...bills, data: bills.data?.map(ofBill) }} />
    </SideDrawer>
  );
}
const ofOrder = (order: RelatedOrder): Document => ({ ...order, id: order.orderId, no: order.orderNo });
const ofBill = (bill: RelatedBill): Document => ({ ...bill, id: bill.billId, no: bill.billNo });

type Asked = Pick<ReturnType<typeof useAsked<'GET search/sampleCollection/relatedBills'>>, 'failure' | 'retry'>;
function Documents({ called: { data, failure, retry } }: { readonly called: Asked & { readonly data: readonly Document[] | undefined } }) {
  const { label } = useText();
  if (!data) return <StateView {...(failure ? { state: 'failed' as const, failure, onRetry: retry } : { state: 'loading' as const })} />;
  if (data.length === 0) return <StateView state="empty" text={['没有', 'None']} />;
  return (
    <Table>
      <thead>
        <tr>
          <th>{label(['编号', 'Number'])}</th>
          <th>{label(words.billCustomerId.label)}</th>
          <th>{label(['本样本', 'Of this sample'])}</th>
          <th>{label(['数量', 'Quantity'])}</th>
          <th>{label(words.totalAmount.label)}</th>
          <th>{label(['收费类型', 'Charge type'])}</th>
          <th>{label(['同步状态', 'Sync state'])}</th>
          <th>{label(words.creator.label)}</th>
          <th>{label(words.createTime.label)}</th>
        </tr>
      </thead>
      <tbody>
        {data.map((one) => (
          <tr key={one.id}>
            <chakra.td textStyle="mono">{one.no}</chakra.td>
            <td>{one.billName ?? one.billCustomerName}</td>
            <td>{one.items.map(({ commodityName, priceStr }) => `${commodityName ?? ''} ${priceStr}`).join('、')}</td>
            <td>{one.totalQty}</td>
            <td>{one.totalAmountYuan}</td>
            <td>{label(chargeType.labelOf(one.chargeType) ?? ['', ''])}</td>
            <td>
              <StatusWord tone={one.sync === syncState.failed ? 'danger' : one.sync === syncState.done ? 'success' : 'neutral'}>
                {label(syncState.labelOf(one.sync) ?? ['', ''])}
              </StatusWord>
            </td>
            <td>{one.creator}</td>
            <td>{one.createTime}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
