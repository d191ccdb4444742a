import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { blockState } from '#domain/code/useNumbers.ts';
import { formatDateTime, toMs } from '#domain/kernel/dates.ts';
import { openBlobStore } from '#server/kernel/core/blobStore.ts';
import { renewInstallationId } from '#server/kernel/desk/installationId.ts';
import { claimKey } from '#server/kernel/seal/claimKey.ts';
import { tellAdministrators } from '#server/notice/tellAdministrators.ts';
import { chainFaults, type ChainFault } from '#server/report/reports/chainCheck.ts';
import { blobFilesOf, s3PlaceOf } from '#server/ports/s3Files.ts';
import { blobFiles, type BlobFiles } from '#server/storage/blobFiles.ts';
import { nowMs } from '#server/storage/clock.ts';
import { openDatabase, type Database } from '#server/storage/database.ts';
import { newId } from '#server/storage/ids.ts';
import { keyFileName, keyPlaceOf } from '#server/storage/installationKey.ts';
import { migrate } from '#server/storage/migrate.ts';
import { readRows } from '#server/storage/readRows.ts';
import { BackupError, dumpName, flush, hashOf, readManifest, type Manifest } from './manifest.ts';
import { leaveDrill } from './marks.ts';

export interface RestoreOptions {
  /** A backup's folder; the pictures and files of all backups lie beside it. */
  readonly from: string;
  /** Where the installation is put back: empty, or with its `installation.key` alone. */
  readonly dataDir: string;
  /** Of a backup from PostgreSQL: an empty database there; `pg_restore` must be there. */
  readonly databaseUrl?: string | undefined;
  readonly env?: NodeJS.ProcessEnv;
}
export interface Restored {
  readonly takenAt: string;
  /** Pictures and files the database names and the backup lacks, or has damaged. */
  readonly missing: readonly { readonly tenantId: string; readonly sha256: string }[];
  /** Issued reports that are not what they were. */
  readonly faults: readonly (ChainFault & { readonly tenantId: string })[];
  /** Ranges of numbers that are given to nobody any more: what was given out after the backup may lie in them. */
  readonly leaps: readonly Leap[];
}
export interface Leap {
  readonly tenantId: string;
  readonly segmentName: string;
  readonly first: number;
  readonly last: number;
}

/**
 * Puts a backup back: every file is compared with what the backup says of it, the database is opened, what it names and
 * what is not there is answered, and numbers that may have been given out since are given to nobody again. Desks send by
 * themselves what they were told to be done after it (docs/offline.md#what-happens-when). Throws BackupError, having left `dataDir` as it was.
 */
export async function restoreBackup({ from, dataDir, databaseUrl, env = {} }: RestoreOptions): Promise<Restored> {
  const manifest = await readManifest(from);
  if ((manifest.engine === 'postgres') !== Boolean(databaseUrl))
    throw new BackupError(
      databaseUrl
        ? '此备份来自内置数据库, 请去掉 DATABASE_URL / this backup is of the embedded database: leave DATABASE_URL out'
        : '此备份来自 PostgreSQL, 请用 DATABASE_URL 指定一个空数据库 / this backup is of a PostgreSQL: name an empty database by DATABASE_URL',
    );
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const others = (await readdir(dataDir)).filter((name) => name !== keyFileName);
  if (others.length > 0)
    throw new BackupError(`目标目录不是空的 / ${dataDir} is not empty (${others.slice(0, 3).join(', ')}): move it aside or name another`);
  const hadKey = existsSync(join(dataDir, keyFileName));
  const undo = async (): Promise<void> => {
    for (const name of await readdir(dataDir)) if (name !== keyFileName || !hadKey) await rm(join(dataDir, name), { recursive: true, force: true });
  };
  try {
    await putFiles(from, dataDir, manifest, hadKey);
    if (databaseUrl) await putDump(join(from, dumpName), databaseUrl);
    const database = await openDatabase({ dataDir, databaseUrl, keyPlace: keyPlaceOf(dataDir, env), queryTimeoutMs: 3_600_000 });
    try {
      return await settle(database, { from, files: blobFilesOf(join(dataDir, 'blobs'), s3PlaceOf(env)), takenAt: manifest.takenAt });
    } finally {
      await database.close();
    }
  } catch (error) {
    await undo();
    throw error;
  }
}

