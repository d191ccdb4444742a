import { useQueryClient } from '@tanstack/react-query';
import { Check, Undo2, X } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { allowedBy } from '#domain/kernel/refusalText.ts';
import { applyDeApproval, decideDeApproval, decideRefusal } from '#domain/lab/reversal/deApproval.ts';
import { deApprovalState, deApprovalType } from '#domain/lab/reversal/deApprovalChoices.ts';
import { deApprovals, type DeApprovalRow } from '#domain/lab/reversal/deApprovalRows.ts';
import { decideWithdrawals, withdrawalRefusal } from '#domain/report/withdrawal.ts';
import { BilledNotice } from '#src/console/bill/BilledNotice.tsx';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ListingScreen } from '#src/resource/ListingScreen.tsx';
import { Button } from '#src/ui/Button.tsx';
import { ApplyDrawer } from './ApplyDrawer.tsx';
import { DeApprovalDrawer } from './DeApprovalDrawer.tsx';
import { deApprovalCells, nameOfApplication } from './deApprovalCells.tsx';

const isOfReport = ({ deApprovalType: type }: DeApprovalRow): boolean => type === deApprovalType.report;
const notPermitted: Label = ['没有处理权限', 'Not yours to decide'];
const isWaiting = ({ state }: DeApprovalRow): boolean => state === deApprovalState.waiting;

/** Audits that are to be taken back: applied for by one person, decided by another. */
export function Screen() {
  const { label } = useText();
  const { can, user } = useSession();
  const queries = useQueryClient();
  const [isApplying, setApplying] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const [decided, setDecided] = useState<{ readonly row: DeApprovalRow; readonly isPassed: boolean } | null>(null);
  const renew = (): void => {
    for (const service of ['search', 'lab', 'report']) void queries.invalidateQueries({ queryKey: ['call', service] });
  };
  const open = useCallback(({ deApprovalId }: DeApprovalRow) => setOpened(deApprovalId), []);
  const mayDecide = useMemo(() => {
    const [results, reports] = [can(decideDeApproval.permission), can(decideWithdrawals.permission)];
    if (!user || !(results || reports)) return null;
    return (row: DeApprovalRow): true | Label => {
      if (isOfReport(row)) return reports ? allowedBy(decideWithdrawals, withdrawalRefusal(row, user)) : notPermitted;
      return results ? allowedBy(decideDeApproval, decideRefusal(row, user)) : notPermitted;
    };
  }, [user, can]);
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
            onAct: (row: DeApprovalRow) => setDecided({ row, isPassed }),
          }))
        : [],
    [mayDecide],
  );
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
          onDecide={(row, isPassed) => setDecided({ row, isPassed })}
          onClose={() => setOpened(null)}
        />
      ) : null}
      {decided ? <DecisionDrawer {...decided} onClose={() => setDecided(null)} onDone={renew} /> : null}
    </>
  );
}

interface DecisionDrawerProps {
  readonly row: DeApprovalRow;
  readonly isPassed: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}
/** A report's withdrawal is decided by its own act, a result's reversal by the lab's. */
function DecisionDrawer({ row, isPassed, onClose, onDone }: DecisionDrawerProps) {
  const { deApprovalId } = row;
  const rest = { nameOf: () => nameOfApplication(row), onClose, onDone };
  return isOfReport(row) ? (
    <ActDrawer
      command={decideWithdrawals}
      title={isPassed ? ['同意撤回报告', 'Agree to the withdrawal'] : ['驳回报告撤回', 'Reject the withdrawal']}
      rows={[{ deApprovalId, isApproved: isPassed }]}
      asks={{ opinion: { ...decideWithdrawals.asks.opinion, required: !isPassed } }}
      {...rest}
    >
      {() => (isPassed && row.reportId ? <BilledNotice reportId={row.reportId} /> : null)}
    </ActDrawer>
  ) : (
    <ActDrawer
      command={decideDeApproval}
      title={isPassed ? ['同意反审核', 'Agree to the reversal'] : ['驳回反审核', 'Reject the reversal']}
      rows={[{ id: deApprovalId, isPassed }]}
      asks={{ opinion: { ...decideDeApproval.asks.opinion, required: !isPassed } }}
      {...rest}
    />
  );
}
