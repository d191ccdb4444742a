import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultWords, tellingWords } from '#domain/base/smsContent.ts';
import type { ManyAnswer } from '#domain/kernel/many.ts';
import { callPath } from '#domain/kernel/services.ts';
import { readHours, smsDue } from '#domain/report/rules/smsTiming.ts';
import type { SmsQuestion } from '#domain/report/rules/smsChoice.ts';
import { waitingTasks } from '#server/lab/tasks/taskTesting.ts';
import { makeReport } from '#server/report/reports/makeReport.ts';
import { tellChannels } from '#server/report/reports/deliveries.ts';
import { madeReport, type MadeReport } from '#server/report/reports/makingTesting.ts';
import { tellingNamesOf } from '#server/spine/sms/smsRules.ts';
import { openSmsDesk, type SmsDesk, type StoredSms } from './smsTesting.ts';

const tenantId = '000000';
const hours = readHours('08:00-21:00')!;
const known: Record<string, string> = {};
let opened: SmsDesk;
let desk: SmsDesk['desk'];
beforeAll(async () => {
  opened = await openSmsDesk();
  desk = opened.desk;
});
afterAll(() => opened.close());

describe('the message of a report', () => {
  it('is chosen by the rules of its laboratory, with the reason kept', async () => {
    const { call, rule, written, phone, requisition } = opened;
    // The demo's own rules make way for those of the vectors.
    await desk.orm.execute(sql`update sms_config set is_deleted = 1 where contract_laboratory_id = ${desk.master.laboratoryId}`);
    const { single, nipt, clientId } = desk.master;
    const [other] = await desk.rows<{ id: string }>(
      sql`select id::text as id from send_sample_client where id <> ${clientId} and is_disable = 0 order by id limit 1`,
    );
    const [title] = await desk.rows<{ id: string }>(sql`select id::text as id from report_title order by id limit 1`);
    const [elsewhere] = await desk.rows<{ id: string }>(
      sql`select id::text as id from laboratory where id <> ${desk.master.laboratoryId} and id not in (select contract_laboratory_id from sms_config) limit 1`,
    );
    const [k1, k2] = [clientId, other!.id];
    known['D1'] = (await rule({})).id;
    known['D2'] = (await rule({ commodityIds: [nipt], sendType: 2 })).id;
    known['C1'] = (await rule({ sendSampleClientId: k1 })).id;
    known['C2'] = (await rule({ sendSampleClientId: k1, reportTitleIds: [title!.id], sendType: 2 })).id;
    known['D3'] = (await rule({ qualitativeResult: 2, sendType: 2 })).id;
    const [item] = await desk.rows<{ itemName: string }>(
      sql`select item_name from item where length(item_name) > 3 and is_deleted = 0 order by id limit 1`,
    );
    // What would weigh the same, a positive result by itself, and what tells something are refused.
    expect((await rule({})).problems).toEqual(['smsConfigName']);
    expect((await rule({ qualitativeResult: 2, commodityIds: [nipt] })).problems).toEqual(['sendType']);
    for (const word of [...resultWords, '{结果}', '{身份证}', item!.itemName])
      expect((await rule({ qualitativeResult: 3, smsContent: `您的报告${word}` })).problems, word).toEqual(['smsContent']);

    const told = async (more: Partial<SmsQuestion>) => {
      const { state, smsConfigId, trace } = await written(more, { telephone: phone() });
      const name = Object.keys(known).find((key) => known[key] === smsConfigId) ?? '-';
      return `${name} ${state}${trace.why ? ` ${trace.why[0]}` : ''}`;
    };
    expect(await told({ sendSampleClientId: k2, commodityIds: [single] })).toBe('D1 2');
    expect(await told({ sendSampleClientId: k2, commodityIds: [nipt] })).toBe('D2 1');
    expect(await told({ sendSampleClientId: k1, commodityIds: [nipt], reportTitleId: '1' })).toBe('C1 2');
    expect(await told({ sendSampleClientId: k1, reportTitleId: title!.id })).toBe('C2 1');
    expect(await told({ sendSampleClientId: k1, qualitativeResult: 2 })).toBe('D3 1');
    expect(await told({ qualitativeResult: 3 })).toBe('- 7 5条规则: 定性结果不符');
    expect(await told({ contractLaboratoryId: elsewhere!.id })).toBe('- 7 没有启用的规则');
    expect(await told({ isResampling: true })).toBe('- 7 5条规则: 场景不符');
    await call('admin', 'base', 'smsConfig/disable', { ids: [known['C1']] });
    expect(await told({ sendSampleClientId: k1, commodityIds: [nipt], reportTitleId: '1' })).toBe('D2 1');
    expect((await call('admin', 'base', 'smsConfig/enable', { ids: [known['C1']] })).statusCode).toBe(200);
    // Whoever has no mobile number is not written to; what was told once is told again by a person.
    await desk.orm.execute(sql`update requisition set telephone = '010-88886666' where id = ${requisition.id}`);
    expect(await written()).toMatchObject({ state: 6, why: 4, telephone: '' });
    expect(await written({}, { isAmendment: true, telephone: phone() })).toMatchObject({ state: 1, why: 2 });
    // A rule of before that tells the result is held, and nothing of it is sent.
    await desk.orm.execute(sql`update sms_config set sms_content = '结果: {结果}' where id = ${known['C1']}`);
    const held = await written({}, { telephone: phone() });
    expect(held).toMatchObject({ state: 1, why: 3, smsContent: '' });
    await desk.orm.execute(sql`update sms_config set sms_content = '{姓名}您好, {产品}报告已出具, 样本{样本条码}。' where id = ${known['C1']}`);
  });

  it('is written with the issue, leaves after the hold time, and goes with a release that is taken back', async () => {
    const { got, send, ofOwner, byId, call, act, phone } = opened;
    const made = await madeReport(desk);
    const audit = (one: Pick<MadeReport, 'versionId' | 'pdfSha256'>) =>
      call('audit2', 'report', 'report-audit/audit', { versions: [{ versionId: one.versionId, pdfSha256: one.pdfSha256 }] });
    await desk.orm.execute(
      sql`update requisition set person_name = '张晓明', telephone = ${phone()} where id = (select requisition_id from report where id = ${made.reportId})`,
    );
    expect((await audit(made)).json<{ data: ManyAnswer[] }>().data.map(({ code }) => code)).toEqual([null]);
    const [version] = await desk.rows<{ issueTime: string }>(sql`select issue_time from report_version where id = ${made.versionId}`);
    const row = await ofOwner(made.versionId);
    expect(row).toMatchObject({
      state: 2,
      smsContent: expect.stringMatching(/^张\*\*您好, .*检测报告已出具/),
      notBefore: smsDue(version!.issueTime, 10, hours),
    });
    await send(version!.issueTime);
    expect(await byId(row.id)).toMatchObject({ state: 2 });
    const back = await call('audit2', 'report', 'report-audit/cancel-audit', { reportIds: [made.reportId], reason: '姓名有误' });
    expect(back.json<{ data: ManyAnswer[] }>().data.map(({ code }) => code)).toEqual([null]);
    expect(await byId(row.id)).toMatchObject({ state: 8 });
    expect(await act('audit2', 'execute-send', { ids: [row.id] })).toEqual(['sms.state']);

    // Its next version is told by itself; once that was sent, the one after waits for a person.
    const next = async () => {
      const again = await makeReport(desk.database, desk.blobs, made.reportId, { tenantId, makerId: null, makerName: '系统' });
      if (again.outcome !== 'done') throw new Error(again.message[0]);
      const [draft] = await desk.rows<{ sha256: string }>(sql`select draft_sha256 as sha256 from report_version where id = ${again.versionId}`);
      await (await desk.as('audit2')).get(callPath('report', 'report-audit/file', 'accession'), { versionId: again.versionId });
      const said = await audit({ versionId: again.versionId, pdfSha256: draft!.sha256 });
      expect(said.json<{ data: ManyAnswer[] }>().data.map(({ code }) => code)).toEqual([null]);
      return again.versionId;
    };
    const second = await next();
    expect(await ofOwner(second)).toMatchObject({ state: 2 });
    await desk.database.transaction((tx) =>
      tellChannels(tx, tenantId, 'hold', { reportId: made.reportId, versionId: second }, '2026-11-24 10:00:00'),
    );
    await desk.orm.execute(sql`update sms_message set not_before = '2026-11-24 09:00:00' where owner_id = ${second}`);
    const before = got.length;
    await send('2026-11-24 10:00:00');
    expect([got.length, (await ofOwner(second)).state]).toEqual([before, 2]);
    await desk.database.transaction((tx) =>
      tellChannels(tx, tenantId, 'resume', { reportId: made.reportId, versionId: second }, '2026-11-24 10:05:00'),
    );
    await send('2026-11-24 10:05:00');
    expect([got.length, (await ofOwner(second)).state]).toEqual([before + 1, 4]);
    expect(got.at(-1)).toMatchObject({ content: expect.stringContaining('【某检验所】张**您好') });
    // Something has left: it can only be withdrawn by two.
    const left = await call('audit2', 'report', 'report-audit/cancel-audit', { reportIds: [made.reportId], reason: '姓名有误' });
    expect(left.json<{ data: ManyAnswer[] }>().data.map(({ code }) => code)).toEqual(['report.left']);
    await desk.orm.execute(sql`update report set state = 1 where id = ${made.reportId}`);
    await desk.orm.execute(sql`update report_version set state = 5, facts_sha256 = '' where id = ${second}`);
    await desk.orm.execute(sql`update lab_task set task_state = 5 where id = ${made.task.id}`);
    expect(await ofOwner(await next())).toMatchObject({ state: 1, why: 2 });
  });
});

