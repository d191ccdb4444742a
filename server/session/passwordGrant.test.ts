import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { policyValuesOf } from '#domain/system/policies.ts';
import { authClientTable, captchaTable, loginFailureTable, loginLogTable, tenantTable } from '#server/storage/sessionTables.ts';
import { checkSigner } from './checkSigner.ts';
import { basic, openTestSession, testPassword, type TestSession } from './sessionTesting.ts';
import { verifyUserPassword } from './verifyUserPassword.ts';

const { allowedFailures, addressFailures, accountLockMinutes } = policyValuesOf(new Map());
const lockMs = accountLockMinutes * 60_000;

describe('sign-in by password', () => {
  let session: TestSession;
  beforeAll(async () => {
    session = await openTestSession();
  });
  afterAll(() => session.close());
  const passwordQuery = (account: string, password = testPassword) => ({
    grant_type: 'password',
    username: account,
    password: session.seal(password),
    scope: 'all',
  });

  it("answers the contract's token, unwrapped and without a code", async () => {
    const answer = await session.token(passwordQuery('reception'), { 'tenant-id': '000000' });
    const body = answer.json();
    expect(answer.statusCode).toBe(200);
    expect(body).toMatchObject({
      tenant_id: '000000',
      account: 'reception',
      user_name: 'reception',
      real_name: '王敏',
      nick_name: 'Wang Min',
      role_name: 'reception',
      token_type: 'bearer',
      expires_in: 3600,
      detail: { type: 'web' },
    });
    expect(body).not.toHaveProperty('code');
    expect(body.user_id).toMatch(/^\d+$/);
    expect(body.dept_id.split(',')).toHaveLength(2);
    expect(body.access_token).not.toBe(body.refresh_token);
    expect((await session.get('/api/test/whoami', body.access_token)).json().data).toMatchObject({ account: 'reception', roleNames: ['reception'] });
  });

  it('takes the arguments as a form too, and the token as a query parameter', async () => {
    const answer = await session.app.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/token',
      payload: new URLSearchParams(passwordQuery('entry1')).toString(),
      headers: { authorization: basic('saber3:saber3_secret'), 'content-type': 'application/x-www-form-urlencoded' },
    });
    const { access_token } = answer.json();
    expect((await session.get(`/api/test/whoami?blade-auth=${encodeURIComponent(`Bearer ${access_token}`)}`)).json().data.account).toBe('entry1');
  });

  it.each([
    [2000, '无效请求', { grant_type: '' }, {}],
    [2000, '无效请求', { username: '' }, {}],
    [2000, '无效请求', { username: 'ad\u0000min' }, {}],
    [2002, '用户租户不存在', {}, { 'tenant-id': '999999' }],
    [2004, '用户名或密码错误', { username: 'nobody' }, {}],
    [2004, '用户名或密码错误', { password: 'not sealed' }, {}],
    [3001, '客户端认证失败', {}, { authorization: '' }],
    [3000, '客户端不存在', {}, { authorization: basic('stranger:secret') }],
    [3001, '客户端认证失败', {}, { authorization: basic('accession:wrong') }],
    [4000, '不支持的授权类型', { grant_type: 'implicit' }, {}],
    [4000, '不支持的授权类型', { grant_type: 'constructor' }, {}],
    [4002, '授权范围无效', { scope: 'everything' }, {}],
  ])('answers %i %s', async (code, text, query, headers: Record<string, string>) => {
    const answer = await session.token({ ...passwordQuery('lab'), ...query }, headers, '10.0.9.9');
    expect(answer.json()).toMatchObject({ error_code: code, error_description: text, success: false });
    await session.database.orm.delete(loginFailureTable);
  });

  it('answers in English on request', async () => {
    const answer = await session.token(passwordQuery('lab', 'wrong'), { 'accept-language': 'en-US' });
    expect(answer.json().error_description).toBe('Wrong account or password');
  });

  it('refuses a stopped account (2005), an expired tenant (2006), a stopped client (3002) and a grant the client lacks (3003)', async () => {
    const { orm } = session.database;
    await orm.execute(sql`update user_account set status = 2 where account = 'sales'`);
    expect((await session.token(passwordQuery('sales'))).json().error_code).toBe(2005);
    await orm.execute(sql`update user_account set status = 1, role_ids = '{}' where account = 'sales'`);
    expect((await session.token(passwordQuery('sales'))).json().error_code).toBe(2005);
    await orm.insert(tenantTable).values({ tenantId: '000002', tenantName: '过期', expireTime: new Date(0) });
    expect((await session.token(passwordQuery('lab'), { 'tenant-id': '000002' })).json().error_code).toBe(2006);
    await orm.insert(authClientTable).values({
      clientId: 'narrow',
      secretHash: (await orm.select().from(authClientTable).where(eq(authClientTable.clientId, 'saber')))[0]!.secretHash,
      grantTypes: 'refresh_token',
      accessSeconds: 60,
      refreshSeconds: 60,
    });
    expect((await session.token(passwordQuery('lab'), { authorization: basic('narrow:saber_secret') })).json().error_code).toBe(3003);
    await orm.update(authClientTable).set({ isDisable: 1 }).where(eq(authClientTable.clientId, 'narrow'));
    expect((await session.token(passwordQuery('lab'), { authorization: basic('narrow:saber_secret') })).json().error_code).toBe(3002);
  });

  it('works under one department on request, and ignores foreign ids', async () => {
    const all = await session.login('reception');
    const [first] = all.dept_id.split(',');
    expect((await session.login('reception', { 'dept-id': first })).dept_id).toBe(first);
    expect((await session.login('reception', { 'dept-id': '42', 'role-id': '43' })).dept_id).toBe(all.dept_id);
  });

  it('keeps a log of sign-ins and failures', async () => {
    await session.login('ops');
    const rows = await session.database.orm.select().from(loginLogTable).where(eq(loginLogTable.account, 'ops'));
    expect(rows).toMatchObject([{ errorCode: 0, realName: '何川', remoteIp: '10.0.0.1', grantType: 'password' }]);
    expect(await session.database.orm.select().from(loginLogTable).where(eq(loginLogTable.errorCode, 2004))).not.toHaveLength(0);
  });

  it('never logs or answers a password or a hash', async () => {
    const body = await session.login('billing');
    const answers = [JSON.stringify(body), (await session.get('/api/blade-auth/oauth/user-info', body.access_token)).body, session.logged()];
    for (const text of answers) {
      expect(text).not.toContain(testPassword);
      expect(text).not.toContain('$argon2');
      expect(text).not.toContain('PRIVATE KEY');
    }
    expect(session.logged()).not.toContain(body.access_token);
  });
});

