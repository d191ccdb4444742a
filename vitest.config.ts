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
        test: { name: 'component', environment: 'happy-dom', include: ['src/**/*.test.tsx'], testTimeout: 30_000 },
      },
      {
        // One embedded engine a file: files run one after another, so that two cores are enough.
        define,
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/**/*.test.ts'],
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
