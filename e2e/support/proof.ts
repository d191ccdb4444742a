import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the temporary files of a run may lie in memory: fsync then costs nothing, and what dies with `kill -9` dies the same. */
const inMemory = '/dev/shm';
const roomNeeded = 6 * 1024 ** 3;
const hasRoom = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return Math.min(bavail * bsize, freemem()) > roomNeeded;
  } catch {
    return false;
  }
};

interface Counted {
  readonly passed: number;
  readonly failed: number;
}
const oneIf = (isGreen: boolean): Counted => ({ passed: isGreen ? 1 : 0, failed: isGreen ? 0 : 1 });

/** A run of proofs, one after another: each is shown as it goes, counted, and timed. */
export class Proof {
  readonly #dir: string;
  readonly #took: { name: string; seconds: number; counted: Counted }[] = [];

  /** `isOnDisk`: temporary files lie on the disk, for proofs that measure. */
  constructor({ isOnDisk = false } = {}) {
    this.#dir = mkdtempSync(join(!isOnDisk && hasRoom() ? inMemory : tmpdir(), 'accession-tests-'));
    const prepared = Number(process.env.PREPARED_SECONDS);
    if (prepared) this.#took.push({ name: 'installation', seconds: prepared, counted: { passed: 0, failed: 0 } });
  }

  /** One command. Without cases of its own it counts as one. */
  step(name: string, command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): boolean {
    return this.#run(name, command, args, env, oneIf).failed === 0;
  }

  /** What is known to have failed without having been run. */
  fail(name: string, why: string): void {
    console.error(`\n== ${name}\n${why}`);
    this.#took.push({ name, seconds: 0, counted: oneIf(false) });
  }

  vitest(name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
    const report = join(this.#dir, `${name.replaceAll(/\W+/g, '-')}.json`);
    const whole = ['vitest', 'run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    this.#run(name, 'npx', whole, env, (isGreen) =>
      counted(isGreen, report, (json) => {
        const { numPassedTests, numFailedTests } = json as { numPassedTests: number; numFailedTests: number };
        return { passed: numPassedTests, failed: numFailedTests };
      }),
    );
  }

  playwright(name: string): void {
    const report = join(this.#dir, 'e2e.json');
    this.#run(name, 'npx', ['playwright', 'test'], { E2E_REPORT: report }, (isGreen) =>
      counted(isGreen, report, (json) => {
        const { expected, unexpected, flaky } = (json as { stats: { expected: number; unexpected: number; flaky: number } }).stats;
        return { passed: expected, failed: unexpected + flaky };
      }),
    );
  }

  /** Says how long each part took; the last line is the count. */
  end(): void {
    rmSync(this.#dir, { recursive: true, force: true, maxRetries: 5 });
    const sum = (key: keyof Counted): number => this.#took.reduce((total, { counted: count }) => total + count[key], 0);
    console.log('');
    for (const { name, seconds, counted: count } of this.#took)
      console.log(`${String(seconds).padStart(6)} s  ${name}: ${count.passed} passed, ${count.failed} failed`);
    console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
    process.exitCode = sum('failed') === 0 ? 0 : 1;
  }

  #run(name: string, command: string, args: readonly string[], env: Readonly<Record<string, string>>, count: (isGreen: boolean) => Counted): Counted {
    console.log(`\n== ${name}`);
    const startedAt = Date.now();
    const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, TMPDIR: this.#dir, ...env } });
    const was = count(status === 0);
    this.#took.push({ name, seconds: Math.round((Date.now() - startedAt) / 1000), counted: was });
    return was;
  }
}

/** A reporter's counts. A run that failed, or left no report, has failed at least once, whatever its report says. */
function counted(isGreen: boolean, report: string, read: (json: unknown) => Counted): Counted {
  let said: Counted | null = null;
  try {
    said = read(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    // No report, or half of one.
  }
  return { passed: said?.passed ?? 0, failed: Math.max(said?.failed ?? 0, isGreen && said ? 0 : 1) };
}
