import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type Answered, type House } from '#server/walks/house.ts';

const base = '/api/accession-lims-base';

describe('quality indexes, report titles and SMS rules', () => {
  let house: House;
  let clients: readonly { readonly clientId: string; readonly clientName: string; readonly clientCode: string }[];
  beforeAll(async () => {
    house = await openHouse();
    const titled = (await get('report-title/client-page', { hasTitle: '1', size: '50' })).records.map((row: any) => row.sendSampleClientId);
    clients = (await get('send-sample-client/page', { size: '10' })).records.filter((row: any) => !titled.includes(row.clientId));
  });
  afterAll(() => house.close());
  const post = (path: string, body: object): Promise<Answered> => house.call('ops', 'POST', `${base}/${path}`, { body });
  const get = async (path: string, query: Record<string, string> = {}): Promise<any> =>
    (await house.call('ops', 'GET', `${base}/${path}`, { query })).body.data;

  it('shows indexes as a tree, whole and level by level', async () => {
    const save = async (indexCode: string, parentId?: string): Promise<string> =>
      (await post('baseQualityIndex/submit', { indexCode, indexName: `指标${indexCode}`, phase: 1, ...(parentId ? { parentId } : {}) })).body.data.id;
    const top = await save('T');
    const below = await save('T1', top);
    const leaf = await save('T11', below);
    const own = (await get('baseQualityIndex/tree')).find((node: any) => node.id === top);
    expect(own).toMatchObject({ title: '指标T', children: [{ id: below, children: [{ id: leaf }] }] });
    expect(own.children[0].children[0]).not.toHaveProperty('children');
    const level = await get('baseQualityIndex/lazy-list', { parentId: top });
    expect(level).toMatchObject([{ id: below, indexCode: 'T1', hasChildren: true }]);
    expect(await get('baseQualityIndex/lazy-tree', { parentId: below })).toMatchObject([{ id: leaf, value: leaf, hasChildren: false }]);
    expect((await get('baseQualityIndex/lazy-tree')).map((node: any) => node.id)).toContain(top);
    expect((await post('baseQualityIndex/submit', { id: top, parentId: leaf })).body.problems?.[0]?.field).toBe('parentId');
    const held = await house.call('ops', 'POST', `${base}/baseQualityIndex/remove`, { query: { ids: top } });
    expect([held.status, held.body.msg]).toEqual([409, expect.stringContaining('指标T1')]);
    const demo = (await get('baseQualityIndex/list', { size: '100', keyword: '标本' })).records;
    expect(demo.length).toBeGreaterThan(3);
  });

  it('keeps one default title a client; reports of others carry the house’s', async () => {
    const [one, two] = clients;
    const save = async (titleName: string, sendSampleClientId?: string): Promise<string> =>
      (await post('report-title/save', { titleName, ...(sendSampleClientId ? { sendSampleClientId } : {}) })).body.data.id;
    const own = async (clientId = ''): Promise<any[]> => get('report-title/client-list', { sendSampleClientId: clientId });
    const house1 = await save('总院检验报告单');
    const first = await save('甲院检验报告单', one?.clientId);
    const second = await save('甲院遗传报告单', one?.clientId);
    expect((await own(one?.clientId)).map(({ titleId, isDefault }) => [titleId, isDefault])).toEqual([
      [first, 1],
      [second, 0],
    ]);
    expect((await own(two?.clientId)).map(({ titleId }) => titleId)).toContain(house1);
    const taken = await post('report-title/save', { titleName: '甲院遗传报告单', sendSampleClientId: one?.clientId });
    expect([taken.status, taken.body.problems?.[0]?.code]).toEqual([400, 'taken']);
    const both = await Promise.all([first, second].map((titleId) => post('report-title/set-default', { titleId })));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await own(one?.clientId)).filter(({ isDefault }) => isDefault === 1)).toHaveLength(1);
    await post('report-title/set-default', { titleId: second });
    const page = await get('report-title/client-page', { hasTitle: '1', sendSampleClientId: one?.clientId ?? '' });
    expect(page.records).toMatchObject([
      {
        sendSampleClientId: one?.clientId,
        sendSampleClientCode: one?.clientCode,
        sendSampleClientName: one?.clientName,
        titles: [{ titleId: second }, { titleId: first }],
      },
    ]);
    expect(await get('report-title/client-detail', { sendSampleClientId: two?.clientId ?? '' })).toMatchObject({
      titles: [],
      usedTitle: { sendSampleClientId: null },
    });
    // Moved to another client it is not that one's default where there is one already.
    const theirs = await save('乙院报告单', two?.clientId);
    await post('report-title/save', { id: second, sendSampleClientId: two?.clientId });
    expect((await own(two?.clientId)).map(({ titleId, isDefault }) => [titleId, isDefault])).toEqual([
      [theirs, 1],
      [second, 0],
    ]);
    expect((await post('report-title/set-default', { titleId: '9' })).status).toBe(404);
  });

  it('takes an SMS rule only where its text can be filled and its kind fits its client', async () => {
    const { records: platforms } = await get('baseSmsPlatform/list');
    const [{ laboratoryId }] = (await get('laboratory/page')).records;
    const [{ commodityId }] = (await get('commodity/page')).records;
    const rule = {
      smsConfigCode: 'R1',
      // The demo has a rule for all of them.
      commodityIds: [commodityId],
      smsConfigName: '低风险通知',
      contractLaboratoryId: laboratoryId,
      qualitativeResult: 1,
      sendType: 1,
      smsPlatformId: platforms[0].smsPlatformId,
      smsContent: '{姓名}您好, {产品}的结果已出。',
    };
    const faults = async (more: object): Promise<string[]> =>
      ((await post('smsConfig/saveOrUpdate', { ...rule, smsConfigType: 1, ...more })).body.problems ?? []).map(({ field }) => field);
    expect(await faults({ smsContent: '{姓名}{身份证}' })).toEqual(['smsContent']);
    expect(await faults({ smsConfigType: 2 })).toEqual(['sendSampleClientId']);
    expect(await faults({ sendSampleClientId: clients[0]?.clientId })).toEqual(['sendSampleClientId']);
    expect(await faults({})).toEqual([]);
    expect((await get('smsConfig/page', { smsConfigType: '2' })).records.some((row: any) => row.smsConfigCode === 'R1')).toBe(false);
    expect((await get('smsConfig/page', { smsConfigType: '1', smsConfigCode: 'R1' })).records[0]).toMatchObject({
      smsPlatformName: platforms[0].platformName,
    });
    const held = await house.call('admin', 'POST', `${base}/baseSmsPlatform/remove`, { query: { ids: platforms[0].smsPlatformId } });
    expect([held.status, held.body.msg]).toEqual([409, expect.stringContaining('通知')]);
  });
});
