import { createCipheriv, createDecipheriv } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type Caller, type TestApp } from '#server/testing.ts';

const key = '0123456789abcdef0123456789abcdef';
const iv = Buffer.from(key).subarray(0, 16);
const seal = (value: unknown): string => {
  const cipher = createCipheriv('aes-256-cbc', Buffer.from(key), iv);
  return Buffer.concat([cipher.update(typeof value === 'string' ? value : JSON.stringify(value)), cipher.final()]).toString('base64');
};
const open = (text: string): any => {
  const decipher = createDecipheriv('aes-256-cbc', Buffer.from(key), iv);
  return JSON.parse(Buffer.concat([decipher.update(Buffer.from(text, 'base64')), decipher.final()]).toString());
};
const save = '/api/accession-lims-base/terrace/save';
const page = '/api/accession-lims-base/terrace/page';

describe('sealed tokens and bodies, where an installation wants them', () => {
  let opened: TestApp;
  let admin: Caller;
  let sealed: Record<string, string>;
  beforeAll(async () => {
    opened = await openTestApp({ session: { crypto: { key, isTokenSealed: true, isBodySealed: true } } });
    admin = await opened.as('admin');
    sealed = { 'blade-auth': `crypto ${seal(admin.token)}` };
  });
  afterAll(() => opened.close());

  it('tells clients so', async () => {
    expect((await opened.app.inject('/api/blade-auth/oauth/login-options')).json().data.crypto).toEqual({
      key,
      isTokenSealed: true,
      isBodySealed: true,
    });
  });

  it('takes a token either way, and neither a wrong one', async () => {
    const who = async (token: string) =>
      (await opened.app.inject({ url: '/api/blade-auth/oauth/user-info', headers: { 'blade-auth': token } })).json();
    expect((await who(`crypto ${seal(admin.token)}`)).account).toBe('admin');
    expect((await who(`bearer ${admin.token}`)).account).toBe('admin');
    expect((await who(`crypto ${admin.token}`)).code).toBe(401);
    expect((await who(`crypto ${seal('no token')}`)).code).toBe(401);
  });

  it('opens a body and arguments, and seals the answer, also that of a failure', async () => {
    const headers = { ...sealed, 'content-type': 'text/plain' };
    const saved = await opened.app.inject({ method: 'POST', url: save, headers, payload: seal({ terraceName: '密文平台', terraceCode: 'Q1' }) });
    expect(saved.headers['content-type']).toContain('text/plain');
    expect(saved.body).not.toContain('code');
    expect(open(saved.body)).toMatchObject({ code: 200, data: { id: expect.any(String) } });
    const found = await opened.app.inject({ url: page, query: { data: seal({ terraceName: '密文平台', size: '5' }) }, headers: sealed });
    expect(open(found.body).data).toMatchObject({ total: 1, size: 5, records: [{ terraceCode: 'Q1' }] });
    const failed = await opened.app.inject({ method: 'POST', url: save, headers, payload: seal({}) });
    expect([failed.statusCode, open(failed.body).code]).toEqual([400, 400]);
    const bare = await opened.app.inject({ url: '/api/blade-auth/oauth/user-info', headers: { ...sealed, 'x-crypto-data': '1' } });
    expect(open(bare.body).account).toBe('admin');
  });

  it('answers in the open to who asks in the open', async () => {
    expect((await admin.get(page, { terraceName: '密文平台' })).json().data.total).toBe(1);
  });

  it('says that it cannot read what another key sealed', async () => {
    const query = { data: Buffer.from('something else').toString('base64') };
    const answer = await opened.app.inject({ url: page, query, headers: { ...sealed, 'x-crypto-data': '1' } });
    expect([answer.statusCode, answer.json().refusal]).toEqual([400, 'session.unreadable']);
    const body = await opened.app.inject({ method: 'POST', url: save, headers: { ...sealed, 'content-type': 'text/plain' }, payload: 'garbage' });
    expect(body.statusCode).toBe(400);
  });

  it('takes sealed arguments as those of an address, and refuses what is none', async () => {
    const asked = async (data: unknown): Promise<any> => {
      const { body } = await opened.app.inject({ url: page, query: { data: seal(data) }, headers: sealed });
      // What cannot be read is answered in the open.
      return body.startsWith('{') ? JSON.parse(body) : open(body);
    };
    expect((await asked({ terraceName: '密文平台', size: 5, current: 1, remark: null })).data).toMatchObject({ total: 1, size: 5 });
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    for (const odd of ['no json', '[', '5', '"text"', '[1]', { terraceName: { a: 1 } }, { size: [{}] }, deep])
      expect(await asked(odd), JSON.stringify(odd).slice(0, 40)).toMatchObject({ code: 400, refusal: 'session.unreadable' });
  });

  it('signs in with sealed arguments, too', async () => {
    const answer = await opened.app.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/token',
      query: { data: seal({ grant_type: 'password', username: 'lab', password: 'x', scope: 'all' }) },
      headers: { authorization: `Basic ${Buffer.from('saber3:saber3_secret').toString('base64')}`, 'x-crypto-data': '1' },
    });
    expect(open(answer.body).error_code).toBe(2004);
  });
});

describe('without that wish', () => {
  it('a sealed token is none', async () => {
    const opened = await openTestApp();
    const { token } = await opened.as('admin');
    const answer = await opened.app.inject({ url: '/api/blade-auth/oauth/user-info', headers: { 'blade-auth': `crypto ${seal(token)}` } });
    expect(answer.statusCode).toBe(401);
    await opened.close();
  });
});
