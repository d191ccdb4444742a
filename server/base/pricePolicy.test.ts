import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeXlsxRows } from '#domain/sheet/writeSheet.ts';
import { openHouse, type Answered, type House } from '#server/walks/house.ts';

const bill = '/api/accession-lims-bill/pricePolicy';

describe('price policies', () => {
  let house: House;
  let pair: { sendSampleClientId: string; commodityId: string };
  beforeAll(async () => {
    house = await openHouse();
    pair = { sendSampleClientId: (await named('send-sample-client/page')).clientId, commodityId: (await named('commodity/page')).commodityId };
  });
  afterAll(() => house.close());
  /** The fortieth, whom the demo house asks no price of its own. */
  const named = async (path: string): Promise<any> =>
    (
      await house.call('admin', 'GET', `/api/accession-lims-base/${path}`, {
        query: path.startsWith('send') ? { size: '1', current: '40' } : { size: '1' },
      })
    ).body.data.records[0];
  const post = (verb: string, body: unknown, account = 'billing'): Promise<Answered> => house.call(account, 'POST', `${bill}/${verb}`, { body });
  const year = (at: number, more: object = {}) => ({
    ...pair,
    billPriceStr: '800.50',
    billErpCode: 'B0040',
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

  it('asks for the ERP code, without which nothing reaches the ERP', async () => {
    const answer = await post('save', year(2034, { billErpCode: '' }));
    expect([answer.status, answer.body.problems?.map(({ field }: { field: string }) => field), answer.body.msg]).toEqual([
      400,
      ['billErpCode'],
      '请输入参数键值',
    ]);
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

  it('takes prices from a sheet row by row; an overlapping one is named, the same file again changes nothing', async () => {
    const [{ clientCode }, { commodityCode }] = [await named('send-sample-client/page'), await named('commodity/page')];
    const heads = ['送检单位', '产品', '结算价', '合同开始', '合同结束', 'ERP编号'];
    const rows = [
      [clientCode, commodityCode, '12.50', '2040-01-01', '2040-12-31', 'B0040'],
      [clientCode, commodityCode, '13', '2040-06-01', '2041-12-31', 'B0040'],
      [clientCode, '没有的产品', '1', '2042-01-01', '2042-12-31', 'B0040'],
      [clientCode, commodityCode, '14.00', '2043/1/1', '2043/12/31', 'B0040'],
    ];
    const upload = (given: readonly (readonly string[])[], account = 'billing') => {
      const form = new FormData();
      form.append('file', new Blob([writeXlsxRows('价格', [heads, ...given]) as Uint8Array<ArrayBuffer>]), '价格.xlsx');
      return house.call(account, 'POST', `${bill}/downloadBatch`, { body: form });
    };
    const first = await upload(rows);
    expect(first.status, first.body.msg).toBe(200);
    expect(first.body.data).toMatchObject({ total: 4, created: 2, refused: 2, updated: 0 });
    expect(first.body.data.rows.map(({ rowNumber, outcome }: any) => [rowNumber, outcome])).toEqual([
      [2, 'created'],
      [3, 'refused'],
      [4, 'refused'],
      [5, 'created'],
    ]);
    expect(first.body.data.rows[1].msg).toContain('与已有的 2040-01-01 至 2040-12-31 重叠');
    expect(first.body.data.rows[2].msg).toContain('没有的产品');
    expect((await priceOn('2043-05-01')).billPriceStr).toBe('14.00');
    expect((await upload(rows)).body.data).toMatchObject({ created: 0, same: 2, refused: 2 });
    expect((await upload([[clientCode, commodityCode, '15', '2040-01-01', '2040-12-31', 'B0040']])).body.data).toMatchObject({ updated: 1 });
    expect((await priceOn('2040-05-01')).billPriceStr).toBe('15.00');
    expect((await upload(rows, 'sales')).status).toBe(403);
  });
});
