import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { menu } from '#domain/menu.ts';
import { seedSession } from '#server/session/seedSession.ts';
import { openTestApp, testPassword, type TestApp } from '#server/testing.ts';

let house: TestApp;
const system = '/api/blade-system';
beforeAll(async () => {
  house = await openTestApp();
});
afterAll(() => house.close());

const get = async (path: string, account = 'admin') => (await (await house.as(account)).get(`${system}/${path}`)).json();
const post = async (path: string, body: unknown = {}, account = 'admin') => (await (await house.as(account)).post(`${system}/${path}`, body)).json();
type Node = { id: string; code: string; path: string; name: string; children?: Node[] };
const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);

describe('menus by hand', () => {
  const idOf = async (code: string): Promise<string> =>
    (
      await house.database.orm.execute<{ id: string }>(
        sql`select id::text as id from menu where tenant_id = '000000' and code = ${code} and category = 1`,
      )
    ).rows[0]?.id ?? '';

  it('are added, shown to whom they are granted, changed and removed', async () => {
    const parentId = await idOf('system');
    const record = {
      parentId,
      name: '手册',
      nameEn: 'Manual',
      code: 'manual',
      path: 'https://manual.example.com',
      category: 1,
      sort: 90,
      source: 'book',
    };
    const made = await post('menu/submit', record);
    expect(made.code, made.msg).toBe(200);
    const button = await post('menu/submit', {
      parentId: made.data.id,
      name: '打印',
      code: 'manual_print',
      category: 2,
      alias: 'print',
      sort: 1,
      action: 2,
    });
    expect(button.code, button.msg).toBe(200);
    expect((await get(`menu/detail?id=${made.data.id}`)).data).toMatchObject({ ...record, parentName: '系统管理', labels: ['手册', 'Manual'] });
    expect((await get(`menu/lazy-list?parentId=${made.data.id}`)).data).toMatchObject([{ code: 'manual_print', category: 2 }]);
    expect((await get(`menu/lazy-menu-list?parentId=${parentId}`)).data.map(({ code }: Node) => code)).toContain('manual');
    expect(flat((await get('menu/routes')).data).map(({ path }) => path)).toContain(record.path);
    expect(flat((await get('menu/routes', 'ops')).data).map(({ path }) => path)).not.toContain(record.path);
    expect((await post('menu/submit', { id: made.data.id, name: '操作手册' })).code).toBe(200);
    expect((await get(`menu/detail?id=${made.data.id}`)).data).toMatchObject({ name: '操作手册', code: 'manual', sort: 90 });
    const { records } = (await get(`menu/history?id=${made.data.id}`)).data;
    expect(records.map(({ before, after, names }: any) => [before?.name ?? null, after.name, names.parentId?.[parentId]])).toEqual([
      ['手册', '操作手册', '系统管理'],
      [null, '手册', '系统管理'],
    ]);
    expect(await post(`menu/remove?ids=${parentId}`)).toMatchObject({ code: 400, msg: expect.stringMatching(/^请先删除子节点: .+/) });
    expect((await post(`menu/remove?ids=${made.data.id}`)).data).toBe(true);
    expect((await get(`menu/detail?id=${button.data.id}`)).code).toBe(404);
    // The code is free again.
    expect((await post('menu/submit', record)).code).toBe(200);
  });

  it('refuse what would make no tree, no permission or no way back', async () => {
    const [parentId, roles, menus] = [await idOf('system'), await idOf('system-role'), await idOf('system-menu')];
    const named = async (record: Record<string, unknown>) =>
      ((await post('menu/submit', record)).problems ?? []).map(({ field }: { field: string }) => field);
    expect(await named({})).toEqual(['name', 'code']);
    expect(await named({ name: '无上级', code: 'lost_view', category: 2, alias: 'view', sort: 1 })).toEqual(['parentId']);
    expect(await named({ parentId: '404', name: '无上级', code: 'lost', category: 1, sort: 1 })).toEqual(['parentId']);
    expect(await named({ parentId, name: '重复', code: 'system-role', category: 1, sort: 1 })).toEqual(['code']);
    expect(await named({ parentId, name: '怪', code: '怪', category: 1, sort: 1 })).toEqual(['code']);
    expect(await named({ parentId, name: '怪', code: 'odd', path: 'javascript:alert(1)', category: 1, sort: 1 })).toEqual(['path']);
    expect(await post('menu/submit', { id: parentId, parentId: roles })).toMatchObject({ code: 400, msg: '父节点不可选择自身!' });
    expect((await post('menu/submit', { id: roles, code: 'other' })).code).toBe(400);
    expect((await post(`menu/remove?ids=${menus}`)).code).toBe(400);
    expect((await post('menu/submit', { parentId, name: '越权', code: 'x', category: 1, sort: 1 }, 'ops')).code).toBe(403);
  });

  it('keep what people made of shipped ones through the next start', async () => {
    const posts = await idOf('system-post');
    expect((await post('menu/submit', { id: posts, name: '职位', nameEn: 'Positions', sort: 77 })).code).toBe(200);
    const depts = await idOf('system-dept');
    expect((await post(`menu/remove?ids=${depts}`)).code).toBe(200);
    await seedSession(house.database, { menus: menu, seedPassword: testPassword, isDemo: true });
    expect((await get(`menu/detail?id=${posts}`)).data).toMatchObject({ name: '职位', sort: 77, path: '/system/post' });
    expect(flat((await get('menu/routes')).data).map(({ path }) => path)).not.toContain('/system/dept');
  });
});

