import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { buildServerIfNeeded } from '#server/buildServer.ts';
import { migrations } from '#server/storage/migrate.ts';
import { Api } from '../../e2e/support/api.ts';
import { genericPass, readMaster, summaryPayload, type Master } from '../../e2e/support/prepare.ts';
import { startProduct, type Product } from '../../e2e/support/product.ts';
import { judgeActs, longestSilence, QueueDesk } from '../queueDesk.ts';
import { openDoor } from './door.ts';
import { formerCommit, layFormer } from './formerVersion.ts';
import { PostgresServer } from './postgres.ts';
import { proofGround } from './proofGround.ts';

/*
 * npm run proof:rolling [-- --from COMMIT --desks 10 --calm 15]
 * Two nodes of the former version (the last commit of the main line with an older schema, or COMMIT) on one PostgreSQL; while desks of that version work, one node
 * after the other is stopped and started as this version. While both versions run, people sign in on each, and everything that the former
 * version lists is asked of it. Nothing a desk was told may be lost, doubled or refused, and nothing that was answered before may fail. The last
 * line is the figures as JSON; 0 where that is so.
 */
const { values } = parseArgs({
  options: { from: { type: 'string' }, desks: { type: 'string', default: '10' }, calm: { type: 'string', default: '15' } },
});
const [deskCount, calmMs] = [Number(values.desks), Number(values.calm) * 1000];
const { folder, keyFile, ends, say, pause, run } = proofGround('rolling');
await run(prove);

async function prove(): Promise<boolean> {
  await buildServerIfNeeded();
  const newest = migrations().at(-1)?.version ?? 0;
  const commit = values.from ?? formerCommit(newest);
  const former = join(folder, 'former');
  await layFormer(commit, former);
  const server = await PostgresServer.fresh();
  ends.push(() => server.remove());
  const pool = new pg.Pool({ connectionString: server.url() });
  ends.push(() => pool.end());
  const schema = async (): Promise<number> =>
    (await pool.query<{ version: number }>('select max(version) as version from schema_version')).rows[0]!.version;
  const node = async (name: string, dir?: string): Promise<Product> => {
    const env = { DATABASE_URL: server.url(), KEY_FILE: keyFile };
    const made = await startProduct({ dataDir: join(folder, name), env, ...(dir ? { dir } : {}) });
    ends.push(() => made.stop());
    return made;
  };
  say(`two nodes of ${commit} start`);
  const [first, second] = [await node('one', former), await node('two', former)];
  const from = await schema();
  const up = new Set([first.port, second.port]);
  const front = await openDoor(() => [...up]);
  ends.push(front.close);
  const login = async () => {
    const api = await Api.login(`http://127.0.0.1:${front.port}`, 'admin');
    return { api, userId: (await api.get<{ userId: string }>('blade-auth/oauth/user-info')).userId };
  };
  const master = await readMaster((await login()).api);
  const before = await answersOf(first);
  say(`schema ${from}; ${before.size} calls answer; ${deskCount} desks work`);

  const desks = Array.from({ length: deskCount }, () => new QueueDesk(login));
  const startedAt = Date.now();
  const rounds = { isOver: false };
  const working = Promise.all(desks.map((desk, at) => work(desk, master, at, rounds)));
  await pause(calmMs);
  up.delete(second.port);
  await second.stop();
  say('one of them is stopped and started as this version');
  const later = await node('two');
  up.add(later.port);
  say(`schema ${await schema()}, both versions run`);
  const beside = await answersOf(first);
  const now = await answersOf(later);
  await pause(calmMs);
  up.delete(first.port);
  await first.stop();
  const last = await node('one');
  up.add(last.port);
  say('the other one, too');
  await pause(calmMs);
  rounds.isOver = true;
  await working;
  say('all queues are empty');

  const broken = [...beside].filter(([path, status]) => status >= 500 && (before.get(path) ?? 500) < 500).map(([path]) => path);
  const failing = [...now].filter(([, status]) => status >= 500).map(([path]) => path);
  for (const path of broken) say(`the former version no longer answers ${path}`);
  for (const path of failing) say(`this version does not answer ${path}`);
  const refused = desks.flatMap((desk) => desk.refused);
  for (const line of refused.slice(0, 5)) say(line);
  const done = desks.flatMap((desk) => desk.done);
  const { lost, doubled } = await judgeActs(pool, done);
  const figures = {
    from: `${commit} (${from})`,
    to: await schema(),
    desks: deskCount,
    acts: done.length,
    lost,
    doubled,
    refused: refused.length,
    asked: beside.size,
    broken: broken.length,
    failing: failing.length,
    requestsFailed: desks.reduce((sum, { failures }) => sum + failures, 0),
    longestStallMs: Math.max(...desks.map((desk) => longestSilence(desk, startedAt))),
  };
  console.log(JSON.stringify(figures));
  return lost + doubled + refused.length + broken.length + failing.length === 0 && done.length > 0 && from < figures.to;
}

/** How a node answers each reading call it declares, to somebody who signs in there anew. */
async function answersOf({ port }: Product): Promise<ReadonlyMap<string, number>> {
  const base = `http://127.0.0.1:${port}`;
  const api = await Api.login(base, 'admin');
  const ask = (path: string): Promise<Response> => fetch(`${base}${path}`, { headers: api.headers() });
  const { paths } = (await (await ask('/api/openapi.json')).json()) as { paths: Record<string, Record<string, unknown>> };
  const statuses = new Map<string, number>();
  for (const [path, methods] of Object.entries(paths)) {
    if (!('get' in methods) || path.includes('{')) continue;
    const answer = await ask(path);
    await answer.arrayBuffer();
    statuses.set(path, answer.status);
  }
  return statuses;
}

/** Receives and enters until the end, an act at a time. */
async function work(desk: QueueDesk, master: Master, at: number, rounds: { readonly isOver: boolean }): Promise<void> {
  for (let index = 0; !rounds.isOver; index++) {
    const number = at * 10_000 + index;
    const payload = { ...summaryPayload(master, 'CBC01', 'EDTA全血', 'ROL', number + 1), telephone: `13${String(number).padStart(9, '0')}` };
    const lanes = [`req:${payload.requisitionCode}`];
    await desk.note([{ type: 'summary.enter', payload, lanes }]);
    await desk.drain(600_000);
    await desk.note([{ type: 'detail.enter', payload: genericPass(payload, 1), lanes }]);
    await desk.drain(600_000);
    await pause(200);
  }
}
