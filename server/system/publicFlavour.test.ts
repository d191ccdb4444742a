import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealWithSm2 } from '#server/session/sm2Key.ts';
import { openTestApp, testPassword, type TestApp } from '#server/testing.ts';

const saber = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;
const system = '/api/blade-system';

interface Stranger {
  readonly get: (path: string, query?: Record<string, string>) => Promise<any>;
  readonly post: (path: string, body?: unknown, query?: Record<string, string>) => Promise<any>;
}
let house: TestApp;
let admin: Stranger;
let lab: Stranger;

async function signIn(account: string): Promise<Stranger> {
  const key = (await house.app.inject('/api/blade-auth/oauth/public-key')).json().data.sm2PublicKey;
  const answer = await house.app.inject({
    method: 'POST',
    url: '/api/blade-auth/token',
    query: { grantType: 'password', tenantId: '000000', account, password: sealWithSm2(testPassword, key) },
    headers: { authorization: saber },
  });
  const headers = { authorization: saber, 'blade-auth': `bearer ${answer.json().data.accessToken}` };
  return {
    get: async (url, query = {}) => (await house.app.inject({ url, query, headers })).json(),
    post: async (url, body = {}, query = {}) => (await house.app.inject({ method: 'POST', url, query, headers, payload: body as object })).json(),
  };
}
beforeAll(async () => {
  house = await openTestApp();
  admin = await signIn('admin');
  lab = await signIn('lab');
});
afterAll(() => house.close());

/** Every value of an answer, however deep. */
const values = (data: unknown): unknown[] => (typeof data === 'object' && data !== null ? Object.values(data).flatMap(values) : [data]);
const codes = (nodes: readonly any[]): string[] => nodes.flatMap(({ code, children }) => (children ? codes(children) : [code]));

describe('menus of the public flavour', () => {
  it('are the screens its front end has, as far as rights reach', async () => {
    const screens = codes((await admin.get(`${system}/menu/routes`)).data);
    expect(screens).toHaveLength(17);
    expect(screens).toEqual(expect.arrayContaining(['user', 'role', 'dept', 'dict', 'menu', 'log_api', 'api_scope']));
    expect(codes((await admin.get(`${system}/menu/buttons`)).data)).toEqual(
      expect.arrayContaining(['user_add', 'user_edit', 'user_delete', 'user_view', 'role_add', 'notice_add', 'log_usual_view']),
    );
    // Laboratory people look up dictionaries, and nothing else of all this.
    expect(codes((await lab.get(`${system}/menu/routes`)).data)).toEqual(['dict']);
    expect(codes((await lab.get(`${system}/menu/buttons`)).data)).toEqual(['dict_view']);
    expect((await admin.get(`${system}/menu/top-menu`)).data).toEqual([]);
    const own = await (await house.as('admin')).get(`${system}/menu/routes`);
    expect(codes(own.json().data)).not.toContain('log_api');
  });
});

describe('its lists', () => {
  const reads = [
    'user/list',
    'role/list',
    'role/tree',
    'dept/list',
    'dept/tree',
    'post/list',
    'post/select',
    'dict/list',
    'dict/tree?code=DICT',
    'dict/dictionary?code=region',
    'param/list',
    'client/list',
    'menu/list',
    'menu/lazy-menu-list?parentId=0',
    'menu/tree',
    'menu/grant-tree',
    'menu/grant-top-tree',
    'topmenu/list',
    'menu/top-tree-keys?topMenuIds=work',
    'data-scope/list',
    'api-scope/list',
    'region/lazy-tree?parentCode=00',
    'region/list',
    'tenant/list',
    'tenant/select',
    'user/info',
  ];
  it('hold no null, whatever is asked', async () => {
    const paths = [
      ...reads.map((path) => `${system}/${path}`),
      '/api/blade-desk/notice/list',
      ...['usual', 'api', 'error'].map((kind) => `/api/blade-log/${kind}/list`),
    ];
    const faults: string[] = [];
    for (const path of paths) {
      const { code, data } = await admin.get(path);
      if (code !== 200 || values(data).includes(null)) faults.push(`${path}: ${code} ${JSON.stringify(data).slice(0, 200)}`);
    }
    expect(faults).toEqual([]);
  });

  it('are as closed to others as ours, and show the logs of their own house', async () => {
    for (const path of ['user/list', 'topmenu/list', 'data-scope/list', 'api-scope/list'])
      expect((await lab.get(`${system}/${path}`)).code).toBe(403);
    for (const kind of ['usual', 'api', 'error']) expect((await lab.get(`/api/blade-log/${kind}/list`)).code).toBe(403);
    expect((await lab.post(`${system}/user/grant`, {}, { userIds: '1', roleIds: '1' })).code).toBe(403);
    const { records } = (await admin.get('/api/blade-log/usual/list')).data;
    const login = records.find(({ createBy }: { createBy: string }) => createBy === 'lab');
    expect(login).toMatchObject({ logLevel: 'info', serviceId: 'accession' });
    expect((await admin.get('/api/blade-log/usual/detail', { id: login.id })).data.params).toBe('saber');
    expect((await admin.get('/api/blade-log/usual/list', { serviceId: 'other' })).data.total).toBe(0);
  });
});

