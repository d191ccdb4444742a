import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type Answered, type House } from '#server/walks/house.ts';

const at = '/api/accession-lims-base/code-thirdparty-bind';

describe('binding third-party barcodes', () => {
  let house: House;
  let rule: { sendSampleClientId: string; affiliationId: string; affiliationName: string; sendSampleClientName: string };
  beforeAll(async () => {
    house = await openHouse();
    const page = await house.call('admin', 'GET', '/api/accession-lims-base/code-thirdparty-rule/rule-page', { query: { thirdpartyCode: 'TP1' } });
    rule = page.body.data.records[0];
  });
  afterAll(() => house.close());
  const post = (verb: string, body: object, account = 'reception'): Promise<Answered> => house.call(account, 'POST', `${at}/${verb}`, { body });
  const get = async (verb: string, query: Record<string, string>): Promise<any> =>
    (await house.call('reception', 'GET', `${at}/${verb}`, { query })).body.data;
  const bind = (barCode: string, thirdpartyBarCode: string): Promise<Answered> =>
    post('save', { barCode, thirdpartyBarCode, sendSampleClientId: rule.sendSampleClientId });

  it('binds by the client’s rule and shows what the contract names', async () => {
    const made = await bind('880000001', 'tp1000000001');
    expect(made.status, made.body.msg).toBe(200);
    const [row] = (await get('bind-page', { barCode: '880000001' })).records;
    expect(row).toMatchObject({
      bindId: made.body.data.bindId,
      barCode: '880000001',
      thirdpartyBarCode: 'TP1000000001',
      affiliationName: rule.affiliationName,
      sendSampleClientName: rule.sendSampleClientName,
      sendSampleClientCode: expect.stringMatching(/^C\d+$/),
      laboratoryName: expect.any(String),
      bindState: 1,
    });
    expect(row.bindUser).not.toBe('');
    expect((await bind('880000001', 'TP1000000001')).body.data.bindId).toBe(made.body.data.bindId);
  });

  it('says what is expected after the first scan, and what is wrong with it', async () => {
    const fresh = await get('own-code', { barCode: '880000009', sendSampleClientId: rule.sendSampleClientId });
    expect(fresh).toMatchObject({ client: { clientId: rule.sendSampleClientId }, bound: null, text: '' });
    expect(fresh.expected).toContain('TP1…(12)');
    expect(await get('own-code', { barCode: '880000009' })).toMatchObject({ client: null, refusal: 'thirdpartyBind.clientNeeded' });
    expect((await get('own-code', { barCode: '880000001' })).bound.thirdpartyBarCode).toBe('TP1000000001');
    const wrong = await bind('880000009', 'TP100000000');
    expect([wrong.status, wrong.body.msg]).toEqual([400, expect.stringContaining('TP1…(12)')]);
  });

  it('takes the client of a received sample, whatever was chosen', async () => {
    const { rows } = await house.database.orm.execute<{ sample_code: string }>(
      sql`select sample_code from sample where send_sample_client_id <> ${rule.sendSampleClientId} order by id limit 1`,
    );
    const foreign = await bind(String(rows[0]?.sample_code), 'TP1000000077');
    expect([foreign.status, foreign.body.msg]).toEqual([400, expect.stringContaining('与所选送检单位不一致')]);
  });

  it('stays one to one when many bind at once', async () => {
    const codes = Array.from({ length: 6 }, (_none, index) => `88000010${index}`);
    const same = await Promise.all(codes.map((own) => bind(own, 'TP1000000100')));
    expect(same.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
    const one = await Promise.all(codes.map((_own, index) => bind('880000200', `TP100000020${index}`)));
    expect(one.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await house.database.orm.execute(
      sql`select 1 from thirdparty_bind_entry where release_time is null and (thirdparty_bar_code = 'TP1000000100' or bar_code = '880000200')`,
    );
    expect(rows).toHaveLength(2);
  });

  it('is released with a reason; both codes are free again and the old row stays', async () => {
    const { bindId } = (await bind('880000300', 'TP1000000300')).body.data;
    expect((await post('remove', { bindId, reason: ' ' })).status).toBe(400);
    expect((await post('remove', { bindId, reason: '扫错管' })).status).toBe(200);
    const again = await post('remove', { bindId, reason: '扫错管' });
    expect([again.status, again.body.msg]).toEqual([409, expect.stringContaining('解绑')]);
    expect((await bind('880000301', 'TP1000000300')).status).toBe(200);
    const [row] = (await get('bind-page', { barCode: '880000300' })).records;
    expect(row).toMatchObject({ bindState: 2, releaseReason: '扫错管' });
  });

  it('is replaced in one act: the old code is free, the new one is taken', async () => {
    const { bindId } = (await bind('880000400', 'TP1000000400')).body.data;
    await bind('880000401', 'TP1000000401');
    const taken = await post('updateBind', { bindId, thirdpartyBarCode: 'TP1000000401', reason: '换管' });
    expect([taken.status, taken.body.msg]).toEqual([409, expect.stringContaining('880000401')]);
    const moved = await post('updateBind', { bindId, thirdpartyBarCode: 'TP1000000402', reason: '换管' });
    expect(moved.status, moved.body.msg).toBe(200);
    expect((await bind('880000403', 'TP1000000400')).status).toBe(200);
    const rows = (await get('bind-page', { barCode: '880000400' })).records;
    expect(rows.map((row: any) => [row.thirdpartyBarCode, row.bindState]).toSorted()).toEqual([
      ['TP1000000400', 2],
      ['TP1000000402', 1],
    ]);
    expect((await post('save', { barCode: '880000500', thirdpartyBarCode: 'TP1000000500' }, 'entry1')).status).toBe(403);
  });
});
