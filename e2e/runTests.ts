import { onPostgres } from './onPostgres.ts';
import { findChromium } from './support/findChromium.ts';
import { Proof } from './support/proof.ts';

/** Runs everything `npm test` promises, one after another, and counts: types, lint, import rules, unit, server, end to end. */
const proof = new Proof();
for (const [name, script] of [
  ['types', 'check:types'],
  ['lint', 'check:lint'],
  ['import rules', 'check:imports'],
] as const)
  proof.step(name, 'npm', ['run', '--silent', script]);
proof.vitest('unit and component', ['--project', 'unit', '--project', 'component']);
proof.vitest('server on the embedded database', ['--project', 'server'], { TEST_DATABASE_URL: '' });
try {
  if (process.env.TEST_DATABASE_URL) proof.vitest('what can differ on PostgreSQL', ['--project', 'server', ...onPostgres()]);
  process.env.CHROMIUM_PATH = await findChromium();
  if (proof.step('build', 'npm', ['run', '--silent', 'build'])) proof.playwright('end to end');
} catch (error) {
  proof.fail('what comes after', (error as Error).message);
}
proof.end();
