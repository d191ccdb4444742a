import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DashboardFigures } from '#domain/search/dashboard.ts';
import { setScope } from '#server/session/scopeOf.ts';
import { openTestApp, type TestApp } from '#server/testing.ts';
import { nowSql } from '#server/storage/clock.ts';

let house: TestApp;
const at = (account: string) => house.as(account).then((caller) => caller.get('/api/accession-lims-search/dashboard/figures'));
const figures = async (account: string): Promise<DashboardFigures> => (await at(account)).json<{ data: DashboardFigures }>().data;
const sum = (values: readonly number[] = []): number => values.reduce((all, value) => all + value, 0);
const counted = async (query: ReturnType<typeof sql>): Promise<number> => Number((await house.database.orm.execute<{ n: number }>(query)).rows[0]?.n);

beforeAll(async () => {
  house = await openTestApp({ isDemo: true });
});
afterAll(() => house.close());

it('counts what the tables hold', async () => {
  const { perHour, waiting, clerks, isOwnOnly } = await figures('admin');
  const today = sql`select count(*)::int as n from sample where receive_time >= date_trunc('day', ${nowSql})  and receive_time < date_trunc('day', ${nowSql}) + interval '1 day'`;
  expect(sum(perHour?.today)).toBe(await counted(today));
  expect(sum(waiting?.map(({ count }) => count))).toBe(await counted(sql`select count(*)::int as n from requisition where entry_state < 5`));
  expect(perHour?.today).toHaveLength(24);
  expect(isOwnOnly).toBe(false);
  expect(sum(clerks.map(({ summary, single, double }) => summary + single + double))).toBe(
    await counted(sql`select coalesce(sum(enter_count), 0)::int as n from entry_tally where enter_day > ${nowSql}::date - 7`),
  );
});

it('puts what waits into its age', async () => {
  const before = (await figures('admin')).waiting?.find(({ bucket }) => bucket === 'more')?.count ?? 0;
  const moved = await house.database.orm.execute(
    sql`update requisition set receive_time = ${nowSql} - interval '5 days' where id in (select id from requisition where entry_state < 5 and receive_time > ${nowSql} - interval '3 days' limit 2)`,
  );
  expect((await figures('admin')).waiting?.find(({ bucket }) => bucket === 'more')?.count).toBe(before + (moved.rowCount ?? 0));
});

it('shows nobody more than they may see', async () => {
  // Billing sees no samples; an entry clerk sees their own entries alone.
  expect(await figures('billing')).toMatchObject({ perHour: null, waiting: null, isOwnOnly: true });
  expect((await figures('entry1')).clerks.length).toBeLessThanOrEqual(1);
  const { rows } = await house.database.orm.execute<{ id: string }>(sql`select id::text as id from user_account where account = 'audit1'`);
  await setScope(house.database.orm, { id: String(rows[0]?.id), tenantId: '000000' }, 'laboratory', []);
  const narrowed = await figures('audit1');
  expect(sum(narrowed.waiting?.map(({ count }) => count))).toBe(0);
  expect(sum(narrowed.perHour?.today)).toBe(0);
});
