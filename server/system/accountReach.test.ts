import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, sealPassword, testPassword, type TestApp } from '#server/testing.ts';

let house: TestApp;
let role: Record<string, string> = {};
let user: Record<string, string> = {};
const system = '/api/blade-system';
beforeAll(async () => {
  house = await openTestApp({ isDemo: true });
  const all = async (text: ReturnType<typeof sql>): Promise<Record<string, string>> =>
    Object.fromEntries((await house.database.orm.execute<{ name: string; id: string }>(text)).rows.map(({ name, id }) => [name, id]));
  role = await all(sql`select role_alias as name, id::text as id from role where tenant_id = '000000'`);
  user = await all(sql`select account as name, id::text as id from user_account where tenant_id = '000000'`);
});
afterAll(() => house.close());

const post = async (path: string, body: unknown, as = 'ops') => {
  const answer = await (await house.as(as)).post(`${system}/${path}`, body);
  return { status: answer.statusCode, body: answer.json() };
};
const rolesOf = async (account: string): Promise<string[]> =>
  (
    await house.database.orm.execute<{ ids: string[] }>(
      sql`select role_ids::text[] as ids from user_account where account = ${account} and tenant_id = '000000'`,
    )
  ).rows[0]?.ids ?? [];
const made = async (account: string): Promise<string> =>
  String(
    (await house.database.orm.execute<{ id: string }>(sql`select id::text as id from user_account where account = ${account}`)).rows[0]?.id ?? '',
  );

describe('who may save accounts', () => {
  it('gives no role that holds what they do not hold themselves, by any door', async () => {
    const before = await rolesOf('ops');
    const deptId = (await house.database.orm.execute<{ id: string }>(sql`select id::text as id from department limit 1`)).rows[0]?.id;
    const record = { realName: '新人', deptId };
    const refused = [
      await post(`user/grant?userIds=${user['ops']}&roleIds=${role['ops']},${role['audit1']}`, {}),
      await post('user/submit', { id: user['ops'], roleId: `${role['ops']},${role['reception']}` }),
      await post('user/update', { id: user['ops'], roleIds: [role['ops'], role['reception']] }),
      await post('user/submit', { ...record, account: 'beyond1', roleId: role['reception'] }),
    ];
    const third = await house
      .as('ops')
      .then((caller) => caller.post('/api/blade-user/user-third/submit', { ...record, account: 'beyond2', roleId: role['lab'] }));
    const client = await house.database.orm.execute<{ id: string }>(sql`select id::text as id from send_sample_client limit 1`);
    const account = await house.as('ops').then((caller) =>
      caller.post('/api/accession-lims-base/client-account/submit', {
        account: 'beyond3',
        name: '客户',
        deptIds: [deptId],
        roleId: role['lab'],
        sendSampleClientId: client.rows[0]?.id,
      }),
    );
    expect([...refused.map(({ status }) => status), third.statusCode, account.statusCode]).toEqual([403, 403, 403, 403, 403, 403]);
    expect(refused[0]?.body.msg).toBe('“一审员”含有您本人没有的权限');
    const sheet = await post('user/import', {
      isTrial: false,
      rows: [{ line: 0, cells: { account: 'beyond4', realName: '新人', roleIds: '接样员', deptIds: '检验集团' } }],
    });
    expect(JSON.stringify(sheet.body)).toContain('含有您本人没有的权限');
    expect(await rolesOf('ops')).toEqual(before);
    for (const name of ['beyond1', 'beyond2', 'beyond3', 'beyond4']) expect(await made(name)).toBe('');
    // What they hold they give; an administrator gives everything.
    expect((await post('user/submit', { ...record, account: 'within1', roleId: role['sales'] })).status).toBe(200);
    expect((await post(`user/grant?userIds=${await made('within1')}&roleIds=${role['reception']}`, {}, 'admin')).status).toBe(200);
    // What somebody has already may stay where something else is changed.
    const kept = await post('user/submit', { id: await made('within1'), realName: '改名', roleId: `${role['reception']},${role['sales']}` });
    expect(kept.status, kept.body.msg).toBe(200);
  });

  it('sets the password of no account with more rights than their own', async () => {
    for (const name of ['audit1', 'lab', 'reception']) {
      expect((await post(`user/reset-password?userIds=${user[name]}`, {})).status).toBe(403);
      const password = await sealPassword(house.app, 'taken-over-1');
      expect((await post('user/submit', { id: user[name], password })).status).toBe(403);
    }
    const sealed = await sealPassword(house.app, testPassword);
    const still = await house.app.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/token',
      query: { grant_type: 'password', username: 'audit1', password: sealed, scope: 'all' },
      headers: { authorization: `Basic ${Buffer.from('saber3:saber3_secret').toString('base64')}` },
    });
    expect(still.json().account).toBe('audit1');
    expect((await post(`user/reset-password?userIds=${user['sales']}`, {})).status).toBe(200);
  });

  it('opens accounts that see no more laboratories than they do', async () => {
    const { orm } = house.database;
    const labs = (
      await orm.execute<{ id: string }>(sql`select id::text as id from laboratory where tenant_id = '000000' order by id limit 2`)
    ).rows.map(({ id }) => id);
    const deptId = (await orm.execute<{ id: string }>(sql`select id::text as id from department limit 1`)).rows[0]?.id;
    await orm.execute(
      sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${user['ops']}, 'laboratory', array[${labs[0]}]::bigint[])`,
    );
    expect((await post('user/submit', { account: 'narrow1', realName: '新人', deptId, roleId: role['sales'] })).status).toBe(200);
    const scope = await orm.execute<{ ids: string[] }>(
      sql`select target_ids::text[] as ids from user_scope where user_id = ${await made('narrow1')}`,
    );
    expect(scope.rows).toEqual([{ ids: [labs[0]] }]);
    // Of one who sees more: neither further roles nor a password.
    expect((await post(`user/grant?userIds=${user['sales']}&roleIds=${role['sales']},${role['billing']}`, {})).status).toBe(403);
    expect((await post(`user/reset-password?userIds=${user['sales']}`, {})).status).toBe(403);
    await orm.execute(sql`delete from user_scope where user_id = ${user['ops']}`);
  });
});
