import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smsFormat, smsPlatform } from '#domain/base/smsPlatform.ts';
import { formatDateTime, toMs } from '#domain/kernel/dates.ts';
import { alarmText, looksToClear, looksToRaise } from '#domain/system/running/alarmRules.ts';
import { retentions } from '#domain/system/running/retention.ts';
import type { FailedJob, NodeFacts, OperationsState, QueueRow, RetentionRow } from '#domain/system/running/operations.ts';
import { createApp } from '#server/app.ts';
import { startJobs, type Jobs } from '#server/kernel/http/jobs.ts';
import { openPorts } from '#server/ports/ports.ts';
import { nowText } from '#server/storage/clock.ts';
import { newId } from '#server/storage/ids.ts';
import { insertRows } from '#server/storage/insertRows.ts';
import { openTestDatabase, signIn, type Caller, type TestDatabase } from '#server/testing.ts';
import { keepNode } from './keepNode.ts';
import { watchInstallation } from './watchInstallation.ts';

const base = '/api/blade-system/operations';
let opened: TestDatabase;
let app: FastifyInstance;
let jobs: Jobs;
let admin: Caller;
const tried: string[] = [];
let isBroken = true;
const dir = mkdtempSync(join(tmpdir(), 'accession-operations-'));
const ports = openPorts(dir);

