import { useQueryClient } from '@tanstack/react-query';
import { PackageCheck, PackageX } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { endCommodityRestore, restoreCommodities } from '#domain/bill/exclusion/clientExclusion.ts';
import { commodityRestores, type CommodityException } from '#domain/bill/exclusion/exclusionLists.ts';
import { sumOfTouched, type TouchedLines } from '#domain/bill/touchedLines.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import type { Cells } from '#src/resource/listingColumns.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { Button } from '#src/ui/Button.tsx';
import { CountsLine, TouchedNotice } from '../TouchedNotice.tsx';
import { useBillKeys } from '../useBillKeys.ts';
import { CommodityRestoreDrawer } from './CommodityRestoreDrawer.tsx';

const cells: Cells<CommodityException> = {
  sendSampleClientId: { width: 220, least: 150 },
  commodityId: { width: 220, least: 150 },
  reason: { width: 240, least: 160 },
};
const mayTick = (): boolean => true;

/** 产品恢复: commodities that are billed although their client is excluded; more of them, or an end of it. */
export function Screen() {
  const { label } = useText();
  const { can } = useSession();
  const queries = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [ended, setEnded] = useState<readonly CommodityException[] | null>(null);
  const [touched, setTouched] = useState<TouchedLines | null>(null);
  const main = useRef<HTMLButtonElement>(null);
  useBillKeys({ onMain: () => main.current?.click() });
  const mayEnd = can(endCommodityRestore.permission);
  const acts = useMemo(
    () =>
      mayEnd
        ? [
            {
              key: 'end',
              label: ['取消恢复', 'End it'] as const,
              icon: PackageX,
              isDanger: true,
              onAct: (row: CommodityException) => setEnded([row]),
            },
          ]
        : [],
    [mayEnd],
  );
  const onTouched = (done: readonly TouchedLines[]): void => {
    setTouched(sumOfTouched(done));
    void queries.invalidateQueries({ queryKey: ['call', 'bill'] });
  };
  return (
    <>
      <ListingScreen
        list={commodityRestores}
        cells={cells}
        acts={acts}
        mayTick={mayTick}
        emptyText={['没有单独恢复的产品', 'No commodity is restored by itself']}
        above={() => (touched ? <TouchedNotice touched={touched} onClose={() => setTouched(null)} /> : null)}
        tools={({ ticked }) => {
          // One request speaks of one client.
          const isOne = new Set(ticked.map(({ sendSampleClientId }) => sendSampleClientId)).size === 1;
          return (
            <>
              {can(restoreCommodities.permission) ? (
                <Button ref={main} size="sm" variant="primary" icon={PackageCheck} keyHint="Ctrl+Enter" onClick={() => setAdding(true)}>
                  {label(['恢复产品', 'Restore commodities'])}
                </Button>
              ) : null}
              {mayEnd ? (
                <Button
                  size="sm"
                  variant="danger"
                  icon={PackageX}
                  disabled={!isOne}
                  title={ticked.length > 1 && !isOne ? label(['请选择同一送检单位的产品', 'Choose commodities of one client']) : undefined}
                  onClick={() => setEnded(ticked)}
                >
                  {label(['取消恢复 {count}', 'End {count}'], { count: ticked.length })}
                </Button>
              ) : null}
            </>
          );
        }}
      />
      {isAdding ? <CommodityRestoreDrawer onTouched={onTouched} onClose={() => setAdding(false)} /> : null}
      {ended ? (
        <ActDrawer
          command={endCommodityRestore}
          rows={ended.map(({ sendSampleClientId, commodityId }) => ({ sendSampleClientId, commodityId }))}
          nameOf={({ commodityId }) => ended.find((row) => row.commodityId === commodityId)?.commodityName ?? commodityId}
          onClose={() => setEnded(null)}
          onDone={(done) => onTouched(done.flatMap(({ answer }) => answer ?? []))}
        >
          {() => <EndCounts rows={ended} />}
        </ActDrawer>
      ) : null}
    </>
  );
}

function EndCounts({ rows }: { readonly rows: readonly CommodityException[] }) {
  const counts = useAsked('GET bill/excludeSendSampleClient/counts', {
    sendSampleClientIds: rows[0]?.sendSampleClientId ?? '',
    commodityIds: rows.map(({ commodityId }) => commodityId).join(','),
  });
  return <CountsLine counts={counts} />;
}
