import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, sealPassword, testPassword, type Caller, type TestApp } from '#server/testing.ts';
import { hotp, stepAt } from './totp.ts';

const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;
const system = '/api/blade-system/user';
interface Setup {
  readonly secret: string;
  readonly address: string;
  readonly recoveryCodes: readonly string[];
}
type Answer = Readonly<Record<string, any>>;

let house: TestApp;
let ahead = 0;
const now = (): number => Date.now() + ahead;
beforeAll(async () => {
  house = await openTestApp({ now });
});
afterAll(() => house.close());

const token = async (query: Record<string, string>): Promise<Answer> =>
  (
    await house.app.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/token',
      query: { grant_type: 'password', scope: 'all', ...query },
      headers: { authorization: basic('accession:accession_secret') },
    })
  ).json();
const byPassword = async (username: string, more: Record<string, string> = {}, password = testPassword): Promise<Answer> =>
  token({ username, password: await sealPassword(house.app, password), ...more });
const post = async (caller: Pick<Caller, 'token'>, path: string, body: object = {}): Promise<Answer> =>
  (await house.app.inject({ method: 'POST', url: `${system}/${path}`, payload: body, headers: { 'blade-auth': `bearer ${caller.token}` } })).json();
const state = async (caller: Pick<Caller, 'token'>): Promise<Answer> =>
  (await house.app.inject({ url: `${system}/second-factor`, headers: { 'blade-auth': `bearer ${caller.token}` } })).json().data;
const isIn = async (access: string): Promise<boolean> =>
  (await house.app.inject({ url: '/api/blade-auth/oauth/user-info', headers: { 'blade-auth': `bearer ${access}` } })).statusCode === 200;

/** An authenticator: reads what it is typed, and shows the code of so many half minutes later. */
function secretOf(typed: string): Buffer {
  const bits = [...typed].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
const shown = (setup: Setup, at = now()): string => hotp(secretOf(setup.secret), stepAt(at));
const wrongFor = (setup: Setup): string => {
  const near = [-2, -1, 0, 1, 2].map((off) => hotp(secretOf(setup.secret), stepAt(now()) + off));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code))!;
};
/** On for an account; half a minute passes, so that its next code is another. */
async function turnOn(account: string): Promise<{ readonly setup: Setup; readonly caller: Caller }> {
  const caller = await house.as(account);
  const setup = (await post(caller, 'second-factor-begin', { password: await sealPassword(house.app, testPassword) })).data as Setup;
  // The own calls look at the clock itself, which moves by what the test passed.
  expect((await post(caller, 'second-factor-confirm', { code: shown(setup, Date.now()) })).code).toBe(200);
  ahead += 60_000;
  return { setup, caller };
}

