import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { mailMode, reportChannel } from '#domain/report/reportStrategy.ts';
import { s3Files } from '#server/ports/s3Files.ts';
import { openS3Server, type S3Server } from '#server/ports/s3Testing.ts';
import { downloadJobs } from '#server/report/download/downloadJob.ts';
import { linkOf } from '#server/report/links/linkOf.ts';
import { mailJob } from '#server/report/mail/sendMails.ts';
import { mailReports, openReports, reportCalls } from '#server/report/search/searchTesting.ts';
import type { Desk } from '#server/sample/deskTesting.ts';
import { blobFiles, type BlobFiles } from '#server/storage/blobFiles.ts';
import { nowText } from '#server/storage/clock.ts';

const tenantId = '000000';
const given = 'given';
const signal = new AbortController().signal;
const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'accession-one-byte-')));
let store: S3Server;
beforeAll(async () => {
  store = await openS3Server();
});
afterAll(async () => {
  await store.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Where what is issued is kept: on a disk, or in a store. */
const places: readonly (readonly [string, () => BlobFiles])[] = [
  ['on the disk', () => blobFiles(folders[0]!)],
  ['in a store', () => s3Files(store.place, folders[1]!)],
];

describe.each(places)('a report whose bytes lie %s', (_where, filesOf) => {
  let desk: Desk;
  let files: BlobFiles;
  const { get, data, post, issued } = reportCalls(() => desk);
  type Issued = Awaited<ReturnType<typeof issued>>;
  interface Answer {
    readonly statusCode: number;
    readonly json: <T>() => T;
  }
  const saidBy = (answer: Answer): string => (answer.statusCode === 200 ? given : answer.json<{ refusal: string }>().refusal);
  const outside = (method: 'GET' | 'POST', path: string, payload?: object) =>
    desk.app.inject({ method, url: callPath('report', path, 'accession'), ...(payload ? { payload } : {}) });

  beforeAll(async () => {
    files = filesOf();
    desk = await openReports(folders[0]!, { files });
    await mailReports(desk);
    await desk.orm.execute(sql`update param set param_value = 'https://report.example.com' where param_key = 'report.publicAddress'`);
  });
  afterAll(() => desk.close());

  /** Packs a report and fetches the file; `meanwhile`: what becomes of the file between. */
  async function packed(mode: 'zip' | 'merge', reports: readonly Issued[], meanwhile?: (sha256: string) => Promise<void>): Promise<string> {
    const asked = await post('audit2', 'report-audit/download', { versionIds: reports.map(({ versionId }) => versionId), mode });
    const { downloadId } = asked.json<{ data: { downloadId: string } }>().data;
    await downloadJobs(desk.database, desk.blobs, () => ({ send: async () => undefined }))[0]!.run({ tenantId, downloadId }, signal);
    const [made] = await desk.rows<{ sha256: string | null }>(sql`select sha256 from report_download where id = ${downloadId}`);
    if (made?.sha256) await meanwhile?.(made.sha256);
    const [result] = await data('audit2', 'report', 'report-audit/get-download-result', { downloadId });
    // An archive of none is a file all the same.
    return result.rows[0].outcome === 'done'
      ? saidBy(await get('audit2', 'report', 'report-audit/download-file', { downloadId }))
      : result.rows[0].message[0];
  }
  /** Sends the mail of a report that waits, as a link or with the report. */
  async function mailed({ versionId, reportNo }: Issued, mode: number): Promise<string | null> {
    await desk.orm.execute(
      sql`update mail_message set state = 2, tries = 0, mail_mode = ${mode}, not_before = now() - interval '1 minute' where version_id = ${versionId}`,
    );
    const subjects: string[] = [];
    const taken = { isAccepted: true, mayHaveLeft: true, isUnknown: false, status: 250, text: '', milliseconds: 1 };
    await mailJob(desk.database, desk.blobs, { send: async (_box, { subject }) => (subjects.push(subject), taken) }).run({}, signal);
    const [mail] = await desk.rows<{ answer: string | null }>(sql`select answer from mail_message where version_id = ${versionId}`);
    return subjects.includes(reportNo) ? given : mail!.answer;
  }
  async function opened({ versionId, reportId }: Issued): Promise<string> {
    await desk.orm.execute(
      sql`update requisition set credential_no = '11010519491231002X' where id = (select requisition_id from report where id = ${reportId})`,
    );
    const patient = { channel: reportChannel.link, receiverName: '受检者' } as const;
    const link = await desk.orm.transaction((tx) => linkOf(tx, tenantId, versionId, patient, nowText()));
    return saidBy(await outside('POST', `report-link/${link!.address.split('/r/')[1]}/open`, { code: '31002X' }));
  }
  async function printed({ versionId }: Issued): Promise<string> {
    const answer = await post('audit2', 'report-print/save', { versionIds: [versionId], copies: 1, reason: '再要一份' });
    const [one] = answer.json<{ data: { code: string | null }[] }>().data;
    return one?.code ?? given;
  }
  /** What each way out of the house says of a report: that it is given, or why not. */
  const waysOut = async (one: Issued) => ({
    file: saidBy(await get('audit2', 'report', 'report-audit/file', { versionId: one.versionId })),
    zip: await packed('zip', [one]),
    merged: await packed('merge', [one]),
    mailedLink: await mailed(one, mailMode.link),
    attached: await mailed(one, mailMode.attachment),
    link: await opened(one),
    printed: await printed(one),
  });
  const all = (word: string) => ({ file: word, zip: word, merged: word, mailedLink: word, attached: word, link: word, printed: word });
  const damaged = {
    file: 'report.damaged',
    zip: '报告文件异常',
    merged: '报告文件异常',
    mailedLink: expect.stringContaining('报告文件异常'),
    attached: expect.stringContaining('报告文件异常'),
    link: 'report.damaged',
    printed: 'reportPrint.damaged',
  };
  /** A byte in the middle of a stored file, the other way round and back. */
  async function turnByte(sha256: string): Promise<void> {
    const bytes = await files.read(tenantId, sha256);
    bytes[bytes.length >> 1]! ^= 1;
    await files.remove(tenantId, sha256);
    // As a disk or another's hand would: a store compares what is put by its own sum alone.
    await files.write(tenantId, sha256, bytes);
  }

  it('is given out every way while it is what was issued, and no way once a byte of it is another', async () => {
    const one = await issued();
    expect(await waysOut(one)).toEqual(all(given));
    await turnByte(one.sha256);
    expect(await waysOut(one)).toEqual(damaged);
    await turnByte(one.sha256);
    expect(await waysOut(one)).toEqual(all(given));
  });

  it('is given out no way, nor verified, once its row is not what was chained', async () => {
    const [one, other] = [await issued(), await issued()];
    const word = async (): Promise<string> => {
      const [{ token } = { token: '' }] = await desk.rows<{ token: string }>(
        sql`select verify_token as token from report_version where id = ${one.versionId}`,
      );
      return (await outside('GET', `verify/${token}`)).json<{ data: { word: string } }>().data.word;
    };
    const set = (change: ReturnType<typeof sql>) => desk.orm.execute(sql`update report_version set ${change} where id = ${one.versionId}`);
    expect(await word()).toBe('genuine');
    const turned = (one.sha256.startsWith('0') ? '1' : '0') + one.sha256.slice(1);
    // The last is another patient's report, whole and sound.
    for (const sha256 of [turned, other.sha256]) {
      await set(sql`pdf_sha256 = ${sha256}`);
      expect([await word(), await waysOut(one)]).toEqual(['unknown', damaged]);
      await set(sql`pdf_sha256 = ${one.sha256}`);
    }
    const [row] = await desk.rows<{ issueTime: string; prevHash: string }>(
      sql`select issue_time, prev_hash from report_version where id = ${one.versionId}`,
    );
    for (const change of [sql`issue_time = issue_time - interval '1 second'`, sql`prev_hash = 'f' || prev_hash`]) {
      await set(change);
      expect([await word(), (await waysOut(one)).file]).toEqual(['unknown', 'report.damaged']);
      await set(sql`issue_time = ${row!.issueTime}, prev_hash = ${row!.prevHash}`);
    }
    expect([await word(), await waysOut(one)]).toEqual(['genuine', all(given)]);
  });

  it('does not leave in a packed file whose bytes changed after it was made', async () => {
    const both = [await issued(), await issued()];
    for (const mode of ['zip', 'merge'] as const) expect(await packed(mode, both, turnByte)).toBe('reportDownload.damaged');
  });
});
