import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { menu } from '#domain/menu.ts';
import { resources } from '#domain/resources.ts';
import { permissionCodes } from '#domain/system/menuNode.ts';
import { ok } from '#server/kernel/core/answers.ts';
import { clientErrorTable, menuTable, userCredentialTable } from '#server/storage/sessionTables.ts';
import { demoUsers } from './demoUsers.ts';
import { seedSession } from './seedSession.ts';
import { openTestSession, testPassword, type TestSession } from './sessionTesting.ts';
import { scopeOf, setScope, within } from './scopeOf.ts';

let session: TestSession;
beforeAll(async () => {
  session = await openTestSession({
    extend: (app) => {
      // Calls that leave it to the guard to ask who it is.
      app.get('/api/test/guarded', async () => ok(true));
      app.get('/api/test/blade-auth/guarded', async () => ok(true));
    },
  });
});
afterAll(() => session.close());

describe('guard', () => {
  it('asks for a token below /api (401) and refuses what a role may not (403)', async () => {
    expect((await session.get('/api/test/whoami')).json()).toMatchObject({ code: 401, success: false, msg: '缺失令牌,鉴权失败' });
    expect((await session.get('/api/test/whoami', 'nonsense')).json()).toMatchObject({ code: 401, msg: '请求未授权' });
    const { access_token } = await session.login('sales');
    const no = await session.post('/api/test/needs/summary_enter', {}, access_token);
    expect([no.statusCode, no.json()]).toMatchObject([403, { code: 403, success: false, msg: '请求被拒绝' }]);
    expect((await session.get('/api/unknown')).json().code).toBe(404);
  });

  it('stands before every spelling of a path that leads to a call', async () => {
    for (const path of ['/api/test/guarded', '/%61pi/test/guarded', '/a%70i/test/guarded?x=/api/'])
      expect((await session.get(path)).json().code, path).toBe(401);
  });

  it('gives every permission code to some role and keeps it from another', async () => {
    const codes = permissionCodes(menu);
    const held = new Map<string, Set<string>>();
    for (const { account } of demoUsers) {
      const { access_token } = await session.login(account, { 'x-forwarded-for': `10.9.0.${held.size}` });
      held.set(account, new Set((await session.get('/api/test/whoami', access_token)).json().data.permissions));
    }
    expect([...held.get('admin')!].sort()).toEqual([...codes].sort());
    // What every role is given on purpose: anybody may ask for leave or where a tube is, and reads what the pickers show.
    const everybodys = new Set([
      'flowWork_view',
      'timeline_view',
      ...resources.filter(({ roles }) => roles?.audit2 && roles.entry).map(({ name }) => `${name}_view`),
    ]);
    for (const code of codes.filter((one) => !everybodys.has(one)))
      expect(
        [...held.values()].some((own) => !own.has(code)),
        `${code} is held by everybody`,
      ).toBe(true);
    expect(held.get('reception')).toContain('summary_enter');
    expect(held.get('reception')).not.toContain('lab_receive');
    expect(held.get('audit1')).toContain('detail_arbitrate');
    expect(held.get('entry1')).not.toContain('detail_arbitrate');
  });

  it('answers 423 until a password that must be changed is changed', async () => {
    const { access_token, user_id } = await session.login('audit2');
    const credential = session.database.orm.update(userCredentialTable);
    await credential.set({ mustChange: 1 }).where(eq(userCredentialTable.userId, user_id));
    session.core.cache.clear();
    expect((await session.get('/api/test/whoami', access_token)).json()).toMatchObject({ code: 423, success: false, msg: '请先修改密码' });
    expect((await session.get('/api/blade-auth/oauth/user-info', access_token)).statusCode).toBe(200);
    // What merely looks like one of the calls that stay open is closed.
    expect((await session.get('/api/test/blade-auth/guarded', access_token)).json().code).toBe(423);
    await session.database.orm.update(userCredentialTable).set({ mustChange: 0 });
    session.core.cache.clear();
    expect((await session.get('/api/test/whoami', access_token)).statusCode).toBe(200);
  });
});

