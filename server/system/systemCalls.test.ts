import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#domain/resources.ts';
import { openBlobStore } from '#server/kernel/core/blobStore.ts';
import { openPorts } from '#server/ports/ports.ts';
import { registerCallRoutes } from '#server/kernel/http/callRoutes.ts';
import { registerResourceRoutes } from '#server/kernel/verbs/resourceRoutes.ts';
import { authenticate } from '#server/session/authenticate.ts';
import { openTestSession, testPassword, type TestSession } from '#server/session/sessionTesting.ts';
import { systemArea } from './area.ts';

let session: TestSession;
const tokens = new Map<string, string>();
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
  for (const account of ['admin', 'ops', 'reception', 'lab', 'sales']) tokens.set(account, (await session.login(account)).access_token);
});
afterAll(() => session.close());

const get = async (account: string, path: string, headers: Record<string, string> = {}) =>
  (await session.get(path, tokens.get(account), headers)).json();
const post = async (account: string, path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
  (await session.post(path, body, tokens.get(account), headers)).json();
type Node = { id: string; code: string; name: string; path: string; children?: Node[] };
const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);

describe('menus', () => {
  it('shows a role its own menus, with what stands above them, and no empty `children`', async () => {
    const { data } = await get('lab', `${system}/menu/routes`);
    const nodes = flat(data);
    expect(nodes.map(({ path }) => path)).toContain('/sample/todayReceivePage');
    expect(nodes.map(({ path }) => path)).not.toContain('/sample/arbitration');
    expect(nodes.map(({ path }) => path)).not.toContain('/system/role');
    for (const node of nodes) expect('children' in node ? node.children?.length : 1).toBeGreaterThan(0);
    expect(data[0]).toMatchObject({ parentId: '0', category: 1, isDeleted: 0 });
  });

  it("speaks the caller's language", async () => {
    const zh = flat((await get('admin', `${system}/menu/routes`)).data).find(({ path }) => path === '/system/role');
    const en = flat((await get('admin', `${system}/menu/routes`, { 'accept-language': 'en-US' })).data).find(({ path }) => path === '/system/role');
    expect([zh?.name, en?.name]).toEqual(['角色管理', 'Roles']);
  });

  it('shows the part of the sidebar that stands under a top menu, and names menus in pinyin', async () => {
    const whole = (await get('admin', `${system}/menu/routes`)).data as Node[];
    const top = (await get('admin', `${system}/menu/top-menu`)).data as { id: string; menuIds: string[] }[];
    // The shipped roots all stand under a top menu, each under one.
    expect(top.flatMap(({ menuIds }) => menuIds).sort()).toEqual(whole.map(({ id }) => id).sort());
    for (const { id, menuIds } of top) {
      const part = (await get('admin', `${system}/menu/routes?topMenuId=${id}`)).data as Node[];
      expect(part.map((node) => node.id)).toEqual(menuIds);
    }
    expect((await get('admin', `${system}/menu/routes?topMenuId=elsewhere`)).data).toEqual([]);
    expect(flat(whole).find(({ path }) => path === '/sample/summary-enter')).toMatchObject({ pinyin: ['qianchuliluru', 'qcllr'] });
  });

  it('gives buttons that flatten to exactly the permissions the server enforces', async () => {
    const flatten = (nodes: readonly Node[]): string[] => nodes.flatMap((node) => (node.children ? flatten(node.children) : [node.code]));
    for (const account of ['reception', 'lab', 'admin']) {
      const codes = new Set(flatten((await get(account, `${system}/menu/buttons`)).data));
      expect([...codes].sort()).toEqual(((await get(account, '/api/test/whoami')).data.permissions as string[]).sort());
    }
  });

  it('answers the other menu calls in their shapes', async () => {
    const top = (await get('lab', `${system}/menu/top-menu`)).data as { id: string; name: string; menuIds: string[] }[];
    expect(top[0]).toMatchObject({ id: 'work', name: '业务' });
    const own = ((await get('lab', `${system}/menu/routes`)).data as Node[]).map(({ id }) => id);
    expect(top.flatMap(({ menuIds }) => menuIds).sort()).toEqual(own.sort());
    const [root] = (await get('admin', `${system}/menu/tree`)).data;
    expect(root).toMatchObject({ key: root.id, value: root.id, parentId: '0' });
    expect(
      (await get('admin', `${system}/menu/lazy-list`)).data.every(
        (row: { parentId: string; hasChildren: boolean }) => row.parentId === '0' && row.hasChildren,
      ),
    ).toBe(true);
    expect((await get('admin', `${system}/menu/detail?id=${root.id}`)).data).toMatchObject({ parentName: '顶级', categoryName: '菜单' });
    expect((await get('lab', `${system}/menu/tree`)).code).toBe(403);
    expect((await session.get(`${system}/menu/routes`)).json().code).toBe(401);
  });
});

