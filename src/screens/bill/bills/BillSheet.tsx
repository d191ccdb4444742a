import { chakra, Portal } from '@chakra-ui/react';
import { useEffect } from 'react';
import { capitalAmount } from '#domain/bill/bills/capitalAmount.ts';
import { itemFields, type ItemRow } from '#domain/bill/orders/orderRows.ts';
import type { BillListRow } from '#domain/bill/bills/billRows.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { notify } from '#src/ui/notify.tsx';

const Cell = chakra('td', { base: { border: '1px solid black', px: 2, py: '3px', fontSize: '10pt', fontVariantNumeric: 'tabular-nums' } });
const Head = chakra('th', { base: { border: '1px solid black', px: 2, py: '3px', fontSize: '10pt', fontWeight: 'semibold', textAlign: 'start' } });
/** A4 with room for a binding edge; each page says which of how many it is. */
const paper = '@page { size: A4; margin: 16mm 14mm 18mm 20mm; @bottom-center { content: counter(page) " / " counter(pages); font-size: 9pt } }';

/** A bill on paper, as a customer's accounts take it: printed as soon as it is drawn. */
export function BillSheet({ bill, onPrinted }: { readonly bill: BillListRow; readonly onPrinted: () => void }) {
  const { data, failure } = useAsked('GET bill/bill/billDetail', { billId: bill.billId });
  useEffect(() => {
    if (!failure) return;
    notify.error(failure.message);
    onPrinted();
  }, [failure, onPrinted]);
  return data ? <Paper bill={data.bill} items={data.items} onPrinted={onPrinted} /> : null;
}

function Paper({ bill, items, onPrinted }: { readonly bill: BillListRow; readonly items: readonly ItemRow[]; readonly onPrinted: () => void }) {
  const { label } = useText();
  useEffect(() => {
    globalThis.addEventListener('afterprint', onPrinted);
    const timer = setTimeout(() => globalThis.print(), 50);
    return () => {
      clearTimeout(timer);
      globalThis.removeEventListener('afterprint', onPrinted);
    };
  }, [onPrinted]);
  const sum = bill.totalAmountYuan ?? '0.00';
  const facts = [
    [label(['账单号', 'Bill number']), bill.billNo],
    [label(['客户', 'Customer']), bill.billName ?? bill.billCustomerName ?? ''],
    [label(['对账时间', 'Reconciliation time']), bill.reconciliationTime?.slice(0, 10) ?? ''],
    [label(['制单', 'Made by']), `${bill.creator ?? ''} ${bill.createTime.slice(0, 10)}`],
  ] as const;
  return (
    <Portal>
      <chakra.div className="print-only" display="none" _print={{ display: 'block' }} color="black">
        <style>{paper}</style>
        <chakra.h1 fontSize="18pt" textAlign="center">
          {bill.contractLaboratoryName}
        </chakra.h1>
        <chakra.h2 fontSize="14pt" textAlign="center" mb={3}>
          {label(bill.sign === -1 ? ['对账单(红字)', 'Statement of account (credit)'] : ['对账单', 'Statement of account'])}
        </chakra.h2>
        <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap={1} mb={2} fontSize="10pt">
          {facts.map(([name, value]) => (
            <span key={name}>
              {name}: {value}
            </span>
          ))}
        </chakra.div>
        <chakra.table w="full" borderCollapse="collapse">
          <thead>
            <tr>
              <Head>{label(['序号', 'No.'])}</Head>
              <Head>{label(itemFields.commodityCode.label)}</Head>
              <Head>{label(itemFields.commodityName.label)}</Head>
              <Head textAlign="end">{label(itemFields.price.label)}</Head>
              <Head textAlign="end">{label(itemFields.qty.label)}</Head>
              <Head textAlign="end">{label(itemFields.amount.label)}</Head>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.itemId}>
                <Cell>{item.itemNo}</Cell>
                <Cell>{item.commodityCode}</Cell>
                <Cell>
                  {item.commodityName}
                  {item.supplementaryed === 1 ? ` (${label(['补充报告', 'Supplementary'])})` : ''}
                </Cell>
                <Cell textAlign="end">{item.priceStr}</Cell>
                <Cell textAlign="end">{item.qty}</Cell>
                <Cell textAlign="end">{item.totalAmountStr}</Cell>
              </tr>
            ))}
            <tr>
              <Cell colSpan={4}>
                {label(['合计(大写)', 'In all'])}: {capitalAmount(Math.round(Number(sum) * 100))}
              </Cell>
              <Cell textAlign="end">{bill.totalQty}</Cell>
              <Cell textAlign="end">¥{sum}</Cell>
            </tr>
          </tbody>
        </chakra.table>
        {bill.remark ? (
          <chakra.p mt={2} fontSize="10pt">
            {label(['备注', 'Remark'])}: {bill.remark}
          </chakra.p>
        ) : null}
        <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap={8} mt={10} fontSize="10pt" css={{ breakInside: 'avoid' }}>
          {[
            [label(['开具单位(盖章)', 'Issued by (stamp)']), bill.contractLaboratoryName ?? ''],
            [label(['客户确认(盖章)', 'Confirmed by the customer (stamp)']), bill.billName ?? bill.billCustomerName ?? ''],
          ].map(([name, value]) => (
            <chakra.div key={name} minH="36mm">
              <p>
                {name}: {value}
              </p>
              <chakra.p mt={10} whiteSpace="pre-wrap">
                {label(['经办人: ____________    日期: ____________', 'By: ____________    Date: ____________'])}
              </chakra.p>
            </chakra.div>
          ))}
        </chakra.div>
      </chakra.div>
    </Portal>
  );
}
