import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dropTemplates } from './testing.ts';

/** Around a run of the server's tests: the folder in which its files share prepared databases, and its end. */
export default function prepareRun(): () => Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'accession-run-'));
  process.env['TEST_RUN_DIR'] = dir;
  return () => dropTemplates(dir);
}
