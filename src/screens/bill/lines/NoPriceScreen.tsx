import { chakra } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { CircleDollarSign, RefreshCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { pricePolicy } from '#domain/base/pricePolicy.ts';
import { noPriceLines, type NoPriceRow } from '#domain/bill/lines/lineLists.ts';
import { repriceLines } from '#domain/bill/lines/repriceLine.ts';
import { refNameOf } from '#domain/kernel/wireNames.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import type { Cells } from '#src/resource/listingColumns.ts';
import { ResourceDrawer } from '#src/resource/ResourceDrawer.tsx';

const cells: Cells<NoPriceRow> = {
  sendSampleClientId: { width: 220, least: 140 },
  commodityId: { width: 200, least: 120 },
  lineCount: { width: 88, least: 72, align: 'end' },
  priceReason: { width: 320, least: 160 },
};

/** A new policy as far as the lines that want one tell it. */
const policyFor = (row: NoPriceRow) => ({
  sendSampleClientId: row.sendSampleClientId,
  [refNameOf('sendSampleClientId')]: row.sendSampleClientName,
  commodityId: row.commodityId,
  [refNameOf('commodityId')]: row.commodityName,
  contractTimeBegin: row.firstReceiveTime.slice(0, 10),
});

/** 无价格明细: what cannot be ordered for want of a price; a policy is made for it here, and the lines are priced by it. */
export function Screen() {
  const queries = useQueryClient();
  const { can } = useSession();
  const [policy, setPolicy] = useState<NoPriceRow | null>(null);
  const [anew, setAnew] = useState<NoPriceRow | null>(null);
  const reload = (): void => void queries.invalidateQueries({ queryKey: ['call', 'bill', 'order/getNoPrice'] });
  const acts = useMemo(
    () => [
      {
        key: 'policy',
        label: ['补价格', 'Set a price'] as const,
        icon: CircleDollarSign,
        isShown: ({ sendSampleClientId }: NoPriceRow) => sendSampleClientId !== null && can('pricePolicy_save'),
        onAct: setPolicy,
      },
      {
        key: 'reprice',
        label: repriceLines.title,
        icon: RefreshCw,
        isShown: () => can(repriceLines.permission),
        onAct: setAnew,
      },
    ],
    [can],
  );
  return (
    <chakra.div display="flex" flexDirection="column" h="full" minH={0}>
      <ListingScreen list={noPriceLines} cells={cells} acts={acts} emptyText={['全部明细都有价格', 'Every line has a price']} />
      {policy ? (
        <ResourceDrawer
          resource={pricePolicy}
          screen={pricePolicy.screens[0]}
          state={{ mode: 'add', row: policyFor(policy) }}
          mayEdit
          onEdit={() => undefined}
          onClose={() => setPolicy(null)}
          onSaved={() => {
            // The lines are priced by a job at once; who does not want to wait prices them from here.
            setAnew(can(repriceLines.permission) ? policy : null);
            setPolicy(null);
            reload();
          }}
        />
      ) : null}
      {anew ? (
        <ActDrawer
          command={repriceLines}
          rows={anew.lineIds.map((lineId) => ({ lineId }))}
          nameOf={({ lineId }) => `${anew.sendSampleClientName ?? ''} · ${anew.commodityName ?? ''} · ${lineId.slice(-6)}`}
          onClose={() => setAnew(null)}
          onDone={reload}
        />
      ) : null}
    </chakra.div>
  );
}
