import { resultMoves } from '#domain/report/withdrawal.ts';
import type { WithdrawReport } from '#server/spine/reports/withdrawReport.ts';
import { lockReport } from './lockReport.ts';
import { takeBack } from './takeBack.ts';

/** Takes an issued report back for an order change: the same writing as a withdrawal that was applied for. */
export const withdrawReport: WithdrawReport = async (tx, user, { reportId, operate, reason }, mark) => {
  const report = await lockReport(tx, user, reportId);
  if (!report) throw new Error('a report that was accepted is not there');
  await takeBack(tx, user.tenantId, { report, operate, moves: resultMoves(operate, report.tasks), reason }, mark);
};
