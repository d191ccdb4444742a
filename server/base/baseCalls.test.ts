import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userScopeTable } from '#server/storage/sessionTables.ts';
import { openHouse, type Answered, type House } from '#server/walks/house.ts';

const base = '/api/accession-lims-base';
type Row = Record<string, any>;

describe('calls on master data', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse();
  });
  afterAll(() => house.close());

  const get = async (path: string, query: Record<string, string> = {}, account = 'ops'): Promise<any> => {
    const { status, body } = await house.call(account, 'GET', path.startsWith('/') ? path : `${base}/${path}`, { query });
    expect(status, body.msg).toBe(200);
    return body.data;
  };
  const post = (path: string, body: unknown): Promise<Answered> =>
    house.call('ops', 'POST', path.startsWith('/') ? path : `${base}/${path}`, { body });
  const one = async (path: string, query: Record<string, string>): Promise<Row> => (await get(path, query)).records[0];

  it('pageShort answers what a selector shows, enabled rows alone', async () => {
    const page = await get('commodity/pageShort', { keyword: 'wccq', size: '30' });
    expect(page.records.map((row: Row) => row['commodityCode'])).toEqual(expect.arrayContaining(['NIPT01', 'NIPT02']));
    expect(Object.keys(page.records[0]).sort()).toEqual(['commodityCode', 'commodityId', 'commodityName', 'commodityShortName', 'erpCode']);
    const { commodityId } = page.records[0];
    await post('commodity/disable', { ids: commodityId });
    expect((await get('commodity/pageShort', { keyword: 'wccq', size: '30' })).total).toBe(page.total - 1);
    await post('commodity/enable', { ids: commodityId });
  });

  it('client/list filters by role and by `disable`', async () => {
    const all: Row[] = await get('client/list');
    const chosen = all[0]?.['clientId'] as string;
    const isListed = async (query: Record<string, string>): Promise<boolean> =>
      (await get('client/list', query)).some((row: Row) => row['clientId'] === chosen);
    await post('client/disable', { ids: chosen });
    expect([await isListed({ disable: '1' }), await isListed({ disable: '0' }), await isListed({ disable: 'false' })]).toEqual([true, false, false]);
    await post('client/enable', { ids: chosen });
    expect([await isListed({ disable: '0' }), await isListed({ disable: 'true' })]).toEqual([true, false]);
    const payers: Row[] = await get('client/list', { bill: 'true' });
    expect([payers.length > 0, payers.every((row) => row['bill'] === 1)]).toEqual([true, true]);
    expect((await house.call('ops', 'GET', `${base}/client/list`, { query: { disable: 'x' } })).status).toBe(400);
  });

  it('list-group puts each commodity under one panel group', async () => {
    const groups: Row[] = await get('commodity/list-group');
    expect(
      groups
        .find((group) => group['panelGroupName'] === '无创产前组')
        ?.['commodities'].map((row: Row) => row['commodityCode'])
        .sort(),
    ).toEqual(['NIPT01', 'NIPT02', 'NIPT03']);
    expect(groups.flatMap((group) => group['commodities']).length).toBe((await get('commodity/list-all')).length);
  });

  it('list-by-commodity answers the classes of some commodities, the common ones first', async () => {
    const nipt = await one('commodity/page', { commodityCode: 'NIPT01' });
    const wes = await one('commodity/page', { commodityCode: 'WES01' });
    const names = async (body: unknown): Promise<string[]> =>
      (await post('sample-class/list-by-commodity', body)).body.data.map((row: Row) => row['className']);
    expect((await names({ commodityId: nipt['commodityId'] })).sort()).toEqual(['EDTA全血', '血浆']);
    const both = await names({ commodityIds: [nipt['commodityId'], wes['commodityId']] });
    expect(both[0]).toBe('EDTA全血');
    expect(both.sort()).toEqual(['EDTA全血', '唾液', '干血斑', '血浆']);
    expect((await post('sample-class/list-by-commodity', { commodityIds: 'x' })).status).toBe(400);
  });

  it('lazy-list finds sending clients by pinyin initials; listAll shows disabled ones, too', async () => {
    const rows: Row[] = await get('send-sample-client/lazy-list', { keyword: 'qhsdy' });
    expect(rows.map((row) => row['clientName'])).toEqual(['青禾市第一人民医院']);
    expect((await get('send-sample-client/lazy-list')).length).toBe(50);
    const all: Row[] = await get('send-sample-client/listAll');
    const usable: Row[] = await get('send-sample-client/list');
    expect(all.length).toBe(300);
    expect(all.filter((row) => row['isDisable'] === 0).length).toBe(usable.length);
    expect(usable.length).toBeLessThan(300);
  });

  it('pageLog tells who changed a sending client and how; listForLog still knows a removed one', async () => {
    const body = { clientCode: 'C-LOG', clientName: '记录医院' };
    const saved = await post('send-sample-client/save', body);
    const clientId = String(saved.body.data.id ?? saved.body.data.clientId);
    await post('send-sample-client/save', { clientId, contactPerson: '甲医生' });
    await post('send-sample-client/disable', { ids: clientId });
    await post('send-sample-client/remove', { ids: clientId });
    const { records, total } = await get('send-sample-client/pageLog', { clientId });
    expect([total, records.map((row: Row) => row['verb'])]).toEqual([4, ['remove', 'disable', 'save', 'save']]);
    expect(records[2]).toMatchObject({ clientId, clientName: '记录医院', after: { contactPerson: '甲医生' }, createUserName: expect.any(String) });
    expect((await get('send-sample-client/pageLog', { clientName: '录医院' })).total).toBe(4);
    expect((await get('send-sample-client/pageLog', { clientName: '录医院', verb: 'save' }, 'sales')).total).toBe(2);
    expect((await house.call('lab', 'GET', `${base}/send-sample-client/pageLog`)).status).toBe(403);
    expect((await get('send-sample-client/listForLog')).find((row: Row) => row['clientId'] === clientId)).toMatchObject({ isDeleted: 1 });
  });

  it('finds excluded and gift clients, and who looks after which', async () => {
    const [first, second, third] = (await get('send-sample-client/page', { size: '3', ascs: 'clientCode' })).records as Row[];
    const { rows } = await house.database.orm.execute<{ id: string }>(sql`select id::text as id from user_account where account = 'sales'`);
    const salesmanId = rows[0]?.id;
    const names = async (query: Record<string, string>): Promise<string[]> =>
      (await get('send-sample-client/page', query)).records.map((row: Row) => String(row['clientId']));
    const before = [await names({ exclude: 'true', size: '500' }), await names({ giving: 'true', size: '500' })];
    for (const one of [first, second]) await post('send-sample-client/save', { clientId: one?.['clientId'], salesmanId });
    // Both are set by acts of billing alone.
    await house.database.orm.execute(sql`update send_sample_client set is_excluded = 1 where id = ${first?.['clientId']}`);
    await house.database.orm.execute(sql`update send_sample_client set is_giving = 1 where id = ${second?.['clientId']}`);
    expect((await names({ exclude: 'true', size: '500' })).toSorted()).toEqual([...before[0]!, String(first?.['clientId'])].toSorted());
    expect((await names({ giving: 'true', size: '500' })).toSorted()).toEqual([...before[1]!, String(second?.['clientId'])].toSorted());
    expect(await names({ exclude: 'true', giving: 'true' })).toEqual([]);
    const charged = await names({ exclude: 'false', size: '500' });
    expect([charged.includes(String(first?.['clientId'])), charged.length]).toEqual([false, 300 - before[0]!.length - 1]);
    const people: Row[] = await get('send-sample-client/getSendSampleSalerList');
    expect(people.find((row) => row['salesmanId'] === salesmanId)).toMatchObject({ salesmanName: '冯涛', account: 'sales' });
    expect(people.find((row) => row['salesmanId'] === salesmanId)?.['clientCount']).toBeGreaterThanOrEqual(2);
    expect(await get('send-sample-client/getSendSampleSalerList', { clientId: first?.['clientId'] })).toMatchObject([{ salesmanId, clientCount: 1 }]);
    expect(await get('send-sample-client/getSendSampleSalerList', { clientId: third?.['clientId'] })).toEqual([]);
    expect((await house.call('ops', 'GET', `${base}/send-sample-client/page`, { query: { exclude: 'x' } })).status).toBe(400);
  });

  it('keeps my-list to the rows a user is limited to', async () => {
    const [laboratory] = (await get('laboratory/list')) as Row[];
    const group = await one('panel-group/page', { panelGroupName: '无创产前组' });
    const commodity = await one('commodity/page', { commodityCode: 'CBC01' });
    const { rows } = await house.database.orm.execute<{ id: string }>(sql`select id::text as id from user_account where account = 'lab'`);
    const userId = rows[0]?.id ?? '';
    const limit = (kind: string, id: string) =>
      house.database.orm.insert(userScopeTable).values({ tenantId: '000000', userId, kind, targetIds: [id] });
    const before: Row[] = await get('item/my-list', {}, 'lab');
    await limit('laboratory', String(laboratory?.['laboratoryId']));
    await limit('panelGroup', String(group['panelGroupId']));
    await limit('commodity', String(commodity['commodityId']));
    const isOfLaboratory = group['laboratoryId'] === laboratory?.['laboratoryId'];
    const groups: Row[] = await get('panel-group/my-list', {}, 'lab');
    expect(groups.map((row) => row['panelGroupName'])).toEqual(isOfLaboratory ? ['无创产前组'] : []);
    const panels: Row[] = await get('panel/my-list', {}, 'lab');
    expect(panels.every((row) => row['panelGroupId'] === group['panelGroupId'])).toBe(true);
    const items: Row[] = await get('item/my-list', {}, 'lab');
    expect(items.length).toBeLessThan(before.length);
    const terraces: Row[] = await get('terrace/my-list', {}, 'lab');
    expect(terraces.every((row) => row['panelGroupId'] === group['panelGroupId'])).toBe(true);
    const conclusions = await get('conclusion/my-page', { size: '100' }, 'lab');
    expect(conclusions.total).toBe(isOfLaboratory ? 3 : 0);
    expect(conclusions.records.every((row: Row) => row['panelGroupId'] === group['panelGroupId'])).toBe(true);
    const offers: Row[] = await get('laboratory-commodity/my-list', {}, 'lab');
    expect(offers.map((row) => [row['laboratoryId'], row['commodityId']])).toEqual([[laboratory?.['laboratoryId'], commodity['commodityId']]]);
    expect(await get('laboratory-commodity/my-list', { commodityId: '1' }, 'lab')).toEqual([]);
  });

  it('not-using answers what a laboratory may still take up, and a pair is saved once', async () => {
    const outside = ((await get('laboratory/list')) as Row[]).find((row) => row['laboratoryCode'] === 'WT09');
    const laboratoryId = String(outside?.['laboratoryId']);
    const free: Row[] = await get('laboratory-commodity/not-using', { laboratoryId });
    expect(free.length).toBe((await get('commodity/list-all')).length);
    const offer = { laboratoryId, commodityId: free[0]?.['commodityId'], executeLaboratoryId: laboratoryId };
    expect((await post('laboratory-commodity/save', offer)).status).toBe(200);
    expect((await get('laboratory-commodity/not-using', { laboratoryId })).length).toBe(free.length - 1);
    const second = await Promise.all([1, 2].map((at) => post('laboratory-commodity/save', { ...offer, commodityId: free[at]?.['commodityId'] })));
    expect(second.map(({ status }) => status)).toEqual([200, 200]);
    const again = await Promise.all([post('laboratory-commodity/save', offer), post('laboratory-commodity/save', offer)]);
    for (const { status, body } of again) {
      expect(status).toBe(400);
      expect(body.problems).toMatchObject([{ field: 'commodityId', code: 'taken' }]);
    }
    expect((await house.call('ops', 'GET', `${base}/laboratory-commodity/not-using`)).body.msg).toBe('缺少必要的请求参数: laboratoryId');
  });

  it('answers a client’s entry tip by clientId, null where there is none', async () => {
    const path = '/api/accession-lims-sample/enter-tip';
    const tip = (await get(`${path}/page`, {}, 'reception')).records[0];
    expect((await get(`${path}/detail`, { clientId: tip['sendSampleClientId'] }, 'reception')).content).toBe(tip['content']);
    expect((await get(`${path}/detail`, { tipId: tip['tipId'] }, 'reception')).content).toBe(tip['content']);
    const client = await one('send-sample-client/page', { clientCode: 'C0002' });
    expect(await get(`${path}/detail`, { clientId: client['clientId'] }, 'reception')).toBeNull();
  });

  it('names the clients that have third-party code rules, each once, narrowed by partner', async () => {
    const path = 'code-thirdparty-rule/getSendSampleClientList';
    const rule = await one('code-thirdparty-rule/rule-page', {});
    expect((await post('code-thirdparty-rule/save', { ...rule, ruleId: undefined, id: undefined, thirdpartyCode: 'TPX' })).status).toBe(200);
    const clients: Row[] = await get(path);
    expect(clients.map((row) => row['clientId'])).toHaveLength(3);
    const ofOne: Row[] = await get(path, { affiliationId: rule['affiliationId'] });
    expect(ofOne.map((row) => row['clientId'])).toEqual([rule['sendSampleClientId']]);
    expect(await get(path, { affiliationId: '1' })).toEqual([]);
  });

  it('refuses a code style whose pattern cannot be read', async () => {
    const { status, body } = await post('/api/accession-lims-code/code-style/save', {
      styleName: '坏样式',
      codeType: 1,
      symbology: 'qr',
      pattern: '([A-Z',
    });
    expect(status).toBe(400);
    expect(body.problems).toMatchObject([{ field: 'pattern', text: '正则表达式有误: [A-Z' }]);
  });
});
