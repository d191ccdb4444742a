import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { printReports, type PrintedReport } from '#domain/report/search/reportPrint.ts';
import { serveCommand, type ServedCommand, type Tx } from '#server/kernel/http/serve.ts';
import type { Making, StepPorts } from '#server/kernel/verbs/servedArea.ts';
import { reportsInSight } from '#server/spine/reports/reportSight.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow } from '#server/storage/readRows.ts';
import { isId } from '#domain/kernel/ids.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { reportPrintTable } from '#server/storage/reportSearchTables.ts';
import { versionsOf, whyNotGiven } from '../download/downloadJob.ts';
import { isReportDamaged } from '../reports/reportBytes.ts';

/** A version with what the ledger says, its report locked: of two that print it at once the second one prints it again. */
async function lockPrinted(tx: Tx, user: ActingUser, versionId: string): Promise<Omit<PrintedReport, 'isDamaged'> | null> {
  const { tenantId } = user;
  const named = await readRow<{ reportId: string }>(
    tx,
    sql`select r.id::text as report_id from report_version v join report r on r.tenant_id = v.tenant_id and r.id = v.report_id where ${await reportsInSight(tx, user)} and v.id = ${versionId}`,
  );
  if (!named) return null;
  await tx.execute(sql`select 1 from report where tenant_id = ${tenantId} and id = ${named.reportId} for update`);
  const row = await readRow<Omit<PrintedReport, 'isDamaged'>>(
    tx,
    sql`select v.id::text as version_id, r.id::text as report_id, r.report_no, v.version_no, r.state::int as report_state, v.state::int as version_state, coalesce(v.pdf_sha256, '') as pdf_sha256,
        (select count(*)::int from report_print p where p.tenant_id = v.tenant_id and p.version_id = v.id) as print_count, l.user_name as last_by, l.create_time as last_at
      from report_version v join report r on r.tenant_id = v.tenant_id and r.id = v.report_id
      left join lateral (select p.user_name, p.create_time from report_print p where p.tenant_id = v.tenant_id and p.version_id = v.id order by p.id desc limit 1) l on true
      where v.tenant_id = ${tenantId} and v.id = ${versionId}`,
  );
  return row ?? null;
}

/** Whether what was issued is not what lies there: no paper of it is noted. One that is not out is another rule's. */
async function isDamaged({ database, blobs }: Making, user: ActingUser, versionId: string): Promise<boolean> {
  const [version] = await versionsOf(database.orm, user, [versionId]);
  if (!version || whyNotGiven(version)) return false;
  return isReportDamaged(blobs, user.tenantId, version.sha256);
}

/** `reportPrint.save`: a line of the ledger. */
export const servedPrint = ({ making }: StepPorts): ServedCommand =>
  serveCommand(printReports, {
    // Before its transaction: a store may be slow.
    async prepare(user, payload) {
      const { versionId } = payload as { versionId?: unknown };
      return { isDamaged: making !== undefined && typeof versionId === 'string' && isId(versionId) && (await isDamaged(making, user, versionId)) };
    },
    async load(tx, { versionId, isDamaged: isBroken = false }, { user }) {
      const report = await lockPrinted(tx, user, versionId);
      return { report: report && { ...report, isDamaged: isBroken } };
    },
    async write(tx, { change: { report, kind }, acting, input }) {
      const printId = newId();
      const { versionId, reportId, pdfSha256 } = report;
      const { copies, reason, handedTo, courierNumber } = input;
      await tx.execute(
        insertMany(reportPrintTable, [
          {
            id: printId,
            tenantId: acting.user.tenantId,
            reportId,
            versionId,
            pdfSha256,
            kind,
            copies,
            reason,
            handedTo,
            courierNumber,
            userId: acting.user.id,
            userName: acting.user.name,
            createTime: acting.now,
          },
        ]),
      );
      await tx.execute(
        sql`update report set paper_due = greatest(0, paper_due - ${copies}) where tenant_id = ${acting.user.tenantId} and id = ${reportId}`,
      );
      return { printId, versionId, kind };
    },
  });
