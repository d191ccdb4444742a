import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import type { RequisitionImageDetail, RequisitionImageRow } from '#domain/sample/imageContracts.ts';
import { blobOf, madeJpeg } from '#server/kernel/desk/blobTesting.ts';
import { freshCode, openDesk, summaryPayload, type Account, type Desk } from './deskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const pathOf = (segment: string): string => callPath('sample', `requisition-image/${segment}`, 'accession');
/** The contract's way: multipart `imageFile`. */
async function upload(account: Account, bytes: Buffer, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const boundary = 'accession-test-boundary';
  const parts = Object.entries(fields)
    .map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('');
  const head = `${parts}--${boundary}\r\ncontent-disposition: form-data; name="imageFile"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
  const { token } = await desk.as(account);
  const answer = await desk.app.inject({
    method: 'POST',
    url: pathOf('upload'),
    headers: { 'blade-auth': `bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return { status: answer.statusCode, ...answer.json<{ data: any; msg: string; refusal?: string }>() };
}
const download = async (account: Account, id: string, headers: Record<string, string> = {}) =>
  (await desk.as(account)).get(pathOf('download'), { requisitionImageId: id }, headers);
const pictures = async (requisitionCode: string, account: Account = 'entry1'): Promise<readonly RequisitionImageRow[]> =>
  (await desk.get(account, 'requisition-image/detail', { requisitionCode })).data.images;

