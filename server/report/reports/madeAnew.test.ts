import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audited, passedTwice } from '#server/lab/audit/auditTesting.ts';
import type { StoredTask } from '#server/lab/tasks/taskTesting.ts';
import { openBlobStore } from '#server/kernel/core/blobStore.ts';
import { madeJpeg } from '#server/kernel/desk/blobTesting.ts';
import { pageTexts } from '#server/report/reportTesting.ts';
import { openReports, reportCalls } from '#server/report/search/searchTesting.ts';
import type { Desk } from '#server/sample/deskTesting.ts';
import { blobFiles } from '#server/storage/blobFiles.ts';
import { generateJobKind } from './generate.ts';
import { lostFiles, untold } from './lostFiles.ts';
import { madeReport } from './makingTesting.ts';

let desk: Desk;
const blobDir = mkdtempSync(join(tmpdir(), 'accession-made-anew-'));
beforeAll(async () => {
  desk = await openReports(blobDir);
});
afterAll(() => desk.close());
const { get, data, post, many, issued } = reportCalls(() => desk);

interface Waiting {
  readonly versionId: string;
  readonly pdfSha256: string;
}
const audit = ({ versionId, pdfSha256 }: Waiting) => many('audit2', 'report-audit/audit', { versions: [{ versionId, pdfSha256 }] });
const current = (reportId: string): Promise<Waiting> => data('audit2', 'report', 'report-audit/detail', { reportId });
const reportOf = async ({ id }: Pick<StoredTask, 'id'>) =>
  (
    await desk.rows<{ id: string; state: number; currentVersionNo: number }>(
      sql`select r.id::text as id, r.state::int as state, r.current_version_no from report r join report_task x on x.report_id = r.id where x.task_id = ${id}`,
    )
  )[0]!;
/** What became of a report that somebody asks to have made. */
async function generate(reportId: string): Promise<string> {
  const { batchId } = (await post('audit2', 'report-audit/generate', { reportIds: [reportId] })).json<{ data: { batchId: string } }>().data;
  await generateJobKind(desk.database, desk.blobs).run({ tenantId: '000000', batchId }, new AbortController().signal);
  return (await data('audit2', 'report', 'report-audit/get-generate-result', { batchId })).rows[0].outcome;
}

