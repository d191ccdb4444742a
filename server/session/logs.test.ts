import { readXlsx } from 'hucre/xlsx';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { openTestApp, type TestApp } from '#server/testing.ts';
import { nowSql } from '#server/storage/clock.ts';

describe('the logs', () => {
  let opened: TestApp;
  beforeAll(async () => {
    opened = await openTestApp();
  });
  afterAll(() => opened.close());
  const signIn = (query: Record<string, string>, userAgent: string) =>
    opened.app.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/token',
      query: { grant_type: 'password', scope: 'all', ...query },
      headers: {
        authorization: `Basic ${Buffer.from('saber3:saber3_secret').toString('base64')}`,
        'user-agent': userAgent,
        'x-device-id': 'desk-0001',
      },
      remoteAddress: '10.9.8.7',
    });

  it('names who signed in or tried to, from where, with what, and why not', async () => {
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
    expect((await signIn({ username: 'lab', password: 'not sealed' }, agent)).statusCode).toBe(400);
    await opened.as('lab');
    const admin = await opened.as('admin');
    const page = async (query: Record<string, string>) => (await admin.get('/api/blade-log/auth-log/page', query)).json().data;
    const refused = await page({ account: 'lab', outcome: '2' });
    expect(refused.total).toBe(1);
    expect(refused.records[0]).toMatchObject({
      account: 'lab',
      outcome: 2,
      errorCode: 2004,
      grantType: 'password',
      remoteIp: '10.9.8.7',
      client: 'Chrome 140, Windows 10/11',
      clientId: 'saber3',
      deviceId: 'desk-0001',
    });
    const done = await page({ account: 'lab', outcome: '1' });
    expect(done.records[0]).toMatchObject({ realName: '孙悦', errorCode: null, outcome: 1 });
    const { loginLogId } = done.records[0];
    expect((await admin.get('/api/blade-log/auth-log/detail', { loginLogId })).json().data.account).toBe('lab');
    const day = String(done.records[0].loginTime).slice(0, 10);
    expect((await page({ account: 'lab', loginTimeBegin: day, loginTimeEnd: day })).total).toBe(2);
    expect((await page({ account: 'lab', loginTimeEnd: '2020-01-01' })).total).toBe(0);
  });

  it('keeps tries at a tenant that is not there out of the log', async () => {
    await signIn({ username: 'ghost', password: 'x', tenant_id: '777777' }, 'curl/8');
    expect((await opened.database.orm.execute(sql`select 1 from login_log where account = 'ghost'`)).rows).toHaveLength(0);
  });

  it('shows what an act changed, before and after', async () => {
    const admin = await opened.as('admin');
    const save = (body: object) => admin.post('/api/accession-lims-base/terrace/save', body, { 'x-device-id': 'desk-0002' });
    const { id } = (await save({ terraceName: '一号平台', terraceCode: 'T1' })).json().data;
    expect((await save({ terraceId: id, terraceName: '二号平台' })).json().code).toBe(200);
    const { records } = (await admin.get('/api/blade-log/operate-log/page', { action: 'terrace.', subject: id })).json().data;
    expect(records).toHaveLength(2);
    const { operateLogId } = records.find((row: { before: unknown }) => row.before !== null);
    expect((await admin.get('/api/blade-log/operate-log/detail', { operateLogId })).json().data).toMatchObject({
      action: 'terrace.save',
      userName: '陈立',
      deviceId: 'desk-0002',
      before: { terraceName: '一号平台' },
      after: { terraceName: '二号平台' },
    });
  });

  it('calls what was written, and what the values refer to, by name', async () => {
    const admin = await opened.as('admin');
    const save = async (path: string, body: object): Promise<string> => {
      const answer = (await admin.post(`/api/accession-lims-base/${path}/save`, body)).json();
      expect(answer.code, answer.msg).toBe(200);
      return String(answer.data.id);
    };
    const laboratoryId = await save('laboratory', { laboratoryCode: 'N1', laboratoryName: '名所', executeType: 1 });
    const id = await save('send-sample-client', { clientCode: 'NC1', clientName: '名院', contractLaboratoryId: laboratoryId });
    const { records } = (await admin.get('/api/blade-log/operate-log/page', { action: 'sendSampleClient.', subject: id })).json().data;
    expect(records).toMatchObject([{ subject: id, subjectName: '名院' }]);
    const detail = (await admin.get('/api/blade-log/operate-log/detail', { operateLogId: records[0].operateLogId })).json().data;
    expect(detail).toMatchObject({
      subjectName: '名院',
      after: { contractLaboratoryId: laboratoryId },
      names: { contractLaboratoryId: { [laboratoryId]: '名所' } },
    });
    expect((await admin.get('/api/blade-log/operate-log/detail', { operateLogId: '404' })).statusCode).toBe(404);
    expect((await admin.get('/api/blade-log/operate-log/detail', {})).statusCode).toBe(400);
    expect((await (await opened.as('entry1')).get('/api/blade-log/operate-log/page', {})).statusCode).toBe(403);
  });

  it('writes the same words into its sheet', async () => {
    const admin = await opened.as('admin');
    const id = (
      await admin.post('/api/accession-lims-base/laboratory/save', { laboratoryCode: 'N2', laboratoryName: '导出所', executeType: 1 })
    ).json().data.id;
    const client = { clientCode: 'NC2', clientName: '导出院', contractLaboratoryId: id };
    expect((await admin.post('/api/accession-lims-base/send-sample-client/save', client)).json().code).toBe(200);
    const answer = await admin.get('/api/blade-log/operate-log/page/export', { action: 'sendSampleClient.' });
    const [head, ...rows] = (await readXlsx(answer.rawPayload)).sheets[0]!.rows;
    const row = Object.fromEntries((rows.find((cells) => cells.includes('导出院')) ?? []).map((cell, at) => [head?.[at], cell]));
    expect(row).toMatchObject({ 操作: '送检单位: 保存', 对象: '导出院', 变更前: null });
    expect(row['变更后']).toContain('签约检验所: 导出所');
    expect(row['变更后']).not.toContain(id);
    expect((await (await opened.as('entry1')).get('/api/blade-log/operate-log/page/export', {})).statusCode).toBe(403);
  });

  it('finds the names of tubes and items within a step', async () => {
    const admin = await opened.as('admin');
    const made = await admin.post('/api/accession-lims-base/sample-class/save', { classCode: 'NK1', className: '名类' });
    expect(made.json().code, made.json().msg).toBe(200);
    const sampleClassId = String(made.json().data.id);
    await opened.database.pool.query(
      `insert into audit_entry (id, tenant_id, user_id, user_name, action, subject, before, after, create_time)
       values (77, '000000', 1, '旁人', 'summary.enter', 'D99999999', null, $1::jsonb, now())`,
      [JSON.stringify({ tubes: [{ sampleCode: '799999999', sampleClassId }] })],
    );
    const { data } = (await admin.get('/api/blade-log/operate-log/detail', { operateLogId: '77' })).json();
    expect(data.subjectName).toBe('');
    expect(data.names).toEqual({ sampleClassId: { [sampleClassId]: '名类' } });
  });

  it('tells of a menu, which refers to the one above it', async () => {
    const admin = await opened.as('admin');
    const { rows } = await opened.database.pool.query(
      "select id::text from menu where tenant_id = '000000' and parent_id = 0 and is_deleted = 0 limit 1",
    );
    await opened.database.pool.query(
      `insert into audit_entry (id, tenant_id, user_id, user_name, action, subject, before, after, create_time)
       values (78, '000000', 1, '旁人', 'menu.save', '1', null, $1::jsonb, now())`,
      [JSON.stringify({ parentId: rows[0].id, name: '某菜单' })],
    );
    const answer = await admin.get('/api/blade-log/operate-log/detail', { operateLogId: '78' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data.names.parentId[rows[0].id]).not.toBe('');
  });

  it('lists every call with its right and the menus that give it', async () => {
    const admin = await opened.as('admin');
    const page = async (query: Record<string, string>) => (await admin.get('/api/blade-system/menu-interface/page', query)).json().data;
    // The databases of tests begin with them: a start writes them by itself where they are not there.
    await opened.database.orm.execute(sql`delete from menu_interface`);
    await (await createApp({ database: opened.database, blobs: opened.blobs, isCaptchaOn: false })).close();
    const [save] = (await page({ path: 'lims-base/terrace/save' })).records;
    expect(save).toMatchObject({
      method: 'POST',
      permission: 'terrace_save',
      menuPath: '/basic/terrace',
      path: '/api/accession-lims-base/terrace/save',
    });
    const all = await page({ size: '500' });
    expect(all.total).toBeGreaterThan(200);
    expect((await page({ menuPath: '/sample/summary-enter' })).total).toBeGreaterThan(0);
    expect((await page({ path: 'menu/routes' })).records[0]).toMatchObject({ permission: '', menuName: null });
    // Another node, or a restart: nothing is written twice.
    const { rows } = await opened.database.orm.execute(sql`select count(*)::int as n, count(distinct path || method)::int as d from menu_interface`);
    expect(rows[0]).toEqual({ n: all.total, d: all.total });
  });

  it('belongs to one tenant alone', async () => {
    await opened.database.orm.execute(
      sql`insert into login_log (id, tenant_id, account, grant_type, error_code, login_time) values (1, '999001', 'foreign', 'password', 0, ${nowSql})`,
    );
    const admin = await opened.as('admin');
    expect((await admin.get('/api/blade-log/auth-log/page', { account: 'foreign' })).json().data.total).toBe(0);
  });
});
