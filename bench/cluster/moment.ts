import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { layCluster, settleMoment, takeBase } from '#server/backup/pointInTime.ts';
import { buildServerIfNeeded } from '#server/buildServer.ts';
import { Api } from '../../e2e/support/api.ts';
import { readMaster, summaryPayload } from '../../e2e/support/prepare.ts';
import { startProduct } from '../../e2e/support/product.ts';
import { judgeActs, QueueDesk } from '../queueDesk.ts';
import { newFolder, PostgresServer } from './postgres.ts';
import { proofGround } from './proofGround.ts';

/*
 * npm run proof:moment [-- --acts 200]
 * The drill of docs/operations.md#to-a-moment: a base backup, work before and after a moment, the server deleted with its files, put back to that
 * moment, settled, started; desks send again what they were told. What was done before the moment must be there at once, all of it once at the end.
 */
const { values } = parseArgs({ options: { acts: { type: 'string', default: '200' } } });
const actCount = Number(values.acts);
const { folder, keyFile, ends, say, pause, run } = proofGround('moment');
await run(prove);

async function prove(): Promise<boolean> {
  await buildServerIfNeeded();
  const wal = newFolder();
  ends.push(() => rmSync(wal, { recursive: true, force: true }));
  const first = await PostgresServer.fresh(['wal_level=replica', 'archive_mode=on']);
  ends.push(() => first.remove());
  const asked = new pg.Client({ connectionString: first.url() });
  asked.on('error', () => {});
  await asked.connect();
  await asked.query(`alter system set archive_command = 'cmp -s %p ${wal}/%f || { test ! -f ${wal}/%f && cp %p ${wal}/%f; }'`);
  await asked.query('select pg_reload_conf()');
  const node = (databaseUrl: string, name: string) =>
    startProduct({ dataDir: join(folder, name), env: { DATABASE_URL: databaseUrl, KEY_FILE: keyFile } });
  say('starting');
  const product = await node(first.url(), 'data');
  ends.push(() => product.kill());
  const login = (port: number) => async () => {
    const api = await Api.login(`http://127.0.0.1:${port}`, 'admin');
    return { api, userId: (await api.get<{ userId: string }>('blade-auth/oauth/user-info')).userId };
  };
  let at = login(product.port);
  const master = await readMaster((await at()).api);
  let index = 0;
  const acts = () =>
    Array.from({ length: actCount }, () => {
      index += 1;
      const payload = { ...summaryPayload(master, 'CBC01', 'EDTA全血', 'MOM', index), telephone: `14${String(index).padStart(9, '0')}` };
      return { type: 'summary.enter', payload, lanes: [`req:${payload.requisitionCode}`] };
    });
  const desk = new QueueDesk(() => at());
  const work = async (): Promise<void> => {
    await desk.note(acts());
    await desk.drain(600_000);
  };
  await work();
  const from = await takeBase({ to: join(folder, 'backups'), databaseUrl: first.url(), dataDir: product.dataDir });
  say('a base backup was taken');
  await work();
  const before = [...desk.done];
  // A moment is said in seconds: nothing is done within the one before and after it.
  await pause(1_100);
  const to = formatDateTime(Date.now());
  await pause(1_100);
  await work();
  const { rows } = await asked.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file');
  const until = Date.now() + 120_000;
  while (!existsSync(join(wal, rows[0]!.file))) {
    if (Date.now() > until) throw new Error('the log was not archived');
    await pause(200);
  }
  say(`${desk.done.length} acts were told to be done, ${before.length} of them before ${to}; the server is deleted with its files`);
  const deletedAt = Date.now();
  first.kill();
  await product.kill();
  await first.remove();

  const second = await PostgresServer.of((cluster) => layCluster({ from, wal, to, cluster }));
  ends.push(() => second.remove());
  const pool = new pg.Pool({ connectionString: second.url() });
  pool.on('error', () => {});
  ends.push(() => pool.end());
  while ((await pool.query<{ is: boolean }>('select pg_is_in_recovery() as is')).rows[0]?.is) await pause(200);
  const settled = await settleMoment({ from, to, dataDir: join(folder, 'again'), databaseUrl: second.url(), env: { KEY_FILE: keyFile } });
  const kept = await judgeActs(pool, before);
  const since = await judgeActs(pool, desk.done);
  say(
    `it is as at ${settled.takenAt}: ${before.length - kept.lost} of ${before.length} acts before it are there, ${since.lost - kept.lost} after it are not`,
  );
  const back = await node(second.url(), 'again');
  ends.push(() => back.stop());
  at = login(back.port);
  const told = [...desk.done];
  desk.oweAgain();
  desk.forgetSession();
  await desk.drain(600_000);
  const backMs = Date.now() - deletedAt;
  const end = await judgeActs(pool, told);
  const figures = {
    acts: told.length,
    keptOfBefore: before.length - kept.lost,
    before: before.length,
    after: since.lost - kept.lost,
    missing: settled.missing.length,
    faults: settled.faults.length,
    lost: end.lost,
    doubled: end.doubled,
    refused: desk.refused.length,
    backSeconds: Math.round(backMs / 1000),
  };
  for (const line of desk.refused.slice(0, 5)) say(line);
  console.log(JSON.stringify(figures));
  return kept.lost + kept.doubled + end.lost + end.doubled + desk.refused.length + settled.faults.length === 0 && figures.after === actCount;
}
