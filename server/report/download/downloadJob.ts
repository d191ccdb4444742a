import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { sql, type SQL } from 'drizzle-orm';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { fillLabel, type Label } from '#domain/kernel/label.ts';
import { exportState, keptHours } from '#domain/kernel/listExport.ts';
import type { Refusal } from '#domain/kernel/outcome.ts';
import type { DownloadLine } from '#domain/report/search/reportDownload.ts';
import { givingRefusal, givingWords, type GivenReport } from '#domain/report/search/reportPrint.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { BlobStore } from '#server/kernel/core/blobStore.ts';
import type { JobKind, Jobs } from '#server/kernel/http/jobs.ts';
import { chainedSha256, isForNow, readReport } from '#server/report/reports/reportBytes.ts';
import { reportsInSight } from '#server/spine/reports/reportSight.ts';
import { blobOwner } from '#server/storage/blobTables.ts';
import { nowMs, nowSql, nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { reportViewTable } from '#server/storage/reportTables.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { mergeReports } from './mergeReports.ts';
import { writeZip, type WrittenFile, type ZipEntry } from './zipFile.ts';

export const downloadJob = 'report.download';
const removeJob = 'report.download.remove';
const keptMs = keptHours * 3_600_000;
/** Bytes of one file. */
const mostBytes = 1_000_000_000;

export interface AskedDownload {
  readonly tenantId: string;
  readonly downloadId: string;
}
interface Version extends GivenReport {
  readonly versionId: string;
  readonly sha256: string | null;
  readonly issueTime: string | null;
}
interface Task {
  readonly mode: 'zip' | 'merge';
  readonly lines: DownloadLine[];
  readonly createUser: string;
  readonly createUserName: string;
}

const gone: Label = ['没有此报告', 'No such report'];
const tooLarge: Label = ['文件过大, 请分批下载', 'The file grows too large; download in parts'];
const unreadable: Label = ['报告文件无法合并, 请单独下载', 'Its file cannot be merged; download it by itself'];

/** Why a version is not given out, in words; null: it is. */
export function whyNotGiven(version: GivenReport): Label | null {
  const refusal: Refusal | null = givingRefusal(version);
  if (!refusal) return null;
  const words = givingWords[refusal.code as keyof typeof givingWords];
  return [fillLabel(words, refusal.params, 'zh'), fillLabel(words, refusal.params, 'en')];
}

/** Versions in an account's sight, as they stand now. */
export const versionsOf = async (
  reader: Reader,
  user: { readonly id: string; readonly tenantId: string },
  versionIds: readonly string[],
): Promise<Version[]> =>
  readRows<Version>(
    reader,
    sql`select v.id::text as version_id, r.report_no, v.version_no, r.state::int as report_state, v.state::int as version_state, ${chainedSha256} as sha256, v.issue_time
      from report_version v join report r on r.tenant_id = v.tenant_id and r.id = v.report_id where ${await reportsInSight(reader, user)} and v.id = ${anyId(versionIds)}`,
  );

const stillOpen = ({ tenantId, downloadId }: AskedDownload): SQL =>
  sql`tenant_id = ${tenantId} and id = ${downloadId} and state in (${exportState.waiting}, ${exportState.running})`;

/** Makes the files that were asked for, and removes each a day later. A killed server's file is begun anew. */
export function downloadJobs(database: Database, blobs: BlobStore, jobs: () => Pick<Jobs, 'send'>): readonly JobKind<AskedDownload>[] {
  const { orm } = database;

  /** Bytes of each version that may be given out, in the order of the file; what may not says why in its line. */
  async function* readAll(
    asked: AskedDownload,
    task: Task,
    lines: DownloadLine[],
    signal: AbortSignal,
  ): AsyncGenerator<ZipEntry & { readonly at: number }> {
    const { tenantId } = asked;
    let size = 0;
    for (const [at, line] of lines.entries()) {
      signal.throwIfAborted();
      // Looked at when its turn has come: what is taken back meanwhile is not given out.
      const [version] = await versionsOf(orm, { tenantId, id: task.createUser }, [line.versionId]);
      const refuse = (message: Label): void => void (lines[at] = { ...line, outcome: 'refused', message: [message[0], message[1]] });
      const why = version ? whyNotGiven(version) : gone;
      if (why || !version) {
        refuse(why ?? gone);
        continue;
      }
      try {
        const bytes = await readReport(blobs, tenantId, version.sha256);
        size += bytes.length;
        if (size > mostBytes) {
          refuse(tooLarge);
          continue;
        }
        lines[at] = { ...line, outcome: 'done', message: null };
        yield { name: `${version.reportNo}-v${version.versionNo}.pdf`, time: version.issueTime ?? nowText(), bytes, at };
      } catch (error) {
        if (!(error instanceof UserError) || isForNow(error)) throw error;
        refuse(error.label);
      } finally {
        await orm.execute(sql`update report_download set done_count = ${at + 1}, lines = ${JSON.stringify(lines)}::jsonb where ${stillOpen(asked)}`);
      }
    }
  }

  async function write(asked: AskedDownload, task: Task, lines: DownloadLine[], draft: string, signal: AbortSignal): Promise<WrittenFile | null> {
    if (task.mode === 'zip') return writeZip(draft, readAll(asked, task, lines, signal));
    const entries = [];
    for await (const entry of readAll(asked, task, lines, signal)) entries.push(entry);
    if (entries.length === 0) return null;
    const merged = await mergeReports(
      entries.map(({ bytes }) => bytes),
      signal,
    );
    for (const place of merged.unreadable) {
      const entry = entries[place];
      const line = entry && lines[entry.at];
      if (entry && line) lines[entry.at] = { ...line, outcome: 'refused', message: [unreadable[0], unreadable[1]] };
    }
    if (!merged.pdf) return null;
    await writeFile(draft, merged.pdf, { flag: 'wx', flush: true });
    return { sha256: createHash('sha256').update(merged.pdf).digest('hex'), size: merged.pdf.length };
  }

  async function make(asked: AskedDownload, signal: AbortSignal): Promise<void> {
    const { tenantId } = asked;
    const task = await readRow<Task>(
      orm,
      sql`update report_download set state = ${exportState.running}, done_count = 0 where ${stillOpen(asked)}
        returning mode, lines, create_user::text as create_user, create_user_name`,
    );
    if (!task) return;
    const lines = task.lines.map((line): DownloadLine => ({ ...line, outcome: 'waiting', message: null }));
    const draft = await blobs.draft();
    let isKept = false;
    try {
      const file = await write(asked, task, lines, draft, signal);
      const now = nowMs();
      if (file) {
        const mime = task.mode === 'zip' ? 'application/zip' : 'application/pdf';
        await blobs.putFile(tenantId, draft, { ...file, mime }, blobOwner.reportDownload);
        isKept = true;
      }
      const done = lines.filter(({ outcome }) => outcome === 'done');
      await database.transaction(async (tx) => {
        await tx.execute(sql`update report_download set state = ${file ? exportState.done : exportState.failed}, done_count = ${lines.length}, lines = ${JSON.stringify(lines)}::jsonb,
          sha256 = ${file?.sha256 ?? null}, size = ${file?.size ?? null}, end_time = ${formatDateTime(now)}, until_time = ${formatDateTime(now + keptMs)} where ${stillOpen(asked)}`);
        if (file) await noteViews(tx, tenantId, task, done);
      });
    } finally {
      if (!isKept) await rm(draft, { force: true });
    }
  }

  /** Whoever has the file has seen what is in it. */
  async function noteViews(tx: Reader, tenantId: string, task: Task, done: readonly DownloadLine[]): Promise<void> {
    const seen = await versionsOf(
      tx,
      { tenantId, id: task.createUser },
      done.map(({ versionId }) => versionId),
    );
    const rows = seen.flatMap(({ versionId, sha256 }) =>
      sha256
        ? [{ id: newId(), tenantId, versionId, pdfSha256: sha256, userId: task.createUser, userName: task.createUserName, createTime: nowText() }]
        : [],
    );
    if (rows.length > 0) await tx.execute(insertMany(reportViewTable, rows));
  }

  async function remove({ tenantId, downloadId }: AskedDownload): Promise<void> {
    const row = await readRow<{ sha256: string | null }>(
      orm,
      sql`delete from report_download where tenant_id = ${tenantId} and id = ${downloadId} returning sha256`,
    );
    if (!row?.sha256) return;
    // Nor what is a report itself: files of one report were bound as downloads once.
    const other = await readRow(
      orm,
      sql`select 1 as found from report_download where tenant_id = ${tenantId} and sha256 = ${row.sha256}
        union all select 1 from report_version where tenant_id = ${tenantId} and pdf_sha256 = ${row.sha256} limit 1`,
    );
    if (!other) await blobs.drop(tenantId, row.sha256, blobOwner.reportDownload);
  }
  const removeLater = (asked: AskedDownload): Promise<void> =>
    jobs().send(removeJob, asked, { key: asked.downloadId, startAfter: new Date(nowMs() + keptMs) });

  return [
    {
      name: downloadJob,
      retries: 3,
      expireSeconds: 3_600,
      async run(asked, signal) {
        await make(asked, signal);
        if (!signal.aborted) await removeLater(asked);
      },
      async givenUp(asked) {
        await orm.execute(sql`update report_download set state = ${exportState.failed}, end_time = ${nowSql} where ${stillOpen(asked)}`);
        await removeLater(asked);
      },
    },
    { name: removeJob, run: remove },
  ];
}