describe('a picture of a requisition', () => {
  it('may come before the requisition, by either door, once', async () => {
    const summary = summaryPayload(desk, desk.master.single);
    const { requisitionCode } = summary;
    const [first, second] = [madeJpeg(9_000), madeJpeg(8_000)];
    const said = await upload('reception', first, { requisitionCode, pageNo: '1' });
    expect(said).toMatchObject({ status: 200, data: { requisitionCode, pageNo: 1 } });
    const { sha256, size, mime } = await desk.blobs.putWhole('000000', second);
    const act = { imageKey: randomUUID(), requisitionCode, pageNo: 2, imageKind: 2, sha256, size, mime, note: '背面' };
    expect(await desk.act('outbox', 'reception', 'requisitionImage.upload', act)).toMatchObject({ status: 'applied' });
    expect(await desk.act('outbox', 'reception', 'requisitionImage.upload', act)).toMatchObject({ status: 'repeat' });
    expect((await upload('reception', first, { requisitionCode, pageNo: '1' })).data).toEqual(said.data);
    expect(await pictures(requisitionCode)).toMatchObject([
      { pageNo: 1, imageKind: 1, hasRequisition: 0, ...blobOf(first) },
      { pageNo: 2, imageKind: 2, note: '背面', uploadUserName: '王敏', takenTime: expect.any(String), ...blobOf(second) },
    ]);
    await desk.act('online', 'reception', 'summary.enter', summary);
    expect(await pictures(requisitionCode)).toMatchObject([{ hasRequisition: 1, sendSampleClientName: expect.any(String) }, { hasRequisition: 1 }]);
  });

  it('is not taken without its bytes, as something else, or under a key in use', async () => {
    const requisitionCode = freshCode('A');
    const blob = await desk.blobs.putWhole('000000', madeJpeg(2_000));
    const act = { imageKey: randomUUID(), requisitionCode, pageNo: 1, imageKind: 1, ...blob };
    const said = async (change: object) => (await desk.act('online', 'reception', 'requisitionImage.upload', { ...act, ...change })).code;
    expect(await said({ sha256: 'a'.repeat(64) })).toBe('image.notArrived');
    expect(await said({ size: 1_999 })).toBe('image.differs');
    expect(await said({ mime: 'application/pdf' })).toBe('image.differs');
    expect(await said({ mime: 'image/gif' })).toBe('command.badInput');
    expect(await said({})).toBeUndefined();
    expect(await said({ requisitionCode: freshCode('A') })).toBe('image.keyTaken');
    expect((await upload('reception', Buffer.from('%PDF-1.7 a document'), { requisitionCode })).refusal).toBe('blob.noImage');
    expect((await upload('reception', madeJpeg(100), {})).status).toBe(400);
    expect((await upload('reception', madeJpeg(21 * 1024 * 1024), { requisitionCode })).status).toBe(413);
  });

  it('may be a PDF: kept as it is, handed out as a file, and no picture of anything else', async () => {
    const summary = summaryPayload(desk, desk.master.single);
    const { requisitionCode } = summary;
    const bytes = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
    const said = await upload('reception', bytes, { requisitionCode });
    expect(said).toMatchObject({ status: 200, data: { requisitionCode } });
    expect(await pictures(requisitionCode)).toMatchObject([blobOf(bytes, 'application/pdf')]);
    const { requisitionImageId: id } = said.data;
    const file = await download('entry1', id);
    expect(file.rawPayload.equals(bytes)).toBe(true);
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment;.*\.pdf/),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    // The same rights as a picture's: neither who may not see pictures nor who has another laboratory.
    expect((await download('audit1', id)).statusCode).toBe(
      (await download('audit1', (await upload('reception', madeJpeg(900), { requisitionCode })).data.requisitionImageId)).statusCode,
    );
    await expect(desk.blobs.putWhole('000000', bytes)).rejects.toMatchObject({ status: 422 });
    // By a desk's way, too, whose act says what its bytes are.
    const blob = await desk.blobs.putWhole('000000', Buffer.concat([bytes, Buffer.from('%%EOF\n')]), { isPaper: true });
    const act = { imageKey: randomUUID(), requisitionCode, pageNo: 2, imageKind: 1, ...blob };
    expect(await desk.act('outbox', 'reception', 'requisitionImage.upload', act)).toMatchObject({ status: 'applied' });
  });

  it('is shown to those who enter, whole and in ranges, and never kept on the way', async () => {
    const requisitionCode = freshCode('A');
    const bytes = madeJpeg(5_000);
    const { requisitionImageId: id } = (await upload('reception', bytes, { requisitionCode })).data;
    const whole = await download('entry2', id);
    expect(whole.statusCode).toBe(200);
    expect(whole.rawPayload.equals(bytes)).toBe(true);
    expect(whole.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringContaining(`${requisitionCode}-1.jpg`),
      'content-length': '5000',
    });
    const part = await download('entry2', id, { range: 'bytes=10-19' });
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 10-19/5000']);
    expect(part.rawPayload.equals(bytes.subarray(10, 20))).toBe(true);
    expect((await download('entry2', id, { range: 'bytes=-5' })).rawPayload.equals(bytes.subarray(-5))).toBe(true);
    expect((await download('entry2', id, { range: 'bytes=4990-' })).rawPayload.equals(bytes.subarray(4_990))).toBe(true);
    expect((await download('entry2', id, { range: 'bytes=5000-' })).statusCode).toBe(416);
    expect((await download('entry2', '1')).statusCode).toBe(404);
    expect((await download('lab', id)).statusCode).toBe(403);
    expect((await upload('entry1', bytes, { requisitionCode })).status).toBe(403);
  });

  it('is out of sight where its requisition is', async () => {
    const summary = summaryPayload(desk, desk.master.single);
    await desk.act('online', 'reception', 'summary.enter', summary);
    const { requisitionImageId: id } = (await upload('reception', madeJpeg(700), { requisitionCode: summary.requisitionCode })).data;
    const { id: userId } = await desk.me('entry2');
    await desk.orm.execute(sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${userId}, 'laboratory', '{1}')`);
    try {
      expect(await pictures(summary.requisitionCode, 'entry2')).toEqual([]);
      expect((await download('entry2', id)).statusCode).toBe(404);
      expect((await desk.get('entry2', 'requisition-image/page', { requisitionCode: summary.requisitionCode })).data.total).toBe(0);
    } finally {
      await desk.orm.execute(sql`delete from user_scope where user_id = ${userId}`);
    }
    expect(await pictures(summary.requisitionCode, 'entry2')).toHaveLength(1);
  });

  it('is removed with a reason; its bytes stay while another requisition shows them', async () => {
    const [one, other] = [freshCode('A'), freshCode('A')];
    const bytes = madeJpeg(3_000);
    const { sha256 } = blobOf(bytes);
    const ids: string[] = [];
    for (const requisitionCode of [one, other]) ids.push((await upload('reception', bytes, { requisitionCode })).data.requisitionImageId);
    const remove = (requisitionImageId: string, reason = '拍错') =>
      desk.act('online', 'reception', 'requisitionImage.remove', { requisitionImageId, reason });
    const bound = async () => (await desk.rows(sql`select bound_time from blob where sha256 = ${sha256}`))[0]?.['boundTime'];
    expect((await remove(ids[0]!, '')).code).toBe('command.badInput');
    expect((await desk.act('online', 'entry1', 'requisitionImage.remove', { requisitionImageId: ids[0], reason: '拍错' })).code).toBe('403');
    expect((await remove('77')).code).toBe('command.notFound');
    expect(await remove(ids[0]!)).toMatchObject({ status: 'applied' });
    expect(await remove(ids[0]!)).toMatchObject({ status: 'applied' });
    expect([await pictures(one), (await download('entry1', ids[0]!)).statusCode]).toEqual([[], 404]);
    expect(await bound()).not.toBeNull();
    expect(await pictures(other)).toHaveLength(1);
    await remove(ids[1]!);
    expect(await bound()).toBeNull();
    const audits = await desk.rows(
      sql`select reason, after->>'requisitionCode' as code from audit_entry where action = 'requisitionImage.remove' order by id`,
    );
    expect(audits).toEqual([
      { reason: '拍错', code: one },
      { reason: '拍错', code: other },
    ]);
    // The same page may be photographed again.
    expect((await upload('reception', bytes, { requisitionCode: one })).status).toBe(200);
    expect(await bound()).not.toBeNull();
  });

  it('is a medical record or a pedigree, too, and found as such', async () => {
    const requisitionCode = freshCode('L');
    for (const [index, imageKind] of ['5', '6'].entries())
      expect((await upload('reception', madeJpeg(930 + index), { requisitionCode, imageKind, pageNo: String(index + 1) })).status).toBe(200);
    for (const imageKind of ['5', '6'])
      expect((await desk.get('reception', 'requisition-image/page', { requisitionCode, imageKind })).data.records).toMatchObject([
        { imageKind: Number(imageKind) },
      ]);
  });

  it('is listed: today, by code, by kind, and where nobody has received the requisition', async () => {
    const requisitionCode = freshCode('L');
    const { requisitionImageId } = (await upload('reception', madeJpeg(900), { requisitionCode, imageKind: '2' })).data;
    const ids = async (path: string, query: Record<string, string>): Promise<string[]> =>
      (await desk.get('reception', `requisition-image/${path}`, { size: '200', ...query })).data.records.map(
        (row: RequisitionImageRow) => row.requisitionImageId,
      );
    expect(await ids('today-list', { mine: '1' })).toContain(requisitionImageId);
    expect(await ids('page', { requisitionCode })).toEqual([requisitionImageId]);
    expect(await ids('page', { requisitionCode, imageKind: '1' })).toEqual([]);
    expect(await ids('page', { requisitionCode, hasRequisition: '0' })).toEqual([requisitionImageId]);
    expect(await ids('page', { requisitionCode, hasRequisition: '1' })).toEqual([]);
    expect(await ids('page', { requisitionCode, createTimeBegin: '2020-01-01', createTimeEnd: '2020-01-02' })).toEqual([]);
    const detail: RequisitionImageDetail = (await desk.get('reception', 'requisition-image/detail', { requisitionImageId })).data;
    expect(detail).toMatchObject({ requisitionCode, image: { requisitionImageId }, images: [{ requisitionImageId }] });
  });
});
