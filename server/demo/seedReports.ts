import { sql } from 'drizzle-orm';
import { auditReports } from '#domain/report/reportActs.ts';
import { reportState } from '#domain/report/reportState.ts';
import { policies } from '#domain/system/policies.ts';
import { openBlobStore } from '#server/kernel/core/blobStore.ts';
import { issueVersion, lockVersion, signingOf } from '#server/report/reports/issue.ts';
import { makeReport } from '#server/report/reports/makeReport.ts';
import { prepareRelease } from '#server/report/reports/release.ts';
import { markOf } from '#server/spine/line.ts';
import type { BlobFiles } from '#server/storage/blobFiles.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { readRows } from '#server/storage/readRows.ts';
import { actingAt, demoPerson } from './doneAs.ts';

/** So many of the demo's reports are out; the others await their audit. */
const issued = 8;

/** Where their codes lead to: invented, as all of the demo is, until an administrator says where readers reach this house. */
const address = 'https://report.example.com';

/** Makes and issues reports of the demo's audited results, behind the seed's transaction: their bytes are set and signed as any others are. */
export async function seedReports(database: Database, { tenantId, files }: { readonly tenantId: string; readonly files: BlobFiles }): Promise<void> {
  const { key, usual } = policies.reportAddress;
  await database.orm.execute(
    sql`update param set param_value = ${address} where tenant_id = ${tenantId} and lower(param_key) = ${key.toLowerCase()} and param_value = ${usual}`,
  );
  const blobs = openBlobStore(database, files);
  const user = await database.transaction((tx) => demoPerson(tx, tenantId, 'audit2'));
  const waiting = await readRows<{ id: string }>(
    database.orm,
    sql`select id::text as id from report where tenant_id = ${tenantId} and state = ${reportState.waiting} and is_auto = 1 order by due_time, id limit ${issued}`,
  );
  for (const { id: reportId } of waiting) {
    const made = await makeReport(database, blobs, reportId, { tenantId, makerId: null, makerName: '系统' });
    if (made.outcome !== 'done') continue;
    const release = await prepareRelease({ database, blobs }, user, made.versionId, user);
    if (!release) continue;
    await database.transaction(async (tx) => {
      const now = nowText();
      const report = await lockVersion(tx, user, made.versionId);
      const signing = report && (await signingOf(tx, user, report, now.slice(0, 10)));
      if (!report || signing?.state !== 'ready' || report.heldBy) return;
      const mark = markOf(auditReports, { acting: actingAt(user, now), opId: null }, report.reportNo);
      await issueVersion(tx, tenantId, { report, release, releaser: user, signUserId: signing.signUserId, criterionVersion: null }, mark);
    });
  }
}
