import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { exportState, type MyExport } from '#domain/kernel/listExport.ts';
import { createApp } from '#server/app.ts';
import { openBlobStore } from '#server/kernel/core/blobStore.ts';
import { freshPlace, startServer, type ServerProcess } from '#server/serverProcess.ts';
import { signIn, testPassword } from '#server/testing.ts';
import { nowSql } from '#server/storage/clock.ts';

/** So many that the kill falls into the middle. */
const logRows = 20_000;

it('makes the file of a killed server anew soon after its next start, and says what is so meanwhile', { timeout: 480_000 }, async () => {
  const place = await freshPlace();
  const env = { ...place.env, DEMO: '1', SEED_PASSWORD: testPassword };
  await (await startServer(env)).stop();
  const database = await place.open();
  await database.orm.execute(sql`insert into audit_entry (id, tenant_id, user_id, user_name, action, subject, create_time)
    select 900000000000000000 + n, '000000', 1, '很多', 'bulk.test', 'S' || n, ${nowSql} from generate_series(1, ${logRows}::int) n`);
  const app = await createApp({ database, blobs: openBlobStore(database, 'none'), isCaptchaOn: false });
  const { token } = await signIn(app, 'admin');
  await app.close();
  await database.close();
  let server: ServerProcess = await startServer(env);
  const fetched = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${server.url}/api/blade-system/my-export/${path}`, {
      ...init,
      headers: { 'blade-auth': `bearer ${token}`, 'content-type': 'application/json' },
    });
  const call = async <Data>(path: string, init?: RequestInit): Promise<Data> => {
    const body = (await (await fetched(path, init)).json()) as { code: number; msg: string; data: Data };
    expect(body.code, body.msg).toBe(200);
    return body.data;
  };
  const mine = async (): Promise<MyExport> => (await call<readonly MyExport[]>('list'))[0]!;
  try {
    const asked = await call<{ id: string }>('start', {
      method: 'POST',
      body: JSON.stringify({ resource: 'operateLog', query: { action: 'bulk.test' } }),
    });
    await expect.poll(async () => (await mine()).doneCount, { timeout: 60_000, interval: 50 }).toBeGreaterThan(0);
    server.child.kill('SIGKILL');
    await once(server.child, 'close');

    server = await startServer(env);
    // Its silence is noticed, told, and ended by making the file anew.
    const interrupted = { id: asked.id, state: exportState.waiting, doneCount: 0, fault: expect.stringContaining('中断') };
    await expect.poll(mine, { timeout: 120_000, interval: 100 }).toMatchObject(interrupted);
    await expect.poll(async () => (await mine()).state, { timeout: 180_000, interval: 500 }).toBe(exportState.done);
    expect(await mine()).toMatchObject({ id: asked.id, doneCount: logRows, fault: null });
    const answer = await fetched(`download?id=${asked.id}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    expect((await readXlsx(bytes)).sheets[0]?.rows.length).toBe(logRows + 1);
  } finally {
    await server.stop();
    await place.remove();
  }
});
