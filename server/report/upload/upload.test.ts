import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManyAnswer } from '#domain/kernel/many.ts';
import { callPath } from '#domain/kernel/services.ts';
import { drawReport } from '#domain/report/drawReport.ts';
import { inventedReports } from '#domain/report/inventedReports.ts';
import { chainText } from '#domain/report/reportState.ts';
import { shippedTemplates } from '#domain/report/shippedTemplates.ts';
import { codesInName, reportDateIn, says } from '#domain/report/upload/uploadText.ts';
import type { UploadedFile } from '#domain/report/upload/uploadRows.ts';
import { statusesOf, tubesAtDoor } from '#server/lab/tasks/taskTesting.ts';
import { renderReport } from '#server/report/engine/reportEngine.ts';
import { openDesk, type Account, type Desk } from '#server/sample/deskTesting.ts';
import { ofType, r4Faults, type Bundle } from '../fhir/r4Testing.ts';
import { makeReport } from '../reports/makeReport.ts';
import { mayRelease } from '../reports/makingTesting.ts';
import { madePdf, packedPdf } from './pdfTesting.ts';
import { readPdf } from './readPdf.ts';

let desk: Desk;
let outerCommodity: string;
beforeAll(async () => {
  desk = await openDesk({ blobDir: mkdtempSync(join(tmpdir(), 'accession-uploads-')) });
  for (const [at, account] of (['audit2', 'admin'] as const).entries()) await mayRelease(desk, account, at + 1);
  const [commodity] = await desk.rows<{ code: string }>(
    sql`select commodity_code as code from commodity where execute_type = 2 and entry_form = 'nomal' and cardinality(panel_ids) > 0 and is_deleted = 0 order by id limit 1`,
  );
  if (!commodity) throw new Error('no commodity is tested by another house');
  outerCommodity = commodity.code;
});
afterAll(() => desk.close());

