import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from '#domain/commands.ts';
import { canImport, historyPath, importPath, wireVerbs, type Verb } from '#domain/kernel/resource.ts';
import { callPath } from '#domain/kernel/services.ts';
import { resources } from '#domain/resources.ts';
import { version } from './app.ts';
import { calls } from './steps.ts';
import { openTestApp, type TestApp } from './testing.ts';

let house: TestApp;
beforeAll(async () => {
  house = await openTestApp();
});
afterAll(() => house.close());

const reads: ReadonlySet<Verb> = new Set(['page', 'list', 'detail']);

test('OpenAPI knows every verb, step and call, and what it says can be asked', async () => {
  const admin = await house.as('admin');
  const api = (await admin.get('/api/openapi.json')).json();
  expect(api.openapi).toBe('3.1.0');
  const missing: string[] = [];
  const look = (method: string, path: string): void => {
    if (!api.paths[path]?.[method.toLowerCase()]) missing.push(`${method} ${path} is not in openapi.json`);
    if (!house.app.hasRoute({ method: method as 'GET', url: path })) missing.push(`${method} ${path} is not served`);
  };
  for (const resource of resources) {
    for (const verb of Object.keys(resource.verbs) as Verb[])
      for (const segment of wireVerbs(resource, verb))
        look(reads.has(verb) ? 'GET' : 'POST', callPath(resource.service, `${resource.path}/${segment}`, 'accession'));
  }
  for (const resource of resources.filter(({ view }) => !view)) look('GET', callPath(resource.service, historyPath(resource), 'accession'));
  for (const resource of resources.filter(canImport)) look('POST', callPath(resource.service, importPath(resource), 'accession'));
  for (const command of commands) look('POST', callPath(command.service, command.path, 'accession'));
  for (const call of calls) look(call.method, callPath(call.service, call.path, 'accession'));
  expect(missing).toEqual([]);
  const page = await admin.get('/api/docs');
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.body).not.toMatch(/<script|src=|onclick/i);
  expect(page.body).toContain('enter-info/enter-summary');
});

test('every list and detail of every resource answers its administrator', async () => {
  const admin = await house.as('admin');
  const failed: string[] = [];
  for (const resource of resources) {
    for (const verb of ['page', 'list'] as const) {
      for (const segment of wireVerbs(resource, verb)) {
        const path = callPath(resource.service, `${resource.path}/${segment}`, 'accession');
        // Every field as a filter and as an order, so that no column is missing and no kind without its filter.
        const search = Object.fromEntries(
          Object.entries(resource.fields)
            .filter(([, field]) => field.kind !== 'json')
            .map(([name, field]) => [field.wire ?? name, field.kind === 'date' || field.kind === 'dateTime' ? '2026-01-01' : '1']),
        );
        for (const query of [{}, { ascs: Object.keys(resource.fields).join(',') }, search]) {
          const answer = await admin.get(path, query);
          const isCall = calls.some((call) => callPath(call.service, call.path, 'accession') === path);
          if (answer.statusCode !== 200 && !isCall) failed.push(`${path}: ${answer.statusCode} ${answer.body}`);
        }
      }
    }
  }
  expect(failed).toEqual([]);
});

test('the outside is told what it needs and no more', async () => {
  const health = (await house.app.inject('/api/health')).json();
  expect(health).toMatchObject({ code: 200, data: { live: true, ready: true } });
  expect(Object.keys(health.data)).toEqual(['live', 'ready']);
  const told = (await (await house.as('reception')).get('/api/health')).json();
  expect(told.data).toMatchObject({
    live: true,
    ready: true,
    version,
    schema: expect.any(Number),
    database: house.url ? 'postgres' : 'embedded',
    queues: {},
    pool: { waiting: 0 },
  });
  for (const path of ['/api/openapi.json', '/api/docs']) expect((await house.app.inject(path)).json()).toMatchObject({ code: 401, data: null });
  expect((await house.app.inject('/api/health/live')).statusCode).toBe(200);
  expect((await house.app.inject('/api/accession-lims-base/laboratory/page')).json()).toMatchObject({ code: 401, success: false });
  expect((await house.app.inject('/%')).json()).toMatchObject({ code: 404, success: false });
  expect((await house.app.inject('/api/nowhere')).json()).toMatchObject({ code: 404 });
});

test('a long answer is compressed for those who take it', async () => {
  const { gunzipSync } = await import('node:zlib');
  const admin = await house.as('admin');
  const packed = await admin.get('/api/openapi.json', {}, { 'accept-encoding': 'gzip, deflate, br' });
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  const plain = await admin.get('/api/openapi.json');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
});

test('clients that post nothing under a content type are understood', async () => {
  const admin = await house.as('admin');
  const empty = { 'content-type': 'application/json' };
  const answer = await house.app.inject({
    method: 'POST',
    url: '/api/accession-lims-base/client/remove?ids=1',
    headers: { ...empty, 'blade-auth': `bearer ${admin.token}` },
    payload: '',
  });
  expect(answer.json()).toMatchObject({ code: 404, refusal: 'resource.notFound' });
  const form = await house.app.inject({
    method: 'POST',
    url: '/api/accession-lims-base/client/remove',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'blade-auth': `bearer ${admin.token}` },
    payload: 'ids=1',
  });
  expect(form.json()).toMatchObject({ refusal: 'resource.notFound' });
});
