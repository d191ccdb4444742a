import { Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { processKind } from '#domain/lab/process/processChoices.ts';
import { openRecordRefusal } from '#domain/lab/process/processRecord.ts';
import { goBackRecords, resampleRecoveries, stopRecoveries, type ProcessRow } from '#domain/lab/process/processRows.ts';
import { resampleRecover, stopRecover } from '#domain/lab/process/recordActs.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { Button } from '#src/ui/Button.tsx';
import type { RowAct } from '#src/ui/table/column.ts';
import { processCells } from './processCells.tsx';
import { RecoverDrawer } from './RecoverDrawer.tsx';
import { isOpenRecord, useRecordActs } from './useRecordActs.tsx';

const lists = { [processKind.stop]: stopRecoveries, [processKind.resample]: resampleRecoveries, [processKind.goBack]: goBackRecords } as const;
const recoveries = { [processKind.stop]: stopRecover, [processKind.resample]: resampleRecover, [processKind.goBack]: null } as const;
const none: readonly RowAct<ProcessRow>[] = [];

/** Records of one kind, and taking them back where that can be done. */
export function RecoveryScreen({ kind }: { readonly kind: keyof typeof lists }) {
  const { label } = useText();
  const { can } = useSession();
  const { acts, open, renew, shown } = useRecordActs(kind);
  const [asked, setAsked] = useState<readonly ProcessRow[] | null>(null);
  const command = recoveries[kind];
  const mayRecover = command !== null && can(command.permission);
  const rowActs = useMemo((): readonly RowAct<ProcessRow>[] => {
    if (kind === processKind.goBack) return none;
    const recover: RowAct<ProcessRow> = {
      key: 'recover',
      label: ['恢复', 'Take back'],
      icon: Undo2,
      mayAct: (row) => allowedBy(stopRecover, openRecordRefusal({ ...row, state: row.recordState })),
      onAct: (row) => setAsked([row]),
    };
    return mayRecover ? [recover, ...acts] : acts;
  }, [acts, kind, mayRecover]);
  return (
    <>
      <ListingScreen
        list={lists[kind]}
        cells={processCells}
        acts={rowActs}
        onOpen={open}
        mayTick={isOpenRecord}
        emptyText={kind === processKind.goBack ? ['没有回退记录', 'Nothing was sent back'] : ['没有可恢复的记录', 'There is nothing to take back']}
        {...(mayRecover
          ? {
              tools: ({ ticked }: { readonly ticked: readonly ProcessRow[] }) => (
                <Button variant="primary" icon={Undo2} disabled={ticked.length === 0} onClick={() => setAsked(ticked)}>
                  {label(['恢复所选 {count}', 'Take {count} back'], { count: ticked.length })}
                </Button>
              ),
            }
          : {})}
      />
      {asked ? <RecoverDrawer rows={asked} onDone={renew} onClose={() => setAsked(null)} /> : null}
      {shown}
    </>
  );
}
