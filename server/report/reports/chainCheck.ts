import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { addDays, formatDateTime, toMs } from '#domain/kernel/dates.ts';
import { chainText } from '#domain/report/reportState.ts';
import type { BlobStore } from '#server/kernel/core/blobStore.ts';
import type { JobKind } from '#server/kernel/http/jobs.ts';
import { tellAdministrators } from '#server/notice/tellAdministrators.ts';
import { nowText } from '#server/storage/clock.ts';
import type { Database } from '#server/storage/database.ts';
import { readRow, readRows, type Reader } from '#server/storage/readRows.ts';
import { lostFiles, untold, type LostFile } from './lostFiles.ts';
import { isReportDamaged } from './reportBytes.ts';

interface Link {
  readonly versionId: string;
  readonly reportNo: string;
  readonly versionNo: number;
  readonly pdfSha256: string;
  readonly issueTime: string;
  readonly prevHash: string;
  readonly chainHash: string;
}
/** A fault of the chain, told to administrators. */
export interface ChainFault {
  readonly reportNo: string;
  readonly versionNo: number;
  readonly fault: 'hash' | 'place' | 'bytes' | 'lost';
}

const words: Readonly<Record<ChainFault['fault'], string>> = {
  hash: '发布记录与链上的散列不符 / what was issued is not what was chained',
  place: '不在发布链上 / not in the chain',
  bytes: '报告文件缺失或已被改动 / its file is gone or was changed',
  lost: '存储中已无此报告文件, 请从备份恢复, 否则撤回重发 / its file is gone from the store: restore it from a backup, or withdraw and issue it anew',
};

/** Two that are issued at once are linked in the order of their commits, not of their times. */
const disorderMs = 3_600_000;

/**
 * What is wrong with the versions issued since a moment (yyyy-MM-dd HH:mm:ss): walked back from the end of the chain, each hashed anew, its
 * bytes read (docs/report.md#chain). Empty: nothing.
 */
export async function chainFaults(reader: Reader, blobs: BlobStore, tenantId: string, since: string): Promise<readonly ChainFault[]> {
  const chain = await readRow<{ lastHash: string }>(reader, sql`select last_hash from report_chain where tenant_id = ${tenantId}`);
  const links = await readRows<Link>(
    reader,
    sql`select v.id::text as version_id, r.report_no, v.version_no, v.pdf_sha256, v.issue_time, v.prev_hash, v.chain_hash
      from report_version v join report r on r.tenant_id = v.tenant_id and r.id = v.report_id
      where v.tenant_id = ${tenantId} and v.chain_hash is not null and v.issue_time >= ${formatDateTime(toMs(since) - disorderMs)} order by v.issue_time, v.id`,
  );
  const byHash = new Map(links.map((link) => [link.chainHash, link]));
  const placed = new Set<Link>();
  for (let at = byHash.get(chain?.lastHash ?? ''); at && !placed.has(at); at = byHash.get(at.prevHash)) placed.add(at);
  const faults: ChainFault[] = [];
  for (const link of links.filter(({ issueTime }) => issueTime >= since)) {
    const { reportNo, versionNo, prevHash, chainHash, pdfSha256 } = link;
    const say = (fault: ChainFault['fault']): void => void faults.push({ reportNo, versionNo, fault });
    if (createHash('sha256').update(chainText(prevHash, link)).digest('hex') !== chainHash) say('hash');
    if (!placed.has(link)) say('place');
    if (await isReportDamaged(blobs, tenantId, pdfSha256)) say('bytes');
  }
  return faults;
}

const title = '已发布报告的夜间校验发现异常 / Issued reports are not what they were';
/** Faults named in one notice; the rest is counted. */
const mostNamed = 50;

/** Once a night: what was issued the day before and since is what it was, and no file of what was ever issued is gone; where one is, administrators are told at once. */
export function chainCheck(database: Database, blobs: BlobStore): JobKind<object> {
  return {
    name: 'report.chainCheck',
    cron: '10 4 * * *',
    expireSeconds: 7_200,
    async run(_payload, signal) {
      const since = `${addDays(nowText().slice(0, 10), -1)} 00:00:00`;
      const tenants = await readRows<{ tenantId: string }>(database.orm, sql`select tenant_id from report_chain order by tenant_id`);
      for (const { tenantId } of tenants) {
        if (signal.aborted) return;
        const ofToday = await chainFaults(database.orm, blobs, tenantId, since);
        const lost = await untold(database, await lostFiles(database, blobs, tenantId));
        const isTold = ({ reportNo, versionNo }: LostFile): boolean =>
          ofToday.some((one) => one.fault === 'bytes' && one.reportNo === reportNo && one.versionNo === versionNo);
        const faults = [...ofToday, ...lost.filter((one) => !isTold(one)).map((one): ChainFault => ({ ...one, fault: 'lost' }))];
        if (faults.length === 0) continue;
        const lines = faults.slice(0, mostNamed).map(({ reportNo, versionNo, fault }) => `${reportNo} v${versionNo}: ${words[fault]}`);
        const rest = faults.length - lines.length;
        await tellAdministrators(database, tenantId, title, rest > 0 ? [...lines, `另有 ${rest} 处 / ${rest} more`] : lines);
      }
    },
  };
}
