import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailState } from '#domain/report/mail/mailRows.ts';
import { smsState } from '#domain/report/sms/smsState.ts';
import { s3Files } from '#server/ports/s3Files.ts';
import { openS3Server, type S3Server } from '#server/ports/s3Testing.ts';
import { chainFaults } from './chainCheck.ts';
import { openHouse, wholly } from './houseOnTheWayTesting.ts';
import { stages } from './reportStepsTesting.ts';

const blobDir = mkdtempSync(join(tmpdir(), 'accession-store-gone-'));
let house: Awaited<ReturnType<typeof openHouse>>;
let store: S3Server;
beforeAll(async () => {
  store = await openS3Server();
  house = await openHouse(blobDir, s3Files(store.place, blobDir));
});
afterAll(async () => {
  await house.desk.close();
  await store.close();
});

it('a store that goes before each step holds a report up, and nothing of it is issued or sent twice', { timeout: 240_000 }, async () => {
  const { desk, waiting, here, cameOf } = house;
  const one = await waiting();
  const standing: unknown[] = [];
  for (const stage of stages) {
    await store.stop();
    const said = await here(stage, one).catch((error: Error) => error.message);
    const { all, mail, text } = await cameOf(one);
    standing.push([stage, said, all.state, mail, text]);
    await store.start();
    await here(stage, one);
  }
  // Jobs try again by themselves, an auditor is told; a message carries nothing that lies in the store.
  expect(standing).toEqual([
    ['make', undefined, 1, [undefined, 0], [undefined, 0]],
    ['issue', '图片与文件存储暂时无法访问, 请稍后重试', 3, [undefined, 0], [undefined, 0]],
    ['send', undefined, 4, [mailState.waiting, 0], [smsState.submitted, 1]],
  ]);
  expect(await cameOf(one)).toEqual({ all: wholly, mail: [mailState.sent, 1], text: [smsState.submitted, 1] });
  expect(await chainFaults(desk.orm, desk.blobs, '000000', '2000-01-01 00:00:00')).toEqual([]);
});