describe("the session's other calls", () => {
  it("publishes the key, and the demo's accounts", async () => {
    expect((await session.get('/api/blade-auth/oauth/public-key')).json()).toMatchObject({
      code: 200,
      data: { publicKey: session.core.secrets.publicKey },
    });
    const { data } = (await session.get('/api/blade-auth/oauth/demo-accounts')).json();
    expect(data.password).toBe(testPassword);
    expect(data.accounts).toContainEqual({ account: 'reception', realName: '王敏', roleName: '接样员', phone: '19900000002' });
    expect(data.accounts).toHaveLength(10);
  });

  it('shows the user, wrapped and at top level', async () => {
    const { access_token, user_id } = await session.login('reception');
    const body = (await session.get('/api/blade-auth/oauth/user-info', access_token)).json();
    expect(body).toMatchObject({
      code: 200,
      userId: user_id,
      account: 'reception',
      roleName: 'reception',
      data: { userId: user_id, roles: ['reception'], realName: '王敏', deptName: '接样中心,信息录入组' },
    });
    expect(body.data.permissions).toContain('summary_enter');
  });

  it('logs out by GET, but not by the fault list that clients post there', async () => {
    const { access_token, refresh_token } = await session.login('ops');
    const faults = [{ url: '/x?name=王小明', time: '2026-11-21 10:00:00', type: 'error', message: 'boom', stack: 'at x', info: 'i' }];
    expect((await session.post('/api/blade-auth/oauth/logout', faults, access_token)).json()).toMatchObject({ code: 200, success: true });
    expect((await session.post('/api/blade-auth/oauth/send-logs', faults, access_token)).json().code).toBe(200);
    const kept = await session.database.orm.select().from(clientErrorTable);
    expect(kept.map(({ reported }) => reported)).toMatchObject([
      { message: 'boom', url: '/x' },
      { message: 'boom', url: '/x' },
    ]);
    expect((await session.get('/api/test/whoami', access_token)).statusCode).toBe(200);
    expect((await session.get('/api/blade-auth/oauth/logout', access_token)).json()).toMatchObject({ code: 200, success: true, account: 'ops' });
    expect((await session.get('/api/test/whoami', access_token)).statusCode).toBe(401);
    expect((await session.token({ grant_type: 'refresh_token', refresh_token })).json().error_code).toBe(2010);
    expect((await session.get('/api/blade-auth/oauth/logout')).json().code).toBe(200);
  });

  it('clears the cache for a signed-in user', async () => {
    const { access_token } = await session.login('ops');
    expect((await session.get('/api/blade-auth/oauth/clear-cache', access_token)).json()).toMatchObject({ code: 200, account: 'ops' });
    expect((await session.get('/api/blade-auth/oauth/clear-cache')).statusCode).toBe(401);
  });
});

describe('scope', () => {
  it('limits a user to rows of their own, to nothing, or not at all', async () => {
    const { orm } = session.database;
    const user = { id: '77', tenantId: '000000' };
    expect(await scopeOf(orm, user)).toEqual({ laboratoryIds: null, commodityIds: null, panelGroupIds: null });
    await setScope(orm, user, 'laboratory', ['9007199254740993', '2']);
    await setScope(orm, user, 'commodity', []);
    const scope = await scopeOf(orm, user);
    expect(scope).toEqual({ laboratoryIds: ['9007199254740993', '2'], commodityIds: [], panelGroupIds: null });
    const ids = async (limit: readonly string[] | null) =>
      (await orm.execute(sql`select v::text as id from (values (2::bigint), (3::bigint)) t(v) where ${within(sql`v`, limit) ?? sql`true`}`)).rows.map(
        (row) => row['id'],
      );
    expect(await ids(scope.laboratoryIds)).toEqual(['2']);
    expect(await ids(scope.commodityIds)).toEqual([]);
    expect(await ids(scope.panelGroupIds)).toEqual(['2', '3']);
    await setScope(orm, user, 'commodity', null);
    expect((await scopeOf(orm, user)).commodityIds).toBeNull();
  });
});

describe('seeding', () => {
  it("changes nothing at a second start, and follows the programme's menus", async () => {
    const { orm } = session.database;
    const again = { menus: menu, seedPassword: testPassword, isDemo: true };
    const before = await orm.select().from(menuTable).orderBy(menuTable.id);
    expect(await seedSession(session.database, again)).toEqual({ isDemo: true, demoPassword: testPassword, oneTimePassword: null });
    expect(await orm.select().from(menuTable).orderBy(menuTable.id)).toEqual(before);
    await seedSession(session.database, { ...again, menus: menu.slice(1) });
    expect(await orm.select().from(menuTable).where(eq(menuTable.code, menu[0]!.code))).toMatchObject([{ isDeleted: 1 }]);
    await seedSession(session.database, again);
    expect(await orm.select().from(menuTable).orderBy(menuTable.id)).toEqual(before);
    expect((await seedSession(session.database, { ...again, seedPassword: undefined })).demoPassword).toBe(testPassword);
  });

  it('without demo makes one administrator, whose password is told once and must be changed', async () => {
    const plain = await openTestSession({ isDemo: false });
    try {
      expect((await plain.get('/api/blade-auth/oauth/demo-accounts')).json().data).toEqual({ accounts: [], password: '' });
      await plain.database.orm.execute(sql`delete from user_account`);
      const { oneTimePassword } = await seedSession(plain.database, { menus: menu, isDemo: false });
      const { access_token } = (await plain.token({ grant_type: 'password', username: 'admin', password: plain.seal(oneTimePassword ?? '') })).json();
      expect((await plain.get('/api/test/whoami', access_token)).statusCode).toBe(423);
      expect(await seedSession(plain.database, { menus: menu, isDemo: false })).toEqual({ isDemo: false, demoPassword: null, oneTimePassword: null });
      expect((await plain.token({ grant_type: 'password', username: 'reception', password: plain.seal(testPassword) })).json().error_code).toBe(2004);
    } finally {
      await plain.close();
    }
  });
});
