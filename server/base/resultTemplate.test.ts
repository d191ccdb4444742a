import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type Answered, type House } from '#server/walks/house.ts';

const base = '/api/accession-lims-base';

describe('result templates', () => {
  let house: House;
  let group = { panelGroupId: '', itemNames: [] as string[] };
  let otherGroup = '';
  beforeAll(async () => {
    house = await openHouse();
    const panel = (await get('panel/page', { size: '1' })).records[0];
    group = { panelGroupId: panel.panelGroupId, itemNames: panel.itemNames };
    otherGroup = (await get('panel-group/page', { size: '50' })).records.find((row: any) => row.panelGroupId !== panel.panelGroupId).panelGroupId;
  });
  afterAll(() => house.close());
  const get = async (path: string, query: Record<string, string> = {}): Promise<any> =>
    (await house.call('ops', 'GET', `${base}/${path}`, { query })).body.data;
  async function save(fields: Record<string, string>, csv: string | null, key?: string): Promise<Answered> {
    const boundary = 'template-boundary';
    const parts = Object.entries(fields).map(
      ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    if (csv !== null)
      parts.push(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="t.csv"\r\ncontent-type: text/csv\r\n\r\n${csv}\r\n`);
    return house.call('ops', 'POST', `${base}/result-template/save`, {
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...(key ? { 'idempotency-key': key } : {}) },
      body: Buffer.from(`${parts.join('')}--${boundary}--\r\n`),
    });
  }
  const fields = (): Record<string, string> => ({ templateName: '仪器甲', disable: 'false', panelGroupId: group.panelGroupId });

  it('reads the header of the sheet and keeps what each column means', async () => {
    const sheet = `仪器甲结果\n实验室编号,姓名,${group.itemNames[0]},备注\nL1,张,1,\n`;
    const made = await save(fields(), sheet, 'template-key-1');
    expect(made.status, made.body.msg).toBe(200);
    expect((await save(fields(), sheet, 'template-key-1')).body.data).toEqual(made.body.data);
    const { id } = made.body.data;
    expect(await get('result-template/detail', { resultTemplateId: id })).toMatchObject({
      fileName: 't.csv',
      headerRow: 2,
      itemCount: 1,
      columns: [
        { at: 0, title: '实验室编号', role: 'labCode' },
        { at: 1, role: 'personName' },
        { at: 2, title: group.itemNames[0], itemId: expect.stringMatching(/^\d+$/) },
        { at: 3, role: null, itemId: null },
      ],
    });
    expect((await save({ id, remark: '改名' }, null)).status).toBe(200);
    expect((await save({ id, panelGroupId: otherGroup }, null)).body.msg).toBe('请上传模板文件');
    expect((await get('result-template/page', { panelGroupId: group.panelGroupId })).records).toMatchObject([
      { templateName: '仪器甲', remark: '改名', itemCount: 1 },
    ]);
    for (const [verb, isDisable] of [
      ['disable', 1],
      ['enable', 0],
    ] as const) {
      await house.call('ops', 'POST', `${base}/result-template/${verb}`, { query: { ids: id } });
      expect((await get('result-template/detail', { id })).isDisable).toBe(isDisable);
    }
  });

  it('refuses a sheet nothing can be imported by, and leaves nothing behind', async () => {
    const refused = async (csv: string | null): Promise<string> => (await save({ ...fields(), templateName: '仪器乙' }, csv)).body.msg;
    expect(await refused(null)).toBe('请上传模板文件');
    expect(await refused('甲,乙\n1,2\n')).toContain('找不到表头');
    expect(await refused(`姓名,${group.itemNames[0]}\n`)).toContain('缺少实验室编号');
    expect(await refused('样本条码,姓名\n')).toContain('没有该项目组的检测项');
    const nothing = await save({ templateName: '仪器丙' }, 'x');
    expect(nothing.body.problems?.map(({ field }) => field)).toEqual(['panelGroupId', 'disable']);
    expect(nothing.body.msg).toContain('请选择启用状态');
    expect((await get('result-template/page', { templateName: '仪器乙' })).records).toEqual([]);
  });
});
