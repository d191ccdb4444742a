import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type Answered, type House } from '#server/walks/house.ts';

const bill = '/api/accession-lims-bill/pricePolicy';

describe('price policies', () => {
  let house: House;
  let pair: { sendSampleClientId: string; commodityId: string };
  beforeAll(async () => {
    house = await openHouse();
    const first = async (path: string): Promise<any> =>
      (await house.call('admin', 'GET', `/api/accession-lims-base/${path}`, { query: { size: '1' } })).body.data.records[0];
    pair = { sendSampleClientId: (await first('send-sample-client/page')).clientId, commodityId: (await first('commodity/page')).commodityId };
  });
  afterAll(() => house.close());
  const post = (verb: string, body: unknown, account = 'billing'): Promise<Answered> => house.call(account, 'POST', `${bill}/${verb}`, { body });
  const year = (at: number, more: object = {}) => ({
    ...pair,
    billPriceStr: '800.50',
    contractTimeBegin: `${at}-01-01`,
    contractTimeEnd: `${at}-12-31`,
    ...more,
  });
  const priceOn = async (date: string): Promise<any> =>
    (await house.call('billing', 'GET', '/api/accession-lims-base/pricePolicy/detail', { query: { ...pair, date } })).body.data;

  it('keeps periods of one client and commodity apart, to the day', async () => {
    expect((await post('save', year(2030))).status).toBe(200);
    const over = await post('save', { ...year(2031), contractTimeBegin: '2030-12-31' });
    expect([over.status, over.body.problems?.[0]?.field, over.body.msg]).toEqual([
      400,
      'contractTimeBegin',
      '与已有的 2030-01-01 至 2030-12-31 重叠',
    ]);
    expect((await post('save', year(2031))).status).toBe(200);
    const backwards = await post('save', { ...year(2033), contractTimeEnd: '2032-12-31' });
    expect(backwards.body.msg).toBe('合同结束不能早于合同开始');
  });

  it('lets one of two saves of the same period through', async () => {
    const both = await Promise.all([post('save', year(2035)), post('save', year(2035))]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  it('tells the price of a day and why', async () => {
    expect(await priceOn('2030-06-01')).toMatchObject({ price: 80_050, billPriceStr: '800.50', params: { from: '2030-01-01', to: '2030-12-31' } });
    expect(await priceOn('2029-06-01')).toMatchObject({ price: null, billPriceStr: null, reason: ['合同自 {from} 起生效', expect.any(String)] });
  });

  it('edits a batch row by row: one that would overlap is refused, the others change', async () => {
    const { records } = (await house.call('billing', 'GET', `${bill}/page`, { query: { ...pair, ascs: 'contractTimeBegin' } })).body.data;
    const ids = records.map((row: any) => row.pricePolicyId);
    expect(ids).toHaveLength(3);
    const priced = await post('editBatch', { ids: ids.join(','), billPriceStr: '900' });
    expect(priced.body.data.map((row: any) => row.success)).toEqual([true, true, true]);
    expect((await priceOn('2031-06-01')).billPriceStr).toBe('900.00');
    const moved = await post('editBatch', { ids, contractTimeBegin: '2031-06-01', contractTimeEnd: '2031-12-31' });
    expect(moved.body.data.filter((row: any) => row.success)).toHaveLength(1);
    expect(moved.body.data.find((row: any) => !row.success).msg).toContain('重叠');
    expect((await post('editBatch', { ids: ['9'], billPriceStr: '1' })).body.data).toEqual([{ id: '9', success: false, msg: '未找到价格政策' }]);
    expect((await post('editBatch', { ids, billPriceStr: '1' }, 'lab')).status).toBe(403);
  });
});
