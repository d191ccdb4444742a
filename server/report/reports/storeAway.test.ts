import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ManyAnswer } from '#domain/kernel/many.ts';
import { callPath } from '#domain/kernel/services.ts';
import { passedTwice } from '#server/lab/audit/auditTesting.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { openBlobStore, type BlobStore } from '#server/kernel/core/blobStore.ts';
import { openDesk, type Desk } from '#server/sample/deskTesting.ts';
import { blobFiles } from '#server/storage/blobFiles.ts';
import { chainFaults } from './chainCheck.ts';
import { autoGenerate } from './generate.ts';
import { madeReport, mayRelease } from './makingTesting.ts';
import { makeReport } from './makeReport.ts';
import { DamagedReport, readReport } from './reportBytes.ts';

const blobDir = mkdtempSync(join(tmpdir(), 'accession-away-'));
const system = { tenantId: '000000', makerId: null, makerName: '系统' };
let desk: Desk;
/** The same files behind a store that does not answer, and one whose connection breaks in the middle of a file. */
let [away, broken] = [] as unknown as [BlobStore, BlobStore];
beforeAll(async () => {
  desk = await openDesk({ blobDir });
  await mayRelease(desk, 'audit2', 1);
  const files = blobFiles(blobDir);
  const noAnswer = (): never => {
    throw new UserError(503, ['存储暂时无法访问', 'The store cannot be reached']);
  };
  away = openBlobStore(desk.database, { ...files, sizeOf: async () => noAnswer(), stream: async () => noAnswer(), write: async () => noAnswer() });
  broken = openBlobStore(desk.database, {
    ...files,
    async stream(...asked) {
      const stream = await files.stream(...asked);
      return stream.on('data', () => stream.destroy(new Error('ECONNRESET')));
    },
  });
});
afterAll(() => desk.close());

it('a store that is away says nothing of a report: its bytes are neither given out nor called damaged', async () => {
  const { pdfSha256, versionId } = await madeReport(desk);
  for (const store of [away, broken]) {
    const said = await readReport(store, '000000', pdfSha256).catch((error: unknown) => error);
    expect([said instanceof Error, said instanceof DamagedReport]).toEqual([true, false]);
  }
  expect((await readReport(desk.blobs, '000000', pdfSha256)).length).toBeGreaterThan(1_000);
  await expect(readReport(desk.blobs, '000000', 'f'.repeat(64))).rejects.toThrow(DamagedReport);
  const audit = await (
    await desk.as('audit2')
  ).post(callPath('report', 'report-audit/audit', 'accession'), { versions: [{ versionId, pdfSha256 }] }, { 'idempotency-key': randomUUID() });
  expect(audit.json<{ data: ManyAnswer[] }>().data.map(({ code }) => code)).toEqual([null]);
  expect(await chainFaults(desk.orm, desk.blobs, '000000', '2000-01-01 00:00:00')).toEqual([]);
  await expect(chainFaults(desk.orm, away, '000000', '2000-01-01 00:00:00')).rejects.toThrow('存储暂时无法访问');
});

it('what cannot be stored now is made later, and was no fault of the report', async () => {
  const task = await passedTwice(desk);
  const report = async () =>
    (
      await desk.rows<{ id: string; state: number; tries: number; fault: unknown }>(
        sql`select r.id::text as id, r.state::int as state, r.tries::int as tries, r.fault from report r join report_task t on t.report_id = r.id where t.task_id = ${task.id}`,
      )
    )[0]!;
  const { id } = await report();
  await expect(makeReport(desk.database, away, id, system)).rejects.toThrow('存储暂时无法访问');
  expect(await report()).toMatchObject({ state: 1, tries: 0, fault: null });
  // Taken up after a server that died over it, it waits again too.
  await desk.orm.execute(sql`update report set state = 2, update_time = now() - interval '10 minutes' where id = ${id}`);
  await autoGenerate(desk.database, away).run({}, new AbortController().signal);
  expect(await report()).toMatchObject({ state: 1, tries: 0 });
  await autoGenerate(desk.database, desk.blobs).run({}, new AbortController().signal);
  expect(await report()).toMatchObject({ state: 3 });
});
