import { spawnSync } from 'node:child_process';

/**
 * Runs the unit, component and server suites, or the files it is given, with the clock set to half a minute before the new
 * year and to a leap day: `npm run test:clock -- --project server server/sample/receive.test.ts`. Each file begins at that
 * time. The server's suite runs on the embedded database, which keeps the true time: nothing may ask it.
 */
const clocks = process.env['TEST_CLOCK'] ? [process.env['TEST_CLOCK']] : ['2026-12-31T23:59:30+08:00', '2028-02-29T12:00:00+08:00'];
const given = process.argv.slice(2);
const preload = new URL('testClock.mjs', import.meta.url).href;

for (const clock of clocks) {
  console.log(`\nThe clock begins at ${clock}`);
  const { status } = spawnSync('npx', ['vitest', 'run', ...given], {
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_DATABASE_URL: '',
      TEST_CLOCK: clock,
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import ${preload}`.trim(),
    },
  });
  process.exitCode ||= status ?? 1;
}
