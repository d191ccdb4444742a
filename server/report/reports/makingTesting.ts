import { sql } from 'drizzle-orm';
import { scrawl } from '#server/demo/lab/labSeals.ts';
import { passedTwice } from '#server/lab/audit/auditTesting.ts';
import type { StoredTask } from '#server/lab/tasks/taskTesting.ts';
import type { Account, Desk } from '#server/sample/deskTesting.ts';
import { newId, reserveIds } from '#server/storage/ids.ts';
import { makeReport } from './makeReport.ts';

/** Lets an account release everywhere, with a signature of its own; once or more often. */
export async function mayRelease(desk: Desk, account: Account | 'admin', seed: number): Promise<void> {
  const { id } = await desk.me(account as Account);
  const { sha256 } = await desk.blobs.putWhole('000000', scrawl(seed));
  await desk.orm.execute(sql`insert into sign_user (id, tenant_id, user_id, laboratory_id, sign_level, valid_from)
    select ${reserveIds(1_000)}::bigint - 1 + row_number() over (), '000000', ${id}, l.id, 3, '2020-01-01' from laboratory l where l.tenant_id = '000000'
      and not exists (select 1 from sign_user s where s.user_id = ${id} and s.sign_level = 3 and s.laboratory_id = l.id and s.is_deleted = 0)`);
  await desk.orm.execute(sql`insert into signature (id, tenant_id, user_id, signature_state, version_no, valid_from, image_sha256)
    select ${newId()}, '000000', ${id}, 1, 1, '2020-01-01', ${sha256} where not exists (select 1 from signature where user_id = ${id} and signature_state = 1)`);
  // Where a test has given it a picture that is nowhere.
  await desk.orm.execute(
    sql`update signature set image_sha256 = ${sha256} where user_id = ${id} and signature_state = 1 and image_sha256 = ${'a'.repeat(64)}`,
  );
}

export interface MadeReport {
  readonly task: StoredTask;
  readonly reportId: string;
  readonly versionId: string;
  readonly pdfSha256: string;
}
/** A report of a fresh tube, unless one is given, that awaits its audit. */
export async function madeReport(desk: Desk, given?: StoredTask): Promise<MadeReport> {
  const task = given ?? (await passedTwice(desk));
  const [report] = await desk.rows<{ id: string }>(sql`select report_id::text as id from report_task where task_id = ${task.id}`);
  if (!report) throw new Error('a result that passed both audits has no report');
  const made = await makeReport(desk.database, desk.blobs, report.id, { tenantId: '000000', makerId: null, makerName: '系统' });
  if (made.outcome !== 'done') throw new Error(`it could not be made: ${made.message[0]}`);
  const [version] = await desk.rows<{ sha256: string }>(sql`select draft_sha256 as sha256 from report_version where id = ${made.versionId}`);
  return { task, reportId: report.id, versionId: made.versionId, pdfSha256: version!.sha256 };
}
