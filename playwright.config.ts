import { defineConfig } from '@playwright/test';

/** The longest begin first, so that none of them runs alone at the end. */
const long = ['torture/*.spec.ts', 'server/killed.spec.ts', 'desk/day.spec.ts', 'shell/everyPage.spec.ts'].map((name) => `**/${name}`);
/** Whole days of a house, minutes each: `npm run test:long -- days`. */
const days = [
  'lab/benchDay',
  'bill/monthEnd',
  'report/reportDay',
  'report/reportBack',
  'desk/badDay',
  'desk/formKeys',
  'search/operatorDay',
  'search/qualityMonth',
].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/firstStart.ts',
  // Each file has servers, desks and ports of its own. Two at a time take half as long and have found races that one at a time does not.
  workers: Number(process.env.E2E_WORKERS ?? 2),
  projects: [
    { name: 'long', testMatch: long },
    { name: 'short', testIgnore: [...long, ...days] },
    ...(process.env.E2E_DAYS ? [{ name: 'days', testMatch: days }] : []),
  ],
  fullyParallel: false,
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: process.env.E2E_REPORT ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]] : [['list']],
  outputDir: 'test-results',
});
