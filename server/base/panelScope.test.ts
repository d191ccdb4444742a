import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type Answered, type House } from '#server/walks/house.ts';

const base = '/api/accession-lims-base';

describe('what a user sees', () => {
  let house: House;
  let labUser = '';
  let opsUser = '';
  let groups: readonly any[] = [];
  let laboratories: readonly any[] = [];
  beforeAll(async () => {
    house = await openHouse();
    const users = (await get('user-panel-group/page', { size: '50' })).records;
    labUser = users.find((row: any) => row.account === 'lab').userId;
    opsUser = users.find((row: any) => row.account === 'ops').userId;
    groups = (await get('panel-group/page', { size: '50' })).records;
    laboratories = (await get('laboratory/page', { size: '50' })).records;
  });
  afterAll(() => house.close());
  const get = async (path: string, query: Record<string, string> = {}, account = 'admin'): Promise<any> =>
    (await house.call(account, 'GET', `${base}/${path}`, { query })).body.data;
  const post = (path: string, body: object, account = 'admin'): Promise<Answered> => house.call(account, 'POST', `${base}/${path}`, { body });
  const mine = async (): Promise<string[]> => (await get('panel-group/my-list', {}, 'lab')).map((row: any) => row.panelGroupId);

  it('obeys a limit at once, says why, and lets it go again', async () => {
    const [one, other] = groups;
    expect(await mine()).toHaveLength(groups.length);
    const saved = await post('user-panel-group/saveOrUpdate', { userId: labUser, panelGroupIds: [one.panelGroupId] });
    expect(saved.status, saved.body.msg).toBe(200);
    expect(await mine()).toEqual([one.panelGroupId]);
    const details = await get('user-panel-group/details', { userId: labUser });
    expect(details).toMatchObject({ panelGroupIds: [one.panelGroupId], panelGroupNames: [one.panelGroupName], laboratoryIds: null });
    const why = (id: string): any => details.panelGroups.find((row: any) => row.panelGroupId === id);
    expect([why(one.panelGroupId).reason, why(other.panelGroupId).reason]).toEqual(['named', 'notNamed']);
    const limited = (await get('user-panel-group/page', { isLimited: '1' })).records;
    expect(limited.map((row: any) => row.account)).toEqual(['lab']);
    await post('user-panel-group/saveOrUpdate', { userId: labUser, panelGroupIds: '', laboratoryIds: [] });
    expect(await mine()).toEqual([]);
    await post('user-panel-group/saveOrUpdate', { userId: labUser, panelGroupIds: null, laboratoryIds: null });
    expect(await mine()).toHaveLength(groups.length);
  });

  it('gives nobody more than the giver has, and nobody their own', async () => {
    const [one, other] = laboratories;
    expect((await post('user-panel-group/saveOrUpdate', { userId: opsUser, laboratoryIds: [one.laboratoryId] })).status).toBe(200);
    const save = async (body: object): Promise<string> => (await post('user-panel-group/saveOrUpdate', body, 'ops')).body.msg;
    expect(await save({ userId: opsUser, laboratoryIds: null })).toBe('不能修改自己的数据范围');
    expect(await save({ userId: labUser, laboratoryIds: [one.laboratoryId, other.laboratoryId] })).toBe('检验所超出您自己的数据范围');
    expect(await save({ userId: labUser, laboratoryIds: [one.laboratoryId] })).toBe('操作成功');
    expect(await save({ userId: labUser, laboratoryIds: ['9'] })).toBe('检验所中有不存在的数据');
    expect(await save({ userId: '9' })).toBe('未找到该用户');
    await post('user-panel-group/saveOrUpdate', { userId: opsUser, laboratoryIds: null });
    await post('user-panel-group/saveOrUpdate', { userId: labUser, laboratoryIds: null });
  });

  it('binds a laboratory’s panel group to lab codes of its own, once', async () => {
    const group = groups.find((row) => row.laboratoryId !== null);
    const elsewhere = laboratories.find((row) => row.laboratoryId !== group.laboratoryId);
    const segments = (await house.call('admin', 'GET', '/api/accession-lims-code/number-segment/list')).body.data;
    const own = segments.find((row: any) => row.laboratoryId === group.laboratoryId && row.codeType === 3);
    const strange = segments.find((row: any) => row.codeType === 2);
    const foreign = segments.find((row: any) => row.codeType === 3 && row.laboratoryId !== group.laboratoryId);
    const pair = { laboratoryId: group.laboratoryId, panelGroupId: group.panelGroupId };
    const faults = async (body: object): Promise<unknown> =>
      (await post('laboratory-panel-group/bind-lab-code', body, 'ops')).body.problems?.map(({ field, code }) => `${field} ${code}`) ?? 'saved';
    expect(await faults({ ...pair, segmentId: strange.segmentId })).toEqual(['segmentId rule']);
    expect(await faults({ ...pair, segmentId: foreign.segmentId })).toEqual(['segmentId rule']);
    expect(await faults({ ...pair, laboratoryId: elsewhere.laboratoryId })).toEqual(['panelGroupId rule']);
    const both = await Promise.all([faults({ ...pair, segmentId: own.segmentId }), faults({ ...pair, segmentId: own.segmentId })]);
    expect(both).toEqual(expect.arrayContaining(['saved', ['panelGroupId taken']]));
    const list = async (body: object): Promise<any[]> => (await post('laboratory-panel-group/custom-list', body, 'lab')).body.data;
    expect(await list({ laboratoryIds: [group.laboratoryId] })).toMatchObject([
      { panelGroupName: group.panelGroupName, segmentName: own.segmentName },
    ]);
    expect([await list({ laboratoryIds: [elsewhere.laboratoryId] }), await list({ panelGroupIds: [] })]).toEqual([[], []]);
    expect(await get('laboratory-panel-group/my-list', {}, 'lab')).toHaveLength(1);
    await post('user-panel-group/saveOrUpdate', { userId: labUser, panelGroupIds: [] });
    expect(await get('laboratory-panel-group/my-list', {}, 'lab')).toEqual([]);
  });
});
