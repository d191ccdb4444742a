import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeSignature } from '#server/kernel/act/signatures.ts';
import { openHouse, type Answered, type House } from '#server/walks/house.ts';

const base = '/api/accession-lims-base';
/** A picture of one pixel, and another. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const other = Buffer.concat([png, Buffer.from('other')]);

describe('signatures', () => {
  let house: House;
  let userId = '';
  let laboratoryId = '';
  let panelGroupId = '';
  beforeAll(async () => {
    house = await openHouse();
    userId = (await get('user-panel-group/page', { keyword: 'audit1' }, 'admin')).records[0].userId;
    const group = (await get('panel-group/page', { size: '50' })).records.find((row: any) => row.laboratoryId !== null);
    ({ laboratoryId, panelGroupId } = group);
  });
  afterAll(() => house.close());
  const get = async (path: string, query: Record<string, string> = {}, account = 'ops'): Promise<any> =>
    (await house.call(account, 'GET', `${base}/${path}`, { query })).body.data;
  const post = (path: string, body: object): Promise<Answered> => house.call('ops', 'POST', `${base}/${path}`, { body });

  /** The contract's form: fields and a picture. */
  async function save(fields: Record<string, string>, image: Buffer | null, key?: string): Promise<Answered> {
    const boundary = 'signature-boundary';
    const parts: Uint8Array[] = Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    );
    if (image)
      parts.push(
        Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="signatureFile"; filename="s.png"\r\ncontent-type: image/png\r\n\r\n`),
        image,
        Buffer.from('\r\n'),
      );
    return house.call('ops', 'POST', `${base}/signature/save`, {
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...(key ? { 'idempotency-key': key } : {}) },
      body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    });
  }
  const versions = async (): Promise<any[]> => (await get('signature/page', { userId, ascs: 'versionNo' })).records;
  const person = (): Record<string, string> => ({ userId, validFrom: '2026-01-01' });

  it('takes a picture and shows it again; a form without one, or with none that is a picture, is refused', async () => {
    expect((await save(person(), null)).body.msg).toBe('请上传签名图片');
    expect((await save(person(), Buffer.from('no picture at all'))).status).toBe(422);
    expect((await save({ userId }, png)).body.problems?.map(({ field }) => field)).toEqual(['validFrom']);
    const made = await save(person(), png, 'signature-key-1');
    expect(made.status, made.body.msg).toBe(200);
    expect((await save(person(), png, 'signature-key-1')).body.data).toEqual(made.body.data);
    expect((await save(person(), other, 'signature-key-1')).status).toBe(422);
    expect(await versions()).toMatchObject([{ versionNo: 1, signatureState: 1, imageSize: png.length }]);
    const shown = await house.app.inject({ method: 'GET', url: `${base}/signature/image?signatureId=${made.body.data.id}` });
    expect(shown.statusCode).toBe(401);
    const seen = await house.answer('ops', 'GET', `${base}/signature/image`, { query: { signatureId: made.body.data.id } });
    expect([seen.status, seen.text.includes('PNG')]).toEqual([200, true]);
  });

  it('changes dates of an unused one in place, and follows another picture with a new version', async () => {
    const [{ signatureId }] = await versions();
    expect((await save({ signatureId, validTo: '2025-01-01' }, null)).body.problems?.[0]?.field).toBe('validTo');
    expect((await save({ signatureId, validTo: '2099-01-01' }, null)).body.data.id).toBe(signatureId);
    const next = (await save({ signatureId }, other)).body.data.id;
    expect(next).not.toBe(signatureId);
    expect((await versions()).map((row) => [row.versionNo, row.signatureState, row.validTo])).toEqual([
      [1, 2, '2099-01-01'],
      [2, 1, '2099-01-01'],
    ]);
    expect((await save({ signatureId, remark: '改' }, null)).status).toBe(409);
    await post('signature/disable', { ids: signatureId });
    expect((await post('signature/enable', { ids: signatureId })).body.msg).toContain('新版本');
  });

  it('lets one of two versions made at once be the current one', async () => {
    const both = await Promise.all([save(person(), png), save(person(), other)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const rows = await versions();
    expect(rows.map(({ versionNo }) => versionNo)).toEqual([1, 2, 3, 4]);
    expect(rows.filter(({ signatureState }) => signatureState === 1)).toHaveLength(1);
  });

  it('signs by authority alone, and what has signed is never changed or removed', async () => {
    const question = { laboratoryId, panelGroupId, signLevel: 1, date: '2026-06-01' };
    const sign = (): Promise<any> =>
      house.database.transaction((tx) => takeSignature(tx, '000000', userId, question, '2026-06-01 09:00:00')).catch((error: any) => error.refusal);
    expect(await sign()).toBe('signature.noAuthority');
    const authority = { userId, laboratoryId, panelGroupId, signLevel: 1, validFrom: '2026-01-01', validTo: '2098-12-31' };
    expect((await post('sign-user/save', authority)).status).toBe(200);
    const twice = await Promise.all([
      post('sign-user/save', { ...authority, validFrom: '2098-12-31', validTo: '' }),
      post('sign-user/save', { ...authority, signLevel: 2 }),
    ]);
    expect(twice.map(({ status, body }) => body.problems?.[0]?.field ?? status)).toEqual(['validFrom', 200]);
    const signed = await sign();
    expect(signed.signature.versionNo).toBe(4);
    const { signatureId } = signed.signature;
    const used = await post('signature/remove', { ids: signatureId });
    expect([used.status, used.body.msg]).toEqual([409, '已在报告上使用的签名不能删除']);
    const before = (await house.database.orm.execute(sql`select * from signature where id = ${signatureId}`)).rows[0];
    const next = (await save({ signatureId, remark: '续用' }, null)).body.data.id;
    expect(next).not.toBe(signatureId);
    const after = (await house.database.orm.execute(sql`select * from signature where id = ${signatureId}`)).rows[0];
    expect({ ...after, signature_state: 1, version: 0 }).toEqual({ ...before, version: 0 });
    expect((await sign()).signature).toMatchObject({ signatureId: next, versionNo: 5, imageSha256: signed.signature.imageSha256 });
  });

  it('tells a person what they may sign today', async () => {
    const mine = await get('sign-user/my-authority', {}, 'audit1');
    expect(mine).toMatchObject({
      userId,
      signature: { versionNo: 5 },
      authorities: [{ laboratoryId, panelGroupId, signLevel: 1 }, { signLevel: 2 }],
    });
    expect((await get('sign-user/my-authority', { panelGroupId: '9' }, 'audit1')).authorities).toEqual([]);
    expect((await get('sign-user/my-authority', {}, 'lab')).signature).toBeNull();
    const detail = await get('sign-user/detail', { userId });
    expect(detail).toMatchObject({ userId, account: 'audit1', signature: { versionNo: 5 } });
    expect(detail.authorities).toHaveLength(2);
    await post('sign-user/disable', { ids: detail.authorities.map((row: any) => row.signUserId).join(',') });
    expect((await get('sign-user/my-authority', {}, 'audit1')).authorities).toEqual([]);
  });
});
