import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nowMs } from './clock.ts';

/** Another process has the data directory open; two at once would silently lose rows. */
export class DataInUseError extends Error {}

export interface DataLock {
  /** A private directory for sockets. */
  readonly runDir: string;
  readonly release: () => void;
}

/** Socket paths are cut at about 104 bytes on some systems. */
const longestSocketPath = 80;
const settleMs = 100;

/**
 * Takes a data directory for this process alone. The lock is a listening socket: the system closes it when the
 * process dies in whatever way, so a lock left behind is known as dead by nobody answering.
 * Throws DataInUseError while another process lives.
 */
export async function lockDataDir(dataDir: string): Promise<DataLock> {
  mkdirSync(dataDir, { recursive: true });
  const runDir = runDirOf(realpathSync(dataDir));
  mkdirSync(runDir, { recursive: true, mode: 0o700 });
  const lockPath = join(runDir, 'lock');
  const ownPath = join(runDir, `lock.${process.pid}.${nowMs().toString(36)}`);
  const server = await listen(ownPath);
  const give = (): void => {
    server.close();
    rmSync(ownPath, { force: true });
  };
  try {
    await claim(ownPath, lockPath, dataDir);
  } catch (error) {
    give();
    throw error;
  }
  rmSync(ownPath, { force: true });
  return {
    runDir,
    release: () => {
      rmSync(lockPath, { force: true });
      server.close();
    },
  };
}

async function claim(ownPath: string, lockPath: string, dataDir: string): Promise<void> {
  if (tryLink(ownPath, lockPath)) return;
  const holder = await whoListens(lockPath);
  if (holder !== null) throw new DataInUseError(inUse(dataDir, holder));
  // Dead: it is moved aside, which only one process can do. If a new holder slipped in, that one is put back.
  const asidePath = `${ownPath}.dead`;
  try {
    renameSync(lockPath, asidePath);
    const moved = await whoListens(asidePath);
    if (moved !== null) {
      tryLink(asidePath, lockPath);
      throw new DataInUseError(inUse(dataDir, moved));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    rmSync(asidePath, { force: true });
  }
  if (!tryLink(ownPath, lockPath)) throw new DataInUseError(inUse(dataDir, ''));
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  if (statSync(lockPath, { throwIfNoEntry: false })?.ino !== statSync(ownPath).ino) throw new DataInUseError(inUse(dataDir, ''));
}

const inUse = (dataDir: string, holder: string): string =>
  `The data directory ${dataDir} is in use by another process${holder ? ` (${holder})` : ''}. Stop it first, or set DATA_DIR to another directory.`;

/** Where the sockets of an opened data directory are: its lock, and the embedded database itself. */
export function runDirOf(dataDir: string): string {
  const near = join(dataDir, 'run');
  return Buffer.byteLength(near) <= longestSocketPath - 40
    ? near
    : join(tmpdir(), `accession-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function listen(path: string): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(`pid ${process.pid}`);
  });
  server.unref();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => resolve(server));
  });
}

/** What the listener behind a socket says of itself; null where nobody listens. A busy one that says nothing counts as alive. */
function whoListens(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(path);
    socket.setTimeout(2_000, () => {
      socket.destroy();
      resolve(said);
    });
    socket.on('data', (bytes) => {
      said += bytes.toString();
    });
    socket.on('end', () => resolve(said));
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? null : said));
  });
}
