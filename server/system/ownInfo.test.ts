import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPorts } from '#server/ports/ports.ts';
import { openTestApp, sealPassword, testPassword, type TestApp } from '#server/testing.ts';

const path = '/api/blade-user/update-info';
let house: TestApp;
const sent: { telephone: string; content: string }[] = [];
beforeAll(async () => {
  const ports = openPorts(join(tmpdir(), `accession-sent-${process.pid}`));
  const sms: typeof ports.sms = {
    send: async (_account, message) => {
      sent.push(message);
      return { isAccepted: true, status: 200, text: '', isUnknown: false, milliseconds: 1 };
    },
  };
  house = await openTestApp({ ports: { ...ports, sms } });
  const admin = await house.as('admin');
  const platform = { platformName: '本机', url: 'local', format: 1, status: 0 };
  expect((await admin.post('/api/accession-lims-base/baseSmsPlatform/submit', platform)).statusCode).toBe(200);
});
afterAll(() => house.close());

const change = async (account: string, body: object, at = path) => {
  const answer = await (await house.as(account)).post(at, body);
  return { status: answer.statusCode, body: answer.json<{ msg: string; problems?: { field: string }[] }>() };
};
const faults = async (account: string, body: object, at = path) => {
  const { status, body: said } = await change(account, body, at);
  return [status, said.problems?.map(({ field }) => field)];
};
const word = (): Promise<string> => sealPassword(house.app, testPassword);
const info = async (account: string) => (await (await house.as(account)).get('/api/blade-user/info')).json<{ data: Record<string, unknown> }>().data;
/** A code for one's own number, as it arrived. */
async function ownCode(account: string, phone: string): Promise<{ codeId: string; codeValue: string }> {
  // A minute later, as far as the limit of codes to one number goes.
  await house.database.orm.execute(sql`update sms_code set create_time = create_time - interval '61 seconds'`);
  const answer = await (await house.as(account)).post('/api/blade-user/phone/send-code', { phone });
  expect(answer.statusCode, answer.body).toBe(200);
  const last = sent.at(-1);
  expect(last?.telephone).toBe(phone);
  return { codeId: answer.json<{ data: { id: string } }>().data.id, codeValue: /\d{6}/.exec(last?.content ?? '')?.[0] ?? '' };
}
async function enterBy(phone: string): Promise<string | undefined> {
  await house.database.orm.execute(sql`update sms_code set create_time = create_time - interval '61 seconds'`);
  const before = sent.length;
  const asked = await house.app.inject({ method: 'POST', url: '/api/blade-auth/oauth/sms/send-validate', query: { tenantId: '000000', phone } });
  const value = sent.length > before ? (/\d{6}/.exec(sent.at(-1)?.content ?? '')?.[0] ?? '') : '000000';
  const answer = await house.app.inject({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    query: { grant_type: 'sms_code', scope: 'all', phone, id: asked.json().data.id, value },
    headers: { authorization: `Basic ${Buffer.from('accession:accession_secret').toString('base64')}` },
  });
  return answer.json<{ account?: string }>().account;
}

describe('one’s own details', () => {
  it('take the password where they tell who one is or where codes go', async () => {
    const before = await info('lab');
    for (const own of [{ realName: '改名' }, { name: 'other' }, { phone: '13900000001' }, { phone: '' }, { email: 'x@example.com' }]) {
      for (const at of [path, '/api/blade-system/user/update-info']) {
        expect(await faults('lab', own, at), JSON.stringify(own)).toEqual([400, ['password']]);
        expect(await faults('lab', { ...own, password: await sealPassword(house.app, 'wrong-1') }, path)).toEqual([400, ['password']]);
        await house.database.orm.execute(sql`delete from login_failure`);
      }
    }
    expect(await info('lab')).toEqual(before);
    expect((await change('lab', { realName: '改名', email: 'x@example.com', password: await word() })).status).toBe(200);
    expect(await info('lab')).toMatchObject({ realName: '改名', email: 'x@example.com' });
    // The same again, and what tells nothing, needs none.
    expect((await change('lab', { realName: '改名', sex: 1 })).status).toBe(200);
  });

  it('lock like a login where the password is guessed', async () => {
    for (let at = 0; at < 5; at++) await change('audit2', { realName: 'x', password: await sealPassword(house.app, `guess-${at}`) });
    const locked = await change('audit2', { realName: 'x', password: await word() });
    expect([locked.status, locked.body.msg]).toEqual([400, '用户登录失败次数过多']);
  });

  it('keep no password, no code and no trace of either', async () => {
    const { rows } = await house.database.orm.execute(
      sql`select (select string_agg(a::text, ' ') from audit_entry a where action = 'userAccount.save') as audit, (select string_agg(c::text, ' ') from client_op c) as ledger`,
    );
    expect(JSON.stringify(rows)).not.toMatch(/password|codeValue/i);
  });
});

