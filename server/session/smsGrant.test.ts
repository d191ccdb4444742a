import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smsFormat, smsPlatform } from '#domain/base/smsPlatform.ts';
import type { Ports } from '#server/ports/ports.ts';
import { newId } from '#server/storage/ids.ts';
import { insertRows } from '#server/storage/insertRows.ts';
import { openTestSession, type TestSession } from './sessionTesting.ts';

const phone = '19900000005';

describe('a login by a code sent to the phone', () => {
  let session: TestSession;
  let sent: { telephone: string; content: string }[] = [];
  // The platform is a person's phone in this test.
  const sms: Ports['sms'] = {
    send: async (account, message) => {
      expect(account).toMatchObject({ url: 'local', signature: '接样台' });
      sent.push(message);
      return { isAccepted: true, status: 200, text: '', isUnknown: false, milliseconds: 1 };
    },
  };
  beforeAll(async () => {
    session = await openTestSession({ ports: { sms } as Ports });
  });
  afterAll(() => session.close());
  const ask = async (to: string, address = '10.0.0.1', tenantId = '000000') =>
    (
      await session.app.inject({
        method: 'POST',
        url: '/api/blade-auth/oauth/sms/send-validate',
        query: { tenantId, phone: to },
        remoteAddress: address,
      })
    ).json();
  const digits = (): string => /\d{6}/.exec(sent.at(-1)?.content ?? '')?.[0] ?? '';
  const enter = async (query: Record<string, string>, address = '10.0.0.1') =>
    (await session.token({ grant_type: 'sms_code', scope: 'all', ...query }, {}, address)).json();

  it('says so where no platform is set up, and what is wrong with a number', async () => {
    expect((await ask(phone)).msg).toBe('未配置短信平台,不能发送验证码');
    await session.database.transaction((tx) =>
      insertRows(tx, smsPlatform, [{ id: newId(), platformName: '本机', signature: '接样台', url: 'local', format: smsFormat.form, status: 0 }], {
        tenantId: '000000',
        userId: '0',
        now: '2026-01-01 00:00:00',
      }),
    );
    expect((await session.get('/api/blade-auth/oauth/login-options')).json().data.hasPhone).toBe(true);
    expect((await ask('')).msg).toBe('手机号码不能为空');
    expect((await ask('138')).msg).toBe('手机号码长度不为11位');
    expect((await ask('010-1234567')).msg).toBe('手机号码格式不正确');
    expect((await ask(phone, '10.0.0.1', '777777')).msg).toBe('用户租户不存在');
    expect(sent).toEqual([]);
  });

  it('brings in whose number it is, once', async () => {
    const { data } = await ask(session.seal(phone));
    expect(data).toEqual({ id: expect.any(String), seconds: 60 });
    expect(sent).toMatchObject([{ telephone: phone }]);
    const query = { phone: session.seal(phone), id: data.id, value: digits() };
    expect(await enter({ ...query, value: '' })).toMatchObject({ error_code: 2000 });
    const body = await enter(query);
    expect(body).toMatchObject({ account: 'lab', token_type: 'bearer' });
    expect((await session.get('/api/test/whoami', body.access_token)).json().data.account).toBe('lab');
    expect(await enter(query)).toMatchObject({ error_code: 2004, error_description: '验证码错误或已过期' });
  });

  it('waits a minute between two codes and ends after five minutes', async () => {
    const soon = await ask(phone);
    expect(soon.code).toBe(429);
    expect(soon.msg).toMatch(/^请\d+秒后再发送$/);
    session.pass(61_000);
    const { data } = await ask(phone);
    const value = digits();
    session.pass(5 * 60_000 + 1_000);
    expect(await enter({ phone, id: data.id, value })).toMatchObject({ error_code: 2004 });
  });

  it('sends nothing to a number nobody has, and does not tell', async () => {
    const before = sent.length;
    const { code, data } = await ask('13812345678', '10.0.0.2');
    expect([code, data.seconds, sent.length]).toEqual([200, 60, before]);
    expect(await enter({ phone: '13812345678', id: data.id, value: '000000' }, '10.0.0.2')).toMatchObject({ error_code: 2004 });
  });

  it('belongs to its number, and stops after five wrong tries', async () => {
    session.pass(31 * 60_000);
    const { data } = await ask(phone, '10.0.0.3');
    const value = digits();
    const wrong = value === '111111' ? '222222' : '111111';
    expect(await enter({ phone: '19900000006', id: data.id, value }, '10.0.0.4')).toMatchObject({ error_code: 2004 });
    for (let time = 0; time < 5; time++)
      expect(await enter({ phone, id: data.id, value: wrong }, `10.0.1.${time}`)).toMatchObject({ error_code: 2004 });
    expect(await enter({ phone, id: data.id, value }, '10.0.0.5')).toMatchObject({ error_code: 2003 });
    session.pass(31 * 60_000);
    expect(await enter({ phone, id: data.id, value }, '10.0.0.5')).toMatchObject({ error_code: 2004 });
  });

  it('is sent once to who asks many times at once', async () => {
    session.pass(61_000);
    const before = sent.length;
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((at) => ask(phone, `10.0.2.${at}`)));
    expect(answers.filter(({ code }) => code === 429)).toHaveLength(5);
    expect(sent.length - before).toBe(1);
  });

  it('counts wrong tries that come at once, from wherever they come', async () => {
    session.pass(31 * 60_000);
    const { data } = await ask(phone, '10.0.3.1');
    const wrong = digits() === '111111' ? '222222' : '111111';
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => enter({ phone, id: data.id, value: wrong }, `10.0.4.${at}`)));
    expect(answers.filter(({ error_code: code }) => code === 2004)).toHaveLength(5);
  });
});
