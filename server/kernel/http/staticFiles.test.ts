import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerAnswers } from '#server/kernel/core/answers.ts';
import { registerSecurityHeaders } from './securityHeaders.ts';
import { registerStatic } from './staticFiles.ts';

const dir = mkdtempSync(join(tmpdir(), 'accession-static-'));
const script = 'console.log(1);'.repeat(200);
let app: FastifyInstance;
beforeAll(async () => {
  mkdirSync(join(dir, 'assets'));
  writeFileSync(join(dir, 'index.html'), '<html><head><meta name="accession-product" content="x" /></head><body></body></html>');
  writeFileSync(join(dir, 'serviceWorker.js'), 'self.x = 1');
  writeFileSync(join(dir, 'manifest.webmanifest'), '{}');
  writeFileSync(join(dir, '.built-from'), 'secret');
  writeFileSync(join(dir, 'assets/main-abc123.js'), script);
  writeFileSync(join(dir, 'assets/main-abc123.js.br'), brotliCompressSync(script));
  writeFileSync(join(dir, 'assets/main-abc123.js.gz'), gzipSync(script));
  app = Fastify();
  registerAnswers(app);
  registerSecurityHeaders(app, { isSecure: false });
  await registerStatic(app, { dir, page: { product: 'northlab', client: 'north:its-own' } });
  app.get('/api/known', async () => ({ code: 200 }));
});
afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
const page = { accept: 'text/html,application/xhtml+xml' };

test('hashed files are kept for ever, everything else is asked for again', async () => {
  expect((await get('/assets/main-abc123.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  for (const url of ['/', '/serviceWorker.js', '/manifest.webmanifest', '/index.html']) {
    const answer = await get(url);
    expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 200, 'no-cache']);
    const again = await get(url, { 'if-none-match': String(answer.headers['etag']) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
});

test('compressed twins go to those who take them', async () => {
  const plain = await get('/assets/main-abc123.js');
  expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, script]);
  const br = await get('/assets/main-abc123.js', { 'accept-encoding': 'gzip, deflate, br' });
  expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding', 'content-type': 'application/javascript; charset=utf-8' });
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(script);
  expect((await get('/assets/main-abc123.js', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
  expect((await get('/assets/main-abc123.js.br')).statusCode).toBe(404);
});

test('a page of the client is index.html with the product in it; files and calls that are not there are 404', async () => {
  const deep = await get('/sample/summary-enter', page);
  expect([deep.statusCode, deep.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(deep.body).toContain('<meta name="accession-product" content="northlab">');
  expect(deep.body).toContain('<meta name="accession-client" content="north:its-own">');
  for (const [url, headers] of [
    ['/assets/gone-123.js', {}],
    ['/assets/gone-123.js', page],
    ['/api/unknown', page],
    ['/sample/summary-enter', {}],
    ['/.built-from', page],
    ['/../package.json', page],
    ['/%2e%2e/package.json', page],
  ] as const) {
    const answer = await get(url, { ...headers });
    expect([url, answer.statusCode === 404 || !answer.body.includes('"version"')]).toEqual([url, true]);
    if (url !== '/../package.json') expect([url, answer.json().code]).toEqual([url, 404]);
  }
  expect((await app.inject({ method: 'POST', url: '/sample/summary-enter', headers: page })).statusCode).toBe(404);
  expect((await app.inject({ method: 'HEAD', url: '/assets/main-abc123.js' })).headers['content-length']).toBe(String(script.length));
});

test('a report’s address shows the page of readers without account, which nobody keeps, finds or is told of', async () => {
  writeFileSync(join(dir, 'reader.html'), '<html><head></head><body>reader</body></html>');
  const own = Fastify();
  registerSecurityHeaders(own, { isSecure: false });
  await registerStatic(own, { dir, page: { product: 'northlab', client: 'north:its-own' } });
  for (const url of ['/r/0123456789abcdef0123456789abcdef', '/verify/x', '/r/a.b']) {
    const answer = await own.inject({ url, headers: page });
    expect([url, answer.statusCode, answer.body.includes('reader'), answer.body.includes('content="northlab"')]).toEqual([url, 200, true, true]);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' });
  }
  expect((await own.inject({ url: '/verification', headers: page })).body).not.toContain('reader');
  await own.close();
});

test('every answer carries the strict policy', async () => {
  for (const url of ['/', '/api/known', '/api/unknown', '/assets/main-abc123.js']) {
    const { headers } = await get(url, page);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy.match(/unsafe-[a-z-]+/g)).toEqual(['unsafe-inline']);
    expect(policy).toContain("style-src 'self' 'unsafe-inline'");
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin', 'x-frame-options': 'SAMEORIGIN' });
    expect(headers['x-request-id']).toMatch(/^[\w-]+$/);
  }
  expect((await get('/api/known')).headers['cache-control']).toBe('no-store');
});