interface Sent {
  readonly name: string;
  readonly bytes: Buffer;
}
async function send(account: Account, files: readonly Sent[], sampleCode?: string, key: string = randomUUID()) {
  const boundary = 'uploaded-reports';
  const parts: Buffer[] = sampleCode
    ? [Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="sampleCode"\r\n\r\n${sampleCode}\r\n`)]
    : [];
  for (const { name, bytes } of files)
    parts.push(
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file[]"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    );
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  const answer = await (
    await desk.as(account)
  ).post(callPath('report', 'report-upload/upload', 'accession'), Buffer.concat(parts), {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'idempotency-key': key,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: { rows: UploadedFile[] } }>().data.rows;
}
const codes = (rows: readonly UploadedFile[]): (string | null)[] => rows.map(({ code }) => code);
const get = async (account: Account, path: string, query: Record<string, string>) =>
  (await desk.as(account)).get(callPath('report', path, 'accession'), query);
const detail = async (reportId: string) => (await get('audit2', 'report-audit/detail', { reportId })).json<{ data: Record<string, any> }>().data;
const audit = async (account: Account, versionId: string, pdfSha256: string) =>
  (
    await (
      await desk.as(account)
    ).post(callPath('report', 'report-audit/audit', 'accession'), { versions: [{ versionId, pdfSha256 }] }, { 'idempotency-key': randomUUID() })
  )
    .json<{ data: ManyAnswer[] }>()
    .data.map(({ code }) => code);
const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A tube that another house tests, entered and handed over. */
async function outerTube(): Promise<string> {
  const { sampleCodes } = await tubesAtDoor(desk, { commodities: [outerCommodity] });
  return sampleCodes[0]!;
}
const uploadOf = async (sampleCode: string) =>
  (
    await desk.rows<{ id: string; reportId: string; versionId: string }>(
      sql`select id::text as id, report_id::text as report_id, version_id::text as version_id from report_upload where sample_code = ${sampleCode} order by id desc`,
    )
  )[0]!;

const script = '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>';
const hostile: Readonly<Record<string, readonly [Buffer, string]>> = {
  'a text': [Buffer.from('no PDF at all'), 'upload.noPdf'],
  'a picture': [Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(3_000)]), 'upload.noPdf'],
  'more than 20 MB': [Buffer.concat([madePdf(), Buffer.alloc(20 * 1_048_576, 32), Buffer.from('%%EOF')]), 'upload.tooLarge'],
  'more than a hundred pages': [madePdf({ pages: 101 }), 'upload.tooLong'],
  'a script': [madePdf({ catalog: script }), 'upload.active'],
  'a script under an escaped name': [madePdf({ catalog: '/OpenAction << /S /J#61va#53cript /J#53 (1) >>' }), 'upload.active'],
  'a script in a stream of objects': [packedPdf(script), 'upload.active'],
  'a script in one that does not say so': [packedPdf(script, ''), 'upload.active'],
  'a launch': [madePdf({ objects: ['<< /Type /Action /S /Launch /F (cmd.exe) >>'] }), 'upload.active'],
  'an attachment': [
    madePdf({ catalog: '/Names << /EmbeddedFiles << /Names [(a) 10 0 R] >> >>', objects: ['<< /Type /Filespec /F (a) /EF << /F 11 0 R >> >>'] }),
    'upload.active',
  ],
  'a form of another kind': [
    madePdf({ catalog: '/AcroForm << /Fields [] /XFA 10 0 R >>', objects: ['<< /Length 0 >>\nstream\n\nendstream'] }),
    'upload.active',
  ],
  'a lock': [madePdf({ trailer: '/Encrypt << /Filter /Standard /V 1 /R 2 /O (x) /U (y) /P -4 >>' }), 'upload.encrypted'],
  'objects packed in an odd way': [
    madePdf({ objects: ['<< /Type /ObjStm /N 1 /First 4 /Filter [/ASCIIHexDecode /FlateDecode] /Length 4 >>\nstream\nAAAA\nendstream'] }),
    'upload.unreadable',
  ],
  'lists within lists': [madePdf({ objects: ['['.repeat(5_000)] }), 'upload.unreadable'],
  'a broken file': [Buffer.from('%PDF-1.7\nrubbish\n%%EOF'), 'upload.unreadable'],
};

describe('a file of another house', () => {
  it('is refused for what it holds, each with its own reason, and the others of its request are taken', async () => {
    const code = await outerTube();
    const files = Object.entries(hostile).map(([name, [bytes]]): Sent => ({ name: `${name}.pdf`, bytes }));
    const rows = await send('lab', [...files, { name: 'clean.pdf', bytes: madePdf({ lines: [code] }) }], code);
    expect(Object.fromEntries(rows.map(({ fileName, code: why }) => [fileName.replace('.pdf', ''), why]))).toEqual({
      ...Object.fromEntries(Object.entries(hostile).map(([name, [, why]]) => [name, why])),
      clean: null,
    });
    expect((await readPdf(packedPdf(''))).fault).toBeNull();
    expect(await desk.rows(sql`select 1 from report_upload where sample_code = ${code}`)).toHaveLength(1);
  });

  it('is the report of the tube its name says, else its text, and is told what asks for a look', async () => {
    const [named, told, other] = [await outerTube(), await outerTube(), await outerTube()];
    await desk.orm.execute(
      sql`update requisition set person_name = 'Zhang San' where id = (select requisition_id from sample where sample_code = ${other})`,
    );
    const rows = await send('lab', [
      { name: `report_${named}.pdf`, bytes: madePdf({ lines: ['Nothing of it', 'Report date: 2020-01-02'] }) },
      { name: 'scan0001x.pdf', bytes: madePdf({ lines: [`Sample ${told}`] }) },
      { name: `${other}.pdf`, bytes: madePdf({ lines: ['Zhang San'] }) },
    ]);
    expect(rows.map(({ sampleCode }) => sampleCode)).toEqual([named, told, other]);
    expect(rows[0]!.warnings.map(([zh]) => zh)).toEqual(['正文中没有受检者姓名和样本条码', expect.stringContaining('早于采样日期')]);
    expect(rows[1]!.warnings.map(([zh]) => zh)).toEqual(['正文中没有受检者姓名']);
    // Another person of that name has another code.
    expect(rows[2]!.warnings.map(([zh]) => zh)).toEqual(['正文中没有样本条码']);
    const { reportId } = await uploadOf(named);
    expect(await detail(reportId)).toMatchObject({
      state: 3,
      sampleCodes: named,
      uploadChecks: rows[0]!.warnings,
      versions: [{ source: 2, state: 1 }],
    });
    // Chinese is read as it is printed.
    const [person] = await desk.rows<{ name: string }>(
      sql`select r.person_name as name from requisition r join sample s on s.requisition_id = r.id where s.sample_code = ${named}`,
    );
    const routine = shippedTemplates.find(({ key }) => key === 'routine')!;
    const facts = {
      ...inventedReports.routine,
      values: { ...inventedReports.routine.values, personName: person!.name, sampleCode: named, samplingTime: '2020-01-01 08:00' },
    };
    const { pdf } = await renderReport({ report: drawReport({ content: routine.content, facts, paper: 'A4', watermark: '' }), images: {} });
    const read = await readPdf(pdf);
    expect([read.fault, says(read.text, person!.name), says(read.text, named)]).toEqual([null, true, true]);
  });

  it('is nobody’s who is not named, or has no such tube, or tests it here', async () => {
    const here = (await tubesAtDoor(desk)).sampleCodes[0]!;
    const [one, two] = [await outerTube(), await outerTube()];
    const blank = (line: string): Buffer => madePdf({ lines: [line] });
    expect(codes(await send('lab', [{ name: 'x.pdf', bytes: blank('nothing') }]))).toEqual(['upload.noSample']);
    expect(codes(await send('lab', [{ name: 'x.pdf', bytes: blank('unknown') }], 'ZZ999999'))).toEqual(['upload.unknownSample']);
    expect(codes(await send('lab', [{ name: `${here}.pdf`, bytes: blank('here') }]))).toEqual(['upload.notOuter']);
    expect(codes(await send('lab', [{ name: `${one} ${two}.pdf`, bytes: blank('two') }]))).toEqual(['upload.severalSamples']);
    const bytes = blank('same bytes');
    expect(codes(await send('lab', [{ name: `${one}.pdf`, bytes }]))).toEqual([null]);
    expect(codes(await send('lab', [{ name: `${one}.pdf`, bytes }]))).toEqual(['upload.same']);
    expect(codes(await send('lab', [{ name: `${two}.pdf`, bytes }]))).toEqual(['upload.known']);
    const refused = await (await desk.as('reception')).post(callPath('report', 'report-upload/upload', 'accession'), {});
    expect(refused.statusCode).toBe(403);
  });

  it('is audited by another than who brought it, singly and looked at, and goes out byte for byte as a link of the chain', async () => {
    const code = await outerTube();
    await desk.orm.execute(sql`update report_strategy set channels = '{1}'`);
    const bytes = madePdf({ lines: [code, 'Result: see text'] });
    const key = randomUUID();
    const first = await send('admin', [{ name: `${code}.pdf`, bytes }], undefined, key);
    expect(await send('admin', [{ name: `${code}.pdf`, bytes }], undefined, key)).toEqual(first);
    const { reportId, versionId, id } = await uploadOf(code);
    // Making it is nothing that is done to it.
    expect(await makeReport(desk.database, desk.blobs, reportId, { tenantId: '000000', makerId: null, makerName: '系统' })).toMatchObject({
      outcome: 'skipped',
    });
    for (const account of ['admin', 'audit2'] as const) expect((await get(account, 'report-audit/file', { versionId })).statusCode).toBe(200);
    expect(await audit('admin', versionId, hash(bytes))).toEqual(['report.uploader']);
    expect(await audit('audit2', versionId, hash(bytes))).toEqual([null]);
    // Its message is known by the tube, which no task of ours names.
    expect(await desk.rows(sql`select sample_code from sms_message where owner_id = ${versionId}`)).toEqual([{ sampleCode: code }]);
    const issued = await get('lab', 'report-audit/file', { versionId });
    expect(hash(issued.rawPayload)).toBe(hash(bytes));
    // As FHIR it is those bytes, for its results stand in them alone.
    const bundle = JSON.parse((await get('lab', 'report-audit/fhir', { versionId })).body) as Bundle;
    expect(r4Faults(bundle)).toEqual([]);
    expect(ofType(bundle, 'Observation')).toEqual([]);
    expect(hash(Buffer.from(ofType(bundle, 'DiagnosticReport')[0]!['presentedForm'][0].data, 'base64'))).toBe(hash(bytes));
    const [link] = await desk.rows<{
      reportNo: string;
      versionNo: number;
      pdfSha256: string;
      issueTime: string;
      prevHash: string;
      chainHash: string;
    }>(
      sql`select r.report_no, v.version_no, v.pdf_sha256, v.issue_time, v.prev_hash, v.chain_hash from report_version v join report r on r.id = v.report_id where v.id = ${versionId}`,
    );
    expect(link!.pdfSha256).toBe(hash(bytes));
    expect(hash(Buffer.from(chainText(link!.prevHash, link!)))).toBe(link!.chainHash);
    expect(await statusesOf(desk, [code])).toEqual([108]);
    const listed = await (
      await desk.as('lab')
    ).get(callPath('search', 'reportSearch/entrustReportPage', 'accession'), { sampleCode: code, state: '1', uploadState: '2' });
    expect(listed.json<{ data: { records: object[] } }>().data.records, listed.body).toMatchObject([
      { sampleCode: code, state: 1, uploadState: 2, reportNo: link!.reportNo, reportTime: link!.issueTime, entrustPerson: expect.any(String) },
    ]);
    expect((await get('lab', 'report-upload/detail', { uploadId: id })).json()).toMatchObject({ data: { state: 2, reportState: 4 } });
    const found = await (await desk.as('lab')).get(callPath('search', 'reportSearch/accurateQuery', 'accession'), { sampleCode: code });
    expect(found.json<{ data: { records: object[] } }>().data.records, found.body).toMatchObject([{ reportNo: link!.reportNo, sampleCodes: code }]);
    // What is out is withdrawn first.
    expect(codes(await send('lab', [{ name: `${code}.pdf`, bytes: madePdf({ lines: [code, 'again'] }) }]))).toEqual(['upload.issued']);
    const cancelled = await (
      await desk.as('audit2')
    ).post(
      callPath('report', 'report-audit/cancel-audit', 'accession'),
      { reportIds: [reportId], reason: '传错文件' },
      { 'idempotency-key': randomUUID() },
    );
    expect(cancelled.json<{ data: ManyAnswer[] }>().data.map(({ code: why }) => why)).toEqual([null]);
    expect(await statusesOf(desk, [code])).not.toEqual([108]);
    expect(codes(await send('lab', [{ name: `${code}.pdf`, bytes: madePdf({ lines: [code, 'again'] }) }]))).toEqual([null]);
    expect(await detail(reportId)).toMatchObject({
      state: 3,
      versions: [
        { versionNo: 2, state: 1 },
        { versionNo: 1, state: 5 },
      ],
    });
  });

  it('is replaced by the next one, removed with a reason while nobody has audited it, and kept from a tube that is gone', async () => {
    const code = await outerTube();
    const file = (line: string): Sent => ({ name: `${code}.pdf`, bytes: madePdf({ lines: [code, line] }) });
    await send('lab', [file('one')]);
    const former = await uploadOf(code);
    await send('lab', [file('two')]);
    const { id, reportId, versionId } = await uploadOf(code);
    const page = await get('lab', 'report-upload/page', { sampleCode: code });
    expect(page.json<{ data: { records: { state: number }[] } }>().data.records.map(({ state }) => state)).toEqual([1, 3]);
    const remove = async (uploadId: string) => desk.act('online', 'lab', 'reportUpload.remove', { uploadId, reason: '传错文件' });
    expect(await remove(former.id)).toMatchObject({ status: 'conflict', code: 'upload.notOpen' });
    expect(await remove(id)).toMatchObject({ status: 'applied', result: { state: 3 } });
    expect(await detail(reportId)).toMatchObject({ state: 9 });
    expect(codes(await send('lab', [file('two')]))).toEqual([null]);
    const last = await uploadOf(code);
    expect(last.versionId).not.toBe(versionId);
    await desk.orm.execute(sql`update sample set lab_status = 111 where sample_code = ${code}`);
    await get('audit2', 'report-audit/file', { versionId: last.versionId });
    expect(await audit('audit2', last.versionId, hash(file('two').bytes))).toEqual(['report.changed']);
    expect(codes(await send('lab', [file('three')]))).toEqual(['upload.notEntered']);
  });

  it('says codes and dates in the ways people write them', () => {
    expect(codesInName('张三_A26000001-02_报告.pdf')).toEqual(['A26000001-02', 'A26000001']);
    expect(reportDateIn('采样日期：2026-11-01 报 告 日 期： 2026年11月8日 有效至 2027-01-01')).toBe('2026-11-08');
    expect(reportDateIn('2026-11-01 and 2026/11/09')).toBe('2026-11-09');
    expect(reportDateIn('none')).toBeNull();
  });
});
