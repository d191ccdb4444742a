import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const git = (...given: readonly string[]): string => execFileSync('git', given, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).trim();
const run = promisify(execFile);

/** The last commit whose schema is one migration older than this tree's. */
export function formerCommit(newest: number): string {
  const added = git('log', '-1', '--format=%H', '--diff-filter=A', '--', `server/storage/migrations/${String(newest).padStart(3, '0')}.sql`);
  if (!added) throw new Error('the newest migration is not committed, or the history is cut off: name a commit with --from');
  return git('rev-parse', '--short', `${added}^`);
}

/** Lays the tree of a commit into `dir` and builds its server; its packages are this tree's where its lock file is. */
export async function layFormer(commit: string, dir: string): Promise<void> {
  mkdirSync(dir);
  await run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, dir]);
  const lock = 'package-lock.json';
  if (readFileSync(lock, 'utf8') === readFileSync(join(dir, lock), 'utf8')) symlinkSync(resolve('node_modules'), join(dir, 'node_modules'));
  else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: dir });
  const build = "import('./server/buildServer.ts').then((made) => made.buildServerIfNeeded())";
  await run(process.execPath, ['--import', 'tsx', '-e', build], { cwd: dir });
}
