import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { formatDateTime, isDateTime } from '#domain/kernel/dates.ts';
import { blobFilesOf, s3PlaceOf } from '#server/ports/s3Files.ts';
import { nowMs } from '#server/storage/clock.ts';
import { openDatabase } from '#server/storage/database.ts';
import { keyFileName, keyPlaceOf } from '#server/storage/installationKey.ts';
import { BackupError, flush } from './manifest.ts';
import { settle, type Restored, type RestoreOptions } from './restoreBackup.ts';
import { copyBlobs } from './takeBackup.ts';

const clusterName = 'cluster';
/** Says when a base backup was whole: it leads to no earlier moment. */
const markName = 'base.json';

/**
 * Takes what a PostgreSQL server's archived log begins from into a folder of its own below `to`, and the pictures and files beside it. It stands
 * whole under its name or not at all. Answers the folder. Throws BackupError; `pg_basebackup` and the right to replicate are needed.
 */
export async function takeBase({
  to,
  databaseUrl,
  dataDir,
}: {
  readonly to: string;
  readonly databaseUrl: string;
  readonly dataDir: string;
}): Promise<string> {
  if (databaseUrl === '') throw new BackupError('仅用于 PostgreSQL / DATABASE_URL names no server: --base is for PostgreSQL');
  await requireArchive(databaseUrl);
  await mkdir(to, { recursive: true, mode: 0o700 });
  const name = `base-${formatDateTime(nowMs()).replaceAll(/[-:]/g, '').replace(' ', '-')}`;
  const [folder, draft] = [join(to, name), join(to, `.${name}.${process.pid}`)];
  try {
    await mkdir(draft, { mode: 0o700 });
    await promisify(execFile)('pg_basebackup', ['-D', join(draft, clusterName), '-d', databaseUrl, '-X', 'none', '-c', 'fast']).catch(
      (error: Error) => {
        throw new BackupError(`pg_basebackup: ${error.message}`);
      },
    );
    if (existsSync(join(dataDir, keyFileName))) await copyFile(join(dataDir, keyFileName), join(draft, keyFileName));
    await copyBlobs(join(dataDir, 'blobs'), join(to, 'blobs'));
    await writeFile(join(draft, markName), `${JSON.stringify({ wholeAt: formatDateTime(nowMs()) })}\n`);
    await flush(join(draft, markName));
    await rename(draft, folder);
    await flush(to);
    return folder;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** A base without a log behind it leads nowhere. */
async function requireArchive(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  const mode = await client
    .connect()
    .then(() => client.query<{ archive_mode: string }>('show archive_mode'))
    .catch((error: Error) => {
      throw new BackupError(`DATABASE_URL: ${error.message}`);
    })
    .finally(() => client.end().catch(() => {}));
  if (mode.rows[0]?.archive_mode === 'off')
    throw new BackupError('数据库未归档日志 / the server archives no log (archive_mode): a base backup alone leads to no moment');
}

/**
 * Lays a server's files into `cluster` (empty or not there), so that it comes up as it was at `to`, Shanghai's time, by the log in `wal`, and takes
 * writes then. One whose log does not reach so far does not come up. Throws BackupError.
 */
export async function layCluster({
  from,
  wal,
  to,
  cluster,
}: {
  readonly from: string;
  readonly wal: string;
  readonly to: string;
  readonly cluster: string;
}): Promise<void> {
  const wholeAt = await readMark(from);
  judgeMoment(to);
  if (to < wholeAt)
    throw new BackupError(`该基础备份完成于 ${wholeAt}, 请用更早的 / this base was whole at ${wholeAt}: an earlier one leads to ${to}`);
  const log = resolve(wal);
  if (/['"%\\\n]/.test(log)) throw new BackupError(`不支持的路径 / a path with quotes or percent signs: ${log}`);
  if (!existsSync(log)) throw new BackupError(`没有归档日志 / no archived log in ${log}`);
  if (existsSync(cluster) && (await readdir(cluster)).length > 0) throw new BackupError(`目标目录不是空的 / ${cluster} is not empty`);
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  await cp(join(from, clusterName), cluster, { recursive: true, preserveTimestamps: true });
  // What it was told of standbys is of the house that is gone: it would wait for them with every write.
  const settings = [
    `restore_command = 'cp "${log}/%f" "%p"'`,
    `recovery_target_time = '${to}+08'`,
    "recovery_target_action = 'promote'",
    "synchronous_standby_names = ''",
    "primary_conninfo = ''",
  ];
  await appendFile(join(cluster, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  await rm(join(cluster, 'standby.signal'), { force: true });
  await writeFile(join(cluster, 'recovery.signal'), '');
}

/**
 * Settles a server that came up as it was at `to`: as after any restore, what it names and what is nowhere is answered, and numbers that may have
 * been given out since are given to nobody. Throws BackupError where it is still on its way.
 */
export async function settleMoment({ from, to, dataDir, databaseUrl, env = {} }: RestoreOptions & { readonly to: string }): Promise<Restored> {
  await readMark(from);
  judgeMoment(to);
  if (!databaseUrl) throw new BackupError('请用 DATABASE_URL 指定恢复后的数据库 / name the server that came up by DATABASE_URL');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const [kept, key] = [join(from, keyFileName), join(dataDir, keyFileName)];
  if (existsSync(kept) && !existsSync(key)) await copyFile(kept, key);
  const database = await openDatabase({ dataDir, databaseUrl, keyPlace: keyPlaceOf(dataDir, env), queryTimeoutMs: 3_600_000 });
  try {
    const { rows } = await database.pool.query<{ isOver: boolean }>('select not pg_is_in_recovery() as "isOver"');
    if (!rows[0]?.isOver) throw new BackupError('数据库仍在恢复, 请稍后再试 / it is still on its way: wait until it takes writes');
    return await settle(database, { from, files: blobFilesOf(join(dataDir, 'blobs'), s3PlaceOf(env)), takenAt: to });
  } finally {
    await database.close();
  }
}

function judgeMoment(to: string): void {
  if (!isDateTime(to)) throw new BackupError(`时间格式为 2026-11-27 14:05:00 / not a time like 2026-11-27 14:05:00: ${to}`);
}

async function readMark(from: string): Promise<string> {
  const text = await readFile(join(from, markName), 'utf8').catch(() => {
    throw new BackupError(`不是基础备份 / ${from} is no base backup: ${markName} is missing`);
  });
  return (JSON.parse(text) as { readonly wholeAt: string }).wholeAt;
}
