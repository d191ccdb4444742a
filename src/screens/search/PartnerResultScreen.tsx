import { useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { partnerResultLists, pushState, resendResultRefusal, resendResult, resultPartners, type PartnerResultRow } from '#domain/op/partnerResult.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { SampleDetailDrawer } from '#src/console/sample/SampleDetailDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { Button } from '#src/ui/Button.tsx';
import { StatusWord, type Tone } from '#src/ui/Tag.tsx';

const tones: Readonly<Record<number, Tone>> = {
  [pushState.waiting]: 'info',
  [pushState.done]: 'success',
  [pushState.failed]: 'danger',
  [pushState.refused]: 'danger',
};
function PushWord({ row }: { readonly row: PartnerResultRow }) {
  const { label } = useText();
  return <StatusWord tone={tones[row.pushState] ?? 'neutral'}>{label(pushState.labelOf(row.pushState) ?? ['', ''])}</StatusWord>;
}
const cells: Cells<PartnerResultRow> = {
  pushState: { width: 110, least: 96, cell: (row) => <PushWord row={row} /> },
  sampleCode: { width: 120, least: 104, isMono: true },
  patientName: { width: 96, least: 76 },
};
const asKnown = ({ sampleCode, pushState: state }: PartnerResultRow) => ({ name: sampleCode ?? '', pushState: state });
const mayTick = (row: PartnerResultRow): boolean => resendResultRefusal(asKnown(row)) === null;

/** 结果回传: what a partner was told, what it said, and sending again what failed. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const { pathname } = useLocation();
  const list = pathname === resultPartners.aishenpu.route ? partnerResultLists.aishenpu : partnerResultLists.deafness;
  const [resent, setResent] = useState<readonly PartnerResultRow[] | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const renew = useCallback((): void => void queries.invalidateQueries({ queryKey: ['call'] }), [queries]);
  const may = can(resendResult.permission);
  const acts = useMemo(
    () =>
      may
        ? [
            {
              key: 'resend',
              icon: RotateCcw,
              label: resendResult.title,
              mayAct: (row: PartnerResultRow) => allowedBy(resendResult, resendResultRefusal(asKnown(row))),
              onAct: (row: PartnerResultRow) => setResent([row]),
            },
          ]
        : [],
    [may],
  );
  return (
    <>
      <ListingScreen
        key={pathname}
        list={list}
        cells={cells}
        acts={acts}
        {...(may ? { mayTick } : {})}
        onOpen={({ sampleCode }) => setOpened(sampleCode)}
        emptyText={['没有回传的结果', 'No results were to be sent']}
        tools={({ ticked }) =>
          may ? (
            <Button size="sm" icon={RotateCcw} disabled={ticked.length === 0} onClick={() => setResent(ticked)}>
              {label(['重新推送 {count}', 'Send {count} again'], { count: ticked.length })}
            </Button>
          ) : null
        }
      />
      {resent ? (
        <ActDrawer
          command={resendResult}
          rows={resent.map(({ partnerResultId: id }) => ({ id }))}
          nameOf={({ id }) => resent.find(({ partnerResultId }) => partnerResultId === id)?.sampleCode ?? id}
          onClose={() => setResent(null)}
          onDone={renew}
        />
      ) : null}
      {opened ? <SampleDetailDrawer key={opened} code={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}