beforeAll(async () => {
  opened = await openTestDatabase('accounts');
  const fragile = {
    name: 'fragile',
    retries: 0,
    run: async ({ text }: { text: string }) => {
      tried.push(text);
      if (isBroken) await opened.database.orm.execute(sql`select 1 / (length(${text}) - length(${text}))`);
    },
  };
  const tidy = { name: 'tidy', run: async () => ({ login_log: 3 }) };
  jobs = await startJobs(opened.database, [fragile, tidy], () => {});
  app = await createApp({ database: opened.database, isCaptchaOn: false, jobs, ports });
  await app.ready();
  admin = await signIn(app, 'admin');
});
afterAll(async () => {
  await app.close();
  await jobs.stop();
  await opened.close();
  rmSync(dir, { recursive: true, force: true });
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let at = 0; at < 600; at++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('waited in vain');
}
const dataOf = async <T>(path: string): Promise<T> => (await admin.get(`${base}/${path}`)).json<{ data: T }>().data;
const state = (): Promise<OperationsState> => dataOf('state');
const failed = async (): Promise<readonly FailedJob[]> => (await dataOf<{ records: FailedJob[] }>('failed-jobs')).records;
const alarms = async (): Promise<readonly string[]> => (await state()).alarms.map(({ kind, subject, value }) => `${kind} ${subject} ${value}`);
const told = (): readonly string[] =>
  existsSync(join(dir, 'sms.jsonl'))
    ? readFileSync(join(dir, 'sms.jsonl'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => String(JSON.parse(line).content))
    : [];
const setParameter = (key: string, value: string): Promise<unknown> =>
  opened.database.pool.query('update param set param_value = $2 where param_key = $1', [key, value]);
/** So many looks, a minute apart. */
async function look(count: number, from: string = nowText()): Promise<void> {
  for (let at = 0; at < count; at++) await watchInstallation(opened.database, ports, formatDateTime(toMs(from) + at * 1_000));
}

const facts: NodeFacts = {
  host: 'other',
  port: 8080,
  pid: 1,
  version: '0.1.0',
  runtime: 'v24.0.0',
  memory: 1,
  heap: 1,
  cpuPercent: 1,
  loopDelayMs: 1,
  poolWaiting: 0,
  diskFree: 50,
  diskSize: 100,
  certificates: [],
  backup: null,
  drill: null,
};
const put = (nodeId: string, seenTime: string, said: Partial<NodeFacts> = {}): Promise<unknown> =>
  opened.database.orm
    .execute(sql`insert into server_node (node_id, started_time, seen_time, facts) values (${nodeId}, ${seenTime}, ${seenTime}, ${JSON.stringify({ ...facts, ...said })}::jsonb)
    on conflict (node_id) do update set seen_time = excluded.seen_time, facts = excluded.facts`);
const forgetAll = (): Promise<unknown> => opened.database.pool.query('delete from server_node');

test('a node says how it is while it runs, and that it goes', async () => {
  const { database, dataDir } = opened;
  const node = await keepNode({ database, dataDir, port: 8123, version: '9.9.9', tls: null, reportCertificateEnds: '2031-01-01 00:00:00' });
  const [running] = (await state()).nodes;
  expect(running).toMatchObject({
    state: 'running',
    stoppedTime: null,
    facts: { port: 8123, version: '9.9.9', pid: process.pid, certificates: [{ use: 'report', notAfter: '2031-01-01 00:00:00' }], backup: null },
  });
  expect(running!.facts.diskSize).toBeGreaterThan(0);
  expect((await admin.post(`${base}/forget-node`, { nodeId: running!.nodeId })).statusCode).toBe(409);
  await node.stop();
  expect((await state()).nodes[0]).toMatchObject({ state: 'stopped' });
  expect((await admin.post(`${base}/forget-node`, { nodeId: running!.nodeId })).statusCode).toBe(200);
  expect((await state()).nodes).toEqual([]);
});

test('the database tells its engine, its size and its schema', async () => {
  const { database } = await state();
  expect(database.kind).toBe(opened.url ? 'postgres' : 'embedded');
  expect(database.bytes).toBeGreaterThan(1_000_000);
  expect(database.connections).toBeGreaterThan(0);
  expect(database.replicas).toEqual([]);
});

test('what is bad twice in a row is raised and told once; what is well again for five looks is over, and told', async () => {
  const by = { tenantId: '000000', userId: '1', now: nowText() };
  await opened.database.transaction((tx) =>
    insertRows(tx, smsPlatform, [{ id: newId(), platformName: '本机', signature: '接样台', url: 'local', format: smsFormat.form, status: 0 }], by),
  );
  await setParameter('operations.alarmTo', '13800138000');
  const now = nowText();
  await put('gone:8080', formatDateTime(toMs(now) - 200_000));
  await look(looksToRaise - 1, now);
  expect(await alarms()).toEqual([]);
  expect(told()).toEqual([]);
  await look(1, now);
  expect(await alarms()).toEqual(['node gone:8080 3']);
  await look(3, now);
  expect(told()).toEqual(['【接样台】接样台系统告警 1 条: 告警: 节点 gone:8080 无响应 3 分钟']);
  // It flickers: well for some looks, then bad again. Nobody is told a second time.
  await put('gone:8080', now);
  await look(looksToClear - 1, now);
  await put('gone:8080', formatDateTime(toMs(now) - 200_000));
  await look(1, now);
  await put('gone:8080', now);
  await look(looksToClear - 1, now);
  expect(await alarms()).toHaveLength(1);
  await look(1, now);
  expect(await alarms()).toEqual([]);
  await look(2, now);
  expect(told()).toHaveLength(2);
  expect(told()[1]).toContain('已恢复: 节点 gone:8080');
  const [over] = (await dataOf<{ records: { clearedTime: string | null; toldTime: string | null }[] }>('alarms')).records;
  expect(over).toMatchObject({ clearedTime: expect.any(String), toldTime: expect.any(String) });
  await setParameter('operations.alarmTo', '-');
  // Raised and over while nobody is named: old news to whoever is named later.
  await put('gone:8080', formatDateTime(toMs(now) - 200_000));
  await look(looksToRaise, now);
  expect(await alarms()).toHaveLength(1);
  await put('gone:8080', now);
  await look(looksToClear, now);
  await setParameter('operations.alarmTo', '13800138000');
  await look(1, now);
  expect(told()).toHaveLength(2);
  await setParameter('operations.alarmTo', '-');
  await forgetAll();
});

test('a disk is raised below ten percent and stays so up to twelve', async () => {
  const now = nowText();
  const withFree = async (diskFree: number, looks: number): Promise<readonly string[]> => {
    await put('full:8080', now, { diskFree });
    await look(looks, now);
    return alarms();
  };
  expect(await withFree(11, looksToRaise)).toEqual([]);
  expect(await withFree(9, looksToRaise)).toEqual(['disk full:8080 9']);
  expect(await withFree(11, looksToClear + 1)).toEqual(['disk full:8080 11']);
  expect(await withFree(12, looksToClear)).toEqual([]);
  await forgetAll();
});

test('a backup that is too old and a certificate near its end are raised; without a watch they are not', async () => {
  const now = nowText();
  const day = 86_400_000;
  const at = (ms: number): string => formatDateTime(toMs(now) + ms);
  const backup = { takenAt: at(-30 * 3_600_000), bytes: 1, heldMs: 1, folder: '/backups', hasKey: true };
  await put('one:8080', now, { backup, certificates: [{ use: 'tls', notAfter: at(20.5 * day) }] });
  await put('two:8080', now, { certificates: [{ use: 'tls', notAfter: at(22 * day) }] });
  await look(looksToRaise, now);
  expect([...(await alarms())].toSorted()).toEqual(['backup  30', 'certificate one:8080 tls 20']);
  // A node that has a newer one settles it for all.
  await put('two:8080', now, { backup: { ...backup, takenAt: at(-3_600_000) } });
  await setParameter('operations.drillDays', '90');
  await opened.database.pool.query("update user_account set create_time = create_time - interval '100 days'");
  await look(looksToClear, now);
  expect([...(await alarms())].toSorted()).toEqual(['certificate one:8080 tls 20', 'drill  100']);
  await setParameter('operations.drillDays', '0');
  await forgetAll();
  await look(looksToClear, now);
  expect(await alarms()).toEqual(['backup  2400']);
  await setParameter('operations.backupHours', '0');
  await look(looksToClear, now);
  expect(await alarms()).toEqual([]);
});

test('a job that failed for good is listed without values, tried again or dropped, each for itself', async () => {
  await jobs.send('fragile', { text: '张三的结果' });
  await jobs.send('fragile', { text: '李四的结果' });
  await until(async () => (await failed()).length === 2);
  const queue = (await dataOf<{ name: string; failed: number }[]>('queues')).find(({ name }) => name === 'fragile');
  expect(queue).toMatchObject({ failed: 2, waiting: 0, oldestSeconds: null, cron: null });
  const [first, second] = await failed();
  expect(first).toMatchObject({ name: 'fragile', tries: 1 });
  expect(JSON.stringify(await failed())).not.toMatch(/张三|李四/);
  expect(first!.message).not.toBe('');
  await look(looksToRaise);
  expect(await alarms()).toEqual(['job fragile 2']);

  isBroken = false;
  const before = tried.length;
  const unknown = crypto.randomUUID();
  const answers = (await admin.post(`${base}/retry-jobs`, { jobIds: [first!.jobId, unknown] })).json<{ data: unknown[] }>().data;
  expect(answers).toMatchObject([
    { id: first!.jobId, status: 'applied', code: null },
    { id: unknown, status: 'refused', code: 'job.gone', text: '该任务已不在失败任务中' },
  ]);
  await until(async () => tried.length > before && (await failed()).length === 1);
  expect((await admin.post(`${base}/discard-jobs`, { jobIds: [second!.jobId] })).json<{ data: unknown[] }>().data).toMatchObject([
    { status: 'applied' },
  ]);
  expect(await failed()).toEqual([]);
  expect(tried).toHaveLength(before + 1);
  const audit = await opened.database.pool.query("select action from audit_entry where action like 'installation.%' order by id");
  expect(audit.rows.map(({ action }) => action)).toEqual(['installation.forgetNode', 'installation.retryJobs', 'installation.discardJobs']);
});

test('a job tells what it removed, and each kind of data how long it is kept, with how much there is', async () => {
  await jobs.send('tidy', {});
  const didOf = async () => (await dataOf<QueueRow[]>('queues')).find(({ name }) => name === 'tidy');
  await until(async () => (await didOf())?.lastDid !== null);
  expect(await didOf()).toMatchObject({ lastDid: { login_log: 3 }, failed: 0 });
  await setParameter('log.loginDays', '90');
  await setParameter('log.errorDays', '0');
  const kept = new Map((await dataOf<RetentionRow[]>('retention')).map((row) => [row.table, row]));
  expect(kept.get('login_log')).toMatchObject({ days: 90, rows: expect.any(Number), oldest: expect.stringMatching(/^\d{4}-/) });
  expect(kept.get('login_log')!.rows).toBeGreaterThan(0);
  expect(kept.get('client_error')).toMatchObject({ days: null, oldest: null });
  expect(kept.get('requisition')).toMatchObject({ days: null, oldest: null });
  expect([...kept.keys()]).toEqual(retentions.map(({ table }) => table));
});

test('jobs nobody begins, interfaces that are paused and desks that are silent are raised', async () => {
  await jobs.stop();
  const { pool } = opened.database;
  const now = nowText();
  await setParameter('operations.backupHours', '0');
  await forgetAll();
  await look(looksToClear, now);
  await pool.query("update pgboss.job set completed_on = completed_on - interval '2 hours' where state = 'failed'");
  await pool.query("insert into pgboss.job (name, start_after) values ('tidy', now() - interval '20 minutes')");
  await pool.query(
    `insert into interface_breaker (tenant_id, interface_id, state, failures, window_start, window_calls, window_failures, pause_ms, until_time)
      values ('000000', 1, 1, 5, 0, 0, 0, 60000, 0)`,
  );
  await pool.query(
    "insert into device_alarm (id, tenant_id, device_id, silent_since, raised_time, gap_count, waiting) values (1, '000009', 'desk-silent-1', now(), now(), 2, 2)",
  );
  await look(looksToRaise, now);
  expect([...(await alarms())].toSorted()).toEqual(['desk  1', 'interface  1', 'queue tidy 20']);
  expect(alarmText({ kind: 'queue', subject: 'report.mail', value: 20 }, 'zh')).toBe('任务 发送报告邮件 已排队 20 分钟');
  await pool.query("update pgboss.job set state = 'completed', completed_on = now() where name = 'tidy'");
  await pool.query('delete from interface_breaker');
  await pool.query('update device_alarm set cleared_time = now()');
  await look(looksToClear, now);
  expect(await alarms()).toEqual([]);
});
