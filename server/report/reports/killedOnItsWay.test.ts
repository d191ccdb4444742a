import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailState } from '#domain/report/mail/mailRows.ts';
import { smsState } from '#domain/report/sms/smsState.ts';
import { builtForTest } from '#server/buildServer.ts';
import { chainFaults } from './chainCheck.ts';
import type { Dying } from './dyingWorkerTesting.ts';
import { openHouse, wholly, type Waiting } from './houseOnTheWayTesting.ts';
import { stages, type Stage } from './reportStepsTesting.ts';

const blobDir = mkdtempSync(join(tmpdir(), 'accession-killed-reports-'));
let house: Awaited<ReturnType<typeof openHouse>>;
let worker: Awaited<ReturnType<typeof builtForTest>>;
beforeAll(async () => {
  [house, worker] = await Promise.all([openHouse(blobDir), builtForTest('server/report/reports/dyingWorkerTesting.ts')]);
});
afterAll(() => Promise.all([house.desk.close(), worker.remove()]));

/** Where the database is reached by another process: embedded, by the socket this one listens on. */
const databaseUrl = ({ desk }: typeof house): string =>
  desk.url ?? `postgres://postgres@localhost:5432/postgres?host=${String(desk.database.pool.options.host)}`;
/** Does a stage of a report's way in a process of its own that dies at a step; whether it came through. */
async function isThrough({ task: _task, ...report }: Waiting, stage: Stage, diesAt: number): Promise<boolean> {
  const asked: Dying = { ...report, databaseUrl: databaseUrl(house), dataDir: house.desk.dataDir, blobDir, stage, diesAt };
  const child = spawn(process.execPath, [worker.path, JSON.stringify(asked)], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  expect(signal ?? code).toBe(code === 0 ? 0 : 'SIGKILL');
  return code === 0;
}
it.each(stages)('killed between any two steps of %s it is issued once, sent at most once, and not lost', { timeout: 580_000 }, async (stage) => {
  const { desk, waiting, here, cameOf } = house;
  const seen = { mail: new Set<string>(), text: new Set<string>() };
  let isDone = false;
  for (let diesAt = 0; !isDone; diesAt++) {
    const one = await waiting();
    for (const before of stages.slice(0, stages.indexOf(stage))) await here(before, one);
    isDone = await isThrough(one, stage, diesAt);
    // What is being made for long is taken up by the next server; an auditor who heard nothing presses again.
    await desk.orm.execute(sql`update report set update_time = update_time - interval '10 minutes' where id = ${one.reportId} and state = 2`);
    for (const again of stages) await here(again, one);
    const { all, mail, text } = await cameOf(one);
    expect([diesAt, all]).toEqual([diesAt, wholly]);
    seen.mail.add(mail.join(' '));
    seen.text.add(text.join(' '));
  }
  // What was taken to be sent when its worker died is a person's to decide, whether it left or not; all else left once.
  const left = (sent: number, unknown: number) => new Set([`${sent} 1`, ...(stage === 'send' ? [`${unknown} 0`, `${unknown} 1`] : [])]);
  expect(seen).toEqual({ mail: left(mailState.sent, mailState.unknown), text: left(smsState.submitted, smsState.unknown) });
  expect(await chainFaults(desk.orm, desk.blobs, '000000', '2000-01-01 00:00:00')).toEqual([]);
});
