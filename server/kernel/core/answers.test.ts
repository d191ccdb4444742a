import { Writable } from 'node:stream';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ok, pageOf, registerAnswers, sendNotFound, UserError } from './answers.ts';
import { loggerOptions } from '#server/kernel/http/logging.ts';

let app: FastifyInstance;
const lines: string[] = [];
beforeAll(async () => {
  const stream = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) });
  app = Fastify({ logger: { ...(loggerOptions('info') as object), stream }, bodyLimit: 100, genReqId: () => 'r-1' });
  registerAnswers(app);
  app.setNotFoundHandler((request, reply) => sendNotFound(request, reply));
  app.post('/echo', async (request) => ok(request.body));
  app.get('/none', async () => ok(null));
  app.get('/fault', async () => {
    const cause = Object.assign(new Error('duplicate key, "张三" exists'), {
      code: '23505',
      detail: 'Key (phone)=(13800138000)',
      constraint: 'thing_uq',
    });
    throw Object.assign(new Error('Failed query: insert into t values ($1)\nparams: 张三,13800138000'), { cause });
  });
  app.get('/zod', async () => z.object({ a: z.string() }).parse({ a: 1 }));
  app.get('/refused', async () => {
    throw new UserError(409, ['已签收', 'Signed already'], { refusal: 'handover.alreadySigned', params: { by: '李四' } });
  });
  app.get('/store', async () => {
    throw Object.assign(new UserError(503, ['存储暂时无法访问', 'The store cannot be reached']), { cause: new Error('403 AccessDenied') });
  });
  app.get('/down', async () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  });
});
afterAll(() => app.close());

test('success and an empty answer', async () => {
  expect((await app.inject({ method: 'POST', url: '/echo', payload: { a: 1 } })).json()).toEqual({
    code: 200,
    success: true,
    data: { a: 1 },
    msg: '操作成功',
  });
  expect((await app.inject({ url: '/none', headers: { 'accept-language': 'en' } })).json()).toEqual({
    code: 200,
    success: true,
    data: null,
    msg: 'No data',
  });
  expect(pageOf([1], 21, 3, 10)).toMatchObject({ records: [1], total: 21, current: 3, size: 10, pages: 3 });
});

test("every failure is an envelope with a numeric code and a sentence in the caller's language", async () => {
  const cases: [InjectOptions, number, string][] = [
    [{ url: '/unknown' }, 404, '404 没找到请求'],
    [{ url: '/unknown', headers: { 'accept-language': 'en-GB,en;q=0.9' } }, 404, '404 not found'],
    [{ method: 'POST', url: '/echo', payload: '{"a":', headers: { 'content-type': 'application/json' } }, 400, '消息不能读取'],
    [{ method: 'POST', url: '/echo', payload: { a: 'x'.repeat(200) } }, 413, '请求内容过大'],
    [{ method: 'POST', url: '/echo', payload: '<a/>', headers: { 'content-type': 'application/xml' } }, 415, '不支持当前媒体类型'],
    [{ url: '/fault' }, 500, '服务器异常'],
    [{ url: '/down' }, 503, '服务暂时不可用,请稍后再试'],
    [{ url: '/refused' }, 409, '已签收'],
  ];
  for (const [request, status, msg] of cases) {
    const answer = await app.inject(request);
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { code: status, success: false, data: null, msg, requestId: 'r-1' }]);
  }
  expect((await app.inject('/refused')).json()).toMatchObject({ refusal: 'handover.alreadySigned', params: { by: '李四' } });
  expect((await app.inject('/zod')).json()).toMatchObject({ code: 400, problems: [{ field: 'a', code: 'wrongShape' }] });
});

test("a fault's details reach neither the caller nor, with the values in them, the log", async () => {
  const { body } = await app.inject('/fault?personName=%E5%BC%A0%E4%B8%89');
  expect(body).not.toMatch(/insert|23505|params/);
  const logged = lines.join('');
  expect(logged).toContain('thing_uq');
  expect(logged).toContain('23505');
  expect(logged).not.toMatch(/张三|13800138000|%E5%BC%A0/);
});

test('what lies behind a sentence of ours is told in the log and to nobody else', async () => {
  lines.length = 0;
  const answer = await app.inject({ url: '/store' });
  expect(answer.json()).toMatchObject({ code: 503, msg: '存储暂时无法访问', requestId: 'r-1' });
  expect(answer.body).not.toContain('AccessDenied');
  expect(lines.join('')).toContain('403 AccessDenied');
  lines.length = 0;
  await app.inject({ url: '/refused' });
  expect(lines.join('')).not.toContain('request failed');
});
