import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const define = { __APP_VERSION__: JSON.stringify('test') };

export default defineConfig({
  test: {
    projects: [
      {
        define,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['domain/**/*.test.ts', 'src/**/*.test.ts', 'workers/**/*.test.ts', 'bench/**/*.test.ts', 'docs/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        define,
        plugins: [react()],
        test: { name: 'component', environment: 'happy-dom', include: ['src/**/*.test.tsx'], testTimeout: 120_000 },
      },
      {
        // One embedded engine a file; two processes take the files one after another and keep what they have loaded.
        define,
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/testRun.ts'],
          pool: 'forks',
          isolate: false,
          maxWorkers: 2,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
