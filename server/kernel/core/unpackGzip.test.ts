import { gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { unpackGzip } from './unpackGzip.ts';

const app = fastify();
app.post('/', { preParsing: unpackGzip, bodyLimit: 2000 }, async (request) => ({ read: request.body }));
const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/', headers: { 'content-type': 'application/json;charset=UTF-8', ...headers }, payload });
const gzip = { 'content-encoding': 'gzip' };

it('reads a packed body like an open one', async () => {
  const text = JSON.stringify({ name: '章晴', filler: 'x'.repeat(1500) });
  expect((await post(text)).json()).toEqual({ read: JSON.parse(text) as unknown });
  expect((await post(gzipSync(text), gzip)).json()).toEqual({ read: JSON.parse(text) as unknown });
});

it('refuses what unfolds beyond the limit, and what is damaged', async () => {
  expect((await post(gzipSync(JSON.stringify('x'.repeat(1_000_000))), gzip)).statusCode).toBe(413);
  const whole = gzipSync(JSON.stringify({ a: 'x'.repeat(500) }));
  expect((await post(whole.subarray(0, whole.length - 12), gzip)).statusCode).toBeGreaterThanOrEqual(400);
  expect((await post(Buffer.from('{"a":1}'), gzip)).statusCode).toBeGreaterThanOrEqual(400);
});
