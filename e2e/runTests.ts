import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './support/findChromium.ts';

/** Runs everything `npm test` promises, one after another, and counts: types, lint, import rules, unit, server, end to end. */
const reports = mkdtempSync(join(tmpdir(), 'accession-tests-'));
let passed = 0;
let failed = 0;

function step(name: string, command: string, args: readonly string[], env: Record<string, string> = {}): boolean {
  console.log(`\n== ${name}`);
  const run = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  return run.status === 0;
}

/** A check without cases of its own counts as one. */
function checkStep(name: string, args: readonly string[]): void {
  if (step(name, 'npm', ['run', '--silent', ...args])) passed++;
  else failed++;
}

function vitestStep(name: string, args: readonly string[], env: Record<string, string> = {}): void {
  const report = join(reports, `${name.replaceAll(/\W+/g, '-')}.json`);
  const isGreen = step(name, 'npx', ['vitest', 'run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], env);
  const counts = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number; numFailedTests: number }) : null;
  passed += counts?.numPassedTests ?? 0;
  failed += Math.max(counts?.numFailedTests ?? 0, isGreen ? 0 : 1);
}

function e2eStep(): void {
  const report = join(reports, 'e2e.json');
  const isGreen = step('end to end', 'npx', ['playwright', 'test'], { E2E_REPORT: report });
  const stats = existsSync(report)
    ? (JSON.parse(readFileSync(report, 'utf8')) as { stats: { expected: number; unexpected: number; flaky: number } }).stats
    : null;
  passed += stats?.expected ?? 0;
  failed += Math.max((stats?.unexpected ?? 0) + (stats?.flaky ?? 0), isGreen ? 0 : 1);
}

checkStep('types', ['check:types']);
checkStep('lint', ['check:lint']);
checkStep('import rules', ['check:imports']);
vitestStep('unit and component', ['--project', 'unit', '--project', 'component']);
vitestStep('server on the embedded database', ['--project', 'server'], { TEST_DATABASE_URL: '' });
if (process.env.TEST_DATABASE_URL) vitestStep('server on PostgreSQL', ['--project', 'server']);
try {
  process.env.CHROMIUM_PATH = await findChromium();
  if (step('build', 'npm', ['run', '--silent', 'build'])) e2eStep();
  else failed++;
} catch (error) {
  console.error((error as Error).message);
  failed++;
}

console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