describe('lock-out', () => {
  let session: TestSession;
  beforeAll(async () => {
    session = await openTestSession();
  });
  afterAll(() => session.close());
  const attempt = async (account: string, password: string, address: string): Promise<number> =>
    (await session.token({ grant_type: 'password', username: account, password: session.seal(password) }, {}, address)).json().error_code ?? 0;

  it('counts a wrong signature of a second person on a terminal', async () => {
    const { orm } = session.database;
    expect(await verifyUserPassword(orm, '000000', 'audit2', testPassword)).toMatchObject({
      outcome: 'right',
      user: { account: 'audit2', name: '吴桐' },
    });
    for (let n = 0; n < allowedFailures; n++) expect(await verifyUserPassword(orm, '000000', 'audit2', 'wrong')).toEqual({ outcome: 'wrong' });
    expect(await verifyUserPassword(orm, '000000', 'audit2', testPassword)).toEqual({ outcome: 'locked' });
    expect(await attempt('audit2', testPassword, '10.5.0.1')).toBe(2003);
    expect(await verifyUserPassword(orm, '000000', 'nobody', 'wrong')).toEqual({ outcome: 'wrong' });
  });

  it('locks an account after five failures from anywhere, for thirty minutes', async () => {
    for (let n = 0; n < allowedFailures; n++) expect(await attempt('entry1', 'wrong', `10.1.0.${n}`)).toBe(2004);
    const locked = await session.token({ grant_type: 'password', username: 'entry1', password: session.seal(testPassword) }, {}, '10.1.0.99');
    expect(locked.json()).toMatchObject({ error_code: 2003, error_description: '用户登录失败次数过多' });
    expect(await attempt('entry2', testPassword, '10.1.0.99')).toBe(0);
    session.pass(lockMs - 60_000);
    expect(await attempt('entry1', testPassword, '10.1.0.98')).toBe(2003);
    session.pass(120_000);
    expect(await attempt('entry1', testPassword, '10.1.0.97')).toBe(0);
  });

  it('closes an address after its failures with whatever accounts, in whatever tenant, until their half hour is over', async () => {
    for (let n = 0; n < addressFailures; n++) expect(await attempt(`nobody${n}`, 'wrong', '10.2.0.1')).toBe(2004);
    const locked = await session.token({ grant_type: 'password', username: 'lab', password: session.seal(testPassword) }, {}, '10.2.0.1');
    expect(locked.json()).toMatchObject({ error_code: 2003, error_description: '用户登录失败次数过多，请稍后再试' });
    expect(await attempt('lab', testPassword, '10.2.0.2')).toBe(0);
    session.pass(lockMs + 1_000);
    expect(await attempt('lab', testPassword, '10.2.0.1')).toBe(0);
  });

  it('does not forget the failures of an address for one success', async () => {
    for (let n = 0; n < addressFailures - 1; n++) {
      if (n % 4 === 0) expect(await attempt('lab', testPassword, '10.7.0.1')).toBe(0);
      expect(await attempt(`somebody${n}`, 'wrong', '10.7.0.1')).toBe(2004);
    }
    expect(await attempt('lab', testPassword, '10.7.0.1')).toBe(0);
    expect(await attempt('somebody', 'wrong', '10.7.0.1')).toBe(2004);
    expect(await attempt('lab', testPassword, '10.7.0.1')).toBe(2003);
    // The same address, written as the other family's.
    expect(await attempt('lab', testPassword, '::ffff:10.7.0.1')).toBe(2003);
  });

  it('does not close a house whose people mistype now and then all day', async () => {
    for (let n = 0; n < addressFailures * 2; n++) {
      expect(await attempt(`clerk${n}`, 'wrong', '10.8.0.1')).toBe(2004);
      session.pass(60_000);
    }
    expect(await attempt('lab', testPassword, '10.8.0.1')).toBe(0);
  });

  it('takes an IPv6 network for one address', async () => {
    for (let n = 0; n < addressFailures; n++) expect(await attempt(`guest${n}`, 'wrong', `2001:db8:0:7::${n.toString(16)}`)).toBe(2004);
    expect(await attempt('lab', testPassword, '2001:db8::7:aaaa:0:0:1')).toBe(2003);
    expect(await attempt('lab', testPassword, '2001:db8:0:8::1')).toBe(0);
  });

  it('forgets failures after a success', async () => {
    for (let n = 0; n < allowedFailures - 1; n++) await attempt('ops', 'wrong', '10.3.0.1');
    expect(await attempt('ops', testPassword, '10.3.0.1')).toBe(0);
    expect(await attempt('ops', 'wrong', '10.3.0.1')).toBe(2004);
    expect(await attempt('ops', testPassword, '10.3.0.1')).toBe(0);
  });

  it('judges no more than five guesses that are sent at once', async () => {
    const guesses = await Promise.all(Array.from({ length: 20 }, (_, n) => attempt('audit1', `guess${n}`, `10.4.0.${n}`)));
    expect(guesses.filter((code) => code === 2004)).toHaveLength(allowedFailures);
    expect(guesses.filter((code) => code === 2003)).toHaveLength(20 - allowedFailures);
  });

  it('does not let a name spelled otherwise have tries of its own', async () => {
    const guesses = await Promise.all(Array.from({ length: 20 }, (_, n) => attempt(`${' '.repeat(n)}sales`, `guess${n}`, `10.6.0.${n}`)));
    expect(guesses.filter((code) => code === 2004)).toHaveLength(allowedFailures);
  });

  it('judges no more than five signatures that are guessed at once', async () => {
    const { database } = session;
    const guess = () => database.transaction((tx) => verifyUserPassword(tx, '000000', 'billing', 'wrong'));
    const guesses = await Promise.all(Array.from({ length: 20 }, guess));
    expect(guesses.filter(({ outcome }) => outcome === 'wrong')).toHaveLength(allowedFailures);
  });
});

