import { chakra } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import type { SyncItem } from '#domain/bill/erp/erpRows.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { SideDrawer } from '#src/ui/SideDrawer.tsx';
import { StateView } from '#src/ui/StateView.tsx';

const Lines = chakra('ol', { base: { listStyle: 'none', textStyle: 'dense', display: 'grid', gap: 3, m: 0, p: 0 } });
const Told = chakra('div', { base: { color: 'fg.muted', overflowWrap: 'anywhere' } });
const Codes = chakra('div', { base: { fontFamily: 'mono', textStyle: 'note', display: 'flex', flexWrap: 'wrap', gap: 2, mt: 1 } });

/** The items of an order as the ERP gets them, and the codes below each. */
export function OrderSyncDrawer({ orderId, orderNo, onClose }: { readonly orderId: string; readonly orderNo: string; readonly onClose: () => void }) {
  const { data, failure, retry } = useAsked('GET search/sales-query/orderSyncOne-detail', { orderId });
  return (
    <ItemsDrawer
      no={orderNo}
      items={data ?? null}
      failure={failure}
      retry={retry}
      onClose={onClose}
      codes={(itemId) => <OrderCodes itemId={itemId} />}
    />
  );
}
/** The same of a bill. */
export function BillSyncDrawer({ billId, billNo, onClose }: { readonly billId: string; readonly billNo: string; readonly onClose: () => void }) {
  const { data, failure, retry } = useAsked('GET search/billSync/billSyncItem', { billId });
  return (
    <ItemsDrawer
      no={billNo}
      items={data ?? null}
      failure={failure}
      retry={retry}
      onClose={onClose}
      codes={(itemId) => <BillCodes billItemId={itemId} />}
    />
  );
}

function OrderCodes({ itemId }: { readonly itemId: string }) {
  return <CodeList asked={useAsked('GET search/sales-query/orderSyncTwo-detail', { itemId })} />;
}
function BillCodes({ billItemId }: { readonly billItemId: string }) {
  return <CodeList asked={useAsked('GET search/billSync/billSyncBarCode', { billItemId })} />;
}
type Asked = ReturnType<typeof useAsked<'GET search/billSync/billSyncBarCode'>>;

function CodeList({ asked: { data, failure, retry } }: { readonly asked: Pick<Asked, 'data' | 'failure' | 'retry'> }) {
  if (!data) return <StateView {...(failure ? { state: 'failed' as const, failure, onRetry: retry } : { state: 'loading' as const })} />;
  return (
    <Codes>
      {data.map(({ lineId, sampleCode }) => (
        <span key={lineId}>{sampleCode}</span>
      ))}
    </Codes>
  );
}

interface ItemsProps {
  readonly no: string;
  readonly items: readonly SyncItem[] | null;
  readonly failure: Asked['failure'];
  readonly retry: () => void;
  readonly codes: (itemId: string) => ReactNode;
  readonly onClose: () => void;
}
function ItemsDrawer({ no, items, failure, retry, codes, onClose }: ItemsProps) {
  const { label } = useText();
  const [open, setOpen] = useState<string | null>(null);
  return (
    <SideDrawer title={label(['{no} 明细', '{no}: items'], { no })} onClose={onClose}>
      {items ? (
        <Lines>
          {items.map(({ itemId, itemNo, commodityName, commodityErpCode, qty, priceStr, totalAmountStr, itemResult }) => (
            <li key={itemId}>
              <div>
                {itemNo}. {commodityName}
              </div>
              <Told>
                {label(['ERP编码 {code}', 'ERP code {code}'], { code: commodityErpCode ?? '—' })} · {priceStr} × {qty} = {totalAmountStr}
              </Told>
              {itemResult ? <Told>{itemResult}</Told> : null}
              <Button size="sm" variant="ghost" aria-expanded={open === itemId} onClick={() => setOpen(open === itemId ? null : itemId)}>
                {label(['样本条码', 'Sample codes'])}
              </Button>
              {open === itemId ? codes(itemId) : null}
            </li>
          ))}
        </Lines>
      ) : (
        <StateView {...(failure ? { state: 'failed' as const, failure, onRetry: retry } : { state: 'loading' as const })} />
      )}
    </SideDrawer>
  );
}