describe('sending', () => {
  beforeAll(async () => {
    const { provided, base } = opened;
    // Its report stays out while its messages are sent.
    await desk.orm.execute(sql`update report set state = 4 where id = ${base.reportId}`);
    provided.says = 200;
  });

  it('gives each message to its platform once, at most three to a telephone and day, a minute apart', async () => {
    const { got, send, due, phone } = opened;
    const own = phone();
    const rows = [];
    for (let count = 0; count < 4; count += 1) rows.push(await due('2026-11-24 11:00:00', own));
    const sentTo = () => got.filter(({ telephone }) => telephone === own).length;
    await Promise.all([send('2026-11-24 11:00:00'), send('2026-11-24 11:00:00')]);
    expect(sentTo()).toBe(1);
    await send('2026-11-24 11:00:59');
    expect(sentTo()).toBe(1);
    await send('2026-11-24 11:01:00');
    await send('2026-11-24 11:02:00');
    await send('2026-11-24 11:03:00');
    expect(sentTo()).toBe(3);
    const left = await desk.rows<StoredSms>(sql`select * from sms_message where telephone = ${own} and state = 2`);
    expect(left).toMatchObject([{ notBefore: '2026-11-25 08:00:00' }]);
    expect(new Set(got.filter(({ telephone }) => telephone === own).map(({ messageId }) => messageId)).size).toBe(3);
    await send('2026-11-25 08:00:00');
    expect(sentTo()).toBe(4);
  });

  it('tries again what did not get there, and never what may have', async () => {
    const { got, provided, send, byId, due, phone, platform } = opened;
    const busy = await due('2026-11-24 12:00:00', phone());
    provided.says = 503;
    const times = ['12:00:00', '12:01:00', '12:06:00', '12:36:00', '14:36:00'];
    for (const time of times) {
      expect(await byId(busy.id), time).toMatchObject({ state: 2, notBefore: `2026-11-24 ${time}` });
      await send(`2026-11-24 ${time}`);
    }
    expect(await byId(busy.id)).toMatchObject({ state: 6, why: 8 });
    const lost = await due('2026-11-24 15:00:00', phone());
    provided.says = 'nothing';
    await send('2026-11-24 15:00:00');
    expect(await byId(lost.id)).toMatchObject({ state: 3, why: 10 });
    const bad = await due('2026-11-24 15:00:00', phone());
    provided.says = 400;
    await send('2026-11-24 15:00:00');
    expect(await byId(bad.id)).toMatchObject({ state: 6, why: 7 });
    provided.says = 200;
    const before = got.length;
    await send('2026-11-24 18:00:00');
    expect(got.length).toBe(before);
    expect(await byId(lost.id)).toMatchObject({ state: 3 });
    // Nobody there at all is another thing than no answer.
    const off = await due('2026-11-24 18:00:00', phone());
    await desk.orm.execute(sql`update sms_message set sms_platform_id = ${platform.off} where id = ${off.id}`);
    await send('2026-11-24 18:00:00');
    expect(await byId(off.id)).toMatchObject({ state: 6, why: 6 });
  });

  it('leaves what a worker took with it to a person, who says why it is sent again', async () => {
    const { got, send, byId, act, due, phone } = opened;
    const row = await due('2026-11-24 16:00:00', phone());
    let reach = (): void => {};
    const reached = new Promise<void>((resolve) => (reach = resolve));
    // A worker that dies between taking it and its platform's answer.
    void send('2026-11-24 16:00:00', {
      send: () => {
        reach();
        return new Promise(() => {});
      },
    });
    await reached;
    const before = got.length;
    await send('2026-11-24 16:30:00');
    expect([(await byId(row.id)).state, got.length]).toEqual([3, before]);
    const stamp = (claimTime: string) => desk.orm.execute(sql`update sms_message set claim_time = ${claimTime} where id = ${row.id}`);
    await stamp('2999-01-01 00:00:00');
    expect(await act('audit2', 'execute-send', { ids: [row.id], reason: '平台查无记录' })).toEqual(['sms.onTheWay']);
    await stamp('2026-11-24 16:00:00');
    expect(await act('audit2', 'execute-send', { ids: [row.id] })).toEqual(['sms.reasonNeeded']);
    expect(await act('audit2', 'execute-send', { ids: [row.id], reason: '平台查无记录' })).toEqual([null]);
    await desk.orm.execute(sql`update sms_message set not_before = '2026-11-24 17:00:00' where id = ${row.id}`);
    await send('2026-11-24 17:00:00');
    expect([(await byId(row.id)).state, got.length]).toEqual([4, before + 1]);
  });

  it('hears from its platform alone what became of it', async () => {
    const { send, byId, due, phone, platform } = opened;
    const row = await due('2026-11-24 19:00:00', phone());
    await send('2026-11-24 19:00:00');
    const body = JSON.stringify({ messageId: row.id, isDelivered: true, code: 'DELIVRD' });
    const receipt = (key: string, sent: string, secret = 'receipt-key') =>
      desk.app.inject({
        method: 'POST',
        url: callPath('op', `sms-receipt/${key}`, 'accession'),
        headers: { 'content-type': 'application/json', 'x-signature': createHmac('sha256', secret).update(body).digest('hex') },
        payload: sent,
      });
    const refused = [
      await receipt(platform.on, body, 'guessed'),
      await receipt('12345', body),
      await receipt(platform.on, body.replace('true', 'false')),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
    expect(new Set(refused.map((one) => one.json<{ msg: string }>().msg)).size).toBe(1);
    expect((await receipt(platform.off, body)).statusCode).toBe(200);
    expect(await byId(row.id)).toMatchObject({ state: 4 });
    const taken = await receipt(platform.on, body);
    expect([taken.statusCode, (await byId(row.id)).state]).toEqual([200, 5]);
    expect((await receipt(platform.off, body)).body).toBe(taken.body);
  });
});

describe('a message that waits for a person', () => {
  it('is sent or marked, never both, within the laboratories of who does it', async () => {
    const { send, byId, call, act, due, phone, requisition } = opened;
    const [manual, none] = [await due('2026-11-24 20:00:00', phone()), await due('2026-11-24 20:00:00', phone())];
    await desk.orm.execute(sql`update sms_message set state = 1, why = 1 where id = ${manual.id}`);
    await desk.orm.execute(sql`update sms_message set state = 7, why = 5, sms_config_id = 0, sms_content = '' where id = ${none.id}`);
    expect((await call('lab', 'op', 'search-manual-sms/execute-send', { ids: [manual.id] })).statusCode).toBe(403);
    expect(await act('audit2', 'send', { ids: [manual.id], reason: '已电话告知' })).toEqual([null]);
    expect(await act('audit2', 'no-send', { ids: [manual.id], reason: '再想想' })).toEqual(['sms.marked']);
    expect(await act('audit2', 'execute-send', { ids: [manual.id] })).toEqual(['sms.marked']);
    const list = async (query: Record<string, string>) =>
      (await (await desk.as('audit2')).get(callPath('op', 'search-manual-sms/list', 'accession'), query)).json<{
        data: { records: any[]; total: number };
      }>().data;
    const shown = (await list({ telephone: manual.telephone })).records;
    expect(shown).toMatchObject([
      {
        smsMessageId: manual.id,
        telephone: manual.telephone.replace(/^(.{3}).+(.{4})$/, '$1****$2'),
        executionStatus: 0,
        sendStatus: null,
        markStatus: 1,
      },
    ]);
    expect(await act('audit2', 'cancellation', { ids: [manual.id], reason: '打错' })).toEqual([null]);
    expect(await act('audit2', 'cancellation', { ids: [manual.id], reason: '打错' })).toEqual(['sms.notMarked']);
    expect(await act('audit2', 'execute-send', { ids: [manual.id, none.id, '404'] })).toEqual([null, 'sms.ruleNeeded', 'sms.unknown']);
    expect(await act('audit2', 'execute-send', { ids: [none.id], smsConfigId: known['D1'] })).toEqual([null]);
    expect(await act('audit2', 'no-send', { ids: [none.id], reason: '家属要求' })).toEqual([null]);
    await desk.orm.execute(sql`update sms_message set not_before = '2026-11-24 20:10:00' where id in (${manual.id}, ${none.id})`);
    await send('2026-11-24 20:10:00');
    expect([(await byId(manual.id)).state, (await byId(none.id)).state]).toEqual([4, 2]);

    const record = (
      await (await desk.as('audit2')).get(callPath('search', 'smsSendRecord/page', 'accession'), { telephone: manual.telephone })
    ).json<any>().data.records[0];
    expect(record).toMatchObject({ executionStatus: 1, sendStatus: 1, sampleCode: requisition.sampleCode, smsPlatformName: '步测平台on' });
    const days = (
      await (
        await desk.as('audit2')
      ).get(callPath('search', 'smsSendRecord/statistics', 'accession'), { sendTimeBegin: '2026-11-24', sendTimeEnd: '2026-11-24' })
    ).json<any>().data;
    expect(days.records).toMatchObject([{ sendDate: '2026-11-24', smsPlatformName: '步测平台on', deliveredCount: 1, unknownCount: 1 }]);
    expect(days.chart).toHaveLength(1);
    const why = (await (await desk.as('audit2')).get(callPath('op', 'search-manual-sms/explain', 'accession'), { id: manual.id })).json<any>().data;
    expect(why).toMatchObject([
      {
        smsMessageId: manual.id,
        smsConfigId: known['C1'],
        rules: expect.arrayContaining([expect.objectContaining({ misfit: ['定性结果不符', 'Another result'] })]),
      },
    ]);
    const whole = await call('audit2', 'op', 'search-manual-sms/reveal', { id: manual.id });
    expect(whole.json<any>().data).toEqual({ telephone: manual.telephone });
    expect(await desk.rows(sql`select 1 from audit_entry where action = 'smsMessage.reveal' and subject = ${manual.id}`)).toHaveLength(1);
    expect((await call('lab', 'op', 'search-manual-sms/reveal', { id: manual.id })).statusCode).toBe(403);
  });

  it('is written where a new sample is asked for by message, and taken back with the request', async () => {
    const { ofOwner, rule, phone } = opened;
    await rule({ isResampling: 1, smsContent: '{姓名}您好, 请重新采样。' });
    const { tasks } = await waitingTasks(desk);
    const [task] = tasks;
    await desk.orm.execute(
      sql`update requisition set telephone = ${phone()} where requisition_code = (select requisition_code from lab_task where id = ${task!.id})`,
    );
    const asked = async (notify: number) => {
      const said = await desk.act('online', 'lab', 'labProcess.resample', { taskId: task!.id, reasonCode: 'ABN01', notify });
      expect(said).toMatchObject({ status: 'applied' });
      const [record] = await desk.rows<{ id: string }>(
        sql`select id::text as id from lab_process_record where ${task!.id}::bigint = any(task_ids) order by id desc limit 1`,
      );
      return record!.id;
    };
    const recover = (recordId: string) => desk.act('online', 'audit1', 'labProcess.resampleRecover', { recordId, reason: '样本找到' });
    const quiet = await asked(2);
    expect(await desk.rows(sql`select 1 from sms_message where owner_id = ${quiet}`)).toEqual([]);
    expect(await recover(quiet)).toMatchObject({ status: 'applied' });
    const recordId = await asked(1);
    expect(await ofOwner(recordId)).toMatchObject({ state: 2, isResampling: 1, smsContent: expect.stringContaining('请重新采样') });
    expect(await recover(recordId)).toMatchObject({ status: 'applied' });
    expect(await ofOwner(recordId)).toMatchObject({ state: 8 });
  });
});

it('names its rules to whoever may give a message one, and nothing else of them', async () => {
  const rules = async (account: 'audit2' | 'reception', query: Record<string, string>) =>
    (await desk.as(account)).get(callPath('op', 'search-manual-sms/rules', 'accession'), query);
  const [rule] = await desk.rows<{ id: string; code: string; name: string; off: number }>(
    sql`select id::text as id, sms_config_code as code, sms_config_name as name, is_disable::int as off from sms_config where tenant_id = '000000' and is_deleted = 0 order by id limit 1`,
  );
  const named = { smsConfigId: rule!.id, smsConfigCode: rule!.code, smsConfigName: rule!.name, isDisable: rule!.off };
  expect((await rules('audit2', { ids: rule!.id })).json().data).toEqual([named]);
  expect((await rules('audit2', { keyword: rule!.name, size: '5' })).json().data).toContainEqual(named);
  expect((await rules('reception', {})).statusCode).toBe(403);
});

it('says no result, no whole name and no telling product, in any seeded rule and in any text', async () => {
  const { got, call } = opened;
  const names = await tellingNamesOf(desk.orm, tenantId);
  expect(names.length).toBeGreaterThan(20);
  const texts = await desk.rows<{ text: string }>(
    sql`select sms_content as text from sms_config where sms_content <> '结果: {结果}' union all select notice_name from commodity where notice_name is not null union all select content from (select sms_content as content from sms_message) m`,
  );
  expect(texts.length).toBeGreaterThan(10);
  for (const { text } of texts) expect(tellingWords(text, names), text).toEqual([]);
  for (const { content = '' } of got) expect([tellingWords(content, names), content.includes('张晓明')]).toEqual([[], false]);
  const told = await desk.rows<{ name: string; text: string; product: string }>(
    sql`select m.person_name as name, m.sms_content as text, coalesce(c.commodity_name, '') as product from sms_message m left join commodity c on c.id = m.commodity_id where m.sms_content <> ''`,
  );
  for (const { name, text, product } of told) expect([text.includes(name), text.includes(product)], text).toEqual([false, false]);
  const said = await call('admin', 'base', 'commodity/save', {
    ...(await desk.rows<object>(sql`select id::text as commodity_id from commodity limit 1`))[0],
    noticeName: names[0],
  });
  expect(said.statusCode).toBe(400);
});
