import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { printReports, type PrintedReport } from '#domain/report/search/reportPrint.ts';
import { serveCommand, type Tx } from '#server/kernel/http/serve.ts';
import { reportsInSight } from '#server/spine/reports/reportSight.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { reportPrintTable } from '#server/storage/reportSearchTables.ts';

/** A version with what the ledger says, its report locked: of two that print it at once the second one prints it again. */
async function lockPrinted(tx: Tx, user: ActingUser, versionId: string): Promise<PrintedReport | null> {
  const { tenantId } = user;
  const named = await readRow<{ reportId: string }>(
    tx,
    sql`select r.id::text as report_id from report_version v join report r on r.tenant_id = v.tenant_id and r.id = v.report_id where ${await reportsInSight(tx, user)} and v.id = ${versionId}`,
  );
  if (!named) return null;
  await tx.execute(sql`select 1 from report where tenant_id = ${tenantId} and id = ${named.reportId} for update`);
  const row = await readRow<PrintedReport>(
    tx,
    sql`select v.id::text as version_id, r.id::text as report_id, r.report_no, v.version_no, r.state::int as report_state, v.state::int as version_state, coalesce(v.pdf_sha256, '') as pdf_sha256,
        (select count(*)::int from report_print p where p.tenant_id = v.tenant_id and p.version_id = v.id) as print_count, l.user_name as last_by, l.create_time as last_at
      from report_version v join report r on r.tenant_id = v.tenant_id and r.id = v.report_id
      left join lateral (select p.user_name, p.create_time from report_print p where p.tenant_id = v.tenant_id and p.version_id = v.id order by p.id desc limit 1) l on true
      where v.tenant_id = ${tenantId} and v.id = ${versionId}`,
  );
  return row ?? null;
}

/** `reportPrint.save`: a line of the ledger. */
export const servedPrint = serveCommand(printReports, {
  async load(tx, { versionId }, { user }) {
    return { report: await lockPrinted(tx, user, versionId) };
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
