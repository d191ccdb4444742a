import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServerIfNeeded } from './buildServer.ts';
import { dropTemplates } from './testing.ts';

/** Around a run of the server's tests: the server they start as it is built, the folder in which its files share prepared databases, and its end. */
export default async function prepareRun(): Promise<() => Promise<void>> {
  await buildServerIfNeeded();
  const dir = mkdtempSync(join(tmpdir(), 'accession-run-'));
  process.env['TEST_RUN_DIR'] = dir;
  return () => dropTemplates(dir);
}