describe('a report', () => {
  it('whose file is gone from the store is found however old it is, named once, told on its report and given to nobody', async () => {
    const one = await issued();
    const { reportNo, sha256 } = one;
    const lost = async (most?: number) => (await lostFiles(desk.database, desk.blobs, '000000', most)).map((each) => each.reportNo);
    expect(await lost()).toEqual([]);
    const path = blobFiles(blobDir).pathOf('000000', sha256);
    const bytes = readFileSync(path);
    rmSync(path);
    // One after another all are looked for, whatever the store has written down of them.
    const turns = [];
    for (let count = 0; count < 12; count++) turns.push(...(await lost(3)));
    expect(turns).toContain(reportNo);
    // As a merged file that was this report took it along once: the record, too.
    await desk.orm.execute(sql`delete from blob where sha256 = ${sha256}`);
    expect(await lost(3)).toEqual([reportNo]);
    expect(await untold(desk.database, await lostFiles(desk.database, desk.blobs, '000000'))).toMatchObject([{ reportNo, versionNo: 1 }]);
    expect(await untold(desk.database, await lostFiles(desk.database, desk.blobs, '000000'))).toEqual([]);
    const trail = async () => (await data('audit2', 'search', 'reportSearch/trail', { reportId: one.reportId })).versions;
    expect(await trail()).toMatchObject([{ isFileLost: true }]);
    const refused = { code: 503, msg: '报告文件异常', refusal: 'report.damaged' };
    expect((await get('audit2', 'report', 'report-audit/file', { versionId: one.versionId })).json()).toMatchObject(refused);
    expect(await many('audit2', 'report-print/save', { versionIds: [one.versionId], copies: 1 })).toEqual(['reportPrint.damaged']);
    // Put back from a copy it is known again.
    writeFileSync(path, bytes);
    expect(await lost()).toEqual([]);
    expect(await trail()).toMatchObject([{ isFileLost: false }]);
    expect(await desk.rows(sql`select bound_time is null as is_loose from blob where sha256 = ${sha256}`)).toEqual([{ isLoose: false }]);
    expect((await get('audit2', 'report', 'report-audit/file', { versionId: one.versionId })).statusCode).toBe(200);
  });

  it('that was made as the whole is not issued once further results of its own are under way', async () => {
    const one = await madeReport(desk);
    const open = await audited(desk);
    await desk.orm.execute(
      sql`insert into report_task (tenant_id, report_id, task_id, sample_code) values ('000000', ${one.reportId}, ${open.id}, ${open.sampleCode})`,
    );
    expect(await audit(one)).toEqual(['report.changed']);
    expect(await generate(one.reportId)).toBe('done');
    const next = await current(one.reportId);
    const file = await get('audit2', 'report', 'report-audit/file', { versionId: next.versionId });
    expect((await pageTexts(file.rawPayload)).join('')).toContain('部分报告');
    expect(await audit(next)).toEqual([null]);
  });

  it('of a batch is told while the others are still to be made, and is not made twice by who goes on', async () => {
    const tasks = [await passedTwice(desk), await passedTwice(desk), await passedTwice(desk)];
    const reportIds = await Promise.all(tasks.map(async (task) => (await reportOf(task)).id));
    const { batchId } = (await post('audit2', 'report-audit/generate', { reportIds })).json<{ data: { batchId: string } }>().data;
    const progress = async () => {
      const { state, totalCount, doneCount, rows } = await data('audit2', 'report', 'report-audit/get-generate-result', { batchId });
      return { state, totalCount, doneCount, outcomes: rows.map((row: { outcome: string }) => row.outcome) };
    };
    expect(await progress()).toEqual({ state: 0, totalCount: 3, doneCount: 0, outcomes: ['waiting', 'waiting', 'waiting'] });
    /** The server is told to end while it sets the next report. */
    const ends = async (): Promise<void> => {
      const ending = new AbortController();
      const files = blobFiles(blobDir);
      const store = openBlobStore(desk.database, { ...files, write: (...asked) => files.write(...asked).finally(() => ending.abort()) });
      await generateJobKind(desk.database, store).run({ tenantId: '000000', batchId }, ending.signal);
    };
    await ends();
    expect(await progress()).toEqual({ state: 1, totalCount: 3, doneCount: 1, outcomes: ['done', 'waiting', 'waiting'] });
    await ends();
    expect(await progress()).toEqual({ state: 1, totalCount: 3, doneCount: 2, outcomes: ['done', 'done', 'waiting'] });
    await generateJobKind(desk.database, desk.blobs).run({ tenantId: '000000', batchId }, new AbortController().signal);
    expect(await progress()).toEqual({ state: 2, totalCount: 3, doneCount: 3, outcomes: ['done', 'done', 'done'] });
    for (const task of tasks) expect(await reportOf(task)).toMatchObject({ state: 3, currentVersionNo: 1 });
    expect((await get('audit1', 'report', 'report-audit/get-generate-result', { batchId })).statusCode).toBe(404);
  });

  it('whose waiting file or facts are not what they were is made anew, though it says the same', async () => {
    const one = await madeReport(desk);
    const path = blobFiles(blobDir).pathOf('000000', one.pdfSha256);
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(path, bytes);
    expect(await audit(one)).toEqual(['report.notSet']);
    // The way out that the refusal names.
    expect(await generate(one.reportId)).toBe('done');
    const next = await current(one.reportId);
    await get('audit2', 'report', 'report-audit/file', { versionId: next.versionId });
    expect(await audit(next)).toEqual([null]);
    const other = await madeReport(desk);
    expect(await generate(other.reportId)).toBe('skipped');
    await desk.orm.execute(sql`update report_version set facts = jsonb_set(facts, '{values,personName}', '"另一人"') where id = ${other.versionId}`);
    expect(await generate(other.reportId)).toBe('done');
  });
});

it('a file that was damaged and kept its size is put back by whoever brings its bytes again', async () => {
  const bytes = madeJpeg(5_000);
  const { sha256 } = await desk.blobs.putWhole('000000', bytes);
  const path = blobFiles(blobDir).pathOf('000000', sha256);
  const damaged = Buffer.from(bytes);
  damaged[damaged.length >> 1]! ^= 1;
  writeFileSync(path, damaged);
  expect(await desk.blobs.putWhole('000000', bytes)).toMatchObject({ sha256 });
  expect(readFileSync(path)).toEqual(bytes);
});