describe("a second person's signature", () => {
  let session: TestSession;
  beforeAll(async () => {
    session = await openTestSession();
  });
  afterAll(() => session.close());
  const sign = (sealedText: string, account = 'lab') =>
    session.database.transaction((tx) =>
      checkSigner(tx, { tenantId: '000000', account, sealed: session.seal(sealedText), nonce: 'handover-1', permission: 'lab_receive' }),
    );

  it('is bound to what is signed, and says whether they may', async () => {
    expect(await sign(`${testPassword}\nhandover-1`)).toMatchObject({ state: 'known', name: '孙悦', isAllowed: true });
    expect(await sign(`${testPassword}\nhandover-1`, 'sales')).toMatchObject({ state: 'known', isAllowed: false });
    expect(await sign(`${testPassword}\nhandover-2`)).toEqual({ state: 'unreadable' });
    expect(await sign(testPassword)).toEqual({ state: 'unreadable' });
    expect(await sign('wrong\nhandover-1')).toEqual({ state: 'wrong' });
  });

  it('faults of ours are 503, so that clients keep their session', async () => {
    const pair = await session.login('lab');
    await session.database.close();
    const answer = await session.token({ grant_type: 'refresh_token', refresh_token: pair.refresh_token });
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { error_code: 5002, error_description: '服务暂不可用' }]);
  });
});