describe('regions', () => {
  it('are a tree everybody reads level by level and the platform keeps', async () => {
    const provinces = (await get('region/lazy-tree', 'reception')).data;
    expect(provinces).toHaveLength(34);
    expect(provinces[0]).toEqual({ id: '11', parentId: '00', title: '北京市', key: '11', value: '11' });
    expect((await get('region/lazy-tree?parentCode=32')).data).toHaveLength(13);
    expect((await get('region/select?code=33')).data[0]).toMatchObject({ code: '3301', name: '杭州市', level: 2 });
    const made = await post('region/submit', { code: '330106', parentCode: '3301', name: '西湖区', sort: 6 });
    expect(made.code, made.msg).toBe(200);
    expect((await get('region/detail?code=330106')).data).toMatchObject({ name: '西湖区', level: 3, parentCode: '3301' });
    expect((await get('region/lazy-list?parentCode=33')).data[0]).toMatchObject({ code: '3301', hasChildren: true });
    expect((await post('region/submit', { code: '330106', parentCode: '3301', name: '又一个' })).problems).toMatchObject([{ code: 'taken' }]);
    expect((await post('region/submit', { code: '999999', parentCode: '98', name: '无上级' })).problems).toMatchObject([{ field: 'parentCode' }]);
    expect(await post('region/submit', { id: '33', code: '33', parentCode: '3301', name: '浙江省' })).toMatchObject({ code: 400 });
    expect(await post('region/remove?id=3301')).toMatchObject({ code: 400, msg: expect.stringMatching(/^请先删除子节点: .+/) });
    expect((await post('region/remove?id=330106')).data).toBe(true);
    expect((await get('region/list?name=浙江')).data).toMatchObject({ total: 1, records: [{ code: '33' }] });
    expect((await post('region/remove?id=81', {}, 'reception')).code).toBe(403);
  });
});

describe('clients', () => {
  const record = {
    clientId: 'courier',
    clientSecret: 'courier-secret',
    authorizedGrantTypes: 'password,refresh_token',
    accessTokenValidity: 600,
    refreshTokenValidity: 3600,
  };
  const token = (secret: string) =>
    house.app.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/token',
      query: { grant_type: 'password', username: 'nobody', password: 'x', scope: 'all' },
      headers: { authorization: `Basic ${Buffer.from(`courier:${secret}`).toString('base64')}` },
    });

  it('ask for tokens once they are added, with their secret, while they are enabled', async () => {
    expect(await post('client/submit', { ...record, clientSecret: '' })).toMatchObject({ code: 400, problems: [{ field: 'clientSecret' }] });
    expect((await token('courier-secret')).json().error_code).toBe(3000);
    expect((await post('client/submit', record)).data).toEqual({ id: 'courier' });
    const shown = (await get('client/detail?id=courier')).data;
    expect(shown).toMatchObject({
      clientId: 'courier',
      clientSecret: null,
      hasClientSecret: 1,
      authorizedGrantTypes: 'password,refresh_token',
      scope: 'all',
    });
    const state = async (secret: string): Promise<number> => (await token(secret)).json().error_code;
    const [known, wrong] = [await state('courier-secret'), await state('wrong')];
    expect(known).not.toBe(wrong);
    // A save without a secret leaves it.
    expect((await post('client/submit', { id: 'courier', accessTokenValidity: 900, version: shown.version })).code).toBe(200);
    expect(await state('courier-secret')).toBe(known);
    expect((await post('client/submit', { id: 'courier', accessTokenValidity: 900, version: shown.version })).code).toBe(409);
    await post('client/disable?ids=courier');
    expect(await state('courier-secret')).not.toBe(known);
    expect((await post('client/remove?ids=courier')).data).toBe(true);
    expect((await post('client/disable?ids=accession')).code).toBe(400);
    expect((await get('client/list', 'ops')).code).toBe(403);
    const kept = await house.database.orm.execute(
      sql`select coalesce(after::text, '') as text from audit_entry union all select coalesce(result::text, '') from client_op`,
    );
    expect(JSON.stringify(kept.rows)).not.toContain('courier-secret');
  });
});

describe('posts and parameters', () => {
  it('are kept by those with the right, and a parameter is found by its key', async () => {
    expect((await post('post/submit', { category: 2, postCode: 'cto', postName: '技术负责人', sort: 2 }, 'ops')).code).toBe(200);
    expect((await get('post/select', 'ops')).data).toMatchObject([{ postCode: 'cto' }]);
    expect((await get('post/list?postName=技术')).data).toMatchObject({ total: 1 });
    expect((await post('post/submit', {})).msg).toBe('请选择岗位类型; 请输入岗位编号; 请输入岗位名称; 请输入岗位排序');
    await post('param/submit', { paramName: '值班电话', paramKey: 'desk.phone', paramValue: '0571-00000000' });
    expect((await get('param/value?paramKey=DESK.phone')).data).toBe('0571-00000000');
    expect((await get('param/value?paramKey=none')).data).toBeNull();
    expect((await get('param/list', 'reception')).code).toBe(403);
  });
});

describe('dictionaries', () => {
  it('ask for what spec 5 names', async () => {
    expect((await post('dict/submit', { isSealed: '' })).msg).toBe('请输入字典编号; 请输入字典名称; 请输入字典排序; 请选择封存');
  });
});
