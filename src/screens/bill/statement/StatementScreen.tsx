import { chakra } from '@chakra-ui/react';
import { customerStatement, type StatementRow } from '#domain/bill/statement/statementRows.ts';
import type { Label } from '#domain/kernel/label.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { DownloadButton } from './DownloadButton.tsx';

type Query = Readonly<Record<string, string | number>>;
const cells: Cells<StatementRow> = {
  sampleCode: { width: 130, least: 110, isMono: true },
  personName: { width: 90, least: 72 },
  billPrice: { width: 100, least: 84, align: 'end' },
  qty: { width: 64, least: 56, align: 'end' },
  totalAmount: { width: 110, least: 90, align: 'end' },
};
const whose = (query: Query): boolean => Boolean(query['billCustomerId'] ?? query['sendSampleClientId']);
const missing = (query: Query): Label | null => (whose(query) ? null : ['请选择结算客户或送检单位', 'Choose a billing customer or a sending client']);

function SumLine({ query }: { readonly query: Query }) {
  const { label } = useText();
  const { billCustomerId, sendSampleClientId, cycleMonth, contractLaboratoryId } = query;
  const given = Object.entries({ billCustomerId, sendSampleClientId, cycleMonth, contractLaboratoryId }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  const { data } = useAsked('GET bill/checkQuery/customerQuery-sum', Object.fromEntries(given), whose(query));
  if (!data || data.begin === null || data.end === null) return null;
  const { begin, end, qty, totalAmountYuan, noPriceQty } = data;
  return (
    <chakra.p textStyle="dense" fontVariantNumeric="tabular-nums" aria-live="polite" flexShrink={0}>
      {label(['账期 {begin} 至 {end}, 数量 {qty}, 金额 {sum}', 'Cycle {begin} to {end}: {qty} samples, {sum}'], {
        begin,
        end,
        qty,
        sum: totalAmountYuan,
      })}
      {noPriceQty > 0 ? label([', 其中 {count} 个未定价, 未计入金额', '; {count} have no price yet and are in no sum'], { count: noPriceQty }) : ''}
    </chakra.p>
  );
}

/** 客户对账单: a customer's or client's lines of a cycle, what they come to, and the file of it. */
export function Screen() {
  return (
    <ListingScreen
      list={customerStatement}
      cells={cells}
      missing={missing}
      above={({ query }) => <SumLine query={query} />}
      tools={({ query }) => (
        <DownloadButton of="customerQuery" query={query} title={['下载对账单', 'Download the statement']} isReady={whose(query)} />
      )}
      emptyText={['该账期没有已报告的明细', 'Nothing was reported in this cycle']}
    />
  );
}
