import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/firstStart.ts',
  // Each file has servers, desks and ports of its own. Two at a time (E2E_WORKERS=2) take half as long and have found races that one at a time does not.
  workers: Number(process.env.E2E_WORKERS ?? 1),
  fullyParallel: false,
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: process.env.E2E_REPORT ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]] : [['list']],
  outputDir: 'test-results',
});
