import 'fake-indexeddb/auto';
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CryptoOptions } from '#domain/session/loginOptions.ts';
import { call } from './call.ts';
import { deviceDb } from './deviceDb.ts';
import { fetchLoginOptions } from './loginOptions.ts';
import { callSettings } from './request.ts';
import { openText, sealingNow, sealText } from './sealing.ts';
import { keepSession } from './sessionStore.ts';

const sealing: CryptoOptions = { key: '0123456789abcdef', isTokenSealed: true, isBodySealed: true };
const ciphers = (key: string) => [`aes-${key.length * 8}-cbc`, Buffer.from(key), Buffer.from(key).subarray(0, 16)] as const;
const seal = (text: string, key = sealing.key): string => {
  const cipher = createCipheriv(...ciphers(key));
  return Buffer.concat([cipher.update(text), cipher.final()]).toString('base64');
};
const open = (text: string, key = sealing.key): string => {
  const decipher = createDecipheriv(...ciphers(key));
  return Buffer.concat([decipher.update(Buffer.from(text, 'base64')), decipher.final()]).toString();
};

it.each([16, 24, 32])('seals as the family does, with a key of %i characters', async (length) => {
  const key = 'k3y!'.repeat(length / 4);
  expect(await sealText('令牌 token', key)).toBe(seal('令牌 token', key));
  expect(await openText(seal('{"a":"值"}', key), key)).toBe('{"a":"值"}');
  await expect(openText(seal('x', key), 'z'.repeat(length))).rejects.toThrow();
});

describe('calls to a server that wants them sealed', () => {
  interface Seen {
    readonly url: URL;
    readonly headers: IncomingMessage['headers'];
    readonly body: string;
  }
  let seen: Seen[] = [];
  /** What the server opens with; '' where it takes the open alone. */
  let serverKey = sealing.key;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://desk');
      seen.push({ url, headers: request.headers, body });
      const answer = (value: unknown, isSealed: boolean): void => {
        response.writeHead(200, { 'content-type': isSealed ? 'text/plain' : 'application/json' });
        response.end(isSealed ? seal(JSON.stringify(value), serverKey) : JSON.stringify(value));
      };
      if (url.pathname.endsWith('login-options')) return answer({ code: 200, data: { crypto: sealing, tokenSeconds: 3000 } }, false);
      if (request.headers['x-crypto-data'] !== '1') return answer({ code: 200, data: 'in the open' }, false);
      if (serverKey !== sealing.key) return answer({ code: 400, refusal: 'session.unreadable', msg: 'x' }, false);
      return answer({ code: 200, data: 'sealed' }, true);
    });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    callSettings.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(async () => {
    seen = [];
    serverKey = sealing.key;
    await Promise.all(deviceDb.tables.map((table) => table.clear()));
    const person = { userId: '1', tenantId: '000000', account: 'ann', realName: 'Ann', roleNames: [], permissions: [], deptId: '', roleId: '' };
    await keepSession({ ...person, accessToken: 'the-token', savedAt: 1, expiresAt: 2 }, 'login');
  });

  it('go in the open until the login page has heard of it, then sealed: token, arguments, body and answer', async () => {
    expect(await call('GET', '/api/x', { query: { name: '张' } })).toBe('in the open');
    expect(seen[0]?.headers['blade-auth']).toBe('bearer the-token');
    await fetchLoginOptions();
    expect(await call('POST', '/api/x', { query: { name: '张', size: 5, empty: '' }, body: { value: '值' } })).toBe('sealed');
    const { url, headers, body } = seen.at(-1)!;
    const [scheme, token = ''] = String(headers['blade-auth']).split(' ');
    expect([scheme, open(token)]).toEqual(['crypto', 'the-token']);
    expect([...url.searchParams.keys()]).toEqual(['data']);
    expect(JSON.parse(open(url.searchParams.get('data') ?? ''))).toEqual({ name: '张', size: '5' });
    expect(headers['content-type']).toContain('text/plain');
    expect(JSON.parse(open(body))).toEqual({ value: '值' });
  });

  it('go in the open again where the server has another key', async () => {
    await fetchLoginOptions();
    serverKey = 'another key 1234';
    expect(await call('GET', '/api/x')).toBe('in the open');
    expect(seen).toHaveLength(3);
    expect(await sealingNow()).toBeNull();
  });
});