describe('roles', () => {
  it('lists as trees and lets a user choose among their own', async () => {
    expect((await get('admin', `${system}/role/list?roleAlias=entry`)).data).toMatchObject([{ roleName: '录入员', parentId: '0' }]);
    const me = (await get('admin', '/api/blade-auth/oauth/user-info')).userId;
    expect((await get('admin', `${system}/role/select?userId=${me}`)).data.map((one: { roleAlias: string }) => one.roleAlias)).toEqual([
      'administrator',
      'ops',
    ]);
    expect((await get('reception', `${system}/role/select?userId=${me}`)).code).toBe(403);
  });

  it("grants, at once and within the granter's own reach", async () => {
    const made = await post('admin', `${system}/role/submit`, { roleName: '兼职', roleAlias: 'helper', sort: 99 });
    expect(made.code).toBe(200);
    const nodes = flat((await get('admin', `${system}/menu/lazy-list?code=noSuchCode`)).data);
    expect(nodes).toEqual([]);
    const menuIds = (
      await session.database.orm.execute<{ id: string }>(sql`select id::text as id from menu where code in ('lab_receive', 'role_view', 'role_save')`)
    ).rows.map(({ id }) => id);
    expect((await post('admin', `${system}/role/grant`, { roleIds: [made.data.id], menuIds })).data).toBe(true);
    const salesId = (await get('sales', '/api/blade-auth/oauth/user-info')).userId;
    const sales = (await get('admin', `${system}/user/detail?id=${salesId}`)).data;
    expect((await post('admin', `${system}/user/submit`, { id: salesId, roleId: [...sales.roleId, made.data.id].join(',') })).code).toBe(200);
    const renewed = await session.login('sales');
    tokens.set('sales', renewed.access_token);
    expect((await get('sales', '/api/test/whoami')).data.permissions).toEqual(expect.arrayContaining(['lab_receive', 'role_save']));
    const beyond = (
      await session.database.orm.execute<{ id: string }>(sql`select id::text as id from menu where code = 'userAccount_remove'`)
    ).rows.map(({ id }) => id);
    expect((await post('sales', `${system}/role/grant`, { roleIds: [made.data.id], menuIds: beyond })).code).toBe(403);
    expect((await post('admin', `${system}/role/grant`, { roleIds: [made.data.id], menuIds: [] })).data).toBe(true);
    expect((await get('sales', '/api/test/whoami')).data.permissions).not.toContain('lab_receive');
  });

  it('protects the administrator and roles in use', async () => {
    const [administrator] = (await get('admin', `${system}/role/list?roleAlias=administrator`)).data;
    const [entry] = (await get('admin', `${system}/role/list?roleAlias=entry`)).data;
    expect((await post('admin', `${system}/role/remove?ids=${administrator.id}`)).code).toBe(400);
    expect((await post('admin', `${system}/role/submit`, { id: administrator.id, roleAlias: 'nobody' })).code).toBe(400);
    expect((await post('admin', `${system}/role/remove?ids=${entry.id}`)).code).toBe(409);
    expect((await post('ops', `${system}/role/remove?ids=${entry.id}`)).code).toBe(403);
  });
});

