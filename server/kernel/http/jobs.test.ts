import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmptyDatabase, type TestDatabase } from '#server/testing.ts';
import { startJobs, type Jobs } from './jobs.ts';

let opened: TestDatabase;
let jobs: Jobs;
const done: string[] = [];
const givenUp: string[] = [];
let failures = 0;
beforeAll(async () => {
  opened = await openEmptyDatabase();
  const kinds = [
    { name: 'note', run: async ({ text }: { text: string }) => void done.push(text) },
    {
      name: 'flaky',
      retries: 2,
      run: async () => {
        failures += 1;
        throw new Error('not yet');
      },
    },
    { name: 'later', run: async () => {} },
    {
      name: 'hopeless',
      retries: 0,
      run: async () => {
        throw new Error('never');
      },
      givenUp: async ({ text }: { text: string }) => void givenUp.push(text),
    },
  ];
  jobs = await startJobs(opened.database, kinds, () => {});
});
afterAll(async () => {
  await jobs.stop();
  await opened.close();
});

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let at = 0; at < 600; at++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('waited in vain');
}

test('a job exists with the act that causes it, and not without', async () => {
  const { database } = opened;
  await database.transaction((tx) => jobs.send('note', { text: 'kept' }, { tx }));
  const lost = database.transaction(async (tx) => {
    await jobs.send('note', { text: 'lost' }, { tx });
    throw new Error('rolled back');
  });
  await expect(lost).rejects.toThrow('rolled back');
  await jobs.send('note', { text: 'plain' });
  await until(() => done.includes('kept') && done.includes('plain'));
  expect((await database.pool.query("select count(*)::int as n from pgboss.job where name = 'note'")).rows[0].n).toBe(2);
  expect(done).not.toContain('lost');
});

test('a job that fails is tried again, and what waits or failed can be seen', async () => {
  await jobs.send('flaky', {});
  await jobs.send('later', {}, { key: 'one', startAfter: new Date(Date.now() + 3_600_000) });
  await jobs.send('later', {}, { key: 'one', startAfter: new Date(Date.now() + 3_600_000) });
  await until(() => failures >= 1);
  await until(async () => (await jobs.depths())['flaky']!.waiting === 1 || (await jobs.depths())['flaky']!.failed === 1);
  expect((await jobs.depths())['later']).toEqual({ waiting: 1, active: 0, failed: 0 });
});

test('a job that is not tried again is told of', async () => {
  await jobs.send('hopeless', { text: 'lost' });
  await until(() => givenUp.length > 0);
  expect(givenUp).toEqual(['lost']);
});

test('a job with a time begins by itself, and no longer once its kind is gone', async () => {
  const own = await openEmptyDatabase();
  const schedules = async (): Promise<string[]> =>
    (await own.database.pool.query<{ name: string }>('select name from pgboss.schedule order by name')).rows.map(({ name }) => name);
  const quiet = { name: 'quiet', cron: '0 3 * * *', run: async () => {} };
  let runs = 0;
  const often = { name: 'often', cron: '* * * * *', run: async () => void (runs += 1) };
  try {
    await (await startJobs(own.database, [quiet, often], () => {})).stop();
    expect(await schedules()).toEqual(['often', 'quiet']);
    // A start looks at once for what is due, where none has looked within half a minute.
    await own.database.pool.query("update pgboss.version set cron_on = cron_on - interval '1 minute'");
    const again = await startJobs(own.database, [often], () => {});
    await until(() => runs > 0);
    await again.stop();
    expect(await schedules()).toEqual(['often']);
  } finally {
    await own.close();
  }
});
