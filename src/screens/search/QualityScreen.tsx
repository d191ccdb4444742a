import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { addMonths, formatDate } from '#domain/kernel/dates.ts';
import { integer, ref } from '#domain/kernel/fields.ts';
import { closeQuality, recomputeQuality, reopenQuality, saveQuality } from '#domain/search/qualityActs.ts';
import type { QualityYear } from '#domain/search/qualityIndexValue.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { ScreenTitle } from '#src/console/ScreenTitle.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useNow } from '#src/console/useNow.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { SearchForm } from '#src/ui/SearchForm.tsx';
import { StateView } from '#src/ui/StateView.tsx';
import { CountedDrawer } from './CountedDrawer.tsx';
import { QualityMonthBar, type MonthAct } from './QualityMonthBar.tsx';
import { QualityTable, type OpenedFigure } from './QualityTable.tsx';

const Page = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: 2, h: 'full', minH: 0 } });
const fields = {
  laboratoryId: ref('检验所', 'Laboratory', 'laboratory', { required: true }),
  year: integer('年份', 'Year', { min: 2000, max: 2099 }),
} as const;

/** 质量指标统计: a laboratory's year, index by month, against the goals. Where nobody was chosen it is the laboratory where the person works. */
export function Screen() {
  const { label } = useText();
  const { user } = useSession();
  const [params, setParams] = useSearchParams();
  const today = formatDate(useNow());
  const laboratoryId = params.get('laboratoryId') ?? user?.laboratoryId ?? '';
  // In January that of the month that is to be closed.
  const year = params.get('year') ?? addMonths(today.slice(0, 7), -1).slice(0, 4);
  const { data, failure, isStale, retry } = useAsked('GET search/quality-index-value/page', { laboratoryId, year }, laboratoryId !== '');
  return (
    <Page>
      <ScreenTitle />
      <SearchForm
        screen="quality-indicator"
        fields={fields}
        values={{ laboratoryId, year }}
        onSearch={(values) => setParams(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')))}
      />
      {laboratoryId === '' ? (
        <StateView state="empty" text={['请选择检验所', 'Choose a laboratory']} />
      ) : failure ? (
        <StateView state="failed" failure={failure} onRetry={retry} />
      ) : !data ? (
        <StateView state="loading" />
      ) : data.rows.length === 0 ? (
        <StateView
          state="empty"
          text={['还没有设定目标值的质量指标, 请在质量指标管理中维护', 'No quality index has a goal yet: they are kept under Quality indexes']}
        />
      ) : (
        <chakra.div aria-busy={isStale || undefined} opacity={isStale ? 0.6 : undefined} display="contents">
          <Year key={`${data.laboratoryId} ${data.year}`} page={data} today={today} />
          <chakra.p textStyle="dense" color="fg.muted" flexShrink={0}>
            {label([
              '系统计算的指标每晚更新本月和上月, 关闭的月份不变; 数字可打开其明细, 按未舍入的值与目标比较。',
              'What the system counts is renewed every night for this and the last month; a closed month stands. Numbers open what they count, and goals are compared before rounding.',
            ])}
          </chakra.p>
        </chakra.div>
      )}
    </Page>
  );
}

const monthActs = { recompute: recomputeQuality, close: closeQuality, reopen: reopenQuality } as const;

function Year({ page, today }: { readonly page: QualityYear; readonly today: string }) {
  const queries = useQueryClient();
  // What is to be closed next: the last month that is over.
  const last = addMonths(today.slice(0, 7), -1);
  const [month, setMonth] = useState(last.startsWith(page.year) ? last : `${page.year}-${last > page.year ? '12' : '01'}`);
  const [act, setAct] = useState<MonthAct | null>(null);
  const [figure, setFigure] = useState<OpenedFigure | null>(null);
  const head = page.months.find((one) => one.month === month);
  const renew = (): void => void queries.invalidateQueries({ queryKey: ['call', 'search'] });
  const whose = { laboratoryId: page.laboratoryId, month };
  const close = () => setAct(null);
  return (
    <>
      {head ? <QualityMonthBar head={head} onAct={setAct} /> : null}
      <QualityTable page={page} month={month} onMonth={setMonth} onOpen={setFigure} />
      {act === 'reopen' ? <ActDrawer command={monthActs.reopen} rows={[whose]} onClose={close} onDone={renew} /> : null}
      {act === 'close' ? <ActDrawer command={monthActs.close} rows={[whose]} onClose={close} onDone={renew} /> : null}
      {act === 'recompute' ? <ActDrawer command={monthActs.recompute} rows={[whose]} onClose={close} onDone={renew} /> : null}
      {figure?.part ? (
        <CountedDrawer laboratoryId={page.laboratoryId} figure={figure} part={figure.part} onClose={() => setFigure(null)} />
      ) : figure ? (
        <ActDrawer
          command={saveQuality}
          rows={[
            {
              laboratoryId: page.laboratoryId,
              month: figure.month,
              qualityIndexId: figure.row.qualityIndexId,
              version: figure.cell?.version ?? 0,
            },
          ]}
          nameOf={() => `${figure.row.indexName} ${figure.month}`}
          {...(figure.cell ? { values: { numerator: figure.cell.numerator, denominator: figure.cell.denominator } } : {})}
          onClose={() => setFigure(null)}
          onDone={renew}
        >
          {() => (
            <chakra.p textStyle="dense" color="fg.muted" mt={3}>
              {[figure.row.numeratorText, figure.row.denominatorText].filter(Boolean).join(' / ')}
            </chakra.p>
          )}
        </ActDrawer>
      ) : null}
    </>
  );
}
