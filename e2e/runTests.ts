import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onPostgres } from './onPostgres.ts';
import { findChromium } from './support/findChromium.ts';
import { Proof } from './support/proof.ts';

/** Runs everything `npm test` promises and counts: types, lint, import rules and build at once, then unit, server, end to end one after another. */
const proof = new Proof();
/** Another Node, where one is given (the folder of its binary, `OTHER_NODE`): what differs between two shows in halves of the suites. */
const other = await otherNode();
const named = (name: string): string => (other ? `${name} (Node ${other.version})` : name);
const { build: isBuilt } = await proof.together(
  Object.entries({ types: 'check:types', lint: 'check:lint', 'import rules': 'check:imports', build: 'build' }).map(
    ([name, script]) => [name, 'npm', ['run', '--silent', script]] as const,
  ),
);
proof.vitest(named('unit and component'), ['--project', 'unit', '--project', 'desk', '--project', 'component'], other?.env);
proof.vitest('server on the embedded database', ['--project', 'server'], { TEST_DATABASE_URL: '' });
try {
  if (process.env.TEST_DATABASE_URL) proof.vitest(named('what can differ on PostgreSQL'), ['--project', 'server', ...onPostgres()], other?.env);
  process.env.CHROMIUM_PATH = await findChromium();
  if (isBuilt) proof.playwright('end to end');
  else proof.fail('end to end', 'there is no build to look at');
} catch (error) {
  proof.fail('what comes after', (error as Error).message);
}
proof.end();

async function otherNode(): Promise<{ readonly version: string; readonly env: Readonly<Record<string, string>> } | null> {
  const folder = process.env.OTHER_NODE;
  if (!folder || !existsSync(join(folder, 'node'))) return null;
  const { stdout } = await promisify(execFile)(join(folder, 'node'), ['--version']);
  return { version: stdout.trim().slice(1), env: { PATH: `${folder}:${process.env.PATH}` } };
}
