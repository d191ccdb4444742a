import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openS3Server } from '#server/ports/s3Testing.ts';
import { freshPlace, startServer, type ServerProcess } from './serverProcess.ts';
import { startEmbedded } from './storage/embedded.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** The port is known beforehand: a server that waits has printed no address. */
async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return String(port);
}

/** Asks until the server says that it waits; then what it said. */
async function waiting(url: string): Promise<{ readonly status: number; readonly body: unknown }> {
  for (;;) {
    const answer = await fetch(url, { headers: { 'accept-language': 'en' } }).catch(() => null);
    if (answer) return { status: answer.status, body: await answer.json() };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function start(port: string, env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const server = await startServer({ PORT: port, ...env });
  ends.push(() => {
    server.child.kill('SIGKILL');
    return server.ended;
  });
  return server;
}

test('a node waits for its database and its store, says so on its port, and goes on when both are there', async () => {
  const [store, port, dir] = [await openS3Server(), await freePort(), mkdtempSync(join(tmpdir(), 'accession-waits-'))];
  ends.push(
    () => rmSync(dir, { recursive: true, force: true }),
    () => store.close(),
  );
  await store.stop();
  const { endpoint, bucket, accessKey, secretKey } = store.place;
  const s3 = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey };
  // The embedded engine, held by this process, is the server that is reached by its address.
  const starting = start(port, { DATA_DIR: join(dir, 'data'), DATABASE_URL: `postgres://postgres@/postgres?host=${dir}`, ...s3 });
  for (const path of ['/api/health', '/api/health/live', '/api/blade-auth/oauth/public-key', '/'])
    expect(await waiting(`http://127.0.0.1:${port}${path}`)).toEqual({
      status: 503,
      body: {
        code: 503,
        success: false,
        data: { live: true, ready: false, waitsFor: ['database', 'store'] },
        msg: 'The server is starting and waits for the database',
      },
    });
  mkdirSync(join(dir, 'db'));
  const engine = await startEmbedded({ dir: join(dir, 'db'), runDir: dir, idleMs: 60_000 });
  ends.push(() => engine.close());
  await store.start();
  const server = await starting;
  expect(server.printed()).toContain('waiting for database, store: DATABASE_URL: ');
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

test('a store that does not let it in is not waited for', async () => {
  const [store, place] = [await openS3Server(), await freshPlace()];
  ends.push(place.remove, () => store.close());
  const { endpoint, bucket, secretKey } = store.place;
  const s3 = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: 'somebody', S3_SECRET_KEY: secretKey };
  await expect(startServer({ ...place.env, ...s3 })).rejects.toThrow(/ended with 1: .*403/s);
});
