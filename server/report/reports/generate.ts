import { sql } from 'drizzle-orm';
import { processState } from '#domain/base/commodityQualified.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import type { Label } from '#domain/kernel/label.ts';
import { refuse } from '#domain/kernel/outcome.ts';
import { reportContracts, type GenerateResult } from '#domain/report/reportRows.ts';
import { reportState } from '#domain/report/reportState.ts';
import { handReportRefusals, type HandKind } from '#domain/report/rules/handReport.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { BlobStore } from '#server/kernel/core/blobStore.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import type { Call, Tx } from '#server/kernel/http/serve.ts';
import type { PdfSigning } from '#server/kernel/verbs/servedArea.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { addHandReport } from '#server/spine/reports/settleReports.ts';
import { reportsInSight } from '#server/spine/reports/reportSight.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { listCalls } from './reportList.ts';
import { releaseByItself } from './autoRelease.ts';
import { isForNow } from './reportBytes.ts';
import { makeReport } from './makeReport.ts';

const kind = 'report.generate';
export const generateJob = 'report.generate';
/** Reports one run of the house's own job makes at most: the next minute goes on. */
const perRun = 200;

interface Asked {
  readonly tenantId: string;
  readonly batchId: string;
}
type Line = GenerateResult['rows'][number];
interface Batch {
  readonly state: GenerateResult['state'];
  readonly changes: Line[];
  readonly createUser: string;
  readonly createUserName: string;
}

export const reportCalls: readonly Call[] = serveCalls(reportContracts, {
  ...listCalls,
  'POST report/report-audit/generate': {
    async write(tx, { body, user, jobs, now }) {
      const reportIds = 'reportIds' in body ? body.reportIds : [await askedFor(tx, user, body, now)];
      const found = await readRows<{ reportId: string; reportNo: string }>(
        tx,
        sql`select r.id::text as report_id, r.report_no from report r where ${await reportsInSight(tx, user)} and r.id = ${anyId(reportIds)} order by r.due_time, r.id`,
      );
      if (found.length < new Set(reportIds).size) throw new UserError(404, ['没有此报告', 'No such report'], { refusal: 'report.unknown' });
      const batchId = newId();
      const lines = found.map((one): Line => ({ ...one, outcome: 'waiting', message: null, versionId: null }));
      await tx.execute(sql`insert into process_task (id, tenant_id, kind, action, subject, state, total_count, changes, create_user, create_user_name, create_time)
        values (${batchId}, ${user.tenantId}, ${kind}, 'generate', '', 0, ${lines.length}, ${JSON.stringify(lines)}::jsonb, ${user.id}, ${user.name}, ${now})`);
      await jobs?.send(generateJob, { tenantId: user.tenantId, batchId }, { tx });
      return { batchId };
    },
  },
  'GET report/report-audit/get-generate-result': {
    async handle({ db, user, query }) {
      const row = await readRow<{ state: GenerateResult['state']; totalCount: number; doneCount: number; rows: Line[] }>(
        db,
        sql`select state::int as state, total_count, done_count, changes as rows from process_task where tenant_id = ${user.tenantId} and kind = ${kind} and create_user = ${user.id}
          and id::text = ${query.batchId ?? ''}`,
      );
      if (!row) throw new UserError(404, ['没有此生成任务', 'No such batch'], { refusal: 'report.noBatch' });
      return { batchId: query.batchId ?? '', ...row };
    },
  },
});

/** The report of a requisition that a person asks for. Throws UserError 404 for a requisition out of sight, 422 with what speaks against it. */
async function askedFor(
  tx: Tx,
  user: ActingUser,
  { requisitionId, reportKind: kind }: { readonly requisitionId: string; readonly reportKind: HandKind },
  now: string,
): Promise<string> {
  const known = await readRow(
    tx,
    sql`select 1 as found from report r where ${await reportsInSight(tx, user)} and r.requisition_id = ${requisitionId} limit 1`,
  );
  const said = known ? await addHandReport(tx, user.tenantId, { requisitionId, kind }, now) : refuse('report.unknown');
  if (typeof said === 'string') return said;
  const words: Readonly<Record<string, Label>> = handReportRefusals;
  throw new UserError(said.code === 'report.unknown' ? 404 : 422, words[said.code] ?? [said.code, said.code], { refusal: said.code });
}

