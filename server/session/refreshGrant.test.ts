import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authClientTable, refreshSessionTable } from '#server/storage/sessionTables.ts';
import { graceMs } from './refreshGrant.ts';
import { basic, openTestSession, type TestSession } from './sessionTesting.ts';

let session: TestSession;
beforeAll(async () => {
  session = await openTestSession();
});
afterAll(() => session.close());

const refresh = async (token: string, headers: Record<string, string> = {}) =>
  (await session.token({ grant_type: 'refresh_token', refresh_token: token, scope: 'all' }, headers)).json();
const whoami = async (token: string) => (await session.get('/api/test/whoami', token)).statusCode;
const refused = { error_code: 2010, error_description: '令牌刷新错误或无效' };

describe('token renewal', () => {
  it('rotates: a new pair, and the access token works', async () => {
    const first = await session.login('reception');
    const second = await refresh(first.refresh_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(second).toMatchObject({ account: 'reception', role_id: first.role_id, expires_in: 3600 });
    expect(await whoami(second.access_token)).toBe(200);
    expect(await whoami(first.access_token)).toBe(200);
  });

  it('lets two tabs refresh at once: both go on with the same successor', async () => {
    const first = await session.login('reception');
    const tabs = await Promise.all([1, 2, 3].map(() => refresh(first.refresh_token)));
    expect(new Set(tabs.map((tab) => tab.refresh_token)).size).toBe(1);
    for (const tab of tabs) expect(await whoami(tab.access_token)).toBe(200);
    const next = await refresh(tabs[0]!.refresh_token);
    expect(next.access_token).toBeTruthy();
  });

  it('takes the previous token within a minute, also after its successor is in use', async () => {
    const first = await session.login('lab');
    const second = await refresh(first.refresh_token);
    expect(await whoami(second.access_token)).toBe(200);
    session.pass(graceMs - 5_000);
    const late = await refresh(first.refresh_token);
    expect(late.refresh_token).toBe(second.refresh_token);
    expect(await whoami(late.access_token)).toBe(200);
  });

  it('ends the whole sign-in when a replaced token comes again after the grace', async () => {
    const first = await session.login('lab');
    const second = await refresh(first.refresh_token);
    expect(await whoami(second.access_token)).toBe(200);
    session.pass(graceMs + 1_000);
    expect(await refresh(first.refresh_token)).toMatchObject(refused);
    expect(await whoami(second.access_token)).toBe(401);
    expect(await refresh(second.refresh_token)).toMatchObject(refused);
    const [row] = await session.database.orm.select().from(refreshSessionTable).where(eq(refreshSessionTable.revokedReason, 'reuse'));
    expect(row?.revokedTime).toBeInstanceOf(Date);
  });

  it('ends the sign-in when a token two rotations old comes, even within the minute', async () => {
    const first = await session.login('lab');
    const second = await refresh(first.refresh_token);
    const third = await refresh(second.refresh_token);
    expect(await refresh(first.refresh_token)).toMatchObject(refused);
    expect(await whoami(third.access_token)).toBe(401);
  });

  it('forgives a lost answer: a successor nobody has used does not make its predecessor a stolen one', async () => {
    const first = await session.login('lab');
    const lost = await refresh(first.refresh_token);
    session.pass(4 * 3_600_000);
    const again = await refresh(first.refresh_token);
    expect(again.refresh_token).toBe(lost.refresh_token);
    expect(await whoami(again.access_token)).toBe(200);
    expect(await refresh(first.refresh_token)).toMatchObject(refused);
  });

  it('keeps refresh and access apart, and both from the forged', async () => {
    const pair = await session.login('lab');
    expect(await whoami(pair.refresh_token)).toBe(401);
    expect(await refresh(pair.access_token)).toMatchObject(refused);
    const [head, body] = pair.access_token.split('.');
    expect(await whoami(`${head}.${body}.${'A'.repeat(43)}`)).toBe(401);
    expect(await whoami(`${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`)).toBe(401);
    expect(await refresh('')).toMatchObject(refused);
    expect(await whoami(pair.access_token)).toBe(200);
  });

  it('runs out: access after an hour, refresh after seven days', async () => {
    const pair = await session.login('lab');
    session.pass(3_610_000);
    expect(await whoami(pair.access_token)).toBe(401);
    const second = await refresh(pair.refresh_token);
    session.pass(7 * 86_400_000 + 5_000);
    expect(await refresh(second.refresh_token)).toMatchObject(refused);
  });

  it('ends thirty days after it began, however often it is renewed', async () => {
    const begun = session.core.now();
    const { sessionDays } = session.core.policies.now();
    expect(sessionDays).toBe(30);
    let pair = await session.login('lab');
    for (let day = 0; day + 6 < sessionDays; day += 6) {
      session.pass(6 * 86_400_000);
      pair = await refresh(pair.refresh_token);
    }
    const leftMs = begun + sessionDays * 86_400_000 - session.core.now();
    session.pass(leftMs - 60_000);
    const last = await refresh(pair.refresh_token);
    expect(last.expires_in).toBeLessThanOrEqual(60);
    expect(await whoami(last.access_token)).toBe(200);
    session.pass(120_000);
    session.core.cache.clear();
    expect(await whoami(last.access_token)).toBe(401);
    expect(await refresh(last.refresh_token)).toMatchObject(refused);
  });

  it('makes a successor again letter for letter although its life was changed meanwhile', async () => {
    const first = await session.login('audit2');
    const second = await refresh(first.refresh_token);
    await session.database.orm.update(authClientTable).set({ refreshSeconds: 86_400 }).where(eq(authClientTable.clientId, 'accession'));
    expect((await refresh(first.refresh_token)).refresh_token).toBe(second.refresh_token);
    await session.database.orm.update(authClientTable).set({ refreshSeconds: 604_800 }).where(eq(authClientTable.clientId, 'accession'));
  });

  it('keeps no token readable in the database', async () => {
    const pair = await session.login('lab');
    const rows = await session.database.orm.select().from(refreshSessionTable);
    expect(JSON.stringify(rows)).not.toContain(pair.refresh_token);
  });

  it('ends with the account: stopped 2005, gone 2001', async () => {
    const pair = await session.login('billing');
    await session.database.orm.execute(sql`update user_account set status = 2 where account = 'billing'`);
    expect(await refresh(pair.refresh_token)).toMatchObject({ error_code: 2005 });
    await session.database.orm.execute(sql`update user_account set is_deleted = 1 where account = 'billing'`);
    expect(await refresh(pair.refresh_token)).toMatchObject({ error_code: 2001 });
    expect(await whoami(pair.access_token)).toBe(401);
  });
});

describe('cookie transport', () => {
  const cookieOf = (answer: { headers: Record<string, unknown> }): string => String(answer.headers['set-cookie']);

  it('keeps the refresh token out of reach of scripts', async () => {
    const answer = await session.token(
      { grant_type: 'password', username: 'ops', password: session.seal('test-password-1') },
      { 'x-refresh-transport': 'cookie' },
    );
    expect(answer.json().refresh_token).toBe('');
    const cookie = cookieOf(answer);
    expect(cookie).toMatch(/^accession-refresh=ey.+; Path=\/api\/blade-auth; Max-Age=604800; HttpOnly; SameSite=Strict$/);
    const renewed = await session.token({ grant_type: 'refresh_token' }, { 'x-refresh-transport': 'cookie', cookie: cookie.split(';')[0] ?? '' });
    expect(renewed.json()).toMatchObject({ account: 'ops', refresh_token: '' });
    expect(cookieOf(renewed)).not.toBe(cookie);
    const out = await session.get('/api/blade-auth/oauth/logout', undefined, { cookie: cookieOf(renewed).split(';')[0] ?? '' });
    expect(cookieOf(out)).toContain('accession-refresh=; Path=/api/blade-auth; Max-Age=0');
    expect(await whoami(renewed.json().access_token)).toBe(401);
  });

  it('never answers in a body the token that came by cookie, whatever the caller says of its transport', async () => {
    const signed = await session.token(
      { grant_type: 'password', username: 'audit1', password: session.seal('test-password-1') },
      { 'x-refresh-transport': 'cookie' },
    );
    const cookie = cookieOf(signed).split(';')[0] ?? '';
    const renewed = await session.token({ grant_type: 'refresh_token' }, { cookie });
    expect(renewed.json()).toMatchObject({ account: 'audit1', refresh_token: '' });
    expect(cookieOf(renewed)).toMatch(/^accession-refresh=ey/);
    // Neither does the other flavour, whose own clients keep their token themselves.
    const other = await session.app.inject({
      method: 'POST',
      url: '/api/blade-auth/token',
      query: { grantType: 'refresh_token' },
      headers: { authorization: basic('accession:accession_secret'), cookie: cookieOf(renewed).split(';')[0] ?? '' },
    });
    expect(other.json().data).toMatchObject({ account: 'audit1', refreshToken: '' });
    expect(cookieOf(other)).toMatch(/^accession-refresh=ey/);
    expect(await whoami(other.json().data.accessToken)).toBe(200);
  });

  it('is Secure over https', async () => {
    const answer = await session.token(
      { grant_type: 'password', username: 'ops', password: session.seal('test-password-1') },
      { 'x-refresh-transport': 'cookie', 'x-forwarded-proto': 'https' },
    );
    expect(cookieOf(answer)).toMatch(/; Secure$/);
  });
});

describe('switching role and department', () => {
  it('narrows what the user may do, keeps it over renewals, and widens again', async () => {
    const all = await session.login('admin');
    const [administrator, ops] = all.role_id.split(',');
    const permissions = async (token: string): Promise<string[]> => (await session.get('/api/test/whoami', token)).json().data.permissions;
    expect(await permissions(all.access_token)).toContain('role_save');
    const narrow = await refresh(all.refresh_token, { 'role-id': ops });
    expect(narrow).toMatchObject({ role_id: ops, role_name: 'ops' });
    expect(await permissions(narrow.access_token)).not.toContain('role_save');
    expect((await session.post('/api/test/needs/role_save', {}, narrow.access_token)).statusCode).toBe(403);
    const kept = await refresh(narrow.refresh_token, { 'role-id': ops });
    expect(kept.role_id).toBe(ops);
    const foreign = await refresh(kept.refresh_token, { 'role-id': '12345', 'dept-id': '54321' });
    expect(foreign).toMatchObject({ role_id: ops, dept_id: all.dept_id });
    const wide = await refresh(foreign.refresh_token, { 'role-id': `${administrator},${ops}` });
    expect(wide.role_id).toBe(all.role_id);
    expect(await permissions(wide.access_token)).toContain('role_save');
  });

  it('gives a newly granted role without a new sign-in, and takes one away at once', async () => {
    const own = await session.login('entry1');
    await session.database.orm.execute(
      sql`update user_account set role_ids = role_ids || (select array_agg(id) from role where role_alias = 'lab') where account = 'entry1'`,
    );
    const renewed = await refresh(own.refresh_token, { 'role-id': own.role_id, 'dept-id': own.dept_id });
    expect(renewed.role_name).toBe('entry,lab');
    await session.database.orm.execute(
      sql`update user_account set role_ids = (select array_agg(id) from role where role_alias = 'lab') where account = 'entry1'`,
    );
    session.core.cache.clear();
    expect((await session.post('/api/test/needs/detail_enter', {}, renewed.access_token)).statusCode).toBe(403);
    expect((await session.post('/api/test/needs/lab_receive', {}, renewed.access_token)).statusCode).toBe(200);
  });
});
