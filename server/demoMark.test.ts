import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from './app.ts';
import { prepare, type Seeded } from './prepare.ts';
import { hashPassword } from './session/passwordHash.ts';
import type { Database } from './storage/database.ts';
import { openEmptyDatabase, sealPassword, type TestDatabase } from './testing.ts';

const own = 'a-password-of-ours';
const other = 'another-password';
let real: Database;
let demo: Database;
const opened: TestDatabase[] = [];

beforeAll(async () => {
  opened.push(await openEmptyDatabase(), await openEmptyDatabase());
  [real, demo] = [opened[0]!.database, opened[1]!.database];
  await prepare(real, { isDemo: false, seedPassword: own });
  expect(await prepare(demo, { isDemo: true, seedPassword: own })).toMatchObject({ isDemo: true, demoPassword: own });
});
afterAll(async () => {
  for (const one of opened) await one.close();
});

/** Everything that a start asking for demo might write over or add. */
async function rowsOf({ pool }: Database): Promise<unknown> {
  const tables = ['user_account', 'user_credential', 'laboratory', 'client', 'commodity', 'sample', 'flow_task', 'department'];
  const found = tables.map(async (name) => [name, (await pool.query(`select to_jsonb(t) as row from ${name} t order by 1`)).rows]);
  return Object.fromEntries((await Promise.all(found)) as [string, unknown][]);
}

/** A row as another database has it, without what the engine derives itself. */
async function insertRow({ pool }: Database, table: string, row: string): Promise<void> {
  const { rows } = await pool.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns where table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  const names = rows[0]?.names ?? '';
  await pool.query(`insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, $1::jsonb)`, [row]);
}

/** Starts on a database again, asking for demo unless told otherwise, and checks that nothing of it changed. */
async function startAgain(database: Database, { isDemo = true, seedPassword }: { isDemo?: boolean; seedPassword?: string } = {}): Promise<Seeded> {
  const before = await rowsOf(database);
  const seeded = await prepare(database, { isDemo, seedPassword });
  expect(await rowsOf(database)).toEqual(before);
  return seeded;
}

interface LoginPage {
  readonly accounts: readonly unknown[];
  readonly password: string;
  readonly signsIn: (account: string, password: string) => Promise<boolean>;
}
async function onLoginPage(database: Database, { demoPassword }: Seeded, look: (page: LoginPage) => Promise<void>): Promise<void> {
  const app = await createApp({ database, demoPassword, isCaptchaOn: false });
  try {
    const { data } = (await app.inject('/api/blade-auth/oauth/demo-accounts')).json<{ data: Omit<LoginPage, 'signsIn'> }>();
    const signsIn: LoginPage['signsIn'] = async (username, password) =>
      (
        await app.inject({
          method: 'POST',
          url: '/api/blade-auth/oauth/token',
          query: { grant_type: 'password', username, password: await sealPassword(app, password), scope: 'all' },
          headers: { authorization: `Basic ${Buffer.from('accession:accession_secret').toString('base64')}` },
        })
      ).statusCode === 200;
    await look({ ...data, signsIn });
  } finally {
    await app.close();
  }
}
const namesNobody = async (page: LoginPage): Promise<void> => expect(page).toMatchObject({ accounts: [], password: '' });
const none = { isDemo: false, demoPassword: null, oneTimePassword: null };

describe('a database that was made as a demo', () => {
  it('keeps the passwords its people have, whatever later starts are told', async () => {
    expect(await startAgain(demo, { seedPassword: other })).toMatchObject({ isDemo: true, demoPassword: own });
    await onLoginPage(demo, await startAgain(demo), async (page) => {
      expect(page.accounts).toHaveLength(10);
      expect([await page.signsIn('reception', own), await page.signsIn('reception', other)]).toEqual([true, false]);
    });
  });

  it('is not shown as one where a start asks for none', async () => {
    await onLoginPage(demo, await startAgain(demo, { isDemo: false }), namesNobody);
  });

  it('is known as one without a mark too, as earlier versions left it', async () => {
    await demo.pool.query(`delete from setting where key = 'demo.database'`);
    expect(await startAgain(demo)).toMatchObject({ isDemo: true, demoPassword: own });
  });
});

describe('a database that was made without demo', () => {
  it.each([undefined, other])('is not changed by a start that asks for it (SEED_PASSWORD %s)', async (seedPassword) => {
    const seeded = await startAgain(real, seedPassword === undefined ? {} : { seedPassword });
    expect(seeded).toEqual(none);
    await onLoginPage(real, seeded, async (page) => {
      await namesNobody(page);
      expect(await page.signsIn('admin', own)).toBe(true);
      for (const password of ['accession-demo', other]) expect(await page.signsIn('admin', password)).toBe(false);
      expect(await page.signsIn('reception', 'accession-demo')).toBe(false);
    });
  });

  it('is none without a mark too, as earlier versions left it', async () => {
    await real.pool.query(`delete from setting where key = 'demo.database'`);
    expect(await startAgain(real)).toEqual(none);
    const { rows } = await real.pool.query(`select value from setting where key = 'demo.database'`);
    expect(rows).toEqual([{ value: false }]);
  });

  it('is not taken over where no account is called admin any more', async () => {
    await real.pool.query(`update user_account set account = 'chief' where account = 'admin'`);
    expect(await startAgain(real)).toEqual(none);
    await real.pool.query(`update user_account set account = 'admin' where account = 'chief'`);
  });

  it('is none where a start of an earlier version had opened the demo accounts in it, and names them no more', async () => {
    // What such a start left behind: the demo's accounts beside the older administrator, and the demo's settings.
    for (const [table, id] of [
      ['user_account', 'id'],
      ['user_credential', 'user_id'],
    ]) {
      const { rows } = await demo.pool.query<{ row: string }>(
        // As text: the ids are larger than a number holds.
        `select to_jsonb(t)::text as row from ${table} t where ${id} <> (select id from user_account where account = 'admin')`,
      );
      for (const { row } of rows) await insertRow(real, String(table), row);
    }
    await real.pool.query(`update user_account set create_time = create_time - interval '1 day' where account = 'admin'`);
    await real.pool.query(`insert into setting (key, value) values ('session.demoPassword', '"accession-demo"'), ('demo.seeded', 'true')`);
    await real.pool.query(`delete from setting where key = 'demo.database'`);
    const seeded = await startAgain(real);
    expect(seeded).toEqual(none);
    await onLoginPage(real, seeded, namesNobody);
  });

  it('lets nobody on whose password such a start had made the published one, and says so loudly', async () => {
    const published = await hashPassword('accession-demo');
    await real.pool.query(
      `update user_credential set password_hash = $1 where user_id in (select id from user_account where account in ('admin', 'lab'))`,
      [published],
    );
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const seeded = await prepare(real, { isDemo: true, seedPassword: undefined });
    await prepare(real, { isDemo: false, seedPassword: undefined });
    const lines = said.mock.calls.map(([line]) => String(line));
    said.mockRestore();
    // At every start, for as long as it is so.
    expect(lines.filter((line) => /published demo password.*: admin, lab$/m.test(line))).toHaveLength(2);
    const { rows } = await real.pool.query(
      `select u.account from user_account u join user_credential c on c.user_id = u.id where c.must_change = 1 order by u.account`,
    );
    expect(rows).toEqual([{ account: 'admin' }, { account: 'lab' }]);
    const notices = await real.pool.query(`select title from notice where title like '%demo password%'`);
    expect(notices.rows).toHaveLength(1);
    await onLoginPage(real, seeded, async (page) => {
      expect(await page.signsIn('admin', 'accession-demo')).toBe(true);
    });
  });
});
