import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Which of the server's tests `npm test` runs on PostgreSQL too, beside the embedded engine, by one rule: those whose
 * outcome the engine decides. The embedded engine has one session and compiles the same PostgreSQL; what differs are
 * concurrency, what a start finds, types and plans of lists, and jobs. What a test of the other files proves (rights,
 * rules, answers, texts) is decided by our own code above the same statements. The whole suite on PostgreSQL is part
 * of `npm run test:long`.
 */
const decidedByTheEngine: Readonly<Record<string, string>> = {
  'server/storage/': 'the engine itself: transactions, crashes, migrations, types',
  'server/proof/': 'acts of desks in parallel, reordered, cut inside transactions',
  'server/kernel/': 'statements of every resource, copies, jobs and blobs',
  'server/search/': 'lists and statistics',
  'server/demo/': 'bulk inserts',
  'server/backup/': 'a dump is taken beside the work and put back; `pg_dump` of its version or newer must be there',
  races: 'acts that race each other',
  list: 'lists of an area',
  statistic: 'sums over lists',
  'findCode.test.ts': 'searches over all areas',
  'recentPersons.test.ts': 'searches over all areas',
  'server/bill/documents': 'totals and prices of orders and bills are constraints',
  'server/bill/erp/erp.test.ts': 'two servers at one document, claims and leases',
  'server/bill/packs/packs.test.ts': 'two packs at one line, a killed job, bulk inserts',
  'server/code/numberBlock.test.ts': 'numbers are given out under locks',
  'server/code/codeApply.test.ts': 'numbers are given out under locks',
  'server/lab/audit/audit.test.ts': 'two auditors at one result',
  'server/lab/batch/batch.test.ts': 'numbers of a day, places of one task on two sheets',
  'server/lab/results/resultFiles.test.ts': 'two jobs at one file, the same bytes twice at once',
  'server/session/logs.test.ts': 'lists over what was written down',
  'server/session/pruneLogs.test.ts': 'deletes in portions, as a job',
  'server/app.test.ts': 'every list and detail of every resource is asked once',
  'server/demoMark.test.ts': 'starts: alone, together, on what an earlier one left',
  'server/system/running/': 'the database and the queue speak of themselves',
  'server/startTogether.test.ts': 'starts: alone, together, on what an earlier one left',
};

/** What starts the embedded engine itself, whatever the tests run on: it has been proven once. */
const embeddedAlone = ['server/storage/crash.test.ts', 'server/storage/embeddedFront.test.ts'];

/** The test files by that rule. A folder or file of it that is there no more is an error; a word is for whatever comes. */
export function onPostgres(): readonly string[] {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .map((name) => join('server', name).replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.test.ts'));
  const fits = (part: string): readonly string[] => files.filter((name) => name.toLowerCase().includes(part.toLowerCase()));
  const parts = Object.keys(decidedByTheEngine);
  const stale = [...parts, ...embeddedAlone].filter((part) => /[./]/.test(part) && fits(part).length === 0);
  if (stale.length > 0) throw new Error(`e2e/onPostgres.ts names tests that are not there: ${stale.join(', ')}`);
  return [...new Set(parts.flatMap(fits))].filter((name) => !embeddedAlone.includes(name));
}