/** Makes the reports of a batch one by one, noting each: a job that died goes on behind the last that was noted. */
export function generateJobKind(database: Database, blobs: BlobStore, sign?: PdfSigning): JobKind<Asked> {
  const { orm } = database;
  const batchOf = ({ tenantId, batchId }: Asked) =>
    readRow<Batch>(
      orm,
      sql`select state::int as state, changes, create_user::text as create_user, create_user_name from process_task where tenant_id = ${tenantId} and kind = ${kind} and id = ${batchId}`,
    );
  const note = ({ tenantId, batchId }: Asked, lines: readonly Line[], state: number): Promise<unknown> =>
    orm.execute(sql`update process_task set state = ${state}, done_count = ${lines.filter(({ outcome }) => outcome !== 'waiting').length}, changes = ${JSON.stringify(lines)}::jsonb
      ${state === processState.done ? sql`, end_time = ${nowText()}` : sql``} where tenant_id = ${tenantId} and id = ${batchId}`);
  return {
    name: generateJob,
    retries: 5,
    expireSeconds: 3_600,
    async run(asked, signal) {
      const batch = await batchOf(asked);
      if (!batch || batch.state >= processState.done) return;
      const lines = [...batch.changes];
      for (const [at, line] of lines.entries()) {
        if (signal.aborted) return;
        if (line.outcome !== 'waiting') continue;
        const made = await makeReport(database, blobs, line.reportId, {
          tenantId: asked.tenantId,
          makerId: batch.createUser,
          makerName: batch.createUserName,
        }).catch((error: unknown): { outcome: 'failed'; message: Label } => {
          console.error(error);
          return {
            outcome: 'failed',
            message: error instanceof UserError && isForNow(error) ? error.label : ['生成失败,请重试', 'It could not be made; try again'],
          };
        });
        const message = 'message' in made ? ([made.message[0], made.message[1]] as [string, string]) : null;
        if (made.outcome === 'done')
          await releaseByItself({ database, blobs, sign }, asked.tenantId, made.versionId).catch((error: unknown) => console.error(error));
        lines[at] = { ...line, outcome: made.outcome, message, versionId: 'versionId' in made ? made.versionId : null };
        await note(asked, lines, processState.running);
      }
      await note(asked, lines, processState.done);
    },
    async givenUp(asked) {
      const batch = await batchOf(asked);
      if (batch && batch.state < processState.done) await note(asked, batch.changes, processState.failed);
    },
  };
}

/** Makes by itself what is ready and was not asked for, issues what may go out without a person, and takes up what a server left half done. */
export function autoGenerate(database: Database, blobs: BlobStore, sign?: PdfSigning): JobKind<object> {
  return {
    name: 'report.autoGenerate',
    cron: '* * * * *',
    expireSeconds: 600,
    async run(_none, signal) {
      // Also what a server made and did not come to judge.
      const made = await readRows<{ tenantId: string; id: string }>(
        database.orm,
        sql`select tenant_id, id::text as id from report_version where is_auto = 1 order by id limit ${perRun}`,
      );
      for (const { tenantId, id } of made) {
        if (signal.aborted) return;
        await releaseByItself({ database, blobs, sign }, tenantId, id).catch((error: unknown) => console.error(error));
      }
      const due = await readRows<{ tenantId: string; id: string }>(
        database.orm,
        sql`select r.tenant_id, r.id::text as id from report r where r.state = ${reportState.waiting} and r.is_auto = 1
            or r.state = ${reportState.making} and r.update_time < ${nowText()}::timestamptz - interval '5 minutes' order by r.due_time, r.id limit ${perRun}`,
      );
      for (const { tenantId, id } of due) {
        if (signal.aborted) return;
        // One that cannot be made keeps nobody up: it is tried again in a minute, and says so itself after three faults.
        const done = await makeReport(database, blobs, id, { tenantId, makerId: null, makerName: '系统' }).catch((error: unknown) =>
          console.error(error),
        );
        if (done?.outcome === 'done')
          await releaseByItself({ database, blobs, sign }, tenantId, done.versionId).catch((error: unknown) => console.error(error));
      }
    },
  };
}