describe('departments', () => {
  it("list as a tree and as the user's own", async () => {
    const [root] = (await get('admin', `${system}/dept/list`)).data;
    expect(root.children.length).toBeGreaterThan(5);
    expect((await get('reception', `${system}/dept/tree`)).data[0].children.length).toBeGreaterThan(5);
    const me = (await get('reception', '/api/blade-auth/oauth/user-info')).userId;
    expect((await get('reception', `${system}/dept/select?userId=${me}`)).data.map((one: { deptName: string }) => one.deptName)).toEqual([
      '接样中心',
      '信息录入组',
    ]);
  });
});

describe.each(['dict', 'dict-biz'])('%s', (path) => {
  it('keeps entries under their dictionary', async () => {
    const root = await post('admin', `${system}/${path}/submit`, { code: 'colour', dictValue: '颜色', sort: 1, dictKey: '-1' });
    expect(root.code).toBe(200);
    const red = await post('admin', `${system}/${path}/submit`, { parentId: root.data.id, dictKey: '1', dictValue: '红', sort: 1, code: 'ignored' });
    expect(red.code).toBe(200);
    await post('admin', `${system}/${path}/submit`, { parentId: root.data.id, dictKey: '2', dictValue: '绿', sort: 2, isSealed: 1 });
    expect(await post('admin', `${system}/${path}/submit`, { parentId: root.data.id, dictKey: '1', dictValue: '又红', sort: 3 })).toMatchObject({
      code: 400,
      msg: '当前字典键值已存在!',
    });
    expect(await post('admin', `${system}/${path}/submit`, { parentId: root.data.id, dictKey: '3' })).toMatchObject({ code: 400, success: false });
    expect((await get('lab', `${system}/${path}/dictionary?code=colour`)).data).toMatchObject([
      { dictKey: '1', dictValue: '红', code: 'colour', parentId: root.data.id },
    ]);
    expect((await get('admin', `${system}/${path}/list?code=colour`)).data).toMatchObject([
      { dictValue: '颜色', dictKey: '-1', children: [{ dictValue: '红' }, { dictValue: '绿' }] },
    ]);
    expect((await get('admin', `${system}/${path}/parent-list?current=1&size=10&code=colour`)).data).toMatchObject({
      total: 1,
      records: [{ code: 'colour' }],
    });
    expect((await get('admin', `${system}/${path}/child-list?parentId=${root.data.id}`)).data).toHaveLength(2);
    const trees = (await get('admin', `${system}/${path}/tree?code=DICT`)).data as { title: string }[];
    expect(trees.find(({ title }) => title === '颜色')).toMatchObject({ children: [{ title: '红' }, { title: '绿' }] });
    expect((await get('admin', `${system}/${path}/detail?id=${red.data.id}`)).data).toMatchObject({ dictKey: '1', parentId: root.data.id });
    expect((await post('admin', `${system}/${path}/remove?ids=${root.data.id}`)).code).toBe(409);
    expect((await post('sales', `${system}/${path}/submit`, { code: 'x', dictValue: 'x', sort: 1 })).code).toBe(403);
  });
});

