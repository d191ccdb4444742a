import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const password = 'e2e-secret-1';

/** A port nobody uses now. */
export async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

export interface Product {
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  /** SIGKILL, as a power cut of the process. */
  kill(): Promise<void>;
  /** SIGTERM and wait. */
  stop(): Promise<void>;
}

/**
 * The real product on its embedded database, in a data folder of its own; started on an existing folder it goes on there.
 * `script`: another entry, run from its source; default the product's own, as `npm run build` made it
 * in `dir`, the tree of another version or this one. Where E2E_FIRST_START names what a first start left, a new folder is a copy of it.
 */
export async function startProduct(
  options: { port?: number; dataDir?: string; env?: Record<string, string>; script?: string; dir?: string } = {},
): Promise<Product> {
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? newFolder(options.env?.['DATABASE_URL'] ? undefined : process.env['E2E_FIRST_START']);
  const child = spawn(process.execPath, options.script ? ['--import', 'tsx', options.script] : ['dist-server/main.js'], {
    cwd: options.dir,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      CAPTCHA: '0',
      SEED_PASSWORD: password,
      OUTGOING_ALLOW: '127.0.0.1',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-20_000)));
  child.stderr.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-20_000)));
  const until = Date.now() + 300_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output}`);
    const isReady = await fetch(`http://127.0.0.1:${port}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) break;
    if (Date.now() > until) throw new Error(`the server did not become ready:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    children.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill(signal);
    // A call that never ended must not keep a run from telling what came of it.
    const patience = setTimeout(() => child.kill('SIGKILL'), 30_000);
    await gone;
    clearTimeout(patience);
  };
  children.add(child);
  return { port, pid: child.pid ?? 0, dataDir, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}

/** A data folder that goes when this process does: empty, or as a first start left it. */
function newFolder(firstStart: string | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), 'accession-e2e-'));
  folders.add(folder);
  // The lock of a server that was slow to stop and was ended by force is a socket, which is no file to copy.
  if (firstStart) cpSync(firstStart, folder, { recursive: true, filter: (path) => !lstatSync(path).isSocket() });
  return folder;
}

const children = new Set<ChildProcess>();
const folders = new Set<string>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
