import { choice } from '#domain/kernel/fields.ts';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { resultOperate } from '#domain/lab/reversal/deApprovalChoices.ts';
import type { ReportRow } from '#domain/report/reportRows.ts';
import { reportState } from '#domain/report/reportState.ts';
import { goBackReports, isTakenBackAtOnce } from '#domain/report/withdrawal.ts';
import { ActDrawer } from '#src/console/act/ActDrawer.tsx';
import { BilledNotice } from '#src/console/bill/BilledNotice.tsx';
import { useNow } from '#src/console/useNow.ts';

const beforeIssue = { deApprovalOperate: choice('退回到', 'Goes back to', resultOperate, { required: true }) } as const;

interface GoBackDrawerProps {
  readonly report: ReportRow;
  readonly onClose: () => void;
  readonly onDone: () => void;
}
/** 退回 or 申请撤回: where a report goes back to, and why; what may have left the house is applied for. */
export function GoBackDrawer({ report, onClose, onDone }: GoBackDrawerProps) {
  const now = useNow();
  // Whether something of it has left is the server's to know: it then makes an application of it.
  const isAtOnce = isTakenBackAtOnce({ ...report, hasLeft: false }, formatDateTime(now));
  return (
    <ActDrawer
      command={goBackReports}
      title={isAtOnce ? ['退回报告', 'Take the report back'] : ['申请撤回报告', 'Apply for its withdrawal']}
      rows={[{ reportId: report.reportId }]}
      nameOf={() => report.reportNo}
      {...(report.state === reportState.issued ? {} : { asks: { ...goBackReports.asks, ...beforeIssue } as never })}
      onClose={onClose}
      onDone={onDone}
    >
      {() => (report.state === reportState.issued ? <BilledNotice reportId={report.reportId} /> : null)}
    </ActDrawer>
  );
}
