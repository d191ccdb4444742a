import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { openTestDatabase, type TestDatabase } from '#server/testing.ts';
import { requestIds, tellWithPlan, type SlowStatement } from './slowStatements.ts';

let opened: TestDatabase;
const told: (SlowStatement & { readonly plan?: string })[] = [];
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
async function until(count: number): Promise<void> {
  for (let at = 0; at < 400 && told.length < count; at++) await new Promise((resolve) => setTimeout(resolve, 25));
  expect(told).toHaveLength(count);
}
const naps = (seconds: number, name: string) =>
  sql`select (select count(*) from setting s where s.key = ${name}) as n, pg_sleep(${seconds})::text as nap`;

test('a slow statement is told with the request it belongs to and a plan without values; a quick one is not', async () => {
  const { database } = opened;
  await database.pool.query("insert into setting (key, value) values ('one', '1'), ('two', '2')");
  database.watchSlow({ ms: 300, tell: tellWithPlan(database.pool, (entry) => told.push(entry)) });
  await requestIds.run('request-1', async () => database.orm.execute(naps(0.4, '张三')));
  await database.orm.execute(naps(0, '李四'));
  await until(1);
  expect(told[0]).toMatchObject({ requestId: 'request-1', text: expect.stringContaining('pg_sleep($2)') });
  expect(told[0]!.ms).toBeGreaterThanOrEqual(300);
  expect(told[0]!.plan).toContain('setting');
  expect(JSON.stringify(told)).not.toMatch(/张三|李四/);

  // Its plan is told once, and the connection goes on.
  await requestIds.run('request-2', () => database.transaction((tx) => tx.execute(naps(0.4, '王五'))));
  await until(2);
  expect(told[1]).toMatchObject({ requestId: 'request-2' });
  expect(told[1]!.plan).toBeUndefined();
  // One of a transaction's has its plan as well.
  await requestIds.run('request-3', () =>
    database.transaction((tx) => tx.execute(sql`update setting set value = '3' where key = ${'赵六'} or pg_sleep(${0.2}) is null`)),
  );
  await until(3);
  expect(told[2]).toMatchObject({ requestId: 'request-3', plan: expect.stringContaining('Update on setting') });
  // What fails late is slow, too; the error is the caller's.
  const failing = database.orm.execute(sql`select 1 / (pg_sleep(0.4)::text = ${''})::int - 1`);
  await failing.catch(() => undefined);
  await until(4);
  expect(told[3]!.requestId).toBeNull();
  database.watchSlow(null);
  await database.orm.execute(naps(0.4, 'x'));
  expect(told).toHaveLength(4);
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('statements that wait for a connection are told under their own request', async () => {
  const { database } = opened;
  const under: string[] = [];
  database.watchSlow({ ms: 0, tell: ({ requestId, text }) => under.push(`${requestId} ${text}`) });
  const numbers = Array.from({ length: 30 }, (_one, at) => at);
  await Promise.all(numbers.map((at) => requestIds.run(`request-${at}`, async () => database.orm.execute(sql.raw(`select ${at} as n`)))));
  database.watchSlow(null);
  expect(under.toSorted()).toEqual(numbers.map((at) => `request-${at} select ${at} as n`).toSorted());
});
