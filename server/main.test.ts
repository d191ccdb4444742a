import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'accession-main-'));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the server on a free port; answers it with its address and all it printed until then. */
async function startServer(env: Record<string, string> = {}): Promise<{ child: ChildProcess; url: string; printed: string }> {
  const { DATABASE_URL: _other, ...inherited } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: { ...inherited, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, CAPTCHA: '0', DEMO: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let printed = '';
  return new Promise((resolve, reject) => {
    const take = (bytes: Buffer): void => {
      printed += bytes.toString();
      const address = /http:\/\/localhost:(\d+)/.exec(printed);
      if (address) resolve({ child, url: `http://127.0.0.1:${address[1]}`, printed });
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${printed}`)));
  });
}
async function stop(child: ChildProcess): Promise<number | null> {
  const ended = once(child, 'exit') as Promise<[number | null]>;
  child.kill('SIGTERM');
  return (await ended)[0];
}

test('first start prints a one-time password, refuses a twin, stops gracefully and starts again on its data', async () => {
  const first = await startServer();
  const until = Date.now() + 5_000;
  while (!first.printed.includes('one-time password') && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(first.printed).toMatch(/one-time password: \S{8,}/);
  const health = (await (await fetch(`${first.url}/api/health`)).json()) as { data: Record<string, unknown> };
  expect(health).toMatchObject({ code: 200, data: { live: true, ready: true, database: 'embedded' } });
  expect(Number(health.data['schema'])).toBeGreaterThan(0);
  await expect(startServer()).rejects.toThrow(/in use by another process/);
  expect(await stop(first.child)).toBe(0);

  const second = await startServer();
  expect(second.printed).not.toContain('one-time password');
  expect((await fetch(`${second.url}/api/health`)).status).toBe(200);
  expect(await stop(second.child)).toBe(0);
});

test('a malformed setting is named', async () => {
  await expect(startServer({ PORT: 'eighty' })).rejects.toThrow('PORT');
  await expect(startServer({ TLS_CERT: '/nowhere.pem' })).rejects.toThrow('TLS_KEY');
});
