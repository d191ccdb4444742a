import { Ban, PackageCheck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { sendSampleClient } from '#domain/base/sendSampleClient.ts';
import { clientRefusal, excludeClients, restoreClients, restoreCommodities } from '#domain/bill/exclusion/clientExclusion.ts';
import { clientScreen } from '#domain/bill/exclusion/exclusionScreens.ts';
import type { TouchedLines } from '#domain/bill/touchedLines.ts';
import { useAsked } from '#src/console/desk/useCall.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { rowId, rowName, type WireRow } from '#src/resource/wireRow.ts';
import { Button } from '#src/ui/Button.tsx';
import { MasterActsScreen, type MasterAct } from '../MasterActsScreen.tsx';
import { CommodityRestoreDrawer } from './CommodityRestoreDrawer.tsx';

const isExcluded = (row: WireRow): boolean => Number(row['exclude'] ?? 0) === 1;
const factsOf = (row: WireRow) => ({ clientName: rowName(sendSampleClient, row), isExcluded: isExcluded(row) ? 1 : 0 });
const acts: readonly MasterAct[] = [
  { command: excludeClients, label: ['排除', 'Exclude'], icon: Ban, refusal: (row) => clientRefusal(factsOf(row), true) },
  { command: restoreClients, label: ['恢复', 'Restore'], icon: Undo2, refusal: (row) => clientRefusal(factsOf(row), false) },
];
const tabs = [
  { key: 'all', title: ['全部', 'All'], fixed: {} },
  { key: 'excluded', title: ['已排除', 'Excluded'], fixed: { exclude: 1 } },
  { key: 'billed', title: ['未排除', 'Not excluded'], fixed: { exclude: 0 } },
] as const;
const screen = { route: clientScreen, title: ['排除送检单位', 'Exclude clients'] } as const;
const useCounts = (sendSampleClientIds: string) => useAsked('GET bill/excludeSendSampleClient/counts', { sendSampleClientIds });
const tools = (ticked: readonly WireRow[], onTouched: (done: readonly TouchedLines[]) => void) => (
  <RestoreButton rows={ticked.filter(isExcluded)} onTouched={onTouched} />
);

/** 排除送检单位: which clients come into no order, with the commodities of them that do nevertheless. */
export function Screen() {
  return (
    <MasterActsScreen
      resource={sendSampleClient}
      screen={screen}
      idName="sendSampleClientId"
      tabs={tabs}
      acts={acts}
      useCounts={useCounts}
      tools={tools}
    />
  );
}

function RestoreButton({ rows, onTouched }: { readonly rows: readonly WireRow[]; readonly onTouched: (done: readonly TouchedLines[]) => void }) {
  const { label } = useText();
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  const [row] = rows;
  if (!can(restoreCommodities.permission)) return null;
  return (
    <>
      <Button size="sm" icon={PackageCheck} disabled={rows.length !== 1} onClick={() => setOpen(true)}>
        {label(['恢复产品', 'Restore commodities'])}
      </Button>
      {isOpen && row ? (
        <CommodityRestoreDrawer sendSampleClientId={rowId(sendSampleClient, row)} onTouched={onTouched} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
