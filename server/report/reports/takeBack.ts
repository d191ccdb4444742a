import { sql } from 'drizzle-orm';
import type { DeApprovalOperate } from '#domain/lab/reversal/deApprovalChoices.ts';
import type { IssuedReport } from '#domain/report/reportActs.ts';
import { reportVersionState } from '#domain/report/reportState.ts';
import { recallState } from '#domain/report/recall.ts';
import { takenBackTo, type ResultMove } from '#domain/report/withdrawal.ts';
import type { Mark } from '#server/spine/line.ts';
import { syncLines } from '#server/spine/bill/syncLines.ts';
import { settleOuterTube } from '#server/spine/reports/outerReports.ts';
import { moveReport } from '#server/spine/reports/settleReports.ts';
import { takeBackAudits } from '#server/spine/tasks/takeBackAudits.ts';
import { newId } from '#server/storage/ids.ts';
import { readRows } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { reportRecallTable } from '#server/storage/reportTables.ts';
import type { Tx } from '#server/storage/tx.ts';
import type { Delivered, Recipient } from './channel.ts';
import { recipientsOf, tellChannels } from './deliveries.ts';

interface TakenBack {
  readonly report: Pick<IssuedReport, 'reportId' | 'versionId' | 'state'>;
  readonly operate: DeApprovalOperate;
  readonly moves: readonly ResultMove[];
  /** Printed by the version that replaces what was issued. */
  readonly reason: string;
}
/**
 * Takes a locked report back, whoever decided it (docs/report.md#withdrawal): what was issued is withdrawn, whoever had received it is to be told, and
 * the results go where the operation says. Nothing issued is left behind.
 */
export async function takeBack(tx: Tx, tenantId: string, { report, operate, moves, reason }: TakenBack, mark: Mark): Promise<void> {
  const { now } = mark.acting;
  const { reportId, versionId, state: from } = report;
  if (versionId !== null) {
    const version = { reportId, versionId };
    await tx.execute(sql`update report_version set state = ${reportVersionState.withdrawn}, withdraw_reason = ${reason}, withdraw_time = ${now}, update_time = ${now}, version = version + 1
      where tenant_id = ${tenantId} and id = ${versionId}`);
    await insertRecalls(tx, tenantId, version, await recipientsOf(tx, tenantId, version), now);
    await tellChannels(tx, tenantId, 'withdraw', version, now);
  }
  await moveReport(tx, tenantId, { reportId, from, to: takenBackTo(operate) }, now);
  await takeBackAudits(tx, tenantId, moves, mark);
  await settleOuterTube(tx, tenantId, reportId, mark);
  const whose = await readRows<{ requisitionId: string }>(
    tx,
    sql`select requisition_id::text as requisition_id from report where tenant_id = ${tenantId} and id = ${reportId}`,
  );
  await syncLines(
    tx,
    tenantId,
    whose.map(({ requisitionId }) => requisitionId),
  );
}

/** A line for each different reader of a version that was withdrawn. */
export async function insertRecalls(
  tx: Tx,
  tenantId: string,
  { reportId, versionId }: Delivered,
  recipients: readonly Recipient[],
  now: string,
): Promise<void> {
  const each = new Map(recipients.map((one) => [`${one.channel} ${one.receiver}`, one]));
  const lines = [...each.values()].map(({ channel, receiver }) => ({
    id: newId(),
    tenantId,
    reportId,
    versionId,
    channel,
    receiver,
    state: recallState.open,
    createTime: now,
    updateTime: now,
  }));
  if (lines.length > 0) await tx.execute(insertMany(reportRecallTable, lines));
}
