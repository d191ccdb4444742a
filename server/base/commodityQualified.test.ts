import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type Answered, type House } from '#server/walks/house.ts';
import { qualifiedProcess } from './qualifiedJob.ts';

const base = '/api/accession-lims-base';

describe('qualifications of a laboratory', () => {
  let house: House;
  let laboratoryId = '';
  let offered: readonly any[] = [];
  beforeAll(async () => {
    house = await openHouse({ jobKinds: (database) => [qualifiedProcess(database)] });
    const all = (await get('laboratory-commodity/page', { size: '500' })).records;
    laboratoryId = all[0].laboratoryId;
    offered = await standing();
  });
  afterAll(() => house.close());
  const get = async (path: string, query: Record<string, string> = {}): Promise<any> =>
    (await house.call('ops', 'GET', `${base}/${path}`, { query })).body.data;
  const post = (path: string, body: object): Promise<Answered> => house.call('ops', 'POST', `${base}/${path}`, { body });
  const standing = async (): Promise<any[]> =>
    (
      await house.database.orm.execute(
        sql`select commodity_id, execute_laboratory_id, is_disable::int as is_disable from laboratory_commodity where laboratory_id = ${laboratoryId} and is_deleted = 0 order by commodity_id`,
      )
    ).rows;
  async function finish(verb: string): Promise<any> {
    const asked = await post(`commodity-qualified/${verb}`, { laboratoryId });
    expect(asked.status, asked.body.msg).toBe(200);
    const { taskId } = asked.body.data;
    for (let at = 0; at < 300; at++) {
      const result = await get('commodity-qualified/get-process-result', { taskId });
      if (result.state >= 2) return result;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('the process did not end');
  }

  it('is kept once a laboratory and commodity', async () => {
    const save = (commodityId: string, more: object = {}): Promise<Answered> =>
      post('commodity-qualified/save', { laboratoryId, commodityId, executeLaboratoryId: laboratoryId, validFrom: '2020-01-01', ...more });
    const ids = offered.map((row) => String(row.commodity_id));
    const both = await Promise.all([save(ids[0] ?? ''), save(ids[0] ?? '')]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect((await save(ids[1] ?? '', { validTo: '2019-01-01' })).body.problems?.[0]?.field).toBe('validTo');
    expect((await save(ids[1] ?? '', { validTo: '2021-01-01' })).status).toBe(200);
    await house.database.orm.execute(
      sql`update laboratory_commodity set is_deleted = 1 where laboratory_id = ${laboratoryId} and commodity_id = ${ids[2]}`,
    );
    offered = await standing();
    expect((await save(ids[2] ?? '')).status).toBe(200);
  });

  it('is applied by a job: what is valid is offered, the rest is switched off; and undone again', async () => {
    expect((await post('commodity-qualified/reset', { laboratoryId })).body.msg).toBe('没有可撤销的执行');
    const result = await finish('execute');
    expect(result).toMatchObject({ state: 2, action: 'execute', laboratoryId, fault: null });
    expect(result.doneCount).toBe(result.totalCount);
    expect(result.changes).toHaveLength(result.doneCount);
    const on = (await standing()).filter((row) => row.is_disable === 0);
    expect(on).toHaveLength(2);
    expect(on.every((row) => row.execute_laboratory_id === laboratoryId || String(row.execute_laboratory_id) === laboratoryId)).toBe(true);
    expect(await finish('execute')).toMatchObject({ state: 2, doneCount: 0 });
    // The second one changed nothing; undoing goes back one execution at a time.
    await finish('reset');
    expect(await finish('reset')).toMatchObject({ state: 2, action: 'reset' });
    expect(await standing()).toEqual(offered);
    const { rows } = await house.database.orm.execute(sql`select count(*)::int as n from audit_entry where action like 'laboratoryCommodity.%'`);
    expect(Number(rows[0]?.['n'])).toBeGreaterThan(result.doneCount);
  });

  it('is one process a laboratory at a time, and of the user’s own laboratories', async () => {
    const both = await Promise.all([post('commodity-qualified/execute', { laboratoryId }), post('commodity-qualified/execute', { laboratoryId })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await post('commodity-qualified/execute', { laboratoryId: '9' })).body.msg).toBe('未找到该检验所');
    expect((await house.call('ops', 'GET', `${base}/commodity-qualified/get-process-result`, { query: { taskId: '9' } })).status).toBe(404);
    expect((await house.call('lab', 'POST', `${base}/commodity-qualified/execute`, { body: { laboratoryId } })).status).toBe(403);
  });
});
