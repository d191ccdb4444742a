import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepare } from '#server/prepare.ts';
import { openEmptyDatabase, type TestDatabase } from '#server/testing.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openEmptyDatabase();
  await prepare(opened.database, { isDemo: false, seedPassword: 'a-password-of-ours' });
});
afterAll(() => opened.close());

const holders = async (code: string): Promise<string[]> =>
  (
    await opened.database.pool.query<{ alias: string }>(
      `select distinct r.role_alias as alias from role r join role_menu g on g.tenant_id = r.tenant_id and g.role_id = r.id
        join menu m on m.tenant_id = g.tenant_id and m.id = g.menu_id where m.code = $1 order by 1`,
      [code],
    )
  ).rows.map(({ alias }) => alias);
const take = (alias: string, code: string) =>
  opened.database.pool.query(
    `delete from role_menu where role_id in (select id from role where role_alias = $1) and menu_id in (select id from menu where code = $2)`,
    [alias, code],
  );
const start = () => prepare(opened.database, { isDemo: false, seedPassword: undefined });

it('brings a right that is new to the seeded roles of a database that was there before it, and nothing that was taken away', async () => {
  const { pool } = opened.database;
  const before = await holders('summary_correct');
  expect(before).toContain('reception');
  await take('reception', 'summary_amend');
  await pool.query(`delete from role_menu where menu_id in (select id from menu where code = 'summary_correct')`);
  await pool.query(`delete from menu where code = 'summary_correct'`);
  // As a version that did not know it kept its record.
  await pool.query(
    `update setting set value = (select jsonb_object_agg(alias, codes - 'summary_correct') from jsonb_each(value) given (alias, codes)) where key = 'roles.given'`,
  );
  await start();
  expect(await holders('summary_correct')).toEqual(before);
  expect(await holders('summary_amend')).not.toContain('reception');
});

it('brings a role what an old right is newly given to it, once', async () => {
  const { pool } = opened.database;
  await take('billing', 'pricePolicy_remove');
  await pool.query(`update setting set value = jsonb_set(value, '{billing}', (value -> 'billing') - 'pricePolicy_remove') where key = 'roles.given'`);
  await start();
  expect(await holders('pricePolicy_remove')).toContain('billing');
  await take('billing', 'pricePolicy_remove');
  await start();
  expect(await holders('pricePolicy_remove')).not.toContain('billing');
});

it('gives a new screen of a right to the roles that still hold it', async () => {
  const { pool } = opened.database;
  await take('sales', 'order_view');
  const [all, screen] = [
    `select count(*)::int as held from role_menu g join menu m on m.id = g.menu_id join role r on r.id = g.role_id where m.code = 'order_view' and r.role_alias = $1`,
    `select m.id from menu m where m.code = 'order_view' and m.is_deleted = 0 order by m.id limit 1`,
  ];
  const heldBy = async (alias: string) => (await pool.query<{ held: number }>(all, [alias])).rows[0]!.held;
  const before = await heldBy('billing');
  expect(before).toBeGreaterThan(1);
  const gone = (await pool.query<{ id: string }>(screen)).rows[0]!.id;
  await pool.query(`delete from role_menu where menu_id = $1`, [gone]);
  await pool.query(`delete from menu where id = $1`, [gone]);
  await start();
  expect(await heldBy('billing')).toBe(before);
  expect(await heldBy('sales')).toBe(0);
});

it('gives the roles of a database without a record what they lack, but for what somebody took away', async () => {
  const { pool } = opened.database;
  const { rows } = await pool.query<{ role: string; menu: string }>(
    `select r.id::text as role, m.id::text as menu from role r join menu m on m.tenant_id = r.tenant_id where r.role_alias = 'sales' and m.code = 'bill_view' limit 1`,
  );
  await pool.query(
    `insert into audit_entry (id, tenant_id, user_id, user_name, action, subject, before, after, create_time)
      values (1, '000000', 1, '管理员', 'role.grant', $1, jsonb_build_object('menuIds', jsonb_build_array($2::text)), '{"menuIds":[]}', now())`,
    [rows[0]!.role, rows[0]!.menu],
  );
  for (const code of ['bill_view', 'billPeriod_view', 'internalPrice_view']) await take('sales', code);
  await pool.query(`delete from setting where key = 'roles.given'`);
  await start();
  expect(await holders('billPeriod_view')).toContain('sales');
  expect(await holders('internalPrice_view')).toContain('sales');
  expect(await holders('bill_view')).not.toContain('sales');
});

it('leaves a role away that was removed, and one whose alias was changed as it is called now', async () => {
  const { pool } = opened.database;
  const roles = async () =>
    (
      await pool.query<{ alias: string; held: number }>(
        `select r.role_alias as alias, (select count(*)::int from role_menu g where g.role_id = r.id) as held from role r
          where r.tenant_id = '000000' and r.is_deleted = 0 order by 1`,
      )
    ).rows;
  await pool.query(`update role set is_deleted = 1 where role_alias = 'sales'`);
  await pool.query(`update role set role_alias = 'frontDesk' where role_alias = 'reception'`);
  const before = await roles();
  await start();
  expect(await roles()).toEqual(before);
});
