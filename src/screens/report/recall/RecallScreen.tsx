import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { PhoneCall } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { closeRecalls, recallRefusal, recallScreen, recallState, reportRecalls, type RecallRow } from '#domain/report/recall.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { Button } from '#src/ui/Button.tsx';
import { TabList, tabPanel, type TabEntry } from '#src/ui/TabList.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';

const panelId = 'recalls';
const tabs: readonly TabEntry<string>[] = [
  { key: String(recallState.open), title: ['待告知', 'To be told'], tone: 'warning' },
  { key: String(recallState.told), title: ['已告知', 'Told'] },
  { key: '', title: ['全部', 'All'] },
];
const firstTab = String(recallState.open);
const screens = Object.fromEntries(
  tabs.map(({ key }) => [key, { route: recallScreen, title: ['召回告知', 'Recalls'] as const, ...(key === '' ? {} : { fixed: { state: key } }) }]),
);

function Told({ state }: Pick<RecallRow, 'state'>) {
  const { label } = useText();
  return <StatusWord tone={state === recallState.open ? 'warning' : 'success'}>{label(recallState.labelOf(state) ?? ['', ''])}</StatusWord>;
}
const cells: Cells<RecallRow> = {
  state: { width: 88, least: 80, cell: (row) => <Told {...row} /> },
  reportNo: { width: 150, least: 120, isMono: true },
  versionNo: { width: 64, least: 56, align: 'end' },
  personName: { width: 90, least: 72 },
  channel: { width: 90, least: 72 },
  receiver: { width: 170, least: 120 },
};
const isOpen = ({ state }: RecallRow): boolean => state === recallState.open;

/** 召回告知: whom a withdrawn report had reached, and who told them so, how and when. */
export function Screen() {
  const { label } = useText();
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const asked = params.get('tab');
  const tab = tabs.some(({ key }) => key === asked) ? (asked ?? firstTab) : firstTab;
  const [told, setTold] = useState<readonly RecallRow[] | null>(null);
  const acts = useMemo(
    () => [
      {
        key: 'tell',
        label: ['登记告知', 'Note who was told'] as const,
        icon: PhoneCall,
        isShown: isOpen,
        mayAct: (row: RecallRow) => allowedBy(closeRecalls, recallRefusal(row)),
        onAct: (row: RecallRow) => setTold([row]),
      },
    ],
    [],
  );
  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH={0}>
      <TabList
        label={['告知状态', 'Recall']}
        tabs={tabs}
        chosen={tab}
        panelId={panelId}
        onChoose={(key) => setParams(key === firstTab ? {} : { tab: key }, { replace: true })}
      />
      <chakra.div {...tabPanel(panelId, tab)} flex={1} minH={0} pt={2}>
        <ListingScreen
          key={tab}
          list={reportRecalls}
          screen={screens[tab]!}
          cells={cells}
          acts={acts}
          mayTick={isOpen}
          emptyText={tab === firstTab ? ['没有待告知的接收人', 'Nobody is to be told'] : ['没有召回记录', 'Nothing was recalled']}
          tools={({ ticked }) => (
            <Button size="sm" variant="primary" icon={PhoneCall} disabled={ticked.length === 0} onClick={() => setTold(ticked)}>
              {label(['登记告知 {count}', 'Note {count}'], { count: ticked.length })}
            </Button>
          )}
        />
      </chakra.div>
      {told ? (
        <ActDrawer
          command={closeRecalls}
          rows={told.map(({ recallId }) => ({ recallId }))}
          nameOf={({ recallId }) => told.find((row) => row.recallId === recallId)?.receiver ?? recallId}
          onClose={() => setTold(null)}
          onDone={() => void queries.invalidateQueries({ queryKey: ['call', 'report', 'report-recall/page'] })}
        />
      ) : null}
    </chakra.div>
  );
}
