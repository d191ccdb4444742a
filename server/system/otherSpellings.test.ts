import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '#server/testing.ts';

/** An id that is written in another way, or in another place, reaches no more than the usual one. */
let house: TestApp;
const system = '/api/blade-system';
beforeAll(async () => {
  house = await openTestApp();
});
afterAll(() => house.close());

const post = async (path: string, body: unknown, account = 'admin') => (await (await house.as(account)).post(path, body)).json();
const idOf = async (query: ReturnType<typeof sql>): Promise<string> =>
  String((await house.database.orm.execute<{ id: string }>(query)).rows[0]?.id ?? '');

describe('a leading zero', () => {
  it('neither renames nor removes the administrator role', async () => {
    const id = await idOf(sql`select id::text as id from role where role_alias = 'administrator'`);
    expect((await post(`${system}/role/submit`, { id: `0${id}`, roleAlias: 'gone' })).code).toBe(400);
    expect((await post(`${system}/role/remove`, { ids: `0${id}` })).code).toBe(400);
    expect(await idOf(sql`select id::text as id from role where role_alias = 'administrator' and is_deleted = 0`)).toBe(id);
  });

  it('does not let somebody remove or stop their own account', async () => {
    const id = await idOf(sql`select id::text as id from user_account where account = 'ops'`);
    expect((await post(`${system}/user/remove`, { ids: `0${id}` }, 'ops')).code).toBe(400);
    expect((await post(`${system}/user/submit`, { id: `0${id}`, status: 2 }, 'ops')).code).toBe(404);
    expect((await (await house.as('ops')).get(`${system}/user/info`)).json().data.account).toBe('ops');
  });
});

describe('an id beside an empty one', () => {
  it('leads through the door of client accounts to no colleague', async () => {
    const client = await post('/api/accession-lims-base/send-sample-client/save', { clientCode: 'Z001', clientName: '外院' }, 'ops');
    const id = await idOf(sql`select id::text as id from user_account where account = 'audit1'`);
    const taken = { accountId: '', id, sendSampleClientId: client.data.id, password: 'taken-over-1' };
    expect((await post('/api/accession-lims-base/client-account/submit', taken, 'ops')).code).toBe(404);
    expect((await (await house.as('audit1')).get(`${system}/user/info`)).json().data.account).toBe('audit1');
  });
});

describe('colleagues', () => {
  it('are named to everybody, without their phones and roles', async () => {
    const client = await house.as('lab');
    for (const path of ['user-custom-list', 'user-sale-list', 'client/user/list-by-dept']) {
      const [row] = (await client.get(`/api/blade-user/${path}`)).json().data;
      expect(Object.keys(row).toSorted(), path).toEqual(['account', 'deptId', 'id', 'name', 'realName']);
    }
  });
});

describe('a dictionary', () => {
  it('takes its entries along when it gets another code', async () => {
    const root = (await post(`${system}/dict/submit`, { code: 'hue', dictValue: '色', sort: 1, parentId: '0' })).data;
    await post(`${system}/dict/submit`, { dictKey: '1', dictValue: '红', sort: 1, parentId: root.id });
    expect((await post(`${system}/dict/submit`, { id: root.id, code: 'tint' })).code).toBe(200);
    const words = async (code: string) => (await (await house.as('lab')).get(`${system}/dict/dictionary`, { code })).json().data;
    expect(await words('tint')).toMatchObject([{ dictKey: '1', dictValue: '红' }]);
    expect(await words('hue')).toEqual([]);
    // Another of that name is refused before anything moves.
    await post(`${system}/dict/submit`, { code: 'taken', dictValue: '占', sort: 2, parentId: '0' });
    expect((await post(`${system}/dict/submit`, { id: root.id, code: 'taken' })).msg).toBe('当前字典键值已存在!');
  });
});

describe('grants of a role', () => {
  it('that come at once all succeed, and one of them stands', async () => {
    const role = (await post(`${system}/role/submit`, { roleName: '齐发', roleAlias: 'volley', sort: 98 })).data;
    const menuIds = (
      await house.database.orm.execute<{ id: string }>(sql`select id::text as id from menu where code in ('role_view', 'menu_view', 'post_view')`)
    ).rows.map(({ id }) => id);
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(`${system}/role/grant`, { roleIds: [role.id], menuIds })));
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 200));
    expect(await idOf(sql`select count(*)::text as id from role_menu where role_id = ${role.id}`)).toBe(String(menuIds.length));
  });
});
