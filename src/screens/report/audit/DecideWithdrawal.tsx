import { chakra } from '@chakra-ui/react';
import { deApprovalOperate } from '#domain/lab/reversal/deApprovalChoices.ts';
import type { ReportRow } from '#domain/report/reportRows.ts';
import { decideWithdrawals } from '#domain/report/withdrawal.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { BilledNotice } from '#src/console/bill/BilledNotice.tsx';
import { useText } from '#src/console/useText.ts';
import { StatusWord } from '#src/ui/Tag.tsx';

interface DecideDrawerProps {
  readonly deApprovalId: string;
  readonly reportId: string;
  readonly name: string;
  readonly isApproved: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}
/** The decision on a withdrawal: agreed, or rejected with a word of why. */
export function DecideDrawer({ deApprovalId, reportId, name, isApproved, onClose, onDone }: DecideDrawerProps) {
  return (
    <ActDrawer
      command={decideWithdrawals}
      title={isApproved ? ['同意撤回报告', 'Agree to the withdrawal'] : ['驳回报告撤回', 'Reject the withdrawal']}
      rows={[{ deApprovalId, isApproved }]}
      nameOf={() => name}
      asks={{ opinion: { ...decideWithdrawals.asks.opinion, required: !isApproved } }}
      onClose={onClose}
      onDone={onDone}
    >
      {() => (isApproved ? <BilledNotice reportId={reportId} /> : null)}
    </ActDrawer>
  );
}

/** Why a report is to be withdrawn, and that nothing of it is given out meanwhile. */
export function WithdrawalNotice({ withdrawal }: { readonly withdrawal: NonNullable<ReportRow['withdrawal']> }) {
  const { label } = useText();
  const { applicantName: by, createTime: at, deApprovalOperate: operate, reason } = withdrawal;
  return (
    <chakra.section role="status" border="hairline" borderRadius="sm" p={2} display="grid" gap={1} textStyle="dense">
      <StatusWord tone="warning">{label(['报告更正中, 暂停对外提供', 'Being corrected: not given out'])}</StatusWord>
      <span>
        {label(['{by} 于 {at} 申请{operate}', '{by} applied at {at}: {operate}'], {
          by,
          at,
          operate: label(deApprovalOperate.labelOf(operate) ?? ['', '']),
        })}
      </span>
      <chakra.span color="fg.muted" overflowWrap="anywhere">
        {reason}
      </chakra.span>
    </chakra.section>
  );
}
