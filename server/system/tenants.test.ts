import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#domain/resources.ts';
import { openBlobStore } from '#server/kernel/core/blobStore.ts';
import { registerCallRoutes } from '#server/kernel/http/callRoutes.ts';
import { registerResourceRoutes } from '#server/kernel/verbs/resourceRoutes.ts';
import { openPorts } from '#server/ports/ports.ts';
import { authenticate } from '#server/session/authenticate.ts';
import { seedSession } from '#server/session/seedSession.ts';
import { openTestSession, testPassword, type TestSession } from '#server/session/sessionTesting.ts';
import { menu } from '#domain/menu.ts';
import { systemArea } from './area.ts';

let session: TestSession;
let admin = '';
const system = '/api/blade-system';

beforeAll(async () => {
  session = await openTestSession({
    extend: async (app, database) => {
      const blobs = openBlobStore(database, '');
      const options = { database, product: 'accession', blobs, ports: openPorts(''), calls: systemArea.calls!, authenticate };
      await registerCallRoutes(app, options);
      registerResourceRoutes(app, { ...options, resources, views: [] });
    },
  });
  admin = (await session.login('admin')).access_token as string;
});
afterAll(() => session.close());

const get = async (path: string, token = admin) => (await session.get(`${system}/${path}`, token)).json();
const post = async (path: string, body: unknown = {}, token = admin, headers: Record<string, string> = {}) =>
  (await session.post(`${system}/${path}`, body, token, headers)).json();
type Node = { id: string; code: string; path: string; children?: Node[] };
const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);

const signIn = async (tenantId: string, account: string, password: string) =>
  (await session.token({ grant_type: 'password', username: account, password: session.seal(password) }, { 'tenant-id': tenantId })).json();

/** A tenant whose administrator has chosen their password. */
async function newTenant(record: Record<string, unknown> = {}): Promise<{ tenantId: string; token: string }> {
  const made = await post('tenant/submit', { tenantName: '东湖检验所', ...record });
  expect(made.code, made.msg).toBe(200);
  const { tenantId, oneTimePassword } = made.data;
  const { access_token } = await signIn(tenantId, 'admin', oneTimePassword);
  expect((await session.get(`${system}/menu/routes`, access_token)).statusCode).toBe(423);
  await session.post(
    '/api/blade-user/update-password',
    { oldPassword: session.seal(oneTimePassword), newPassword: session.seal(testPassword), newPassword1: session.seal(testPassword) },
    access_token,
  );
  return { tenantId, token: (await signIn(tenantId, 'admin', testPassword)).access_token };
}
const pathsOf = async (token: string) =>
  flat((await get('menu/routes', token)).data)
    .map(({ path }) => path)
    .filter(Boolean);

