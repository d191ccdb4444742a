import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type Answered, type House } from '#server/walks/house.ts';

const base = '/api/accession-lims-base';

describe('senders of notices', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse();
  });
  afterAll(() => house.close());
  const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Answered> =>
    house.call('admin', 'POST', `${base}/${path}`, { body, headers });
  const get = async (path: string, query: Record<string, string>): Promise<any> =>
    (await house.call('admin', 'GET', `${base}/${path}`, { query })).body.data;
  const platform = { platformName: '平台甲', url: 'local', format: 1, status: 0, userName: 'lab', password: 'Secret-Word-1', signature: '某所' };

  it('keeps secrets sealed, answers none of them, and keeps them where the field is left empty', async () => {
    const { id } = (await post('baseSmsPlatform/submit', platform)).body.data;
    expect(await get('baseSmsPlatform/detail', { smsPlatformId: id })).toMatchObject({ password: null, hasPassword: 1, appkey: null, hasAppkey: 0 });
    const read = async (): Promise<Record<string, unknown> | undefined> =>
      (await house.database.orm.execute(sql`select password, appkey, version from sms_platform where id = ${id}`)).rows[0];
    const first = await read();
    expect(first?.['password']).toMatch(/^v1\./);
    expect((await post('baseSmsPlatform/submit', { id, remark: '改', password: '', appkey: null })).status).toBe(200);
    expect((await read())?.['password']).toBe(first?.['password']);
    expect((await post('baseSmsPlatform/submit', { id, password: ' Secret-Word-2 ' })).status).toBe(200);
    expect((await read())?.['password']).not.toBe(first?.['password']);
    for (const query of [{ password: 'Secret' }, { ascs: 'password' }, {}])
      expect(JSON.stringify(await get('baseSmsPlatform/list', query as Record<string, string>))).not.toMatch(/Secret-Word|v1\./);
    const { rows } = await house.database.orm.execute(
      sql`select (select string_agg(a::text, ' ') from audit_entry a) as audit, (select string_agg(c::text, ' ') from client_op c) as ledger`,
    );
    expect(JSON.stringify(rows)).not.toMatch(/Secret-Word|v1\./);
    expect(String(rows[0]?.['audit'])).toContain('••••');
  });

  it('does not hand a stored secret to another address', async () => {
    const { id } = (await post('baseSmsPlatform/submit', { ...platform, platformName: '平台乙' })).body.data;
    const moved = await post('baseSmsPlatform/submit', { id, url: 'https://elsewhere.example/take' });
    expect([moved.status, moved.body.problems?.[0]?.field, moved.body.msg]).toEqual([400, 'password', '接口地址已更改, 请重新输入密码']);
    expect((await get('baseSmsPlatform/detail', { id })).url).toBe('local');
    expect((await post('baseSmsPlatform/submit', { id, url: 'https://elsewhere.example/take', password: 'Secret-Word-3' })).status).toBe(200);
    for (const url of ['ftp://x.example', 'https://user:word@x.example/', 'x'])
      expect((await post('baseSmsPlatform/submit', { ...platform, platformName: `平台${url.length}`, url })).body.problems?.[0]?.field).toBe('url');
  });

  it('repeats a save by its key, whatever the secret, and never keeps a hash of it', async () => {
    const headers = { 'idempotency-key': 'platform-save-0001' };
    const one = await post('baseSmsPlatform/submit', { ...platform, platformName: '平台丙' }, headers);
    const two = await post('baseSmsPlatform/submit', { ...platform, platformName: '平台丙', password: 'other' }, headers);
    expect([two.status, two.body.data]).toEqual([200, one.body.data]);
    expect((await post('baseSmsPlatform/submit', { ...platform, platformName: '平台丁' }, headers)).status).toBe(422);
  });

  it('sends a message of trial and shows the provider’s answer; the audit names neither number nor text', async () => {
    const { id: smsPlatformId } = (await post('baseSmsPlatform/submit', { ...platform, platformName: '平台戊' })).body.data;
    const sent = await post('baseSmsPlatform/test-send', { smsPlatformId, telephone: '13812345678', smsContent: '测试内容' });
    expect(sent.body.data).toMatchObject({ isAccepted: true, status: 200, text: 'kept in sms.jsonl' });
    for (const [telephone, sentence] of [
      ['', '手机号码不能为空'],
      ['123', '手机号码长度不为11位'],
      ['0571-8888666', '手机号码格式不正确'],
      ['1380013800x', '手机号码格式不正确'],
    ]) {
      const wrong = (await post('baseSmsPlatform/test-send', { smsPlatformId, telephone, smsContent: 'x' })).body;
      expect([wrong.problems?.[0]?.field, wrong.msg], telephone).toEqual(['telephone', sentence]);
    }
    expect((await post('baseSmsPlatform/test-send', { smsPlatformId: '9', telephone: '13812345678', smsContent: 'x' })).status).toBe(404);
    const { rows } = await house.database.orm.execute<{ after: any }>(sql`select after from audit_entry where action = 'smsPlatform.testSend'`);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.after.to).toBe('138****5678');
  });

  it('keeps mailboxes of one’s own laboratories, and sends through them', async () => {
    const [{ laboratoryId }] = (await get('laboratory/page', {})).records;
    const mailbox = {
      laboratoryId,
      deptName: '报告组',
      email: 'lab@example.com',
      account: 'lab',
      password: 'Secret-Word-4',
      sendRange: 1,
      smtpHost: 'local',
      smtpPort: 465,
      mailSecurity: 1,
    };
    const saved = await post('emailManage/save', mailbox);
    expect(saved.status, saved.body.msg).toBe(200);
    const emailManageId = saved.body.data.id;
    expect((await get('emailManage/page', { smsConfigType: '2', laboratoryId })).records[0]).toMatchObject({
      email: 'lab@example.com',
      password: null,
      hasPassword: 1,
    });
    const sent = await post('emailManage/test-send', { emailManageId, to: 'a@example.com', subject: '测试', content: '内容' });
    expect(sent.body.data).toMatchObject({ isAccepted: true, text: 'kept in mail.jsonl' });
    expect((await post('emailManage/save', { ...mailbox, email: 'lab' })).body.problems?.[0]?.field).toBe('email');
    expect((await post('emailManage/save', { id: emailManageId, smtpHost: 'smtp.example.com' })).body.problems?.[0]?.field).toBe('password');
    expect((await house.call('lab', 'GET', `${base}/emailManage/page`)).status).toBe(403);
  });
});
