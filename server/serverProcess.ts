import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtMain } from './buildServer.ts';
import { openDatabase, type Database } from './storage/database.ts';
import { openEmptyDatabase } from './testing.ts';

/** A fresh place for a server of tests: a data directory, or a database on the PostgreSQL of TEST_DATABASE_URL. */
export interface Place {
  readonly env: Readonly<Record<string, string>>;
  /** Looks at what a server left; embedded only while none runs. Close it. */
  readonly open: () => Promise<Database>;
  readonly remove: () => Promise<void>;
}
export async function freshPlace(): Promise<Place> {
  if (!process.env['TEST_DATABASE_URL']) {
    const dataDir = mkdtempSync(join(tmpdir(), 'accession-main-'));
    return {
      env: { DATA_DIR: dataDir },
      open: () => openDatabase({ dataDir }),
      remove: async () => rmSync(dataDir, { recursive: true, force: true }),
    };
  }
  const { url, dataDir, close } = await openEmptyDatabase();
  const databaseUrl = url ?? '';
  return { env: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }, open: () => openDatabase({ dataDir, databaseUrl }), remove: close };
}

/** It lives for a test alone, and V8 optimizes the embedded engine's code a hundred times later: a first start costs three quarters of the processor's time. */
const livesBriefly = '--wasm-tiering-budget=200000000';

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** All it has written to standard output and error. */
  readonly printed: () => string;
  /** Its exit code; null where a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Asks it to stop and waits. */
  readonly stop: () => Promise<number | null>;
}

/** Starts the real server on a free port of this machine. Rejects with what it printed where it ends before it listens. */
export async function startServer(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const { DATABASE_URL: _other, ...inherited } = process.env;
  const child = spawn(process.execPath, [livesBriefly, builtMain], {
    env: { ...inherited, PORT: '0', HOST: '127.0.0.1', CAPTCHA: '0', DEMO: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const ended = once(child, 'close').then(([code]) => {
    process.off('exit', killWithUs);
    return code as number | null;
  });
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    const take = (bytes: Buffer): void => {
      printed += bytes.toString();
      const address = /http:\/\/localhost:(\d+)/.exec(printed);
      // The announcement is one write, but not one chunk: its last line ends with an empty one.
      if (address && printed.includes('\n\n', address.index)) resolve(`http://127.0.0.1:${address[1]}`);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    void ended.then((code) => reject(new Error(`ended with ${code}: ${printed}`)));
  });
  return {
    child,
    url,
    printed: () => printed,
    ended,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
