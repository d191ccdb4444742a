import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const git = (...given: readonly string[]): string => execFileSync('git', given, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).trim();
const run = promisify(execFile);

/** The last commit of the main line whose schema is older than `newest`: what was merged under another number before it came here was never released. */
export function formerCommit(newest: number): string {
  const versionOf = (commit: string): number =>
    Math.max(
      ...git('ls-tree', '--name-only', `${commit}:server/storage/migrations`)
        .split('\n')
        .map((name) => Number.parseInt(name, 10) || 0),
    );
  const former = git('rev-list', '--first-parent', '--abbrev-commit', '--max-count=300', 'HEAD')
    .split('\n')
    .find((commit) => versionOf(commit) < newest);
  if (!former) throw new Error('no commit of the last 300 has an older schema, or the history is cut off: name one with --from');
  return former;
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