describe('a second factor', () => {
  it('is turned on by the password and a first right code, ends other sign-ins, and lies sealed', async () => {
    const caller = await house.as('reception');
    const other = await byPassword('reception');
    expect(await state(caller)).toEqual({ since: null, recoveryLeft: 0, isRequired: false });
    expect((await post(caller, 'second-factor-begin', { password: await sealPassword(house.app, 'wrong-one-1') })).msg).toBe('密码不正确');
    expect((await post(caller, 'second-factor-confirm', { code: '123456' })).code).toBe(400);
    const { data: setup } = await post(caller, 'second-factor-begin', { password: await sealPassword(house.app, testPassword) });
    expect(setup.address).toContain(`otpauth://totp/Accession:reception?secret=${String(setup.secret)}`);
    expect(new Set(setup.recoveryCodes).size).toBe(10);
    expect((await post(caller, 'second-factor-confirm', { code: wrongFor(setup) })).msg).toBe('动态验证码错误');
    // While it is only begun a login asks for nothing, and a recovery code is none.
    expect((await byPassword('reception')).access_token).toBeTruthy();
    expect((await post(caller, 'second-factor-confirm', { code: setup.recoveryCodes[0] })).code).toBe(400);
    expect((await post(caller, 'second-factor-confirm', { code: shown(setup, Date.now()) })).code).toBe(200);
    expect(await state(caller)).toMatchObject({ recoveryLeft: 10 });
    expect([await isIn(caller.token), await isIn(String(other['access_token']))]).toEqual([true, false]);
    expect((await post(caller, 'second-factor-begin', { password: await sealPassword(house.app, testPassword) })).msg).toBe('双重验证已开启');
    const kept = JSON.stringify((await house.database.orm.execute(sql`select * from second_factor`)).rows);
    for (const secret of [setup.secret, secretOf(setup.secret).toString('base64'), ...setup.recoveryCodes]) expect(kept).not.toContain(secret);
    const written = JSON.stringify((await house.database.orm.execute(sql`select * from audit_entry where action like 'userAccount.second%'`)).rows);
    expect(written).toContain('secondFactorOn');
    expect(written).not.toContain(setup.secret);
  });

  it('makes a login two steps: the first gives a ticket and no session, a code is good once', async () => {
    const { setup } = await turnOn('entry1');
    const first = await byPassword('entry1');
    expect(first).toMatchObject({ error_code: 2011, error_description: '请输入动态验证码', success: false, second_setup: null });
    expect(first).not.toHaveProperty('access_token');
    const second = (code: string) => token({ second_ticket: String(first['second_ticket']), second_code: code });
    expect(await second(wrongFor(setup))).toMatchObject({ error_code: 2012 });
    expect(await second('')).toMatchObject({ error_code: 2011 });
    const code = shown(setup);
    const tried = await Promise.all([second(code), second(code), second(code)]);
    expect(tried.filter(({ access_token: access }) => access)).toHaveLength(1);
    expect(await second(code)).toMatchObject({ error_code: 2012, error_description: '动态验证码错误或已使用' });
    // Renewals ask no more.
    const refresh = String(tried.find(({ refresh_token: renewed }) => renewed)?.['refresh_token']);
    expect((await token({ grant_type: 'refresh_token', refresh_token: refresh })).account).toBe('entry1');
  });

  it('is passed without the phone by a recovery code, each once, however it is typed', async () => {
    const { setup, caller } = await turnOn('entry2');
    const [one = '', two = ''] = setup.recoveryCodes;
    expect((await byPassword('entry2', { second_code: one })).account).toBe('entry2');
    expect(await byPassword('entry2', { second_code: one })).toMatchObject({ error_code: 2012 });
    expect((await byPassword('entry2', { second_code: two.replaceAll('-', '').toLowerCase() })).account).toBe('entry2');
    expect(await state(caller)).toMatchObject({ recoveryLeft: 8 });
  });

  it('is asked for by the public flavour too, in its envelope; one call may carry all', async () => {
    const { setup } = await turnOn('lab');
    const ask = async (more: Record<string, string>): Promise<Answer> =>
      (
        await house.app.inject({
          method: 'POST',
          url: '/api/blade-auth/token',
          query: { grantType: 'password', account: 'lab', password: await sealPassword(house.app, testPassword), ...more },
          headers: { authorization: basic('saber:saber_secret') },
        })
      ).json();
    const first = await ask({});
    expect(first).toMatchObject({ code: 400, success: false, msg: '请输入动态验证码' });
    expect((await ask({ secondTicket: String(first['second_ticket']), secondCode: shown(setup) })).data).toMatchObject({ account: 'lab' });
    expect((await ask({ secondCode: setup.recoveryCodes[0] ?? '' })).data).toMatchObject({ account: 'lab' });
  });

  it('cannot be guessed: five wrong codes lock, whatever the password says between; an administrator unlocks', async () => {
    const { setup } = await turnOn('audit1');
    for (let n = 0; n < 5; n++) {
      const { second_ticket: ticket } = await byPassword('audit1');
      expect(await token({ second_ticket: String(ticket), second_code: wrongFor(setup) })).toMatchObject({ error_code: 2012 });
    }
    expect(await byPassword('audit1', { second_code: shown(setup) })).toMatchObject({ error_code: 2003 });
    const { rows } = await house.database.orm.execute<{ id: string }>(sql`select id from user_account where account = 'audit1'`);
    expect((await post(await house.as('ops'), `unlock?userIds=${rows[0]?.id}`)).code).toBe(200);
    expect((await byPassword('audit1', { second_code: shown(setup) })).account).toBe('audit1');
  });

  it('takes a ticket for five minutes, for its password alone, and no other token for one', async () => {
    const { setup } = await turnOn('audit2');
    const { second_ticket: late } = await byPassword('audit2');
    ahead += 310_000;
    expect(await token({ second_ticket: String(late), second_code: shown(setup) })).toMatchObject({ error_code: 2013 });
    const { second_ticket: old } = await byPassword('audit2');
    await house.database.orm.execute(sql`update user_credential set password_hash = (select password_hash from user_credential c
      join user_account u on u.id = c.user_id where u.account = 'admin') where user_id = (select id from user_account where account = 'audit2')`);
    expect(await token({ second_ticket: String(old), second_code: shown(setup) })).toMatchObject({ error_code: 2013 });
    expect(await token({ second_ticket: (await house.as('ops')).token, second_code: '123456' })).toMatchObject({ error_code: 2013 });
    expect(await isIn(String(old))).toBe(false);
  });

  it('is turned off by password and code, and reset by whoever may for somebody who lost all', async () => {
    const { setup, caller } = await turnOn('sales');
    const password = await sealPassword(house.app, testPassword);
    expect((await post(caller, 'second-factor-remove', { password, code: wrongFor(setup) })).code).toBe(400);
    expect(
      (await post(caller, 'second-factor-remove', { password: await sealPassword(house.app, 'wrong-1'), code: setup.recoveryCodes[0] })).code,
    ).toBe(400);
    expect((await post(caller, 'second-factor-remove', { password, code: setup.recoveryCodes[0] })).code).toBe(200);
    expect((await byPassword('sales')).account).toBe('sales');
    await turnOn('sales');
    const { rows } = await house.database.orm.execute<{ id: string; account: string }>(
      sql`select id, account from user_account where account in ('sales', 'admin')`,
    );
    const idOf = (account: string) => rows.find((row) => row.account === account)?.id;
    expect((await post(await house.as('billing'), `reset-second-factor?userIds=${idOf('sales')}`)).code).toBe(403);
    expect((await post(await house.as('ops'), `reset-second-factor?userIds=${idOf('admin')}`)).code).toBe(403);
    expect((await post(await house.as('ops'), `reset-second-factor?userIds=${idOf('sales')}`)).code).toBe(200);
    expect((await byPassword('sales')).account).toBe('sales');
  });
});

