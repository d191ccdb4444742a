import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate, migrations } from '#server/storage/migrate.ts';
import { openEmptyDatabase, type TestDatabase } from '#server/testing.ts';
import { dropLogMonths, makeLogMonths } from './logMonths.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openEmptyDatabase();
});
afterAll(() => opened.close());

const { signal } = new AbortController();
let lastId = 0;
const log = async (createTime: string): Promise<void> => {
  await opened.database.orm
    .execute(sql`insert into interface_log (id, tenant_id, interface_id, interface_name, interface_encoding, interface_type, operation, codes, credential_type, milliseconds, create_time)
    values (${++lastId}, '000000', 1, 'x', 'x', 1, 'x', '{A}', 1, 1, ${createTime})`);
};
/** Rows by the table they lie in, and all of them. */
const lying = async (): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries(
    (
      await opened.database.orm.execute<{ name: string; n: number }>(
        sql`select tableoid::regclass::text as name, count(*)::int as n from interface_log group by 1 order by 1`,
      )
    ).rows.map(({ name, n }) => [name, n]),
  );

it('parts what was there by months, writes each call into its own, and drops a month whole', async () => {
  await migrate(
    opened.database,
    migrations().filter(({ version }) => version < 36),
  );
  for (const time of ['2024-01-31 23:59:59', '2024-02-01 00:00:00', '2025-12-31 23:59:59', '2026-01-01 00:00:00']) await log(time);
  await migrate(opened.database);
  expect(await lying()).toEqual({ interface_log_rest: 4 });
  // The first second of a year, in the house's own time.
  const now = Date.parse('2026-01-01T00:00:00+08:00');
  await Promise.all([1, 2].map(() => makeLogMonths(opened.database, now, signal)));
  const parted = { interface_log_2024_01: 1, interface_log_2024_02: 1, interface_log_2025_12: 1, interface_log_2026_01: 1 };
  expect(await lying()).toEqual(parted);
  await log('2026-03-31 23:59:59');
  await log('2026-04-01 00:00:00');
  expect(await lying()).toEqual({ ...parted, interface_log_2026_03: 1, interface_log_rest: 1 });
  await makeLogMonths(opened.database, Date.parse('2026-02-01T00:00:00+08:00'), signal);
  expect(await lying()).toEqual({ ...parted, interface_log_2026_03: 1, interface_log_2026_04: 1 });
  // Not the month that has a second to go.
  expect(await dropLogMonths(opened.database, '2024-02-29 23:59:59', signal)).toBe(1);
  expect(await dropLogMonths(opened.database, '2024-03-01 00:00:00', signal)).toBe(1);
  const { interface_log_2024_01: _january, interface_log_2024_02: _february, ...left } = parted;
  expect(await lying()).toEqual({ ...left, interface_log_2026_03: 1, interface_log_2026_04: 1 });
});

it('reads a page of the newest calls by the months it takes, whatever lies before them', async () => {
  const { rows } = await opened.database.orm.execute<Record<string, unknown>>(
    sql`explain (format json) select id from interface_log l where l.tenant_id = '000000' and l.interface_type = 1 and l.create_time >= '2026-03-05'::timestamptz
      order by l.create_time desc, l.id desc limit 20`,
  );
  expect(JSON.stringify(rows)).not.toContain('interface_log_2025_12');
});
