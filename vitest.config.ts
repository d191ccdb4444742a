import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { builtAddress, builtThreads } from './server/buildServer.ts';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const define = { __APP_VERSION__: JSON.stringify('test') };

const desk = ['src/{api,console,offline}/**/*.test.ts', 'workers/**/*.test.ts'];

/** What takes long and does not look it: on a fresh clone files begin in the order of their sizes, and these would run alone at the end. */
const long =
  /server\/(main|startTogether|installationKey|walks\/(strange|strangeBodies|roles|laboratories|patients))\.test\.ts$|src\/offline\/core\/simulation\w*\.test\.ts$/;
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => long.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Under a test clock (`npm run test:clock`) each file begins at its time; and a busy machine is waited for. */
const setupFiles = ['e2e/beginClock.ts', 'e2e/patience.ts'];

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        // What holds nothing: the files of a worker share what they load.
        define,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['domain/**/*.test.ts', 'src/**/*.test.ts', 'bench/**/*.test.ts', 'docs/**/*.test.ts'],
          exclude: [...desk],
          setupFiles,
          pool: 'forks',
          isolate: false,
          maxWorkers: 2,
          testTimeout: 60_000,
        },
      },
      {
        // A desk keeps databases, keys and timers: each file has a desk of its own, in a process of its own, for the pages of a process hear each other.
        define,
        test: { name: 'desk', environment: 'node', include: [...desk], setupFiles, pool: 'forks', maxWorkers: 2, testTimeout: 60_000 },
      },
      {
        define,
        plugins: [react()],
        test: {
          name: 'component',
          environment: 'happy-dom',
          include: ['src/**/*.test.tsx'],
          setupFiles: [...setupFiles, 'src/ui/testing/freshPage.ts'],
          pool: 'forks',
          isolate: false,
          maxWorkers: 2,
          testTimeout: 120_000,
        },
      },
      {
        // One embedded engine a file; three processes take the files one after another and keep what they have loaded.
        define,
        // The server's threads as they are built: each engine that began through a loader cost a second of the processor.
        plugins: [builtThreads(builtAddress)],
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/testRun.ts'],
          setupFiles,
          pool: 'forks',
          isolate: false,
          // A third file is worked on while two wait for servers that start and engines that write: measured, two leave the cores idle for a third of the time.
          maxWorkers: 3,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
