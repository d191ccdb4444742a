import { once } from 'node:events';
import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { jobTitle } from '#domain/system/running/jobTitles.ts';
import { freshPlace, startServer, type Place, type ServerProcess } from './serverProcess.ts';

const places: Place[] = [];
const started: ServerProcess[] = [];
afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  for (const place of places.splice(0)) await place.remove();
});
async function place(): Promise<Place> {
  const made = await freshPlace();
  places.push(made);
  return made;
}
async function start(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const server = await startServer(env);
  started.push(server);
  return server;
}
const countOf = async ({ open }: Place, table: string): Promise<number> => {
  const database = await open();
  const { rows } = await database.pool.query<{ n: string }>(`select count(*) as n from ${table}`).finally(() => database.close());
  return Number(rows[0]?.n);
};

test('first start prints a one-time password, says how it is, stops gracefully and starts again on its data, without the demo it is asked for', async () => {
  const { env } = await place();
  const first = await start(env);
  expect(first.printed()).toMatch(/one-time password: \S{8,}/);
  // It names what it listens on, here this machine alone.
  expect(first.printed().match(/http:\/\/[^/\s:]+:\d+$/gm)).toEqual([first.url.replace('127.0.0.1', 'localhost')]);
  const health = (await (await fetch(`${first.url}/api/health`)).json()) as { data: Record<string, unknown> };
  expect(health).toMatchObject({ code: 200, data: { live: true, ready: true } });
  expect(await first.stop()).toBe(0);

  const second = await start({ ...env, DEMO: '1' });
  expect(second.printed()).not.toContain('one-time password');
  expect(second.printed()).toContain('Not a demo database: started without demo, nothing was changed.');
  expect(second.printed()).not.toContain('accession-demo');
  expect((await fetch(`${second.url}/api/health`)).status).toBe(200);
  expect(await second.stop()).toBe(0);
});

test('a server that runs is known by its host and port, names what each queue does, and gives its figures on a port of their own', async () => {
  const here = await place();
  const server = await start({ ...here.env, METRICS_PORT: '0' });
  await fetch(`${server.url}/api/blade-auth/oauth/public-key`);
  await fetch(`${server.url}/api/nowhere-at-all/page`);
  const at = /metrics (http:\/\/127\.0\.0\.1:\d+\/metrics)/.exec(server.printed())?.[1] ?? '';
  const figures = await (await fetch(at)).text();
  expect(figures).toMatch(/accession_info\{version="[^"]+",database="(embedded|postgres)"\} 1/);
  expect(figures).toContain('accession_call_seconds_count{service="blade-auth",outcome="2xx"} 1');
  expect(figures).toContain('accession_call_seconds_count{service="none",outcome="4xx"} 1');
  expect(figures).not.toContain('nowhere');
  expect(figures).toMatch(/accession_jobs\{queue="installation\.watch",state="failed"\} 0/);
  expect(figures).toMatch(/process_resident_memory_bytes \d+/);
  // Nothing of it is among the calls of the product.
  expect((await fetch(`${server.url}/metrics`)).headers.get('content-type')).not.toMatch(/version=0\.0\.4/);
  expect((await fetch(at.replace('/metrics', '/'))).status).toBe(404);
  expect(await server.stop()).toBe(0);
  const database = await here.open();
  const queues = await database.pool.query<{ name: string }>("select name from pgboss.queue where name not like '\\_\\_%'");
  const nodes = await database.pool.query<{ port: string; stopped: boolean }>(
    "select facts ->> 'port' as port, stopped_time is not null as stopped from server_node",
  );
  await database.close();
  expect(queues.rows.filter(({ name }) => jobTitle(name)[0].startsWith(name.replace('.givenUp', '')))).toEqual([]);
  expect(nodes.rows).toEqual([{ port: new URL(server.url).port, stopped: true }]);
});

test('two servers started at once on one fresh place double nothing', async () => {
  const here = await place();
  const both = await Promise.allSettled([start({ ...here.env, DEMO: '1' }), start({ ...here.env, DEMO: '1' })]);
  const failed = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  // The embedded engine belongs to one process; PostgreSQL serves both.
  if (here.env['DATABASE_URL']) expect(failed).toEqual([]);
  else expect(failed).toEqual([expect.stringMatching(/in use by another process/)]);
  for (const { url } of started) expect((await fetch(`${url}/api/health`)).status).toBe(200);
  for (const server of started) expect(await server.stop()).toBe(0);
  expect([await countOf(here, 'tenant'), await countOf(here, 'user_account'), await countOf(here, 'sample')]).toEqual([1, 10, 550]);
});

test('a call under way when the server is asked to stop is finished, and what it wrote is kept', async () => {
  const here = await place();
  const server = await start({ ...here.env, DEMO: '1' });
  const body = JSON.stringify({ tenantId: '000000' });
  const call = request(`${server.url}/api/blade-auth/oauth/token?grant_type=password&username=admin&password=x&scope=all`, {
    method: 'POST',
    // The server answers 100 once it has the head: from then on the call is under way.
    headers: {
      expect: '100-continue',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      authorization: `Basic ${Buffer.from('accession:accession_secret').toString('base64')}`,
    },
  });
  call.flushHeaders();
  await once(call, 'continue');
  call.write(body.slice(0, 10));
  server.child.kill('SIGTERM');
  const until = Date.now() + 10_000;
  const isRefused = (): Promise<boolean> =>
    fetch(`${server.url}/api/health/live`).then(
      ({ status }) => status === 503,
      () => true,
    );
  while (!(await isRefused())) expect(Date.now()).toBeLessThan(until);
  call.end(body.slice(10));
  const [answer] = (await once(call, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  expect(JSON.parse(text)).toMatchObject({ error_code: 2004 });
  expect(await server.ended).toBe(0);
  // The failed attempt was counted: the database was open until the last call had its answer.
  expect(await countOf(here, 'login_failure')).toBeGreaterThan(0);
});

test('a malformed setting is named', async () => {
  await expect(startServer({ PORT: 'eighty' })).rejects.toThrow('PORT');
  await expect(startServer({ TLS_CERT: '/nowhere.pem' })).rejects.toThrow('TLS_KEY');
});
