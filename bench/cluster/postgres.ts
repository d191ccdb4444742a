import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../e2e/support/product.ts';

const home = '/usr/lib/postgresql';
const newest = (): string =>
  readdirSync(home)
    .toSorted((a, b) => Number(a) - Number(b))
    .at(-1) ?? '';
/** PostgreSQL does not run as root: then it runs as its own account. */
const isRoot = userInfo().uid === 0;

/** A PostgreSQL server of this run alone, which can be killed and promoted; with its files it goes when it is removed. */
export class PostgresServer {
  readonly port: number;
  readonly dir: string;
  readonly #folder: string;
  readonly #settings: readonly string[];

  private constructor(port: number, folder: string, settings: readonly string[]) {
    this.port = port;
    this.#folder = folder;
    this.dir = join(folder, 'data');
    this.#settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, `port=${port}`, 'max_connections=200', ...settings];
  }

  /** An empty server; each of `settings` as `name=value`. */
  static async fresh(settings: readonly string[] = []): Promise<PostgresServer> {
    const server = new PostgresServer(await freePort(), newFolder(), settings);
    await run('initdb', ['-D', server.dir, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--lc-collate=C', '--lc-ctype=C.UTF-8']);
    await server.start();
    return server;
  }
  /** One that follows another and has all that was committed there. */
  static async standbyOf(primary: PostgresServer, name: string): Promise<PostgresServer> {
    const standby = new PostgresServer(await freePort(), newFolder(), []);
    const followed = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${name}`;
    await run('pg_basebackup', ['-D', standby.dir, '-d', followed, '-R', '-X', 'stream', '-c', 'fast']);
    await standby.start();
    return standby;
  }
  /** One made of files that lie in a folder which `lay` fills. */
  static async of(lay: (dir: string) => Promise<void>): Promise<PostgresServer> {
    const server = new PostgresServer(await freePort(), newFolder(), []);
    await lay(server.dir);
    if (isRoot) execFileSync('chown', ['-R', 'postgres', server.dir]);
    await server.start();
    return server;
  }

  url(database = 'postgres'): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }
  async start(): Promise<void> {
    const given = this.#settings.map((one) => `-c ${one}`).join(' ');
    await run('pg_ctl', ['-D', this.dir, '-w', '-t', '120', '-l', join(this.#folder, 'log'), '-o', given, 'start']);
  }
  /** SIGKILL to the server's first process, as a machine that is gone; its others end by themselves. */
  kill(): void {
    process.kill(Number(readFileSync(join(this.dir, 'postmaster.pid'), 'utf8').split('\n', 1)[0]), 'SIGKILL');
  }
  /** Makes a standby the primary; answers when it takes writes. */
  promote(): Promise<void> {
    return run('pg_ctl', ['-D', this.dir, '-w', 'promote']);
  }
  async remove(): Promise<void> {
    await run('pg_ctl', ['-D', this.dir, '-m', 'immediate', 'stop']).catch(() => {});
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A folder the servers' account may write in. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'accession-pg-'));
  if (isRoot) execFileSync('chown', ['postgres', folder]);
  return folder;
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const path = join(home, newest(), 'bin', program);
  const [file, all] = isRoot ? ['runuser', ['-u', 'postgres', '--', path, ...args]] : [path, [...args]];
  await promisify(execFile)(file, all, { cwd: tmpdir() });
}