describe('a number', () => {
  const [mine, theirs] = ['13900000011', '19900000005'];

  it('brings nobody in before a code sent to it came back, from whoever was asked', async () => {
    expect((await change('billing', { phone: mine, password: await word() })).status).toBe(200);
    expect((await info('billing'))['isPhoneProven']).toBe(0);
    expect(await enterBy(mine)).toBeUndefined();
    const code = await ownCode('billing', mine);
    const proof = { phone: mine, ...code };
    expect(await faults('billing', proof)).toEqual([400, ['password']]);
    expect(await faults('billing', { ...proof, codeValue: code.codeValue === '111111' ? '222222' : '111111', password: await word() })).toEqual([
      400,
      ['codeValue'],
    ]);
    // Neither another number, nor another person, nor a login by it.
    expect(await faults('billing', { ...proof, phone: '13900000012', password: await word() })).toEqual([400, ['codeValue']]);
    expect(await faults('sales', { ...proof, password: await word() })).toEqual([400, ['codeValue']]);
    const login = await house.app.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/token',
      query: { grant_type: 'sms_code', scope: 'all', phone: mine, id: code.codeId, value: code.codeValue },
      headers: { authorization: `Basic ${Buffer.from('accession:accession_secret').toString('base64')}` },
    });
    expect(login.json().access_token).toBeUndefined();
    const proven = await change('billing', { ...proof, password: await word() });
    expect(proven.status, proven.body.msg).toBe(200);
    expect((await info('billing'))['isPhoneProven']).toBe(1);
    expect(await enterBy(mine)).toBe('billing');
  });

  it('brings in one account alone, however many have typed it', async () => {
    expect(await enterBy(theirs)).toBe('lab');
    expect((await change('sales', { phone: theirs, password: await word() })).status).toBe(200);
    // Whoever types somebody's number takes nothing from them.
    expect(await enterBy(theirs)).toBe('lab');
    const code = await ownCode('sales', theirs);
    const taken = await change('sales', { phone: theirs, ...code, password: await word() });
    expect([taken.status, taken.body.problems?.[0]?.field, taken.body.msg]).toEqual([400, 'phone', '该手机号已用于另一个账号的登录']);
    expect(await enterBy(theirs)).toBe('lab');
    // Once it is given up there it is free here.
    expect((await change('lab', { phone: '', password: await word() })).status).toBe(200);
    expect(await enterBy(theirs)).toBeUndefined();
    expect((await change('sales', { phone: theirs, ...(await ownCode('sales', theirs)), password: await word() })).status).toBe(200);
    expect(await enterBy(theirs)).toBe('sales');
  });

  it('of somebody else’s account is no way in for who may save accounts', async () => {
    const admin = await house.as('admin');
    const { id } = await info('reception');
    expect((await admin.post('/api/blade-system/user/submit', { id, phone: '13900000021' })).statusCode).toBe(200);
    expect(await enterBy('13900000021')).toBeUndefined();
    expect(await enterBy('19900000002')).toBeUndefined();
  });

  it('is no address for annoyance: codes are counted as at the login page, and wanted by who is signed in alone', async () => {
    const caller = await house.as('ops');
    const phone = '13900000031';
    expect((await caller.post('/api/blade-user/phone/send-code', { phone })).statusCode).toBe(200);
    expect((await caller.post('/api/blade-user/phone/send-code', { phone })).statusCode).toBe(429);
    expect((await caller.post('/api/blade-user/phone/send-code', { phone: '123' })).statusCode).toBe(400);
    expect((await house.app.inject({ method: 'POST', url: '/api/blade-user/phone/send-code', payload: { phone } })).statusCode).toBe(401);
  });
});
