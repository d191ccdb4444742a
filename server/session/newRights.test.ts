import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepare } from '#server/prepare.ts';
import { openEmptyDatabase, type TestDatabase } from '#server/testing.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openEmptyDatabase();
  await prepare(opened.database, { isDemo: false, seedPassword: 'a-password-of-ours' });
});
afterAll(() => opened.close());

it('brings a right that is new to the seeded roles of a database that was there before it, and nothing that was taken away', async () => {
  const { pool } = opened.database;
  const holders = async (code: string): Promise<string[]> =>
    (
      await pool.query<{ alias: string }>(
        `select r.role_alias as alias from role r join role_menu g on g.tenant_id = r.tenant_id and g.role_id = r.id
          join menu m on m.tenant_id = g.tenant_id and m.id = g.menu_id where m.code = $1 order by 1`,
        [code],
      )
    ).rows.map(({ alias }) => alias);
  const before = await holders('summary_correct');
  expect(before).toContain('reception');
  await pool.query(`delete from role_menu where menu_id in (select id from menu where code in ('summary_correct', 'summary_amend'))`);
  await pool.query(`delete from menu where code = 'summary_correct'`);
  await prepare(opened.database, { isDemo: false, seedPassword: undefined });
  expect(await holders('summary_correct')).toEqual(before);
  expect(await holders('summary_amend')).toEqual([]);
});
