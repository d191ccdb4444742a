import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { cpus, freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { countFile, type Counted } from './countReporter.ts';

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

const oneIf = (isGreen: boolean): Counted => ({ passed: isGreen ? 1 : 0, failed: isGreen ? 0 : 1, failures: [] });

/** Of all cores, how much was worked at since the machine started, and how much there was, in milliseconds. */
function coreTimes(): { readonly busy: number; readonly all: number } {
  const times = cpus().map(({ times: each }) => each);
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { busy: all - times.reduce((sum, { idle }) => sum + idle, 0), all };
}
/** Which share of the cores was worked at since `from`, in percent: what takes long without working them waits for something. */
function busySince(from: { readonly busy: number; readonly all: number }): number {
  const now = coreTimes();
  return Math.round((100 * (now.busy - from.busy)) / Math.max(1, now.all - from.all));
}

/** A run of proofs, one after another: each is shown as it goes, counted, and timed. */
export class Proof {
  readonly #dir: string;
  readonly #took: { name: string; seconds: number; counted: Counted; busy?: number }[] = [];

  /** `isOnDisk`: temporary files lie on the disk, for proofs that measure. */
  constructor({ isOnDisk = false } = {}) {
    this.#dir = mkdtempSync(join(!isOnDisk && hasRoom() ? inMemory : tmpdir(), 'accession-tests-'));
    const prepared = Number(process.env.PREPARED_SECONDS);
    if (prepared) this.#took.push({ name: 'installation', seconds: prepared, counted: { passed: 0, failed: 0, failures: [] } });
  }

  /** One command. Without cases of its own it counts as one. */
  step(name: string, command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): boolean {
    return this.#run(name, command, args, env, oneIf).failed === 0;
  }

  /** Commands that are no burden to each other, at once: what each has printed is shown when it has ended. */
  async together(steps: readonly (readonly [name: string, command: string, args: readonly string[]])[]): Promise<Readonly<Record<string, boolean>>> {
    const ended = await Promise.all(
      steps.map(async ([name, command, args]) => {
        const startedAt = Date.now();
        const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, TMPDIR: this.#dir } });
        let printed = '';
        for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
        const isGreen = await new Promise<boolean>((resolve) => {
          child.once('error', (error) => {
            printed += String(error);
            resolve(false);
          });
          child.once('close', (code) => resolve(code === 0));
        });
        console.log(`\n== ${name}\n${printed}`);
        const was = { ...oneIf(isGreen), failures: isGreen ? [] : [printed.slice(-3_000)] };
        this.#took.push({ name, seconds: Math.round((Date.now() - startedAt) / 1000), counted: was });
        return [name, isGreen] as const;
      }),
    );
    return Object.fromEntries(ended);
  }

  /** What is known to have failed without having been run. */
  fail(name: string, why: string): void {
    console.error(`\n== ${name}\n${why}`);
    this.#took.push({ name, seconds: 0, counted: { ...oneIf(false), failures: [why] } });
  }

  vitest(name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
    const report = join(this.#dir, `${name.replaceAll(/\W+/g, '-')}.json`);
    const whole = ['vitest', 'run', ...args, '--reporter=default', '--reporter=./e2e/support/countReporter.ts'];
    this.#run(name, 'npx', whole, { ...env, [countFile]: report }, (isGreen) => counted(isGreen, report, (json) => json as Counted));
  }

  /** `project`: that one alone. */
  playwright(name: string, project?: string): void {
    const report = join(this.#dir, 'e2e.json');
    const [more, env] = project ? [['--project', project], { E2E_DAYS: '1' }] : [[], {}];
    this.#run(name, 'npx', ['playwright', 'test', ...more], { E2E_REPORT: report, ...env }, (isGreen) =>
      counted(isGreen, report, (json) => {
        const { stats, suites } = json as PlaywrightReport;
        return { passed: stats.expected, failed: stats.unexpected + stats.flaky, failures: suites.flatMap(failuresOfSuite) };
      }),
    );
  }

  /** Says what failed and how long each part took, at the end, for who sees the end alone; the last line is the count. */
  end(): void {
    rmSync(this.#dir, { recursive: true, force: true, maxRetries: 5 });
    for (const { name, counted: count } of this.#took)
      for (const failure of count.failures) console.log(`\n== failed in ${name}\n${failure.slice(0, 3_000)}`);
    const sum = (key: 'passed' | 'failed'): number => this.#took.reduce((total, { counted: count }) => total + count[key], 0);
    console.log('');
    for (const { name, seconds, counted: count, busy } of this.#took)
      console.log(
        `${String(seconds).padStart(6)} s  ${name}: ${count.passed} passed, ${count.failed} failed${busy === undefined ? '' : `; cores worked at ${busy} %`}`,
      );
    console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
    process.exitCode = sum('failed') === 0 ? 0 : 1;
  }

  #run(name: string, command: string, args: readonly string[], env: Readonly<Record<string, string>>, count: (isGreen: boolean) => Counted): Counted {
    console.log(`\n== ${name}`);
    const [startedAt, from] = [Date.now(), coreTimes()];
    const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, TMPDIR: this.#dir, ...env } });
    const was = count(status === 0);
    this.#took.push({ name, seconds: Math.round((Date.now() - startedAt) / 1000), counted: was, busy: busySince(from) });
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
  return {
    passed: said?.passed ?? 0,
    failed: Math.max(said?.failed ?? 0, isGreen && said ? 0 : 1),
    failures: said?.failures ?? [],
  };
}

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly suites: readonly PlaywrightSuite[];
}
interface PlaywrightSuite {
  readonly file: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly tests: readonly { readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[] }[];
  }[];
}

function failuresOfSuite({ file, specs, suites = [] }: PlaywrightSuite): string[] {
  const failed = specs.filter(({ ok }) => !ok);
  const said = failed.map(({ title, tests }) => {
    const messages = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')));
    return `${file} > ${title}\n${messages.join('\n')}`;
  });
  return [...said, ...suites.flatMap(failuresOfSuite)];
}
