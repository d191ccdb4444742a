import { writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

export interface Counted {
  readonly passed: number;
  readonly failed: number;
  /** What failed: where, and how it said so. */
  readonly failures: readonly string[];
}

/** Where the count of a run of Vitest goes. */
export const countFile = 'VITEST_COUNT_FILE';

const said = (errors: readonly SerializedError[]): string =>
  errors
    .map(({ message, stack, cause }) => [stack ?? message, ...(cause ? [`caused by ${String((cause as SerializedError).message)}`] : [])].join('\n'))
    .join('\n');

/** Counts what passed and failed, with what failed outside every test too: a file that could not begin or never ended, an error nobody awaited. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const failures: string[] = unhandled.map((error) => `outside every test\n${said([error])}`);
    let passed = 0;
    for (const module of modules) {
      let hasFailed = false;
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'passed') passed += 1;
        if (state !== 'failed') continue;
        hasFailed = true;
        failures.push(`${module.moduleId} > ${test.fullName}\n${said(errors)}`);
      }
      // A file that could not begin, or not end, has no failed test.
      const isEnded = module.state() === 'passed' || module.state() === 'skipped';
      if (!isEnded && !hasFailed) failures.push(`${module.moduleId} (${module.state()})\n${said(module.errors())}`);
    }
    const counted: Counted = { passed, failed: failures.length, failures };
    writeFileSync(process.env[countFile] ?? '', JSON.stringify(counted));
  }
}
