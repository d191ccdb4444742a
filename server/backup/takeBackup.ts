import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { nowMs } from '#server/storage/clock.ts';
import { DataInUseError, lockDataDir, runDirOf } from '#server/storage/dataLock.ts';
import { keyFileName } from '#server/storage/installationKey.ts';
import { BackupError, bytesOf, databaseFolder, dumpName, flush, hasKey, hashOf, manifestName, type KeptFile, type Manifest } from './manifest.ts';
import { leaveBackup } from './marks.ts';

export interface TakeOptions {
  readonly dataDir: string;
  /** The folder backups stand in, side by side; each takes of the pictures and files what no other has yet. */
  readonly to: string;
  /** A PostgreSQL server in place of the embedded engine; `pg_dump` (of its version or newer) must be there. */
  readonly databaseUrl?: string | undefined;
  readonly blobDir?: string;
  /** False: the installation's key is kept elsewhere. */
  readonly withKey?: boolean;
}
export interface Taken {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Pictures and files copied now; the others were there. */
  readonly newBlobs: number;
}

/** Shorter than the server waits for a holder of the session that says nothing. */
const sayMs = 5_000;
/** Files written so shortly before a copy began may have been written in the same tick of the disk's clock again. */
const tickMs = 2_000;

/**
 * Takes a whole backup while the server goes on: of its database as at one moment, then of the pictures and files. Of the embedded
 * database everything is copied beside the server's work first, and then, while it stands still after a checkpoint, what has
 * changed meanwhile. A backup stands whole under its name or not at all. Throws BackupError.
 */