it('is set up at the login by administrators who must have one, and cannot be turned off by them', async () => {
  const admin = await house.as('admin');
  const { rows } = await house.database.orm.execute<{ id: string }>(sql`select id from param where param_key = 'login.adminSecondFactor'`);
  const set = await house.app.inject({
    method: 'POST',
    url: '/api/blade-system/param/submit',
    payload: { id: rows[0]?.id, paramValue: '1' },
    headers: { 'blade-auth': `bearer ${admin.token}` },
  });
  expect(set.json().code).toBe(200);
  expect((await byPassword('ops')).account).toBe('ops');
  const first = await byPassword('admin');
  expect(first['error_code']).toBe(2011);
  const setup = first['second_setup'] as Setup;
  const ticket = String(first['second_ticket']);
  expect(await token({ second_ticket: ticket, second_code: wrongFor(setup) })).toMatchObject({ error_code: 2012 });
  const signed = await token({ second_ticket: ticket, second_code: shown(setup) });
  expect(signed.account).toBe('admin');
  const caller = { token: String(signed['access_token']) };
  expect(await state(caller)).toMatchObject({ recoveryLeft: 10, isRequired: true });
  const password = await sealPassword(house.app, testPassword);
  expect((await post(caller, 'second-factor-remove', { password, code: setup.recoveryCodes[0] })).msg).toBe('管理员必须使用双重验证');
  expect(await byPassword('admin')).toMatchObject({ error_code: 2011, second_setup: null });
  expect((await byPassword('admin', { second_code: setup.recoveryCodes[0] ?? '' })).account).toBe('admin');
});
