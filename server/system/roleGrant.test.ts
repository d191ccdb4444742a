import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '#domain/commands.ts';
import { resources } from '#domain/resources.ts';
import { keepInterfaces } from '#server/session/menuInterfaces.ts';
import { calls } from '#server/steps.ts';
import { laboratoriesOf, maySeeLaboratory } from '#server/storage/laboratoryScope.ts';
import { openTestApp, type TestApp } from '#server/testing.ts';

let house: TestApp;
const system = '/api/blade-system';
beforeAll(async () => {
  house = await openTestApp({ isDemo: true });
  await keepInterfaces(house.database, { product: 'accession', resources, commands, calls });
});
afterAll(() => house.close());

type Node = { id: string; title: string; children?: Node[] };
const get = async (path: string, account = 'admin') => (await (await house.as(account)).get(`${system}/${path}`)).json();
const post = async (path: string, body: unknown, account = 'admin') => (await (await house.as(account)).post(`${system}/${path}`, body)).json();
const leaves = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => (node.children ? leaves(node.children) : [node]));
const idOf = async (query: ReturnType<typeof sql>): Promise<string> =>
  String((await house.database.orm.execute<{ id: string }>(query)).rows[0]?.id ?? '');
const roleId = (alias: string) => idOf(sql`select id::text as id from role where role_alias = ${alias} and tenant_id = '000000'`);

describe('the three trees of a role', () => {
  it('show menus, laboratories and the interfaces behind the buttons', async () => {
    const { data } = await get('menu/grant-tree');
    expect(leaves(data.menu).length).toBeGreaterThan(100);
    expect(data.dataScope.length).toBeGreaterThan(1);
    const titles = leaves(data.apiScope).map(({ title }) => title);
    expect(titles.some((title) => title.endsWith('GET /api/accession-lims-base/commodity/page'))).toBe(true);
    const keys = (await get(`menu/role-tree-keys?roleIds=${await roleId('lab')}`)).data;
    expect(keys.dataScope).toEqual([]);
    const held = new Set(keys.menu);
    expect(keys.apiScope.length).toBeGreaterThan(10);
    for (const key of keys.apiScope as string[]) expect(held.has(key.split(':')[0])).toBe(true);
  });

  it('grant a button by any interface of it', async () => {
    const made = await post('role/submit', { roleName: '接口员', roleAlias: 'interfaces', sort: 90 });
    const leaf = leaves((await get('menu/grant-tree')).data.apiScope).find(({ title }) => title.endsWith('/api/blade-system/post/remove'));
    expect((await post('role/grant', { roleIds: [made.data.id], menuIds: [], apiScopeIds: [leaf?.id] })).data).toBe(true);
    const held = await house.database.orm.execute<{ code: string }>(
      sql`select m.code from role_menu g join menu m on m.id = g.menu_id where g.role_id = ${made.data.id}`,
    );
    expect(held.rows).toEqual([{ code: 'post_remove' }]);
  });
});

describe('data of a role', () => {
  it('is kept to its laboratories, adds up over roles, and is lifted by an unlimited one', async () => {
    const laboratories = (
      await house.database.orm.execute<{ id: string }>(
        sql`select id::text as id from laboratory where tenant_id = '000000' and is_deleted = 0 order by id limit 2`,
      )
    ).rows.map(({ id }) => id);
    const [one = '', other = ''] = laboratories;
    const user = { tenantId: '000000', id: await idOf(sql`select id::text as id from user_account where account = 'lab' and tenant_id = '000000'`) };
    const lab = await roleId('lab');
    const keys = (await get(`menu/role-tree-keys?roleIds=${lab}`)).data.menu;
    const db = house.database.orm;
    const sees = async (id: string): Promise<boolean> =>
      (await db.execute<{ yes: boolean }>(sql`select ${maySeeLaboratory(user.tenantId, user.id, id)} as yes`)).rows[0]?.yes === true;
    expect(await laboratoriesOf(db, user)).toBeNull();
    expect((await post('role/grant', { roleIds: [lab], menuIds: keys, dataScopeIds: [one] })).data).toBe(true);
    expect(await laboratoriesOf(db, user)).toEqual([one]);
    expect([await sees(one), await sees(other)]).toEqual([true, false]);
    expect((await get(`menu/role-tree-keys?roleIds=${lab}`)).data).toMatchObject({ dataScope: [one] });
    // A grant that says nothing of data leaves it.
    await post('role/grant', { roleIds: [lab], menuIds: keys });
    expect(await laboratoriesOf(db, user)).toEqual([one]);
    // The user's own limit holds besides.
    await db.execute(
      sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${user.id}, 'laboratory', array[${other}]::bigint[])`,
    );
    expect(await laboratoriesOf(db, user)).toEqual([]);
    expect([await sees(one), await sees(other)]).toEqual([false, false]);
    await db.execute(sql`delete from user_scope where user_id = ${user.id}`);
    const second = await post('role/submit', { roleName: '另一检验员', roleAlias: 'lab-two', sort: 91 });
    await post('role/grant', { roleIds: [second.data.id], menuIds: [], dataScopeIds: [other] });
    await db.execute(sql`update user_account set role_ids = array[${lab}, ${second.data.id}]::bigint[] where id = ${user.id}`);
    expect((await laboratoriesOf(db, user))?.toSorted()).toEqual([one, other].toSorted());
    await post('role/grant', { roleIds: [second.data.id], menuIds: [], dataScopeIds: [] });
    expect(await laboratoriesOf(db, user)).toBeNull();
    expect([await sees(one), await sees(other)]).toEqual([true, true]);
  });

  it('is refused for the administrator and for what is not there', async () => {
    const administrator = await roleId('administrator');
    const one = await idOf(sql`select id::text as id from laboratory where tenant_id = '000000' limit 1`);
    expect((await post('role/grant', { roleIds: [administrator], menuIds: [], dataScopeIds: [one] })).code).toBe(400);
    expect((await post('role/grant', { roleIds: [await roleId('lab')], menuIds: [], dataScopeIds: ['404'] })).code).toBe(404);
  });
});
