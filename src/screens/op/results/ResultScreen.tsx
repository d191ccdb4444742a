import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import {
  pushState,
  resultDays,
  resultLists,
  resultPartners,
  type PartnerResultRow,
  type ResultPartnerKey,
} from '#domain/op/results/partnerResult.ts';
import { resendResultRefusal, resendResults } from '#domain/op/results/resendResult.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import type { Cells } from '#src/resource/listingColumns.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { Button } from '#src/ui/Button.tsx';
import { TabList, tabPanel } from '#src/ui/TabList.tsx';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';

const panelId = 'partner-results';
const tabs = [
  { key: 'pushes', title: ['推送明细', 'Pushes'] },
  { key: 'days', title: ['按日统计', 'By day'] },
] as const;
type Tab = (typeof tabs)[number]['key'];

const tones: Readonly<Record<PartnerResultRow['pushState'], Tone>> = {
  [pushState.waiting]: 'info',
  [pushState.done]: 'success',
  [pushState.failed]: 'danger',
  [pushState.refused]: 'danger',
  [pushState.cancelled]: 'neutral',
};
function State({ row: { pushState: state, isHeld } }: { readonly row: PartnerResultRow }) {
  const { label } = useText();
  const word = isHeld === 1 ? (['更正中,暂停', 'Held: being corrected'] as const) : pushState.labelOf(state);
  return <StatusWord tone={isHeld === 1 ? 'warning' : tones[state]}>{label(word ?? ['', ''])}</StatusWord>;
}
const cells: Cells<PartnerResultRow> = {
  pushState: { width: 116, least: 90, cell: (row) => <State row={row} /> },
  kind: { width: 72, least: 60 },
  personName: { width: 90, least: 72 },
  remark: { width: 220, least: 140 },
  checkTimeTwo: { width: 164, least: 110 },
  reportNo: { width: 150, least: 120, isMono: true },
};
const isOpen = ({ pushState: state }: PartnerResultRow): boolean => state === pushState.failed || state === pushState.refused;

const keys = Object.keys(resultPartners) as readonly ResultPartnerKey[];
/** The partner whose results stand at the page's address. */
export function Screen() {
  const { pathname } = useLocation();
  const key = keys.find((one) => resultPartners[one].route === pathname);
  return key ? <Results key={key} partner={key} /> : null;
}

/** Results that are told to a partner: what it has, what not and why; what it has not taken a person may have told again. */
function Results({ partner }: { readonly partner: ResultPartnerKey }) {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const [again, setAgain] = useState<readonly PartnerResultRow[] | null>(null);
  const tab: Tab = params.get('tab') === 'days' ? 'days' : 'pushes';
  const mayResend = can(resendResults.permission);
  const acts = useMemo(
    () =>
      mayResend
        ? [
            {
              key: 'resend',
              label: resendResults.title,
              icon: Send,
              isShown: isOpen,
              mayAct: (row: PartnerResultRow) => allowedBy(resendResults, resendResultRefusal(row)),
              onAct: (row: PartnerResultRow) => setAgain([row]),
            },
          ]
        : [],
    [mayResend],
  );
  const nameOf = ({ id }: { readonly id: string }): string => {
    const row = again?.find(({ partnerResultId }) => partnerResultId === id);
    return row ? [row.reportNo, row.commodityCode].filter(Boolean).join(' ') : id;
  };
  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH={0}>
      <TabList
        label={resultPartners[partner].title}
        tabs={tabs}
        chosen={tab}
        panelId={panelId}
        onChoose={(key) => setParams(key === 'pushes' ? {} : { tab: key }, { replace: true })}
      />
      <chakra.div {...tabPanel(panelId, tab)} flex={1} minH={0} pt={2}>
        {tab === 'days' ? (
          <ListingScreen list={resultDays[partner]} emptyText={['这段时间没有推送', 'Nothing was pushed in this time']} />
        ) : (
          <ListingScreen
            list={resultLists[partner]}
            cells={cells}
            acts={acts}
            {...(mayResend ? { mayTick: isOpen } : {})}
            emptyText={[
              '没有推送记录。启用“推送检验结果”的第三方接口后, 报告发布时按产品生成',
              'No pushes. They come about when a report is issued for clients of a third-party interface that pushes results',
            ]}
            tools={({ ticked }) =>
              mayResend ? (
                <Button size="sm" variant="primary" icon={Send} disabled={ticked.length === 0} onClick={() => setAgain(ticked)}>
                  {label(['重新推送 {count}', 'Push {count} again'], { count: ticked.length })}
                </Button>
              ) : null
            }
          />
        )}
      </chakra.div>
      {again ? (
        <ActDrawer
          command={resendResults}
          rows={again.map(({ partnerResultId }) => ({ id: partnerResultId }))}
          nameOf={nameOf}
          onClose={() => setAgain(null)}
          onDone={() => void queries.invalidateQueries({ queryKey: ['call', resultLists[partner].service] })}
        />
      ) : null}
    </chakra.div>
  );
}