describe('users', () => {
  const make = async (account: string, extra: Record<string, unknown> = {}) => {
    const [role] = (await get('admin', `${system}/role/list?roleAlias=entry`)).data;
    const [dept] = (await get('admin', `${system}/dept/select`)).data;
    return post('admin', `${system}/user/submit`, { account, realName: '测试员', roleId: role.id, deptId: dept.id, ...extra });
  };

  it('come with a password for a single use, must change it, and then work', async () => {
    const made = await make('newcomer');
    expect(made.data.oneTimePassword).toMatch(/^\w{16}$/);
    const signIn = (password: string) => session.token({ grant_type: 'password', username: 'newcomer', password: session.seal(password) });
    const { access_token } = (await signIn(made.data.oneTimePassword)).json();
    tokens.set('newcomer', access_token);
    expect((await get('newcomer', `${system}/menu/routes`)).code).toBe(423);
    const change = (oldPassword: string, newPassword: string, newPassword1 = newPassword) =>
      post('newcomer', '/api/blade-user/update-password', {
        oldPassword: session.seal(oldPassword),
        newPassword: session.seal(newPassword),
        newPassword1: session.seal(newPassword1),
      });
    expect((await change('wrong', 'fresh-start-1')).msg).toBe('原密码不正确!');
    expect((await change(made.data.oneTimePassword, 'fresh-start-1', 'other-start-1')).msg).toBe('请输入正确的确认密码!');
    expect((await change(made.data.oneTimePassword, 'short1')).code).toBe(400);
    expect((await change(made.data.oneTimePassword, 'fresh-start-1')).code).toBe(200);
    expect((await get('newcomer', `${system}/menu/routes`)).code).toBe(200);
    const trail = await session.database.orm.execute(sql`select action, user_name from audit_entry where subject = ${made.data.id} order by id`);
    expect(trail.rows.at(-1)).toEqual({ action: 'userAccount.password', user_name: '测试员' });
    expect((await signIn(made.data.oneTimePassword)).json().error_code).toBe(2004);
    expect((await signIn('fresh-start-1')).json().account).toBe('newcomer');
    expect((await get('newcomer', '/api/blade-user/info')).data).toMatchObject({ account: 'newcomer', realName: '测试员' });
  });

  it('have five tries at their old password, also at once', async () => {
    const made = await make('hasty');
    const signedIn = await session.token({ grant_type: 'password', username: 'hasty', password: session.seal(made.data.oneTimePassword) });
    tokens.set('hasty', signedIn.json().access_token);
    const guess = async (oldPassword: string): Promise<string> =>
      (
        await post('hasty', '/api/blade-user/update-password', {
          oldPassword: session.seal(oldPassword),
          newPassword: session.seal('fresh-start-1'),
          newPassword1: session.seal('fresh-start-1'),
        })
      ).msg;
    const said = await Promise.all(Array.from({ length: 12 }, (_, n) => guess(`guess${n}`)));
    expect(said.filter((text) => text === '原密码不正确!')).toHaveLength(5);
    expect(said.filter((text) => text === '用户登录失败次数过多')).toHaveLength(7);
  });

  it('never show or keep a password', async () => {
    const made = await make('quiet', { password: session.seal('hidden-word-1') });
    expect(made.data).toEqual({ id: made.data.id });
    const listed = JSON.stringify([
      await get('admin', `${system}/user/page?account=quiet`),
      await get('admin', `${system}/user/detail?id=${made.data.id}`),
    ]);
    expect(listed).not.toMatch(/argon2|password/i);
    const kept = await session.database.orm.execute(
      sql`select result::text as kept from client_op union all select coalesce(after::text, '') from audit_entry`,
    );
    expect(JSON.stringify(kept.rows)).not.toMatch(/hidden-word-1|argon2/);
    expect(session.logged()).not.toContain('hidden-word-1');
  });

  it('are told once when a save is repeated with its key', async () => {
    const headers = { 'idempotency-key': 'save-user-0001' };
    const [role] = (await get('admin', `${system}/role/list?roleAlias=entry`)).data;
    const [dept] = (await get('admin', `${system}/dept/select`)).data;
    const body = { account: 'once', realName: '一次', roleId: role.id, deptId: dept.id };
    const first = await post('admin', `${system}/user/submit`, body, headers);
    const second = await post('admin', `${system}/user/submit`, body, headers);
    expect(second.data).toEqual({ id: first.data.id });
    const kept = await session.database.orm.execute<{ result: unknown }>(sql`select result from client_op where op_id = 'save-user-0001'`);
    expect(JSON.stringify(kept.rows)).not.toContain(first.data.oneTimePassword);
  });

  it('cannot be made administrators, reset or removed by those who are none', async () => {
    const [administrator] = (await get('admin', `${system}/role/list?roleAlias=administrator`)).data;
    const admin = (await get('admin', '/api/blade-auth/oauth/user-info')).userId;
    const ops = (await get('ops', '/api/blade-auth/oauth/user-info')).userId;
    expect((await post('ops', `${system}/user/submit`, { id: ops, roleId: administrator.id })).code).toBe(403);
    expect((await post('ops', `${system}/user/reset-password?userIds=${admin}`)).code).toBe(403);
    expect((await post('ops', `${system}/user/remove?ids=${ops}`)).code).toBe(400);
    expect((await post('reception', `${system}/user/reset-password?userIds=${ops}`)).code).toBe(403);
  });

  it('are reset, unlocked and removed; removal ends their sign-ins', async () => {
    const made = await make('leaver', { password: session.seal(testPassword) });
    const { access_token } = await session.login('leaver');
    expect((await session.get('/api/test/whoami', access_token)).statusCode).toBe(200);
    const reset = await post('admin', `${system}/user/reset-password?userIds=${made.data.id}`);
    expect(reset.data).toMatchObject([{ account: 'leaver' }]);
    expect((await session.get('/api/test/whoami', access_token)).statusCode).toBe(401);
    for (let n = 0; n < 5; n++)
      await session.token({ grant_type: 'password', username: 'leaver', password: session.seal('wrong') }, {}, `10.8.0.${n}`);
    const signIn = async (): Promise<Record<string, unknown>> =>
      (await session.token({ grant_type: 'password', username: 'leaver', password: session.seal(reset.data[0].password) }, {}, '10.8.1.1')).json();
    expect((await signIn())['error_code']).toBe(2003);
    expect((await post('ops', `${system}/user/unlock?userIds=${made.data.id}`)).data).toBe(true);
    expect((await signIn())['account']).toBe('leaver');
    expect((await post('ops', `${system}/user/remove?ids=${made.data.id}`)).data).toBe(true);
    expect((await signIn())['error_code']).toBe(2004);
  });

  it('that were stopped and let in again sign in anew: what was open before stays closed', async () => {
    const made = await make('returner', { password: session.seal(testPassword) });
    const ways: ((status: number) => Promise<{ code: number }>)[] = [
      (status) => post('admin', `${system}/user/submit`, { id: made.data.id, status }),
      (status) => post('admin', `${system}/user/update`, { id: made.data.id, status }),
    ];
    for (const change of ways) {
      const before = await session.login('returner');
      expect((await session.get('/api/test/whoami', before.access_token)).statusCode).toBe(200);
      expect((await change(2)).code).toBe(200);
      expect((await change(1)).code).toBe(200);
      session.core.cache.clear();
      expect((await session.get('/api/test/whoami', before.access_token)).statusCode).toBe(401);
      const renewed = await session.token({ grant_type: 'refresh_token', refresh_token: before.refresh_token, scope: 'all' });
      expect(renewed.json()).toMatchObject({ error_code: 2010 });
    }
  });

  it('are listed for pickers', async () => {
    expect((await get('lab', '/api/blade-user/user-sale-list')).data.map((one: { account: string }) => one.account)).toContain('sales');
    expect((await get('lab', '/api/blade-user/user-custom-list?realName=王')).data).toMatchObject([{ account: 'reception', realName: '王敏' }]);
    // Pickers type pinyin initials, and name what is stored by its id.
    const [found] = (await get('lab', '/api/blade-user/user-sale-list?keyword=ft')).data;
    expect(found).toMatchObject({ realName: '冯涛' });
    expect((await get('lab', `/api/blade-user/user-custom-list?ids=${found.id}`)).data).toMatchObject([{ realName: '冯涛' }]);
    expect((await get('lab', '/api/blade-user/sale-page?current=1&size=10')).data).toMatchObject({ total: 1, records: [{ realName: '冯涛' }] });
    const [dept] = (await get('lab', `${system}/dept/select`)).data.filter((one: { deptName: string }) => one.deptName === '审核组');
    expect((await get('lab', `/api/blade-user/client/user/list-by-dept?deptId=${dept.id}`)).data).toHaveLength(2);
  });
});