/** The database's files and the key, each compared with what the backup says of it. Throws BackupError with all that differ. */
async function putFiles(from: string, dataDir: string, { files, folders }: Manifest, hadKey: boolean): Promise<void> {
  const damaged: string[] = [];
  for (const path of folders) await mkdir(join(dataDir, path), { recursive: true, mode: 0o700 });
  for (const { path, sha256 } of files) {
    if ((await hashOf(join(from, path))) !== sha256) damaged.push(path);
    if (damaged.length > 0 || path === dumpName || (path === keyFileName && hadKey)) continue;
    await copyFile(join(from, path), join(dataDir, path));
    await flush(join(dataDir, path));
  }
  if (damaged.length > 0)
    throw new BackupError(`备份文件缺失或已损坏 / ${damaged.length} of its files are gone or damaged: ${damaged.slice(0, 10).join(', ')}`);
}

async function putDump(file: string, databaseUrl: string): Promise<void> {
  const parts = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction', `--dbname=${databaseUrl}`, file];
  await promisify(execFile)('pg_restore', parts).catch((error: Error) => {
    throw new BackupError(`pg_restore: ${error.message}`);
  });
}

/** What a database that was put back as of `takenAt` still needs before it is started, and what is to be said of it; pictures and files lie beside the folder `from`. */
export async function settle(
  database: Database,
  { from, files, takenAt }: { readonly from: string; readonly files: BlobFiles; readonly takenAt: string },
): Promise<Restored> {
  await migrate(database);
  await claimKey(database);
  await renewInstallationId(database.orm);
  const missing = await putBlobs(database, join(from, '..', 'blobs'), files);
  const blobs = openBlobStore(database, files);
  const tenants = await readRows<{ tenantId: string }>(database.orm, sql`select tenant_id from tenant order by tenant_id`);
  const faults: Restored['faults'][number][] = [];
  for (const { tenantId } of tenants)
    for (const fault of await chainFaults(database.orm, blobs, tenantId, '2000-01-01 00:00:00')) faults.push({ ...fault, tenantId });
  const leaps = await leapNumbers(database, takenAt);
  for (const { tenantId } of tenants) await tell(database, tenantId, { takenAt, missing, faults, leaps });
  // Backups may lie where nothing can be written: then nobody knows of this one.
  await leaveDrill(join(from, '..'), { restoredAt: formatDateTime(nowMs()), takenAt, missing: missing.length, faults: faults.length }).catch(
    () => {},
  );
  return { takenAt, missing, faults, leaps };
}

/** The files of all pictures and papers the database names, put back where the store does not have them; those that are nowhere, or not what their name says. */
async function putBlobs(database: Database, from: string, target: BlobFiles): Promise<Restored['missing']> {
  const source = blobFiles(from);
  const missing: { tenantId: string; sha256: string }[] = [];
  for (let last = { tenantId: '', sha256: '' }; ;) {
    const rows = await readRows<{ tenantId: string; sha256: string; size: number }>(
      database.orm,
      sql`select tenant_id, sha256, size::int as size from blob where state = 1 and (tenant_id, sha256) > (${last.tenantId}, ${last.sha256}) order by tenant_id, sha256 limit 1000`,
    );
    for (const { tenantId, sha256, size } of rows) {
      // An S3 store outlives the database, and keeps copies of its own.
      if ((await target.sizeOf(tenantId, sha256)) === size) continue;
      if ((await hashOf(source.pathOf(tenantId, sha256))) !== sha256) {
        missing.push({ tenantId, sha256 });
        continue;
      }
      const draft = await target.draft();
      await copyFile(source.pathOf(tenantId, sha256), draft);
      await flush(draft);
      await target.moveIn(tenantId, sha256, draft);
    }
    const end = rows.at(-1);
    if (!end) return missing;
    last = end;
  }
}

