import { afterAll, beforeAll, expect, it } from 'vitest';
import { historyPath, wireVerbs, type Resource } from '#domain/kernel/resource.ts';
import { callPath } from '#domain/kernel/services.ts';
import { resourceByName, resources } from '#domain/resources.ts';
import { openTestApp, type Caller, type TestApp } from '#server/testing.ts';

let house: TestApp;
let admin: Caller;
beforeAll(async () => {
  house = await openTestApp();
  admin = await house.as('admin');
});
afterAll(() => house.close());

const at = (resource: Resource, path: string): string => callPath(resource.service, path, 'accession');
async function saved(name: string, body: object): Promise<string> {
  const resource = resourceByName(name);
  const answer = (await admin.post(at(resource, `${resource.path}/${wireVerbs(resource, 'save')[0] ?? ''}`), body)).json();
  expect(answer.code, answer.msg).toBe(200);
  return String(answer.data.id);
}
const history = (caller: Caller, name: string, query: Record<string, string>) => {
  const resource = resourceByName(name);
  return caller.get(at(resource, historyPath(resource)), query);
};

it('tells who changed what, from what to what, newest first, with names for references', async () => {
  const [one, two] = [
    await saved('laboratory', { laboratoryCode: 'H1', laboratoryName: '甲所', executeType: 1 }),
    await saved('laboratory', { laboratoryCode: 'H2', laboratoryName: '乙所', executeType: 2 }),
  ];
  const id = await saved('sendSampleClient', { clientCode: 'HC1', clientName: '史院', contractLaboratoryId: one });
  await saved('sendSampleClient', { id, clientName: '史院二', contractLaboratoryId: two });
  const path = at(resourceByName('sendSampleClient'), 'send-sample-client/disable');
  expect((await admin.post(`${path}?ids=${id}`)).statusCode).toBe(200);
  const { data } = (await history(admin, 'sendSampleClient', { id })).json();
  expect(data.total).toBe(3);
  expect(data.records).toMatchObject([
    { action: 'sendSampleClient.disable', before: { isDisable: 0 }, after: { isDisable: 1 } },
    {
      action: 'sendSampleClient.save',
      before: { clientName: '史院', contractLaboratoryId: one },
      after: { clientName: '史院二', contractLaboratoryId: two },
      names: { contractLaboratoryId: { [one]: '甲所', [two]: '乙所' } },
    },
    { before: null, after: { clientCode: 'HC1', clientName: '史院' }, names: { contractLaboratoryId: { [one]: '甲所' } } },
  ]);
  expect(data.records[0].userName).not.toBe('');
  expect(data.records[0].createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const second = (await history(admin, 'sendSampleClient', { id, current: '2', size: '2' })).json().data;
  expect(second.records.map((entry: any) => entry.before)).toEqual([null]);
});

it('never tells a secret, nor what an act noted beside the described fields', async () => {
  const id = await saved('smsPlatform', {
    platformName: '史台',
    url: 'local',
    format: 1,
    status: 1,
    password: 'Secret-First-1',
    appkey: 'Key-First-1',
  });
  await saved('smsPlatform', { id, password: 'Secret-Second-2' });
  await house.database.pool.query(
    `insert into audit_entry (id, tenant_id, user_id, user_name, action, subject, before, after, create_time)
     values (99, '000000', 1, '旁人', 'smsPlatform.testSend', $1, null, '{"telephone":"19900000001","password":"Raw-Third-3","userName":"acc"}'::jsonb, now())`,
    [id],
  );
  const answer = await history(admin, 'smsPlatform', { id });
  expect(answer.json().data.total).toBe(3);
  expect(answer.body).not.toMatch(/Secret-|Key-First|Raw-Third|19900000001/);
  const changed = answer.json().data.records.find((entry: any) => entry.before !== null);
  expect([changed.before.password, changed.after.password]).toEqual(['••••••••', '••••••••']);
});

it('is for those who may see the row, of their own tenant and laboratory', async () => {
  const id = await saved('laboratory', { laboratoryCode: 'H3', laboratoryName: '丙所', executeType: 1 });
  expect((await history(admin, 'laboratory', { id })).statusCode).toBe(200);
  expect((await history(admin, 'laboratory', {})).statusCode).toBe(400);
  expect((await history(admin, 'laboratory', { id: '404' })).statusCode).toBe(404);
  // A clerk sees no roles, so no history of one either.
  const role = (await house.database.pool.query("select id from role where role_alias = 'sales'")).rows[0].id;
  expect((await history(await house.as('entry1'), 'role', { id: role })).statusCode).toBe(403);
  await house.database.pool.query("update laboratory set tenant_id = '000001' where id = $1", [id]);
  expect((await history(admin, 'laboratory', { id })).statusCode).toBe(404);
});

it('is served for every described resource that has rows of its own', async () => {
  for (const resource of resources.filter(({ view }) => !view)) {
    const url = at(resource, historyPath(resource));
    expect(house.app.hasRoute({ method: 'GET', url }), url).toBe(true);
    expect((await admin.get(url, { [resource.id]: '404', id: '404' })).statusCode, url).toBe(404);
    expect((await house.app.inject({ method: 'GET', url })).statusCode, url).toBe(401);
  }
});
