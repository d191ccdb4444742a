import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ManyAnswer } from '#domain/kernel/many.ts';
import { callPath } from '#domain/kernel/services.ts';
import { madeReport, type MadeReport } from '#server/report/reports/makingTesting.ts';
import { nowText } from '#server/storage/clock.ts';
import { openSmsDesk, type SmsDesk } from './smsTesting.ts';

let opened: SmsDesk;
let made: MadeReport;
beforeAll(async () => {
  opened = await openSmsDesk();
  const { desk, platform, phone } = opened;
  await desk.orm.execute(sql`update sms_config set sms_content = '{姓名}您好, 报告: {链接}', sms_platform_id = ${platform.on}`);
  made = await madeReport(desk);
  await desk.orm.execute(
    sql`update requisition set telephone = ${phone()}, credential_no = '110101199003074233' where id = (select requisition_id from report where id = ${made.reportId})`,
  );
});
afterAll(() => opened.close());
const address = (value: string) => opened.desk.orm.execute(sql`update param set param_value = ${value} where param_key = 'report.publicAddress'`);
const channels = (...codes: readonly number[]) =>
  opened.desk.orm.execute(sql`update report_strategy set channels = ${sql.param([...codes])}::int[], link_days = 5, paper_copies = 2`);
const codesOf = async (path: string, body: object): Promise<(string | null)[]> =>
  (await opened.call('audit2', 'report', path, body)).json<{ data: ManyAnswer[] }>().data.map(({ code }) => code);

it('a rule may have a place for a link, save where a new sample is asked for', async () => {
  const rule = (more: object) =>
    opened.rule({ qualitativeResult: 3, sendSampleClientId: opened.desk.master.clientId, sendType: 2, smsContent: '报告: {链接}', ...more });
  expect((await rule({})).problems).toEqual([]);
  expect((await rule({ isResampling: 1 })).problems).toEqual(['smsContent']);
});

it('the link is made when the message leaves, for the days of its strategy, and never where it could not be given', async () => {
  const { desk, send, ofOwner, got, provided, act } = opened;
  await channels(1, 5);
  const audit = { versions: [{ versionId: made.versionId, pdfSha256: made.pdfSha256 }] };
  expect(await codesOf('report-audit/audit', audit)).toEqual([null]);
  const row = await ofOwner(made.versionId);
  expect(row).toMatchObject({ state: 2, smsContent: expect.stringContaining('{链接}') });
  const links = () =>
    desk.rows<{ channel: number; days: number }>(
      sql`select channel::int as channel, round(extract(epoch from expire_time - create_time) / 86400)::int as days from report_link where version_id = ${made.versionId}`,
    );
  // Its link lives from then on: a day of the calendar would be over one day.
  const today = nowText().slice(0, 10);
  const sent = async (): Promise<object> => {
    if ((await ofOwner(made.versionId)).state !== 2) expect(await act('audit2', 'execute-send', { ids: [row.id], reason: '再发' })).toEqual([null]);
    await desk.orm.execute(sql`update sms_message set not_before = ${`${today} 09:00:00`} where id = ${row.id}`);
    await send(`${today} 10:00:00`);
    const { state, why, answer } = (await ofOwner(made.versionId)) as unknown as { state: number; why: number | null; answer: string | null };
    return { state, why, answer };
  };
  expect(await sent()).toMatchObject({ state: 6, why: 11, answer: expect.stringContaining('公开地址') });
  await address('https://report.example.com');
  expect(await sent()).toMatchObject({ state: 6, why: 11, answer: expect.stringContaining('患者链接') });
  await channels(1, 4, 5);
  provided.says = 500;
  expect(await sent()).toMatchObject({ state: 2, why: 8 });
  expect(await links()).toEqual([]);
  provided.says = 200;
  expect(await sent()).toMatchObject({ state: 4 });
  expect(await links()).toEqual([{ channel: 4, days: 5 }]);
  const token = /https:\/\/report\.example\.com\/r\/([0-9a-f]{32})/.exec(got.at(-1)!['content']!)?.[1];
  const shown = await (await desk.as('audit2')).get(callPath('report', `report-link/${token}`, 'accession'));
  expect(shown.json()).toMatchObject({ data: { state: 'open', proof: 'document' } });
  expect((await ofOwner(made.versionId)).smsContent).toContain('{链接}');
});

it('copies that are to be on paper await their print until as many were printed', async () => {
  const { desk } = opened;
  const due = async (): Promise<readonly number[]> => {
    const page = await (
      await desk.as('audit2')
    ).get(callPath('report', 'report-audit/page', 'accession'), { isPaperDue: '1', state: '4', size: '100' });
    const { records } = page.json<{ data: { records: { reportId: string; paperDue: number }[] } }>().data;
    return records.filter(({ reportId }) => reportId === made.reportId).map(({ paperDue }) => paperDue);
  };
  const print = (more: object) => codesOf('report-print/save', { versionIds: [made.versionId], ...more });
  expect(await due()).toEqual([2]);
  expect(await print({ copies: 1 })).toEqual([null]);
  expect(await due()).toEqual([1]);
  expect(await print({ copies: 3, reason: '补一份' })).toEqual([null]);
  expect(await due()).toEqual([]);
});
