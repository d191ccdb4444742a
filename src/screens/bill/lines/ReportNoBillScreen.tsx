import { chakra } from '@chakra-ui/react';
import { FileText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { opensOthers, opensSum, reportedNoBill, type NoBillRow, type NoBillSum } from '#domain/bill/lines/searchedLines.ts';
import { ChartPart } from '#src/console/charts/ChartPart.tsx';
import { ChartSection } from '#src/console/charts/ChartSection.tsx';
import { ChartToggle } from '#src/console/charts/ChartToggle.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { SampleDetailDrawer } from '#src/console/sample/SampleDetailDrawer.tsx';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { CountedFigure } from '#src/resource/CountedFigure.tsx';
import { useCountedList } from '#src/resource/useCountedList.ts';
import type { Cells } from '#src/resource/listingColumns.ts';
import type { RowAct } from '#src/ui/table/column.ts';
import { RelatedOrdersDrawer } from './RelatedDrawer.tsx';

const cells: Cells<NoBillRow> = {
  sampleCode: { width: 130, least: 110, isMono: true },
  personName: { width: 90, least: 72 },
  waitingDays: { width: 90, least: 80 },
};

/** 已报告未出账: what was reported and stands in no bill, with the sum by client; a row opens its sample. */
export function Screen() {
  const [isDrawn, setDrawn] = useState(true);
  const [opened, setOpened] = useState<string | null>(null);
  const [related, setRelated] = useState<string | null>(null);
  const acts = useMemo(
    (): readonly RowAct<NoBillRow>[] => [
      {
        key: 'related',
        label: ['订单', 'Orders'],
        icon: FileText,
        onAct: ({ barCode }) => setRelated(barCode),
        isShown: ({ orderNo }) => orderNo !== null,
      },
    ],
    [],
  );
  return (
    <>
      <ListingScreen
        list={reportedNoBill}
        cells={cells}
        acts={acts}
        tools={() => <ChartToggle isDrawn={isDrawn} onChange={setDrawn} />}
        above={({ query }) => (isDrawn ? <Sums query={query} /> : null)}
        onOpen={({ barCode }) => setOpened(barCode)}
        emptyText={['没有待出账的样本', 'Nothing is to be billed']}
      />
      {opened ? <SampleDetailDrawer key={opened} code={opened} onClose={() => setOpened(null)} /> : null}
      {related ? <RelatedOrdersDrawer key={related} sampleCode={related} onClose={() => setRelated(null)} /> : null}
    </>
  );
}

function Sums({ query }: { readonly query: Readonly<Record<string, string | number>> }) {
  const called = useAsked('GET search/sales-query/report-no-bill-sum', query as Readonly<Record<string, string>>);
  return (
    <ChartSection called={called} isEmpty={({ clients }) => clients.length === 0} emptyText={['没有待出账的金额', 'Nothing to sum']}>
      {(data) => <Bars sum={data} query={query} />}
    </ChartSection>
  );
}

function Bars({ sum, query }: { readonly sum: NoBillSum; readonly query: Readonly<Record<string, string | number>> }) {
  const { label } = useText();
  const { openCounted, opened } = useCountedList(query);
  const { clients, others, qty, noPriceQty, excludedQty, totalAmountYuan } = sum;
  const rest =
    others.clientCount > 0
      ? [{ name: label(['其他 {count} 家', '{count} others'], { count: others.clientCount }), amountYuan: others.amountYuan }]
      : [];
  const all = [...clients, ...rest];
  return (
    <>
      <ChartPart
        label={label(['各送检单位待出账金额', 'To be billed, by client'])}
        categories={all.map(({ name }) => name)}
        series={[{ name: label(['金额(元)', 'Amount (yuan)']), values: all.map(({ amountYuan }) => amountYuan), tone: 'accent', kind: 'bar' }]}
        onOpen={(at) => {
          const client = clients[at];
          const name = all[at]?.name ?? '';
          if (client) openCounted(opensSum, 'qty', client, name);
          else openCounted(opensOthers, 'qty', others, name);
        }}
      />
      {opened}
      <chakra.p textStyle="dense" color="fg.muted">
        <CountedFigure onClick={() => openCounted(opensSum, 'qty', sum, label(['合计', 'In all']))}>
          {label(['合计 {sum} 元, {qty} 个样本', '{sum} yuan in all, {qty} samples'], { sum: totalAmountYuan, qty })}
        </CountedFigure>
        {noPriceQty > 0 ? label([' · {count} 个无价格, 未计', ' · {count} without a price are not counted'], { count: noPriceQty }) : null}
        {excludedQty > 0 ? label([' · {count} 个已排除, 不计', ' · {count} excluded are not counted'], { count: excludedQty }) : null}
      </chakra.p>
    </>
  );
}