describe('its forms', () => {
  it('save a user as the form is filled, find, give roles, reset and remove them', async () => {
    const [role] = (await admin.get(`${system}/role/list`, { roleAlias: 'lab' })).data;
    const [dept] = (await admin.get(`${system}/dept/list`)).data;
    const person = {
      account: 'stranger',
      password: 'quiet-harbour-7',
      password2: 'quiet-harbour-7',
      tenantId: '000000',
      name: 'S',
      realName: '陌客',
      roleId: role.id,
      deptId: dept.id,
      postId: '',
      sex: 3,
    };
    expect(await admin.post(`${system}/user/submit`, person)).toMatchObject({ code: 200 });
    const listed = (await admin.get(`${system}/user/list`, { current: '1', size: '10', account: 'stranger' })).data;
    expect(listed.records).toEqual([
      expect.objectContaining({
        roleId: role.id,
        roleName: role.roleName,
        deptId: dept.id,
        postId: '',
        tenantId: '000000',
        sexName: '未知',
        status: -1,
      }),
    ]);
    const row = (await admin.get(`${system}/user/detail`, { id: listed.records[0].id })).data;
    expect(await admin.post(`${system}/user/update`, { ...row, phone: '13900000001', $roleId: 'x' })).toMatchObject({ code: 200 });
    expect((await admin.get(`${system}/user/detail`, { id: row.id })).data).toMatchObject({ phone: '13900000001', status: -1, roleId: role.id });
    expect((await admin.post(`${system}/user/update`, { ...row, tenantId: '111111' })).code).toBe(400);

    const [sales] = (await admin.get(`${system}/role/list`, { roleAlias: 'sales' })).data;
    expect((await admin.post(`${system}/user/grant`, undefined, { userIds: row.id, roleIds: sales.id })).code).toBe(200);
    expect((await admin.get(`${system}/user/detail`, { id: row.id })).data.roleId).toBe(sales.id);
    expect((await admin.post(`${system}/user/reset-password`, undefined, { userIds: row.id })).msg).toContain('account.initPassword');
    await admin.post(`${system}/param/submit`, { paramName: '初始密码', paramKey: 'account.initPassword', paramValue: 'begin-again-1' });
    expect(await admin.post(`${system}/user/reset-password`, undefined, { userIds: row.id })).toMatchObject({ code: 200, data: true });
    expect((await admin.post(`${system}/user/remove`, undefined, { ids: row.id })).code).toBe(200);
  });

  it('keep what a form does not change: an empty number, a secret', async () => {
    const { id } = (await admin.post(`${system}/dept/submit`, { deptName: '外来部', fullName: '外来部', parentId: '', sort: '', tenantId: '000000' }))
      .data;
    const dept = (await admin.get(`${system}/dept/detail`, { id })).data;
    expect(dept).toMatchObject({ sort: -1, deptCategory: -1, remark: '', tenantId: '000000' });
    expect((await admin.post(`${system}/dept/submit`, { ...dept, remark: 'x' })).code).toBe(200);
    const own = await (await house.as('admin')).get(`${system}/dept/detail`, { id });
    expect(own.json().data).toMatchObject({ sort: null, deptCategory: null, remark: 'x' });

    const client = {
      clientId: 'stranger',
      clientSecret: 'stranger-secret',
      authorizedGrantTypes: 'password,refresh_token',
      scope: 'all',
      accessTokenValidity: 3600,
      refreshTokenValidity: 7200,
    };
    expect((await admin.post(`${system}/client/submit`, client)).code).toBe(200);
    const row = (await admin.get(`${system}/client/detail`, { id: 'stranger' })).data;
    expect(row.authorizedGrantTypes).toBe('password,refresh_token');
    expect((await admin.post(`${system}/client/submit`, { ...row, additionalInformation: 'kept' })).code).toBe(200);
    const answer = await house.app.inject({
      method: 'POST',
      url: '/api/blade-auth/token',
      query: { grantType: 'password', account: 'lab', password: 'x' },
      headers: { authorization: `Basic ${Buffer.from('stranger:stranger-secret').toString('base64')}` },
    });
    expect(answer.json().msg).toBe('用户名或密码错误');
  });

  it('save a region below the one whose id is sent along, and a tenant by its host name', async () => {
    const above = (await admin.get(`${system}/region/detail`, { code: '11' })).data;
    const made = await admin.post(`${system}/region/submit`, { ...above, parentCode: '11', code: '1199', name: '新区', level: 2, sort: 9 });
    expect(made.code).toBe(200);
    expect((await admin.get(`${system}/region/detail`, { code: '1199' })).data).toMatchObject({ name: '新区', parentCode: '11' });
    expect((await admin.get(`${system}/region/detail`, { code: '11' })).data.name).toBe(above.name);
    const { id } = (await admin.post(`${system}/tenant/submit`, { tenantName: '外来室', linkman: '李', domain: 'stranger.example.com' })).data;
    expect((await admin.get(`${system}/tenant/detail`, { id })).data).toMatchObject({ domain: 'stranger.example.com' });
  });

  it('save a region below a province, whose code its form sends behind that of the country', async () => {
    const above = (await admin.get(`${system}/region/detail`, { code: '11' })).data;
    const form = { ...above, parentCode: '0011', parentName: above.name, code: '001198', subCode: '98', name: '外区', level: 2, sort: 8 };
    expect(await admin.post(`${system}/region/submit`, form)).toMatchObject({ code: 200, data: { code: '1198' } });
    expect((await admin.get(`${system}/region/detail`, { code: '1198' })).data).toMatchObject({ name: '外区', parentCode: '11', level: 2 });
  });

  it('open a notice with its text: the editor takes it from the row', async () => {
    const notice = '/api/blade-desk/notice';
    const made = await admin.post(`${notice}/submit`, { title: '外来通知', category: 1, releaseTime: '2026-11-22 00:00:00', content: '<p>全文</p>' });
    expect(made.code).toBe(200);
    const [row] = (await admin.get(`${notice}/list`, { title: '外来通知' })).data.records;
    expect(row.content).toBe('<p>全文</p>');
    expect(await admin.post(`${notice}/submit`, { ...row, title: '外来通知改' })).toMatchObject({ code: 200 });
    const [own] = (await (await house.as('admin')).get(`${notice}/list`, { title: '外来通知改' })).json().data.records;
    expect(own).not.toHaveProperty('content');
    expect((await admin.post(`${notice}/remove`, undefined, { ids: row.id })).code).toBe(200);
  });

  it('are told where the things are changed that the product keeps itself', async () => {
    for (const path of ['topmenu/submit', 'topmenu/remove', 'topmenu/grant', 'data-scope/submit', 'api-scope/remove'])
      expect(await admin.post(`${system}/${path}`, { name: 'x' })).toMatchObject({ code: 400, success: false });
    const [top] = (await admin.get(`${system}/topmenu/list`)).data.records;
    expect((await admin.get(`${system}/topmenu/detail`, { id: top.id })).data.name).toBe(top.name);
    expect((await admin.get(`${system}/menu/top-tree-keys`, { topMenuIds: top.id })).data.menu.length).toBeGreaterThan(0);
  });
});

