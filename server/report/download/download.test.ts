import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportState } from '#domain/report/reportState.ts';
import type { ReportDownload } from '#domain/report/search/reportDownload.ts';
import { openBlobStore } from '#server/kernel/core/blobStore.ts';
import { downloadJobs } from '#server/report/download/downloadJob.ts';
import { pageTexts } from '#server/report/reportTesting.ts';
import { openReports, reportCalls } from '#server/report/search/searchTesting.ts';
import type { Account, Desk } from '#server/sample/deskTesting.ts';
import { blobFiles } from '#server/storage/blobFiles.ts';
import { blobOwner } from '#server/storage/blobTables.ts';

let desk: Desk;
const blobDir = mkdtempSync(join(tmpdir(), 'accession-report-download-'));
beforeAll(async () => {
  desk = await openReports(blobDir);
});
afterAll(() => desk.close());
const { get, data, post, issued, setState } = reportCalls(() => desk);

describe('many reports as one file', () => {
  const jobs = () => downloadJobs(desk.database, desk.blobs, () => ({ send: async () => undefined }));
  async function start(mode: 'zip' | 'merge', versionIds: readonly string[], order = 'asked'): Promise<string> {
    const answer = await post('audit2', 'report-audit/download', { versionIds, mode, order });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ data: { downloadId: string } }>().data.downloadId;
  }
  const run = (downloadId: string, at: 0 | 1 = 0) => jobs()[at]!.run({ tenantId: '000000', downloadId }, new AbortController().signal);
  const resultOf = async (downloadId: string, account: Account = 'audit2'): Promise<ReportDownload | undefined> =>
    (await data(account, 'report', 'report-audit/get-download-result', { downloadId }))[0];
  const fetchFile = (downloadId: string, account: Account = 'audit2') => get(account, 'report', 'report-audit/download-file', { downloadId });
  function damage({ sha256 }: { readonly sha256: string }) {
    const path = blobFiles(blobDir).pathOf('000000', sha256);
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(path, bytes);
  }

  it('is left and found again, holds what may go out, names what may not, and is its asker’s alone for a day', async () => {
    const [one, other, broken, recalled] = [await issued(), await issued(), await issued(), await issued()];
    damage(broken);
    await setState(recalled.reportId, reportState.recalling);
    const downloadId = await start(
      'zip',
      [one, broken, recalled, other].map(({ versionId }) => versionId),
    );
    expect(await resultOf(downloadId)).toMatchObject({ state: 0, totalCount: 4, doneCount: 0 });
    expect((await fetchFile(downloadId)).statusCode).toBe(404);
    await run(downloadId);
    expect(await resultOf(downloadId)).toMatchObject({
      state: 2,
      doneCount: 4,
      rows: [
        { reportNo: one.reportNo, outcome: 'done' },
        { reportNo: broken.reportNo, outcome: 'refused', message: ['报告文件异常', expect.any(String)] },
        { reportNo: recalled.reportNo, outcome: 'refused', message: [expect.stringContaining('更正中'), expect.any(String)] },
        { reportNo: other.reportNo, outcome: 'done' },
      ],
    });
    const file = await fetchFile(downloadId);
    expect(file.statusCode).toBe(200);
    const inside = unzipSync(new Uint8Array(file.rawPayload));
    expect(Object.keys(inside)).toEqual([`${one.reportNo}-v1.pdf`, `${other.reportNo}-v1.pdf`]);
    expect(Buffer.from(inside[`${one.reportNo}-v1.pdf`]!)).toEqual(readFileSync(blobFiles(blobDir).pathOf('000000', one.sha256)));
    expect(await resultOf(downloadId, 'lab')).toBeUndefined();
    expect((await fetchFile(downloadId, 'lab')).statusCode).toBe(404);
    const { views } = await data('audit2', 'search', 'reportSearch/trail', { reportId: one.reportId });
    expect(views).toHaveLength(1);
    // What is taken back once it is packed does not go out with the rest.
    await setState(other.reportId, reportState.recalling);
    expect((await fetchFile(downloadId)).statusCode).toBe(409);
    await setState(other.reportId, reportState.issued);
    await run(downloadId, 1);
    expect(await resultOf(downloadId)).toBeUndefined();
    expect((await fetchFile(downloadId)).statusCode).toBe(404);
  });

  it('is one document, page after page, in the order that was asked for', async () => {
    const [one, other] = [await issued(), await issued()];
    const downloadId = await start('merge', [other.versionId, one.versionId], 'reportNo');
    await run(downloadId);
    const file = await fetchFile(downloadId);
    expect(file.headers['content-type']).toBe('application/pdf');
    const texts = await pageTexts(file.rawPayload);
    const pages = [...texts.entries()];
    const firstPageOf = (no: string): number => pages.findIndex(([, text]) => text.includes(no));
    const [before, behind] = [one.reportNo, other.reportNo].toSorted() as [string, string];
    expect(firstPageOf(before)).toBe(0);
    expect(firstPageOf(behind)).toBeGreaterThan(0);
    // One alone is the report itself, byte for byte: it outlives its download.
    const alone = await start('merge', [other.versionId]);
    await run(alone);
    expect(
      createHash('sha256')
        .update((await fetchFile(alone)).rawPayload)
        .digest('hex'),
    ).toBe(other.sha256);
    await run(alone, 1);
    expect((await get('audit2', 'report', 'report-audit/file', { versionId: other.versionId })).statusCode).toBe(200);
    expect(await desk.rows(sql`select owner::int as owner from blob where sha256 = ${other.sha256}`)).toEqual([{ owner: blobOwner.report }]);
    // Nothing that may be given out: no file, and it says so.
    damage(one);
    const empty = await start('merge', [one.versionId]);
    await run(empty);
    expect(await resultOf(empty)).toMatchObject({ state: 3, rows: [{ outcome: 'refused' }] });
  });

  it('tells how far it is while it is being made, and is begun anew where its server ends', async () => {
    const versionIds = [(await issued()).versionId, (await issued()).versionId, (await issued()).versionId];
    const downloadId = await start('zip', versionIds);
    const ending = new AbortController();
    const files = blobFiles(blobDir);
    // The server is told to end while it reads the first report.
    const store = openBlobStore(desk.database, { ...files, stream: (...asked) => files.stream(...asked).finally(() => ending.abort()) });
    const [job] = downloadJobs(desk.database, store, () => ({ send: async () => undefined }));
    await job!.run({ tenantId: '000000', downloadId }, ending.signal).catch(() => undefined);
    expect(await resultOf(downloadId)).toMatchObject({
      state: 1,
      totalCount: 3,
      doneCount: 1,
      rows: [{ outcome: 'done' }, { outcome: 'waiting' }, { outcome: 'waiting' }],
    });
    expect((await fetchFile(downloadId)).statusCode).toBe(404);
    await run(downloadId);
    expect(await resultOf(downloadId)).toMatchObject({ state: 2, totalCount: 3, doneCount: 3 });
    expect(Object.keys(unzipSync(new Uint8Array((await fetchFile(downloadId)).rawPayload)))).toHaveLength(3);
  });

  it('is refused beyond what one file may hold, and of what nobody knows', async () => {
    const ids = Array.from({ length: 201 }, (_none, at) => String(1000 + at));
    expect((await post('audit2', 'report-audit/download', { versionIds: ids, mode: 'merge' })).statusCode).toBe(400);
    expect((await post('audit2', 'report-audit/download', { versionIds: ids, mode: 'zip' })).statusCode).toBe(404);
  });
});
