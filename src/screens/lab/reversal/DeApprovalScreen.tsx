import { useQueryClient } from '@tanstack/react-query';
import { Check, Undo2, X } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { applyDeApproval, decideDeApproval, decideRefusal } from '#domain/lab/reversal/deApproval.ts';
import { deApprovalState } from '#domain/lab/reversal/deApprovalChoices.ts';
import { deApprovals, type DeApprovalRow } from '#domain/lab/reversal/deApprovalRows.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { Button } from '#src/ui/Button.tsx';
import { ApplyDrawer } from './ApplyDrawer.tsx';
import { DeApprovalDrawer } from './DeApprovalDrawer.tsx';
import { deApprovalCells, nameOfApplication } from './deApprovalCells.tsx';

const isWaiting = ({ state }: DeApprovalRow): boolean => state === deApprovalState.waiting;

/** Audits that are to be taken back: applied for by one person, decided by another. */
export function Screen() {
  const { label } = useText();
  const { can, user } = useSession();
  const queries = useQueryClient();
  const [isApplying, setApplying] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const [decided, setDecided] = useState<{ readonly rows: readonly DeApprovalRow[]; readonly isPassed: boolean } | null>(null);
  const renew = (): void => {
    for (const service of ['search', 'lab']) void queries.invalidateQueries({ queryKey: ['call', service] });
  };
  const open = useCallback(({ deApprovalId }: DeApprovalRow) => setOpened(deApprovalId), []);
  const mayDecide = useMemo(
    () => (user && can(decideDeApproval.permission) ? (row: DeApprovalRow) => allowedBy(decideDeApproval, decideRefusal(row, user)) : null),
    [user, can],
  );
  const acts = useMemo(
    () =>
      mayDecide
        ? ([true, false] as const).map((isPassed) => ({
            key: isPassed ? 'agree' : 'reject',
            icon: isPassed ? Check : X,
            label: isPassed ? (['同意', 'Agree'] as const) : (['驳回', 'Reject'] as const),
            isDanger: !isPassed,
            isShown: isWaiting,
            mayAct: mayDecide,
            onAct: (row: DeApprovalRow) => setDecided({ rows: [row], isPassed }),
          }))
        : [],
    [mayDecide],
  );
  const names = new Map(decided?.rows.map((row) => [row.deApprovalId, nameOfApplication(row)]));
  const opinion = { ...decideDeApproval.asks.opinion, required: decided?.isPassed === false };
  return (
    <>
      <ListingScreen
        list={deApprovals}
        cells={deApprovalCells}
        acts={acts}
        onOpen={open}
        emptyText={['没有反审核申请', 'Nobody applied for a reversal']}
        tools={() =>
          can(applyDeApproval.permission) ? (
            <Button size="sm" variant="primary" icon={Undo2} onClick={() => setApplying(true)}>
              {label(applyDeApproval.title)}
            </Button>
          ) : null
        }
      />
      {isApplying ? <ApplyDrawer onClose={() => setApplying(false)} onDone={renew} /> : null}
      {opened ? (
        <DeApprovalDrawer
          key={opened}
          id={opened}
          mayDecide={mayDecide}
          onDecide={(row, isPassed) => setDecided({ rows: [row], isPassed })}
          onClose={() => setOpened(null)}
        />
      ) : null}
      {decided ? (
        <ActDrawer
          command={decideDeApproval}
          title={decided.isPassed ? ['同意反审核', 'Agree to the reversal'] : ['驳回反审核', 'Reject the reversal']}
          rows={decided.rows.map(({ deApprovalId }) => ({ id: deApprovalId, isPassed: decided.isPassed }))}
          nameOf={({ id }) => names.get(id) ?? id}
          asks={{ opinion }}
          onClose={() => setDecided(null)}
          onDone={renew}
        />
      ) : null}
    </>
  );
}
