import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Statements that write what only the spine writes; the invented samples of the demo are written beside it, in bulk. */
const writes =
  /\b(?:update|insert\s+into|delete\s+from)\s+"?(?:requisition|sample|sample_item|sample_act|sample_code_change)"?\s|import\s[^;]*spineTables/;
const mayWrite = /^server\/(spine|storage|demo)\/|(\.test|Testing)\.ts$/;

it('requisitions, tubes, their items and their lines are written by the spine alone', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `server/${file}`);
  expect(files.length).toBeGreaterThan(300);
  const others = files.filter((file) => !mayWrite.test(file) && writes.test(readFileSync(file, 'utf8')));
  expect(others, 'move the statement to server/spine, where the tenant, the status and the line are kept').toEqual([]);
  // The search itself finds what it looks for.
  expect(files.filter((file) => file.startsWith('server/spine/') && writes.test(readFileSync(file, 'utf8'))).length).toBeGreaterThan(4);
});