export async function takeBackup(options: TakeOptions): Promise<Taken> {
  const { dataDir, to, databaseUrl, blobDir = join(dataDir, 'blobs'), withKey = true } = options;
  await mkdir(to, { recursive: true, mode: 0o700 });
  const second = formatDateTime(nowMs()).replaceAll(/[-:]/g, '').replace(' ', '-');
  // Two of one second stand side by side.
  let name = second;
  for (let nth = 2; existsSync(join(to, name)); nth++) name = `${second}-${nth}`;
  const [folder, draft] = [join(to, name), join(to, `.${name}.${process.pid}`)];
  try {
    await mkdir(draft, { recursive: true });
    const taken = databaseUrl ? await dump(databaseUrl, join(draft, dumpName)) : await copyEmbedded(dataDir, join(draft, databaseFolder));
    const keyFile = join(dataDir, keyFileName);
    if (withKey && existsSync(keyFile)) await copyFile(keyFile, join(draft, keyFileName));
    // After the database: what it names lies there. What is dropped in between, nothing referred to for 30 days.
    const newBlobs = await copyBlobs(blobDir, join(to, 'blobs'));
    const manifest: Manifest = { format: 1, engine: databaseUrl ? 'postgres' : 'embedded', ...taken, ...(await kept(draft)) };
    await writeFile(join(draft, manifestName), `${JSON.stringify(manifest, null, 1)}\n`);
    await flush(join(draft, manifestName));
    await rename(draft, folder);
    await flush(to);
    // Of where it lies: the server that looks for its last restore may have begun in another folder.
    await leaveBackup(dataDir, {
      takenAt: manifest.takenAt,
      bytes: bytesOf(manifest),
      heldMs: manifest.heldMs,
      folder: resolve(to),
      hasKey: hasKey(manifest),
    });
    return { folder, manifest, newBlobs };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function dump(databaseUrl: string, file: string): Promise<Pick<Manifest, 'takenAt' | 'heldMs'>> {
  const takenAt = formatDateTime(nowMs());
  await promisify(execFile)('pg_dump', ['--format=custom', '--compress=1', '--no-owner', '--no-privileges', `--file=${file}`, databaseUrl]).catch(
    (error: Error) => {
      throw new BackupError(`pg_dump: ${error.message}`);
    },
  );
  return { takenAt, heldMs: 0 };
}

async function copyEmbedded(dataDir: string, to: string): Promise<Pick<Manifest, 'takenAt' | 'heldMs'>> {
  const from = join(dataDir, 'db');
  if (!existsSync(join(from, 'PG_VERSION'))) throw new BackupError(`没有数据库 / no database in ${dataDir}: is DATA_DIR right?`);
  const lock = await lockDataDir(dataDir).catch((error: unknown) => {
    if (error instanceof DataInUseError) return null;
    throw error;
  });
  if (lock) {
    const takenAt = formatDateTime(nowMs());
    await copyChanged(from, to, new Map()).finally(() => lock.release());
    return { takenAt, heldMs: 0 };
  }
  const server = new pg.Client({ host: runDirOf(realpathSync(dataDir)), port: 5432, user: 'postgres', database: 'postgres' });
  server.on('error', () => {});
  await server.connect();
  try {
    // What is dirty now is written now, not while everybody waits.
    await server.query('checkpoint');
    const copied = await copyChanged(from, to, new Map());
    // The engine has one session: whoever is inside a transaction has it alone.
    await server.query('begin');
    const [takenAt, begun] = [formatDateTime(nowMs()), performance.now()];
    await server.query('checkpoint');
    const saying = setInterval(() => void server.query('select 1').catch(() => {}), sayMs);
    await copyChanged(from, to, copied).finally(() => clearInterval(saying));
    // Had the server given up on us, somebody else may have written meanwhile: then this fails.
    const { command } = await server.query('commit');
    if (command !== 'COMMIT') throw new BackupError('数据库未保持静止 / the database did not stand still: take it again');
    return { takenAt, heldMs: Math.round(performance.now() - begun) };
  } finally {
    await server.end().catch(() => {});
  }
}

interface Seen {
  readonly size: number;
  readonly mtimeMs: number;
  readonly isFresh: boolean;
}

/** Copies what is not as it was when it was `known`; what is gone is taken away. Answers how each was before it was copied. */
async function copyChanged(from: string, to: string, known: ReadonlyMap<string, Seen>): Promise<ReadonlyMap<string, Seen>> {
  const seen = new Map<string, Seen>();
  await mkdir(to, { recursive: true });
  const begun = await diskClock(to);
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(from, path);
    if (entry.isDirectory()) await mkdir(join(to, name), { recursive: true });
    if (!entry.isFile() || entry.name === 'postmaster.pid') continue;
    const before = await stat(path).catch(orGone);
    if (!before) continue;
    const { size, mtimeMs } = before;
    seen.set(name, { size, mtimeMs, isFresh: mtimeMs > begun - tickMs });
    const former = known.get(name);
    if (former && !former.isFresh && former.size === size && former.mtimeMs === mtimeMs) continue;
    await mkdir(dirname(join(to, name)), { recursive: true });
    if ((await copyFile(path, join(to, name)).catch(orGone)) === null) seen.delete(name);
  }
  for (const name of known.keys()) if (!seen.has(name)) await rm(join(to, name), { force: true });
  return seen;
}

/** What the disk's own clock says, ms since 1970. */
async function diskClock(folder: string): Promise<number> {
  const probe = join(folder, '.clock');
  await writeFile(probe, '');
  const { mtimeMs } = await stat(probe);
  await rm(probe);
  return mtimeMs;
}

/** Null for a file that was taken away between seeing and reading it. */
function orGone(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}

/** Files by their content, each once for all backups; how many came now. */
export async function copyBlobs(from: string, to: string): Promise<number> {
  let count = 0;
  if (!existsSync(from)) return count;
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/^[0-9a-f]{64}$/.test(entry.name)) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(to, relative(from, source));
    const [wanted, there] = await Promise.all([stat(source).catch(orGone), stat(target).catch(orGone)]);
    if (!wanted || there?.size === wanted.size) continue;
    await mkdir(dirname(target), { recursive: true });
    const draft = `${target}.${process.pid}`;
    if ((await copyFile(source, draft).catch(orGone)) === null) continue;
    await flush(draft);
    await rename(draft, target);
    count += 1;
  }
  return count;
}

/** Every file and folder of a backup as it lies there now, on the disk for good. */
async function kept(folder: string): Promise<Pick<Manifest, 'files' | 'folders'>> {
  const files: KeptFile[] = [];
  const folders: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    await flush(path);
    if (entry.isDirectory()) folders.push(relative(folder, path));
    else files.push({ path: relative(folder, path), size: (await stat(path)).size, sha256: (await hashOf(path)) ?? '' });
  }
  return { files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)), folders: folders.toSorted() };
}
