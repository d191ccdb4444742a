import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, sealPassword, type TestApp } from './testing.ts';
import { trustedProxies } from './trustProxy.ts';

const forged = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };

async function seen(text: string | undefined, remoteAddress: string, headers: Record<string, string>) {
  const app = Fastify({ trustProxy: trustedProxies(text) });
  app.get('/', async ({ ip, host, protocol }) => ({ ip, host, protocol }));
  const answer = await app.inject({ url: '/', remoteAddress, headers: { host: 'lims.lan', ...headers } });
  await app.close();
  return answer.json<{ ip: string; host: string; protocol: string }>();
}

describe('TRUST_PROXY', () => {
  const own = { ip: '192.0.2.7', host: 'lims.lan', protocol: 'http' };

  it.each([undefined, '', '0', '10.0.0.2', '10.1.0.0/16, loopback'])('%j lets nobody else speak for a caller', async (text) => {
    expect(await seen(text, '192.0.2.7', forged)).toEqual(own);
  });

  it('as a count takes what so many proxies added, and no more of what the caller wrote themselves', async () => {
    const chain = { ...forged, 'x-forwarded-for': '198.51.100.1, 203.0.113.9' };
    expect((await seen('1', '10.0.0.2', chain)).ip).toBe('203.0.113.9');
    expect((await seen('2', '10.0.0.2', chain)).ip).toBe('198.51.100.1');
  });

  it('as addresses takes what these proxies say', async () => {
    const chain = { ...forged, 'x-forwarded-for': '198.51.100.1, 203.0.113.9, 10.1.4.4' };
    expect(await seen('10.0.0.2, 10.1.0.0/16', '10.0.0.2', chain)).toEqual({ ip: '203.0.113.9', host: 'evil.example', protocol: 'https' });
  });

  it.each(['true', 'yes', '*', '11', '-1', '10.0.0.300', '10.0.0.0/33', 'proxy.lan', '10.0.0.1,,10.0.0.2'])('%j is refused at start', (text) => {
    expect(() => trustedProxies(text)).toThrow('TRUST_PROXY');
  });
});

describe('who and where a caller is', () => {
  let house: TestApp;
  let known: TestApp;
  beforeAll(async () => {
    house = await openTestApp();
    known = await openTestApp({ session: { publicUrl: 'https://lims.example.com' }, trustedProxies: trustedProxies('1') });
  });
  afterAll(async () => {
    await house.close();
    await known.close();
  });
  const signIn = async ({ app }: TestApp, headers: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/token',
      query: { grant_type: 'password', username: 'entry1', password: await sealPassword(app, 'test-password-1'), scope: 'all' },
      headers: {
        authorization: `Basic ${Buffer.from('accession:accession_secret').toString('base64')}`,
        'x-refresh-transport': 'cookie',
        ...headers,
      },
      remoteAddress: '192.0.2.7',
    });
  const loginAddress = async ({ database }: TestApp): Promise<string | undefined> =>
    (await database.pool.query<{ address: string }>('select remote_ip as address from login_log order by id desc limit 1')).rows[0]?.address;

  it('is not what forged headers say where no proxy stands in front', async () => {
    const answer = await signIn(house, forged);
    expect(answer.statusCode).toBe(200);
    expect(String(answer.headers['set-cookie'])).not.toContain('Secure');
    expect(await loginAddress(house)).toBe('192.0.2.7');
  });

  it('is PUBLIC_URL’s host and scheme alone where that is set, whatever a proxy says', async () => {
    const answer = await signIn(known, { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' });
    expect(String(answer.headers['set-cookie'])).toContain('; Secure');
    expect(await loginAddress(known)).toBe('203.0.113.9');
  });
});
