import { useQueryClient } from '@tanstack/react-query';
import { CircleSlash } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { closeExpected } from '#domain/sample/notReceived/closeExpected.ts';
import { notReceived, type NotReceivedRow } from '#domain/sample/notReceived/notReceivedRows.ts';
import { notReceivedKind, notReceivedScreens } from '#domain/sample/notReceived/notReceivedChoices.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { SampleDetailDrawer } from '#src/console/sample/SampleDetailDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { Button } from '#src/ui/Button.tsx';
import { StatusWord } from '#src/ui/Tag.tsx';

/** How long it is awaited; red where that is longer than it may be. */
function Waiting({ row }: { readonly row: NotReceivedRow }) {
  return row.isStay === 1 ? <StatusWord tone="danger">{row.stayHours}</StatusWord> : <>{row.stayHours}</>;
}
const cells: Cells<NotReceivedRow> = {
  stayHours: { width: 110, least: 96, cell: (row) => <Waiting row={row} /> },
  state: { width: 96, least: 84 },
  sampleCode: { width: 120, least: 104, isMono: true },
  thirdBarCode: { width: 130, least: 104, isMono: true },
  personName: { width: 100, least: 80 },
};
const codeOf = ({ sampleCode, thirdBarCode, notReceivedId }: NotReceivedRow): string => sampleCode ?? thirdBarCode ?? notReceivedId;
const mayTick = (row: NotReceivedRow): boolean => row.kind === notReceivedKind.arrival;

/** 应到未到, 应到滞留, 实验室未收: what should be here and is not, the longest first. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const { pathname } = useLocation();
  const screen = notReceived.screens?.find(({ route }) => route === pathname) ?? notReceived.screens?.[0];
  const isOfLab = screen?.route === notReceivedScreens.lab;
  const [closed, setClosed] = useState<readonly NotReceivedRow[] | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const renew = useCallback((): void => void queries.invalidateQueries({ queryKey: ['call'] }), [queries]);
  const may = can(closeExpected.permission) && !isOfLab;
  const acts = useMemo(
    () => (may ? [{ key: 'close', icon: CircleSlash, label: ['处理', 'Settle'] as const, onAct: (row: NotReceivedRow) => setClosed([row]) }] : []),
    [may],
  );
  if (!screen) return null;
  return (
    <>
      <ListingScreen
        key={screen.route}
        list={notReceived}
        screen={screen}
        cells={cells}
        acts={acts}
        {...(may ? { mayTick } : {})}
        {...(isOfLab ? { onOpen: (row: NotReceivedRow) => setOpened(row.sampleCode) } : {})}
        emptyText={
          isOfLab ? ['交接的样本都已接收', 'All that was handed over was received'] : ['没有应到未到的样本', 'All that was announced is here']
        }
        tools={({ ticked }) =>
          may ? (
            <Button size="sm" icon={CircleSlash} disabled={ticked.length === 0} onClick={() => setClosed(ticked)}>
              {label(['处理 {count}', 'Settle {count}'], { count: ticked.length })}
            </Button>
          ) : null
        }
      />
      {closed ? (
        <ActDrawer
          command={closeExpected}
          rows={closed.map(({ notReceivedId: expectedId }) => ({ expectedId }))}
          nameOf={({ expectedId }) => {
            const row = closed.find(({ notReceivedId }) => notReceivedId === expectedId);
            return row ? codeOf(row) : expectedId;
          }}
          onClose={() => setClosed(null)}
          onDone={renew}
        />
      ) : null}
      {opened ? <SampleDetailDrawer key={opened} code={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
