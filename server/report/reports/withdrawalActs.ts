import { sql } from 'drizzle-orm';
import { processKind, recordState } from '#domain/lab/process/processChoices.ts';
import { deApprovalOperate, deApprovalState, deApprovalType } from '#domain/lab/reversal/deApprovalChoices.ts';
import { cancelReportAudit } from '#domain/report/reportActs.ts';
import { reportState } from '#domain/report/reportState.ts';
import { decideWithdrawals, goBackReports, resultMoves, takenBackTo, type Withdrawal } from '#domain/report/withdrawal.ts';
import { serveCommand, type ServedCommand } from '#server/kernel/http/serve.ts';
import { markOf, noteActs } from '#server/spine/line.ts';
import { reportsInSight } from '#server/spine/reports/reportSight.ts';
import { moveReport } from '#server/spine/reports/settleReports.ts';
import { insertRecords } from '#server/spine/tasks/insertRecords.ts';
import { newId } from '#server/storage/ids.ts';
import { deApprovalTable } from '#server/storage/labTaskTables.ts';
import { readRow } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { tellChannels } from './deliveries.ts';
import { lockReport } from './lockReport.ts';
import { takeBack } from './takeBack.ts';

/** `report.cancelAudit`: the version is withdrawn, its report made and audited anew, its results are in the house again. */
const servedCancel = serveCommand(cancelReportAudit, {
  async load(tx, { reportId }, { user }) {
    return { report: await lockReport(tx, user, reportId) };
  },
  async write(tx, { state: { report }, input: { reason }, acting, opId }) {
    if (!report) throw new Error('a report that was accepted is not there');
    const { tenantId } = acting.user;
    const operate = deApprovalOperate.cancelReportAudit;
    const moves = resultMoves(operate, report.tasks);
    // What was released is not audited a second time: its next version is made, with a number of its own.
    await takeBack(tx, tenantId, { report, operate, moves, reason }, markOf(cancelReportAudit, { acting, opId }, `${report.reportNo} ${reason}`));
    return { reportId: report.reportId, state: takenBackTo(operate) };
  },
});

/** `report.goBack`: taken back at once, or applied for; from then on nothing more of it is given out. */
const servedGoBack = serveCommand(goBackReports, {
  async load(tx, { reportId }, { user }) {
    return { report: await lockReport(tx, user, reportId) };
  },
  async write(tx, { change: { report, operate, moves }, input: { reason }, acting, opId }) {
    const { user, now } = acting;
    const { tenantId } = user;
    const { reportId, versionId, state: from, tasks } = report;
    const mark = markOf(goBackReports, { acting, opId }, `${report.reportNo} ${reason}`);
    if (moves) {
      await takeBack(tx, tenantId, { report, operate, moves, reason }, mark);
      const records = operate === deApprovalOperate.cancelReportAudit ? [] : moves;
      if (records.length > 0)
        await insertRecords(
          tx,
          user,
          now,
          records.map(({ taskId, from: before }) => ({ kind: processKind.goBack, taskId, before, reasonCode: null, reason })),
          recordState.completed,
        );
      return { reportId, state: takenBackTo(operate), deApprovalId: null };
    }
    const deApprovalId = newId();
    await tx.execute(
      insertMany(deApprovalTable, [
        {
          id: deApprovalId,
          tenantId,
          taskIds: tasks.map(({ taskId }) => taskId),
          reportId,
          deApprovalType: deApprovalType.report,
          deApprovalOperate: operate,
          reason,
          applicantId: user.id,
          applicantName: user.name,
          state: deApprovalState.waiting,
          createTime: now,
          updateTime: now,
        },
      ]),
    );
    await moveReport(tx, tenantId, { reportId, from, to: reportState.recalling }, now);
    if (versionId !== null) await tellChannels(tx, tenantId, 'hold', { reportId, versionId }, now);
    await noteActs(tx, tenantId, [{ mark, whose: { sampleCodes: tasks.map(({ sampleCode }) => sampleCode) } }]);
    return { reportId, state: reportState.recalling, deApprovalId };
  },
});

/** `report.decideWithdrawal`: the report is withdrawn, or given out again. */
const servedDecide = serveCommand(decideWithdrawals, {
  async load(tx, { deApprovalId }, { user }) {
    const { tenantId } = user;
    const named = await readRow<{ reportId: string }>(
      tx,
      sql`select r.id::text as report_id from de_approval d join report r on r.tenant_id = d.tenant_id and r.id = d.report_id
        where ${await reportsInSight(tx, user)} and d.tenant_id = ${tenantId} and d.id = ${deApprovalId} and d.de_approval_type = ${deApprovalType.report}`,
    );
    if (!named) return { withdrawal: null, report: null };
    const report = await lockReport(tx, user, named.reportId);
    const withdrawal = await readRow<Withdrawal>(
      tx,
      sql`select d.id::text as de_approval_id, d.de_approval_operate::int as de_approval_operate, d.reason, d.applicant_id::text as applicant_id, d.state::int as state, d.operator_name, d.decide_time
        from de_approval d where d.tenant_id = ${tenantId} and d.id = ${deApprovalId} for update of d`,
    );
    return { withdrawal: withdrawal ?? null, report };
  },
  async write(tx, { change: { deApprovalId, state, operate, report, moves }, state: { withdrawal }, input: { opinion }, acting, opId }) {
    const { user, now } = acting;
    const { tenantId } = user;
    const { reportId, versionId, tasks } = report;
    const mark = markOf(
      decideWithdrawals,
      { acting, opId },
      [report.reportNo, deApprovalState.labelOf(state)?.[0], opinion].filter(Boolean).join(' '),
    );
    if (moves) await takeBack(tx, tenantId, { report, operate, moves, reason: withdrawal?.reason ?? '' }, mark);
    else {
      await moveReport(tx, tenantId, { reportId, from: reportState.recalling, to: reportState.issued }, now);
      if (versionId !== null) await tellChannels(tx, tenantId, 'resume', { reportId, versionId }, now);
      await noteActs(tx, tenantId, [{ mark, whose: { sampleCodes: tasks.map(({ sampleCode }) => sampleCode) } }]);
    }
    await tx.execute(sql`update de_approval set state = ${state}, operator_id = ${user.id}, operator_name = ${user.name}, opinion = ${opinion || null}, decide_time = ${now},
        update_time = ${now}, version = version + 1 where tenant_id = ${tenantId} and id = ${deApprovalId}`);
    return { deApprovalId, state, reportId, reportState: moves ? takenBackTo(operate) : reportState.issued };
  },
});

export const withdrawalActs: readonly ServedCommand[] = [servedCancel, servedGoBack, servedDecide];