const dayMs = 86_400_000;
/** A week before the backup says how many numbers a day are given out; three times as many may have been given since. */
const rateDays = 7;
const ofRate = 3;
const leastLeap = 1_000;

/**
 * Numbers given out after the backup stand on labels, and the database does not know of them: each segment of which any were given leaps over
 * as many as that may be, and the range is closed, so that none is given a second time.
 */
async function leapNumbers(database: Database, takenAt: string): Promise<readonly Leap[]> {
  const days = Math.max(1, Math.ceil((nowMs() - toMs(takenAt)) / dayMs));
  return database.transaction(async (tx) => {
    const segments = await readRows<{ tenantId: string; segmentId: string; segmentName: string; next: string; last: string; given: string }>(
      tx,
      sql`select c.tenant_id, c.segment_id, s.segment_name, c.next_number as next, s.last_number as last,
          (select coalesce(sum(b.last_number - b.first_number + 1), 0) from number_block b where b.tenant_id = c.tenant_id and b.segment_id = c.segment_id
            and b.reserve_time > ${formatDateTime(toMs(takenAt) - rateDays * dayMs)}::timestamptz and b.close_reason is distinct from ${leapReason}) as given
        from number_cursor c join number_segment s on s.tenant_id = c.tenant_id and s.id = c.segment_id order by c.tenant_id, c.segment_id for update of c`,
    );
    const leaps: Leap[] = [];
    for (const { tenantId, segmentId, segmentName, ...one } of segments) {
      const [first, end] = [Number(one.next), Number(one.last)];
      const last = Math.min(end, first - 1 + Math.max(leastLeap, Math.ceil((Number(one.given) / rateDays) * days * ofRate)));
      if (last < first) continue;
      await tx.execute(sql`insert into number_block (id, tenant_id, segment_id, first_number, last_number, state, device_id, user_id, user_name, reserve_time, close_time, close_user_name, close_reason)
        values (${newId()}, ${tenantId}, ${segmentId}, ${first}, ${last}, ${blockState.closed}, '', 0, ${restorer}, ${formatDateTime(nowMs())}, ${formatDateTime(nowMs())}, ${restorer}, ${leapReason})`);
      await tx.execute(sql`update number_cursor set next_number = ${last + 1} where tenant_id = ${tenantId} and segment_id = ${segmentId}`);
      leaps.push({ tenantId, segmentName, first, last });
    }
    return leaps;
  });
}

const restorer = '恢复 restore';
const leapReason = '从备份恢复: 备份之后可能已发出 / restored from a backup: may have been given out after it';

/** Each tenant's administrators are told of what is theirs. */
async function tell(database: Database, tenantId: string, { takenAt, missing, faults, leaps }: Restored): Promise<void> {
  const own = <Row extends { readonly tenantId: string }>(rows: readonly Row[]): readonly Row[] => rows.filter((row) => row.tenantId === tenantId);
  const [gone, changed] = [own(missing).length, own(faults).length];
  await tellAdministrators(database, tenantId, '系统已从备份恢复 / Restored from a backup', [
    `备份时间 ${takenAt}。各前台在线后会自动补传此后 7 天内已确认的记录; 其余在此之后在线录入的内容须重新录入, 期间停用的账号须再次停用。 / Taken at ${takenAt}. Desks send by themselves what they were told to be done within 7 days after it; what was entered elsewhere since must be entered again, and accounts disabled since must be disabled again.`,
    ...(gone > 0 ? [`缺失图片与文件 ${gone} 个 / ${gone} pictures and files are missing`] : []),
    ...(changed > 0 ? [`异常报告 ${changed} 份 / ${changed} issued reports are not what they were`] : []),
    ...own(leaps).map(
      ({ segmentName, first, last }) => `${segmentName}: 号码 ${first}-${last} 不再发放 / numbers ${first}-${last} are given to nobody any more`,
    ),
  ]);
}