describe('captcha', () => {
  let session: TestSession;
  beforeAll(async () => {
    session = await openTestSession({ isCaptchaOn: true });
  });
  afterAll(() => session.close());
  const captcha = async () => (await session.get('/api/blade-auth/oauth/captcha')).json();
  const answerOf = async (key: string): Promise<string> =>
    (await session.database.orm.select().from(captchaTable).where(eq(captchaTable.key, key)))[0]!.answer;
  const signIn = async (grant: string, key: string, code: string) =>
    (
      await session.token({ grant_type: grant, username: 'lab', password: session.seal(testPassword) }, { 'captcha-key': key, 'captcha-code': code })
    ).json();

  it('is answered wrapped and unwrapped', async () => {
    const body = await captcha();
    expect(body).toMatchObject({ code: 200, success: true, data: { key: body.key, image: body.image, isOn: true } });
    expect(body.image).toMatch(/^data:image\/png;base64,/);
    expect(await answerOf(body.key)).toHaveLength(5);
  });

  it('opens once, in whatever case', async () => {
    const { key } = await captcha();
    const code = (await answerOf(key)).toUpperCase();
    expect(await signIn('captcha', key, code)).toMatchObject({ account: 'lab' });
    expect(await signIn('captcha', key, code)).toMatchObject({ error_code: 2000, error_description: '验证码不正确' });
  });

  it('is used up by a wrong answer and by time', async () => {
    const first = await captcha();
    const code = await answerOf(first.key);
    expect(await signIn('captcha', first.key, '?????')).toMatchObject({ error_code: 2000 });
    expect(await signIn('captcha', first.key, code)).toMatchObject({ error_code: 2000 });
    const second = await captcha();
    const late = await answerOf(second.key);
    session.pass(31 * 60_000);
    expect(await signIn('captcha', second.key, late)).toMatchObject({ error_code: 2000 });
    expect(await signIn('captcha', '', '')).toMatchObject({ error_code: 2000 });
  });

  it('cannot be gone round by the password grant', async () => {
    expect(await signIn('password', '', '')).toMatchObject({ error_code: 4001, error_description: '无效的授权类型' });
  });

  it('is empty and not asked for where it is off', async () => {
    const off = await openTestSession({ isCaptchaOn: false });
    try {
      expect((await off.get('/api/blade-auth/oauth/captcha')).json()).toMatchObject({ code: 200, key: '', image: '', data: { isOn: false } });
      expect((await off.token({ grant_type: 'captcha', username: 'lab', password: off.seal(testPassword) })).json()).toMatchObject({
        account: 'lab',
      });
    } finally {
      await off.close();
    }
  });
});
