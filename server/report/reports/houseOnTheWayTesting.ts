import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { taskState } from '#domain/lab/rules/taskState.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { passedTwice } from '#server/lab/audit/auditTesting.ts';
import { statusesOf, tasksOf, type StoredTask } from '#server/lab/tasks/taskTesting.ts';
import { mailReports, openReports } from '#server/report/search/searchTesting.ts';
import type { Desk } from '#server/sample/deskTesting.ts';
import type { BlobFiles } from '#server/storage/blobFiles.ts';
import { goThrough, takingAll, type OnItsWay, type Stage } from './reportStepsTesting.ts';

/** A report on its way, with the tube's task it tells. */
export interface Waiting extends OnItsWay {
  readonly task: StoredTask;
}
/** All there is of a report that went through, each thing once. */
export const wholly = {
  versions: 1,
  issued: 1,
  linked: 1,
  audits: 1,
  state: 4,
  lines: 1,
  taskState: taskState.issued,
  labStatus: labStatus.issued,
  mails: 1,
  texts: 1,
};

/** A house that mails its reports and tells patients of them at once; `files`: where bytes lie, else in `blobDir`. */
export async function openHouse(blobDir: string, files?: BlobFiles) {
  const desk: Desk = await openReports(blobDir, files ? { files } : {});
  const sentFile = join(blobDir, 'sent');
  await mailReports(desk);
  await desk.orm.execute(sql`update report_strategy set channels = '{1,2}', mail_mode = 2, hold_minutes = 0, is_auto_release = 0`);
  await desk.orm.execute(sql`update param set param_value = '00:00-24:00' where param_key = 'sms.hours'`);

  let patients = 0;
  /** A report of a fresh tube that waits to be made, and whose patient has a telephone of their own. */
  async function waiting(): Promise<Waiting> {
    const task = await passedTwice(desk);
    const [{ reportId }] = (await desk.rows<{ reportId: string }>(
      sql`select report_id::text as report_id from report_task where task_id = ${task.id}`,
    )) as [{ reportId: string }];
    await desk.orm.execute(sql`update report set is_auto = 1 where id = ${reportId}`);
    await desk.orm.execute(
      sql`update requisition set telephone = ${`1990001${String(++patients).padStart(4, '0')}`} where id = (select requisition_id from report where id = ${reportId})`,
    );
    const { id: auditorId, name: auditorName } = await desk.me('audit2');
    return { task, reportId, opId: randomUUID(), auditorId, auditorName, sentFile };
  }
  /** Does a stage of its way in this process. */
  const here = (stage: Stage, one: Waiting): Promise<void> => goThrough(stage, desk.database, desk.blobs, takingAll(sentFile), one);

  /** How often something left. */
  const linesOf = (way: string, name: string): number =>
    existsSync(sentFile)
      ? readFileSync(sentFile, 'utf8')
          .split('\n')
          .filter((line) => line === `${way} ${name}`).length
      : 0;

  /** All that came of a report, each thing as often as it is there. */
  async function cameOf({ reportId, task }: Waiting) {
    const [counts] = await desk.rows<{ readonly state: number }>(
      sql`select count(*)::int as versions, count(*) filter (where state = 3)::int as issued, count(chain_hash)::int as linked,
        (select count(*)::int from audit_entry a where a.action = 'report.audit' and a.subject in (select id::text from report_version where report_id = ${reportId})) as audits,
        (select state::int from report where id = ${reportId}) as state,
        (select count(*)::int from sales_line l where l.requisition_id = (select requisition_id from report where id = ${reportId})) as lines
      from report_version where report_id = ${reportId}`,
    );
    const mails = await desk.rows<{ state: number; name: string }>(
      sql`select state::int as state, message_id as name from mail_message where report_id = ${reportId}`,
    );
    const texts = await desk.rows<{ state: number; name: string }>(
      sql`select state::int as state, id::text as name from sms_message where owner_id in (select id from report_version where report_id = ${reportId})`,
    );
    const now = (await tasksOf(desk, [task.sampleCode])).find(({ id }) => id === task.id);
    return {
      all: {
        ...counts,
        taskState: now?.taskState,
        labStatus: (await statusesOf(desk, [task.sampleCode]))[0],
        mails: mails.length,
        texts: texts.length,
      },
      mail: [mails[0]?.state, linesOf('mail', mails[0]?.name ?? '')],
      text: [texts[0]?.state, linesOf('sms', texts[0]?.name ?? '')],
    };
  }

  return { desk, waiting, here, cameOf };
}