describe('filter suffixes', () => {
  const found = async (query: Record<string, string>) =>
    (await admin.get(`${system}/user/list`, query)).data.records.map(({ account }: { account: string }) => account).sort();
  it('work on texts, numbers, dates and emptiness', async () => {
    expect(await found({ account_equal: 'lab' })).toEqual(['lab']);
    expect(await found({ account_like: 'entry' })).toEqual(['entry1', 'entry2']);
    expect(await found({ account_likeright: 'entry' })).toEqual(['entry1', 'entry2']);
    expect(await found({ account_likeleft: '1' })).toEqual(['audit1', 'entry1']);
    expect(await found({ account_notlike: 'entry', size: '100' })).not.toContain('entry1');
    expect(await found({ account_notequal: 'lab', size: '100' })).not.toContain('lab');
    expect(await found({ email_null: '1', account: 'lab' })).toEqual(['lab']);
    expect(await found({ email_notnull: '1' })).toEqual([]);
    expect(await found({ account_ignore: 'nothing', account: 'lab' })).toEqual(['lab']);
    expect(await found({ account: 'lab', realName: 'undefined' })).toEqual(['lab']);
    expect(await found({ createTime_dategt: '2000-01-01 00:00:00', account: 'lab' })).toEqual(['lab']);
    expect(await found({ createTime_datelt: '2000-01-01 00:00:00' })).toEqual([]);
  });
});
