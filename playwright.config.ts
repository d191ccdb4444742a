import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // One browser at a time: the tests own real servers and real desks.
  workers: 1,
  fullyParallel: false,
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: process.env.E2E_REPORT ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]] : [['list']],
  outputDir: 'test-results',
});
