import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { isId } from '#domain/kernel/ids.ts';
import { exportState, mostOpen } from '#domain/kernel/listExport.ts';
import { downloadContracts, mostInFile, type DownloadLine, type ReportDownload } from '#domain/report/search/reportDownload.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import type { BlobStore } from '#server/kernel/core/blobStore.ts';
import type { Call } from '#server/kernel/http/serve.ts';
import { serveCalls } from '#server/kernel/verbs/serveCalls.ts';
import { giveBundle } from '#server/report/fhir/giveBundle.ts';
import { reportsInSight } from '#server/spine/reports/reportSight.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { anyId } from '#server/storage/sqlParts.ts';
import { downloadJob, versionsOf, whyNotGiven } from './downloadJob.ts';

const orders = {
  asked: sql`array_position(w.ids, v.id)`,
  reportNo: sql`r.report_no, v.version_no`,
  client: sql`(select k.client_name from send_sample_client k where k.tenant_id = r.tenant_id and k.id = r.send_sample_client_id), r.report_no, v.version_no`,
} as const;
const noSuchFile = (): UserError =>
  new UserError(404, ['没有此下载, 可能已过期', 'No such download: it may have been removed'], { refusal: 'reportDownload.unknown' });

/** Whether a file is what it was when it was made, read once through: it may be larger than what is held at once. Null: it is gone. */
async function isStill(blobs: BlobStore, tenantId: string, sha256: string): Promise<boolean | null> {
  const stream = await blobs.read(tenantId, sha256);
  if (!stream) return null;
  const hash = createHash('sha256');
  for await (const piece of stream) hash.update(piece as Uint8Array);
  return hash.digest('hex') === sha256;
}

/** Many reports as one file, made behind the screen; its asker's alone. */
export const downloadCalls: readonly Call[] = serveCalls(downloadContracts, {
  'POST report/report-audit/download': {
    cost: 'export',
    async write(tx, { body: { versionIds, mode, order = 'asked' }, user, jobs, now }) {
      const ids = [...new Set(versionIds)];
      const most = mostInFile[mode];
      if (ids.length > most)
        throw new UserError(400, [`一次最多 ${most} 份报告`, `At most ${most} reports at once`], { refusal: 'reportDownload.tooMany' });
      if (!jobs) throw new UserError(503, ['后台任务未启动', 'No jobs are being done here']);
      const open = await readRow<{ count: number }>(
        tx,
        sql`select count(*)::int as count from report_download where tenant_id = ${user.tenantId} and create_user = ${user.id} and state in (${exportState.waiting}, ${exportState.running})`,
      );
      if ((open?.count ?? 0) >= mostOpen)
        throw new UserError(409, [`已有 ${mostOpen} 个下载在进行, 请等其完成`, `${mostOpen} downloads are being made already: wait for one`], {
          refusal: 'reportDownload.tooManyOpen',
        });
      const lines = await readRows<Pick<DownloadLine, 'versionId' | 'reportNo' | 'versionNo'>>(
        tx,
        sql`select v.id::text as version_id, r.report_no, v.version_no from (select ${sql.param(ids)}::bigint[] as ids) w
          join report_version v on v.tenant_id = ${user.tenantId} and v.id = ${anyId(ids)} join report r on r.tenant_id = v.tenant_id and r.id = v.report_id
          where ${await reportsInSight(tx, user)} order by ${orders[order]}`,
      );
      if (lines.length < ids.length) throw new UserError(404, ['没有此报告', 'No such report'], { refusal: 'report.unknown' });
      const downloadId = newId();
      const waiting = lines.map((line): DownloadLine => ({ ...line, outcome: 'waiting', message: null }));
      await tx.execute(sql`insert into report_download (id, tenant_id, mode, state, total_count, lines, create_user, create_user_name, create_time)
        values (${downloadId}, ${user.tenantId}, ${mode}, ${exportState.waiting}, ${lines.length}, ${JSON.stringify(waiting)}::jsonb, ${user.id}, ${user.name}, ${now})`);
      await jobs.send(downloadJob, { tenantId: user.tenantId, downloadId }, { tx, key: downloadId });
      return { downloadId, totalCount: lines.length };
    },
  },
  'GET report/report-audit/get-download-result': {
    async handle({ db, user, query, now }) {
      return readRows<ReportDownload>(
        db,
        sql`select id::text as download_id, mode, state::int as state, total_count, done_count, size, create_time, until_time, lines as rows from report_download
          where tenant_id = ${user.tenantId} and create_user = ${user.id} and (until_time is null or until_time > ${now})
            ${query.downloadId ? sql`and id::text = ${query.downloadId}` : sql``} order by id desc`,
      );
    },
  },
  'GET report/report-audit/download-file': {
    async handle({ db, blobs, user, query, now, reply }) {
      const row = isId(query.downloadId ?? '')
        ? await readRow<{ mode: 'zip' | 'merge'; sha256: string; size: number; createTime: string; lines: DownloadLine[] }>(
            db,
            sql`select mode, sha256, size, create_time, lines from report_download where tenant_id = ${user.tenantId} and id = ${query.downloadId}
              and create_user = ${user.id} and state = ${exportState.done} and until_time > ${now}`,
          )
        : undefined;
      if (!row) throw noSuchFile();
      // What was taken back since it was packed does not go out with the rest.
      const given = row.lines.filter(({ outcome }) => outcome === 'done').map(({ versionId }) => versionId);
      const versions = await versionsOf(db, user, given);
      const stale = versions.find((version) => whyNotGiven(version) !== null);
      if (stale || versions.length < given.length)
        throw new UserError(
          409,
          [
            `${stale?.reportNo ?? ''} 已撤回或被替代, 请重新打包`,
            `${stale?.reportNo ?? 'One of them'} was withdrawn or replaced; make the file anew`,
          ],
          { refusal: 'reportDownload.stale' },
        );
      const isWhole = await isStill(blobs, user.tenantId, row.sha256);
      if (isWhole === false)
        throw new UserError(503, ['文件异常, 请重新打包', 'The file is damaged; make it anew'], { refusal: 'reportDownload.damaged' });
      const bytes = isWhole ? await blobs.read(user.tenantId, row.sha256) : null;
      if (!bytes) throw noSuchFile();
      const [type, ending] = row.mode === 'zip' ? ['application/zip', 'zip'] : ['application/pdf', 'pdf'];
      const name = `reports-${row.createTime.replace(/\D/g, '').slice(0, 14)}.${ending}`;
      return reply
        .header('content-type', type)
        .header('content-length', row.size)
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .send(bytes);
    },
  },
  'GET report/report-audit/fhir': { handle: giveBundle },
});