describe('a new tenant', () => {
  it('comes with its administrator, menus, dictionaries, department and post, and works by itself', async () => {
    const { tenantId, token } = await newTenant();
    expect(tenantId).toMatch(/^\d{6}$/);
    const paths = await pathsOf(token);
    expect(paths).toEqual(expect.arrayContaining(['/basic/commodity', '/system/role', '/system/user', '/sample/summary-enter']));
    for (const own of ['/system/tenant', '/system/tenant-package', '/system/menu', '/system/client', '/system/region'])
      expect(paths).not.toContain(own);
    expect((await get('role/list', token)).data).toMatchObject([{ roleName: '管理员', roleAlias: 'administrator' }]);
    expect((await get('dept/list', token)).data).toMatchObject([{ deptName: '东湖检验所' }]);
    expect((await get('post/select', token)).data).toMatchObject([{ postCode: 'ceo', postName: '首席执行官' }]);
    expect((await get('dict/dictionary?code=sex', token)).data).toHaveLength(3);
    expect((await get('user/page', token)).data).toMatchObject({ total: 1, records: [{ account: 'admin' }] });
    // The rights of the platform stay with the platform, whatever name they are asked under.
    for (const path of ['tenant/list', 'tenant/select', 'tenant-package/list', 'client/list', 'menu/lazy-list'])
      expect((await session.get(`${system}/${path}`, token)).statusCode, path).toBe(403);
    expect((await post('tenant/submit', { tenantName: '自立' }, token)).code).toBe(403);
    expect((await post('menu/submit', { name: '自立', code: 'x', category: 1, sort: 1 }, token)).code).toBe(403);
  });

  it('names what is missing, and tells a password once', async () => {
    expect(await post('tenant/submit', {})).toMatchObject({ code: 400, msg: '请输入租户名称', problems: [{ field: 'tenantName' }] });
    expect((await post('tenant/submit', { tenantName: '无此包', packageId: '404' })).problems).toMatchObject([{ field: 'packageId' }]);
    const headers = { 'idempotency-key': 'new-tenant-0001' };
    const first = await post('tenant/submit', { tenantName: '只建一次' }, admin, headers);
    const second = await post('tenant/submit', { tenantName: '只建一次' }, admin, headers);
    expect(first.data.oneTimePassword).toMatch(/^\w{16}$/);
    expect(second.data).toEqual({ id: first.data.id, tenantId: first.data.tenantId, account: 'admin' });
    const kept = await session.database.orm.execute(
      sql`select result::text from client_op union all select coalesce(after::text, '') from audit_entry`,
    );
    expect(JSON.stringify(kept.rows)).not.toContain(first.data.oneTimePassword);
    expect((await get('tenant/list?tenantName=只建一次')).data).toMatchObject({ total: 1 });
  });

  it('is shown, changed by the version that was read, and found by its host name before anybody signs in', async () => {
    const { data } = await post('tenant/submit', { tenantName: '西溪检验所', domainUrl: 'https://XIXI.example.com/', linkman: '孙一' });
    const detail = (await get(`tenant/detail?id=${data.tenantId}`)).data;
    expect(detail).toMatchObject({
      id: data.tenantId,
      tenantId: data.tenantId,
      tenantName: '西溪检验所',
      linkman: '孙一',
      version: 1,
      accountNumber: -1,
    });
    expect((await post('tenant/submit', { id: data.tenantId, linkman: '孙二', version: 1 })).code).toBe(200);
    expect((await post('tenant/submit', { id: data.tenantId, linkman: '孙三', version: 1 })).code).toBe(409);
    expect((await get('tenant/detail?tenantId=' + data.tenantId)).data).toMatchObject({ linkman: '孙二', tenantName: '西溪检验所' });
    const info = async (domain: string) => (await session.get(`${system}/tenant/info?domain=${domain}`)).json().data;
    expect(await info('xixi.example.com')).toMatchObject({ tenantId: data.tenantId });
    expect(await info('nobody.example.com')).toEqual({});
    expect((await post('tenant/submit', { tenantName: '抢名', domainUrl: 'https://xixi.example.com/' })).problems).toMatchObject([
      { field: 'domainUrl', code: 'taken' },
    ]);
    expect((await get('tenant/select')).data).toContainEqual({ id: data.tenantId, tenantId: data.tenantId, tenantName: '西溪检验所' });
  });
});

describe('packages', () => {
  it('need a name and menus, and give their tenants those menus alone', async () => {
    expect(await post('tenant-package/submit', {})).toMatchObject({ code: 400, msg: '请输入产品包名称; 请选择菜单' });
    const tree = flat((await get('tenant-package/menu-tree')).data);
    const rows = (
      await session.database.orm.execute<{ id: string; code: string }>(
        sql`select id::text as id, code from menu where tenant_id = '000000' and is_deleted = 0`,
      )
    ).rows;
    const idOf = (code: string): string => rows.find((row) => row.code === code)?.id ?? '';
    expect(tree.map(({ id }) => id)).toContain(idOf('basic-commodity'));
    expect(tree.map(({ id }) => id)).not.toContain(idOf('system-tenant'));
    expect((await post('tenant-package/submit', { packageName: '偷', menuId: idOf('tenant_save') })).problems).toMatchObject([{ field: 'menuId' }]);
    const menuId = [idOf('commodity_view'), idOf('commodity_save'), idOf('userAccount_view')].join(',');
    const made = await post('tenant-package/submit', { packageName: '基础版', menuId });
    expect(made.code, made.msg).toBe(200);
    const { tenantId, token } = await newTenant({ tenantName: '小包检验所', packageId: made.data.id });
    expect(new Set(await pathsOf(token))).toEqual(new Set(['/basic/commodity', '/system/user']));
    const whoami = async () => (await session.get('/api/test/whoami', token)).json().data.permissions.toSorted();
    expect(await whoami()).toEqual(['commodity_save', 'commodity_view', 'userAccount_view']);
    expect((await get(`tenant/package-detail?tenantId=${tenantId}`)).data).toMatchObject({ id: made.data.id, packageName: '基础版', menuId });
    // The package grows: its tenants have it at once. It is taken away: everything is theirs.
    await post('tenant-package/submit', { id: made.data.id, menuId: `${menuId},${idOf('role_view')}` });
    expect(await whoami()).toContain('role_view');
    expect((await post(`tenant-package/remove?ids=${made.data.id}`)).code).toBe(409);
    expect((await post(`tenant/package-setting?tenantId=${tenantId}&packageId=`)).data).toBe(true);
    expect(await pathsOf(token)).toContain('/system/dept');
    expect((await post(`tenant-package/remove?ids=${made.data.id}`)).code).toBe(200);
    // A start of the server leaves it so.
    await seedSession(session.database, { menus: menu, seedPassword: testPassword, isDemo: true });
    expect(await pathsOf(token)).not.toContain('/system/tenant');
  });
});

