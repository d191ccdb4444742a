import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '#server/testing.ts';
import { pruneLogs } from './pruneLogs.ts';

let opened: TestApp;
beforeAll(async () => {
  opened = await openTestApp();
  await opened.as('admin');
});
afterAll(() => opened.close());

const run = (text: ReturnType<typeof sql>) => opened.database.orm.execute(text);
const count = async (table: string): Promise<number> => Number((await run(sql`select count(*)::int as n from ${sql.raw(table)}`)).rows[0]?.['n']);
const prune = () => pruneLogs(opened.database, Date.parse('2026-06-30T12:00:00+08:00'));
const keep = (key: string, days: number) => run(sql`update param set param_value = ${String(days)} where param_key = ${key}`);

it('drops logins and faults that are older than is kept, of every tenant, and never an act', async () => {
  await run(sql`delete from login_log`);
  // One at the last minute that is kept, one a minute older; and as many more as one batch does not hold.
  await run(sql`insert into login_log (id, tenant_id, account, grant_type, error_code, login_time)
    values (1, '000000', 'a', 'password', 0, '2026-06-20 12:01:00+08'), (2, '111111', 'a', 'password', 2004, '2026-06-20 11:59:00+08')`);
  await run(sql`insert into login_log (id, tenant_id, account, grant_type, error_code, login_time)
    select 100 + n, '000000', 'a', 'password', 0, '2025-01-01 00:00:00+08' from generate_series(1, 4100) n`);
  await run(sql`insert into client_error (id, tenant_id, user_id, reported, create_time)
    values (1, '000000', 1, '{}', '2026-06-29 00:00:00+08'), (2, '111111', 1, '{}', '2026-01-01 00:00:00+08')`);
  await run(sql`insert into audit_entry (id, tenant_id, user_id, user_name, action, subject, create_time)
    values (1, '000000', 1, 'a', 'role.save', '1', '2001-01-01 00:00:00+08')`);
  const acts = await count('audit_entry');
  await keep('log.loginDays', 0);
  await keep('log.errorDays', 0);
  expect(await prune()).toEqual({ login_log: 0, client_error: 0 });
  await keep('log.loginDays', 10);
  await keep('log.errorDays', 30);
  expect(await prune()).toEqual({ login_log: 4101, client_error: 1 });
  expect((await run(sql`select id::int as id from login_log`)).rows).toEqual([{ id: 1 }]);
  expect((await run(sql`select id::int as id from client_error`)).rows).toEqual([{ id: 1 }]);
  expect(await count('audit_entry')).toBe(acts);
  expect(await prune()).toEqual({ login_log: 0, client_error: 0 });
});
