import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/firstStart.ts',
  // Two files at a time: each has servers, desks and ports of its own, and waits for states, however busy its neighbour makes the machine.
  workers: 2,
  fullyParallel: false,
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: process.env.E2E_REPORT ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]] : [['list']],
  outputDir: 'test-results',
});