describe('limits', () => {
  it('keep an expired, disabled or removed tenant out, also those who are in', async () => {
    const { tenantId, token } = await newTenant({ tenantName: '到期检验所' });
    const isIn = async () => (await session.get(`${system}/menu/routes`, token)).statusCode === 200;
    expect(await isIn()).toBe(true);
    expect((await post(`tenant/setting?ids=${tenantId}&accountNumber=2&expireTime=2020-01-01%2000:00:00`)).data).toBe(true);
    expect(await isIn()).toBe(false);
    expect((await signIn(tenantId, 'admin', testPassword)).error_code).toBeGreaterThan(2000);
    expect((await get(`tenant/detail?id=${tenantId}`)).data).toMatchObject({ accountNumber: 2, expireTime: '2020-01-01 00:00:00' });
    await post(`tenant/setting?ids=${tenantId}&expireTime=`);
    expect(await isIn()).toBe(true);
    await post(`tenant/disable?ids=${tenantId}`);
    expect([await isIn(), (await signIn(tenantId, 'admin', testPassword)).access_token]).toEqual([false, undefined]);
    await post(`tenant/enable?ids=${tenantId}`);
    expect(await isIn()).toBe(true);
    expect((await post(`tenant/remove?ids=${tenantId}`)).data).toBe(true);
    expect([await isIn(), (await signIn(tenantId, 'admin', testPassword)).access_token]).toEqual([false, undefined]);
    expect((await get(`tenant/detail?id=${tenantId}`)).code).toBe(404);
  });

  it('hold accounts within their number', async () => {
    const { token } = await newTenant({ tenantName: '两人检验所', accountNumber: 2 });
    const [role] = (await get('role/list', token)).data;
    const [dept] = (await get('dept/list', token)).data;
    const add = (account: string) => post('user/submit', { account, realName: '某人', roleId: role.id, deptId: dept.id }, token);
    expect((await add('second')).code).toBe(200);
    expect(await add('third')).toMatchObject({ code: 400, msg: '租户账号额度已满: 2' });
    expect((await get('user/page', token)).data.total).toBe(2);
  });

  it('do not touch the platform, and refuse what they cannot read', async () => {
    for (const path of [
      'disable?ids=000000',
      'remove?ids=000000',
      'setting?ids=000000&accountNumber=1',
      'package-setting?tenantId=000000&packageId=',
    ])
      expect((await post(`tenant/${path}`)).code, path).toBe(400);
    const { data } = await post('tenant/submit', { tenantName: '边界检验所' });
    expect((await post(`tenant/setting?ids=${data.id}&accountNumber=many`)).problems).toMatchObject([{ field: 'accountNumber' }]);
    expect((await post(`tenant/setting?ids=${data.id}&expireTime=2026-02-30`)).problems).toMatchObject([{ field: 'expireTime' }]);
    expect((await post(`tenant/datasource?tenantId=${data.id}&datasourceId=default`)).data).toBe(true);
    expect((await post(`tenant/datasource?tenantId=${data.id}&datasourceId=elsewhere`)).problems).toMatchObject([{ field: 'datasourceId' }]);
    expect((await post('tenant/setting?ids=999999&accountNumber=1')).code).toBe(404);
  });
});
