import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManyAnswer } from '#domain/kernel/many.ts';
import { callPath } from '#domain/kernel/services.ts';
import { openOutgoing } from '#server/ports/outgoing.ts';
import { openPorts, type Ports } from '#server/ports/ports.ts';
import type { MailPort } from '#server/ports/mail.ts';
import { openDesk, type Desk } from '#server/sample/deskTesting.ts';
import { madeReport, mayRelease } from '../reports/makingTesting.ts';
import { openMailServer, type Got, type Says } from './mailServerTesting.ts';
import { damageBlob, moveAs, type Move } from './mailTesting.ts';
import { mailJob } from './sendMails.ts';

const origin = 'https://report.example.com';
const sentDir = mkdtempSync(join(tmpdir(), 'accession-sent-'));
const blobDir = mkdtempSync(join(tmpdir(), 'accession-mails-'));
const texted: string[] = [];
const ports: Ports = {
  ...openPorts(sentDir, openOutgoing({ allow: '127.0.0.1' })),
  // The patient's telephone.
  sms: {
    send: async (_account, { telephone, content }) => {
      texted.push(`${telephone} ${content}`);
      return { isAccepted: true, isUnknown: false, status: 200, text: '', milliseconds: 1 };
    },
  },
};
let desk: Desk;

/** What the mail server says to a recipient, or to a whole mail; null: it hangs up where it should answer. */
let says: Says = () => undefined;
const { smtp, got } = openMailServer((to) => says(to));
const linkIn = ({ text }: Got): string => new RegExp(`${origin}/r/([0-9a-f]{32})`).exec(text)?.[1] ?? '';

const post = async (path: string, body: object, key: string = randomUUID(), account = 'admin') =>
  (await desk.as(account)).post(callPath('report', path, 'accession'), body, { 'idempotency-key': key });
const saved = async (path: string, body: object): Promise<string> => {
  const said = await post(path, body);
  expect(said.statusCode, said.body).toBe(200);
  return said.json<{ data: { id: string } }>().data.id;
};
interface Stored {
  readonly id: string;
  readonly state: number;
  readonly email: string;
  readonly answer: string | null;
  readonly tries: number;
  readonly isHeld: number;
  readonly pause: number;
}
const mailsOf = (versionId: string) =>
  desk.rows<Stored>(
    sql`select id::text as id, state::int as state, email, answer, tries, is_held::int as is_held, round(extract(epoch from not_before - update_time) / 60)::int as pause
      from mail_message where version_id = ${versionId} order by id`,
  );
const statesOf = async (versionId: string) => (await mailsOf(versionId)).map(({ state }) => state);
const run = (port: MailPort = ports.mail) => mailJob(desk.database, desk.blobs, port).run({}, new AbortController().signal);
/** Moves what is planned to a moment ago. */
const due = (versionId: string) =>
  desk.orm.execute(sql`update mail_message set not_before = now() - interval '1 minute' where version_id = ${versionId}`);
const resend = async (...mailIds: string[]) => {
  const said = await post('report-mail/execute-send', { mailIds, reason: '客户未收到' });
  expect(said.statusCode, said.body).toBe(200);
  return said.json<{ data: ManyAnswer[] }>().data.map(({ code, text }) => code ?? text);
};
const address = (value: string) => desk.orm.execute(sql`update param set param_value = ${value} where param_key = 'report.publicAddress'`);

interface Issued {
  readonly reportId: string;
  readonly versionId: string;
  readonly pdfSha256: string;
  readonly verifyToken: string;
  readonly reportNo: string;
  readonly requisitionId: string;
}
/** A report that was issued just now. */
async function issued(): Promise<Issued> {
  const { versionId, pdfSha256 } = await madeReport(desk);
  const said = await post('report-audit/audit', { versions: [{ versionId, pdfSha256 }] });
  expect(said.json<{ data: ManyAnswer[] }>().data.map(({ code }) => code)).toEqual([null]);
  const [row] = await desk.rows<Issued>(
    sql`select r.id::text as report_id, v.id::text as version_id, v.pdf_sha256, v.verify_token, r.report_no, r.requisition_id::text as requisition_id
      from report_version v join report r on r.id = v.report_id where v.id = ${versionId}`,
  );
  return row!;
}
const move = (report: Issued, how: Move) => moveAs(desk, report, how);
const damage = (sha256: string) => damageBlob(blobDir, sha256);
const outside = (method: 'GET' | 'POST', path: string, body?: object, remoteAddress = '198.51.100.7') =>
  desk.app.inject({ method, url: callPath('report', path, 'accession'), remoteAddress, ...(body ? { payload: body } : {}) });
const word = async (token: string, query = '', from?: string) => (await outside('GET', `verify/${token}${query}`, undefined, from)).json().data;

let client = '';
let mailbox = '';
const receivers: string[] = [];
const receiver = async (email: string, more: object = {}): Promise<string> => {
  const id = await saved('report-receiver/save', {
    sendSampleClientId: client,
    receiverName: email.split('@')[0],
    channel: 2,
    email,
    laboratoryId: desk.master.laboratoryId,
    ...more,
  });
  receivers.push(id);
  return id;
};

beforeAll(async () => {
  desk = await openDesk({ blobDir, ports });
  await mayRelease(desk, 'admin', 1);
  client = desk.master.clientId;
  await desk.orm.execute(sql`update report_receiver set is_deleted = 1`);
  await receiver('office@client.example');
  const port = await new Promise<number>((resolve) => {
    const server = smtp.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  const box = { email: 'report@lab.example', deptName: '报告组', smtpHost: '127.0.0.1', smtpPort: port, mailSecurity: 3 };
  const save = async (sendRange: number, laboratoryId: string, email = box.email) => {
    const said = await (await desk.as('admin')).post(callPath('base', 'emailManage/save', 'accession'), { ...box, email, sendRange, laboratoryId });
    expect(said.statusCode, said.body).toBe(200);
    return said.json<{ data: { id: string } }>().data.id;
  };
  const [other] = await desk.rows<{ id: string }>(sql`select id::text as id from laboratory where id <> ${desk.master.laboratoryId} limit 1`);
  await save(2, other!.id, 'all@lab.example');
  mailbox = await save(1, desk.master.laboratoryId);
});
afterAll(async () => {
  await desk.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  rmSync(sentDir, { recursive: true, force: true });
});

describe('a mail of a report', () => {
  it('waits until its report may leave the house, then tells its number and a link, from the laboratory’s own mailbox', async () => {
    const report = await issued();
    const { versionId, reportNo } = report;
    expect(await mailsOf(versionId)).toMatchObject([{ state: 2, email: 'office@client.example', pause: 10 }]);
    await run();
    expect(await statesOf(versionId)).toEqual([2]);
    // Nobody has said where readers reach this house.
    await due(versionId);
    await run();
    expect(await mailsOf(versionId)).toMatchObject([{ state: 6, answer: expect.stringContaining('未设置报告公开地址') }]);
    expect(await desk.rows(sql`select 1 from notice where title like '报告公开地址未设置%'`)).toHaveLength(1);

    await address(origin);
    await desk.orm.execute(sql`update requisition set credential_no = '11010519491231002x' where id = ${report.requisitionId}`);
    expect(await resend((await mailsOf(versionId))[0]!.id)).toEqual([null]);
    await run();
    expect(await mailsOf(versionId)).toMatchObject([{ state: 4, tries: 1 }]);
    const mail = got.at(-1)!;
    expect(mail).toMatchObject({ to: 'office@client.example', subject: reportNo, files: [] });
    expect(mail.headers).toMatch(new RegExp(`^Message-ID: <report\\.${versionId}\\.\\d+@lab\\.example>`, 'im'));
    expect(mail.headers).toContain('report@lab.example');
    const [person] = await desk.rows<{ name: string }>(sql`select person_name as name from requisition where id = ${report.requisitionId}`);
    expect(mail.text).not.toContain(person!.name);
    // Of the link nothing lies here but a hash.
    const token = linkIn(mail);
    expect(await desk.rows(sql`select token_sha256 as hash from report_link where version_id = ${versionId}`)).toEqual([
      { hash: createHash('sha256').update(token).digest('hex') },
    ]);
    // Again it is not sent by itself, and taken back at once it is not any more.
    const count = got.length;
    await run();
    expect(got.length).toBe(count);
    const cancelled = await post('report-audit/cancel-audit', { reportIds: [report.reportId], reason: '姓名有误' });
    expect(cancelled.json<{ data: ManyAnswer[] }>().data.map(({ code }) => code)).toEqual(['report.left']);
  });

  it('goes to whoever may read all of it, each for itself; to nobody it says so', async () => {
    const extra = [
      await receiver('refused@client.example'),
      await receiver('cbc@client.example', { commodityIds: [desk.master.single] }),
      await receiver('nipt@client.example', { commodityIds: [desk.master.nipt] }),
    ];
    const { versionId } = await issued();
    await due(versionId);
    says = (to) => (to.startsWith('refused') ? { code: 550 } : undefined);
    await run();
    const [commodities] = await desk.rows<{ all: string[] }>(
      sql`select commodity_ids::text[] as all from report r join report_version v on v.report_id = r.id where v.id = ${versionId}`,
    );
    const isCbc = commodities!.all.every((id) => id === desk.master.single);
    expect((await mailsOf(versionId)).map(({ email, state }) => [email.split('@')[0], state])).toEqual([
      ['office', 4],
      ['refused', 6],
      ...(isCbc ? [['cbc', 4]] : []),
    ]);
    says = () => undefined;
    for (const id of [...extra, ...receivers]) await desk.orm.execute(sql`update report_receiver set is_disable = 1 where id = ${id}`);
    const lonely = await issued();
    const [nobody] = await mailsOf(lonely.versionId);
    expect(nobody).toMatchObject({ state: 7 });
    expect(await resend(nobody!.id)).toEqual(['mail.nobody']);
    await desk.orm.execute(sql`update report_receiver set is_disable = 0 where id = ${receivers[0]}`);
    expect(await resend(nobody!.id)).toEqual([null]);
    await run();
    // Its hold time is not over.
    expect(await statesOf(lonely.versionId)).toEqual([8, 2]);
  });

  it('is tried again after a while where it was not taken, and has failed where it is refused for good', async () => {
    const { versionId } = await issued();
    says = () => ({ code: 451 });
    const pauses: number[] = [];
    for (let time = 0; time < 4; time++) {
      await due(versionId);
      await run();
      const [mail] = await mailsOf(versionId);
      expect(mail).toMatchObject({ state: 2, tries: time + 1 });
      pauses.push(mail!.pause);
    }
    expect(pauses).toEqual([1, 5, 30, 120]);
    expect(await desk.rows(sql`select 1 from report_link where version_id = ${versionId}`)).toEqual([]);
    await due(versionId);
    await run();
    expect(await statesOf(versionId)).toEqual([6]);
    says = () => undefined;
    // No connection is no answer of the other side.
    await desk.orm.execute(sql`update email_manage set smtp_port = 1 where id = ${mailbox}`);
    const away = await issued();
    await due(away.versionId);
    await run();
    expect(await mailsOf(away.versionId)).toMatchObject([{ state: 2, pause: 1, answer: 'ECONNREFUSED' }]);
    await desk.orm.execute(sql`update email_manage set smtp_port = ${(smtp.server.address() as AddressInfo).port} where id = ${mailbox}`);
    expect(
      (await desk.rows(sql`select left_time from mail_message where version_id in (${versionId}, ${away.versionId}) and left_time is not null`))
        .length,
    ).toBe(0);
  });

  it('is not sent a second time by itself where nobody knows what became of the first', async () => {
    const report = await issued();
    await due(report.versionId);
    says = () => null;
    await run();
    says = () => undefined;
    const [mail] = await mailsOf(report.versionId);
    expect(mail).toMatchObject({ state: 3, tries: 1 });
    const count = got.length;
    await run();
    expect(got.length).toBe(count);
    expect(await resend(mail!.id)).toEqual(['mail.underWay']);
    await desk.orm.execute(sql`update mail_message set send_time = now() - interval '10 minutes' where id = ${mail!.id}`);
    expect(await resend(mail!.id)).toEqual([null]);
    await run();
    expect(await statesOf(report.versionId)).toEqual([4]);

    // The server dies between taking the mail up and writing down what was said.
    const other = await issued();
    await due(other.versionId);
    await run({ send: () => Promise.reject(new Error('killed')) });
    await run();
    expect(await mailsOf(other.versionId)).toMatchObject([{ state: 3, tries: 1, answer: null }]);
  });

  it('is held, goes on, or is withdrawn with its report', async () => {
    const report = await issued();
    await due(report.versionId);
    await move(report, 'hold');
    await run();
    expect(await mailsOf(report.versionId)).toMatchObject([{ state: 2, isHeld: 1 }]);
    await move(report, 'resume');
    await move(report, 'hold');
    await move(report, 'resume');
    const count = got.length;
    await run();
    expect([await statesOf(report.versionId), got.length]).toEqual([[4], count + 1]);

    const other = await issued();
    await due(other.versionId);
    await move(other, 'withdraw');
    await run();
    const [mail] = await mailsOf(other.versionId);
    expect(mail).toMatchObject({ state: 8 });
    expect(await resend(mail!.id)).toEqual(['mail.state']);
  });

  it('carries nothing and tells of nothing whose bytes are not what was issued', async () => {
    const report = await issued();
    await due(report.versionId);
    damage(report.pdfSha256);
    const count = got.length;
    await run();
    expect(await mailsOf(report.versionId)).toMatchObject([{ state: 6, answer: expect.stringContaining('报告文件异常') }]);
    expect(got.length).toBe(count);
  });

  it('carries the report itself, opened by its receiver’s password alone', async () => {
    await desk.orm.execute(sql`update report_strategy set mail_mode = 2`);
    const report = await issued();
    await due(report.versionId);
    await run();
    const [mail] = await mailsOf(report.versionId);
    expect(mail).toMatchObject({ state: 6, answer: expect.stringContaining('附件密码') });
    await saved('report-receiver/save', { receiverId: receivers[0], password: '密码Abc123' });
    expect(await resend(mail!.id)).toEqual([null]);
    await run();
    expect(await statesOf(report.versionId)).toEqual([4]);
    const { subject, files } = got.at(-1)!;
    expect(subject).toBe(report.reportNo);
    expect(files.map(({ name }) => name)).toEqual([`${report.reportNo}-v1.pdf`]);
    const bytes = new Uint8Array(files[0]!.bytes);
    expect((await PDF.load(bytes)).isAuthenticated).toBe(false);
    const opened = await PDF.load(bytes, { credentials: '密码Abc123' });
    expect([opened.isAuthenticated, opened.getSecurity().algorithm, opened.getPageCount()]).toEqual([true, 'AES-256', 1]);
    await desk.orm.execute(sql`update report_strategy set mail_mode = 1`);
  });
});

describe('a link', () => {
  /** The token a receiver was sent. */
  async function sent(report: Issued, document: string | null, telephone: string | null = null): Promise<string> {
    await desk.orm.execute(sql`update report_receiver set password = null where id = ${receivers[0]}`);
    await desk.orm.execute(sql`update requisition set credential_no = ${document}, telephone = ${telephone} where id = ${report.requisitionId}`);
    await due(report.versionId);
    await run();
    expect(await statesOf(report.versionId)).toEqual([4]);
    return linkIn(got.at(-1)!);
  }
  const shown = async (token: string, from?: string) => (await outside('GET', `report-link/${token}`, undefined, from)).json().data;
  const open = (token: string, code: string, from?: string, more: object = {}) =>
    outside('POST', `report-link/${token}/open`, { code, ...more }, from);

  it('opens by the last six signs of the document, however they are typed, and is written down', async () => {
    const report = await issued();
    const token = await sent(report, '11010519491231002X');
    expect(await shown(token)).toEqual({ state: 'open', proof: 'document', phone: null });
    expect((await open(token, '123456')).json()).toMatchObject({ code: 403, refusal: 'reportLink.code', params: { left: 4 } });
    const opened = await open(token, ' 31００2x ');
    expect(opened.statusCode, opened.body).toBe(200);
    expect(createHash('sha256').update(opened.rawPayload).digest('hex')).toBe(report.pdfSha256);
    expect(opened.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(
      await desk.rows(sql`select user_name, pdf_sha256 from report_view where version_id = ${report.versionId} and link_id is not null`),
    ).toEqual([{ userName: 'office', pdfSha256: report.pdfSha256 }]);
    // Only a wrong code counts.
    expect(await desk.rows(sql`select tries from report_link where version_id = ${report.versionId}`)).toEqual([{ tries: 1 }]);
  });

  it('is dead after five wrong codes, also where many come at once, and after its days', async () => {
    const report = await issued();
    const token = await sent(report, '11010519491231002X');
    const tried = await Promise.all(Array.from({ length: 8 }, (_none, at) => open(token, `00000${at}`, '198.51.100.8')));
    expect(tried.filter(({ statusCode }) => statusCode === 403).length).toBeLessThanOrEqual(5);
    expect((await open(token, '31002X', '198.51.100.8')).json()).toMatchObject({ code: 409, refusal: 'reportLink.locked' });
    expect(await shown(token, '198.51.100.8')).toEqual({ state: 'locked', proof: null, phone: null });
    await desk.orm.execute(sql`update report_link set tries = 0, expire_time = now() - interval '1 minute' where version_id = ${report.versionId}`);
    expect((await open(token, '31002X', '198.51.100.8')).json()).toMatchObject({ code: 409, refusal: 'reportLink.expired' });
    expect((await open('a'.repeat(32), '31002X', '198.51.100.8')).json()).toMatchObject({ code: 404, refusal: 'reportLink.unknown' });
    expect(await shown('a'.repeat(32), '198.51.100.8')).toEqual({ state: 'unknown', proof: null, phone: null });
  });

  it('says how its report stands: corrected, withdrawn, or damaged', async () => {
    const report = await issued();
    const token = await sent(report, '11010519491231002X');
    await move(report, 'hold');
    expect(await shown(token)).toMatchObject({ state: 'correcting' });
    expect((await open(token, '31002X')).json()).toMatchObject({ code: 409, msg: '报告更正中' });
    await move(report, 'resume');
    expect((await open(token, '31002X')).statusCode).toBe(200);
    damage(report.pdfSha256);
    expect((await open(token, '31002X')).json()).toMatchObject({ code: 503, refusal: 'report.damaged' });
    await move(report, 'withdraw');
    expect((await open(token, '31002X')).json()).toMatchObject({ code: 409, msg: '已更新或撤回' });
  });

  it('asks a receiver for their password, and sends a code to the patient’s phone where there is nothing else', async () => {
    await desk.orm.execute(sql`update report_strategy set mail_mode = 1`);
    await saved('report-receiver/save', { receiverId: receivers[0], password: '密码Abc123' });
    const one = await issued();
    await due(one.versionId);
    await run();
    const own = linkIn(got.at(-1)!);
    expect(await shown(own, '198.51.100.9')).toMatchObject({ proof: 'password' });
    expect((await open(own, '密码abc123', '198.51.100.9')).statusCode).toBe(403);
    expect((await open(own, '密码Abc123', '198.51.100.9')).statusCode).toBe(200);

    const other = await issued();
    const token = await sent(other, null, '19900007777');
    expect(await shown(token, '198.51.100.9')).toEqual({ state: 'open', proof: 'phone', phone: '199****7777' });
    await desk.orm.execute(sql`update sms_platform set url = 'local', status = 0`);
    const { data } = (await outside('POST', `report-link/${token}/send-code`, {}, '198.51.100.9')).json();
    const told = texted.at(-1) ?? '';
    expect(told).toContain('19900007777');
    const code = /查看报告验证码为(\d{6})/.exec(told)?.[1] ?? '';
    expect((await open(token, code, '198.51.100.9')).statusCode).toBe(403);
    expect((await open(token, code, '198.51.100.9', { codeId: data.id })).statusCode).toBe(200);

    const nobody = await issued();
    await desk.orm.execute(sql`update requisition set credential_no = null, telephone = null where id = ${nobody.requisitionId}`);
    await due(nobody.versionId);
    await run();
    expect(await mailsOf(nobody.versionId)).toMatchObject([{ state: 6, answer: expect.stringContaining('无法核对身份') }]);
  });
});

describe('verifying a report', () => {
  it('says one word, the same for what is not issued and what was never there', async () => {
    const draft = await madeReport(desk);
    const [{ verifyToken }] = (await desk.rows<{ verifyToken: string }>(
      sql`select verify_token from report_version where id = ${draft.versionId}`,
    )) as [{ verifyToken: string }];
    const report = await issued();
    expect(await word(report.verifyToken)).toEqual({ word: 'genuine' });
    for (const token of [verifyToken, 'f'.repeat(32), 'x', "' or 1=1"]) expect(await word(encodeURIComponent(token))).toEqual({ word: 'unknown' });
    // A file is compared here; what lies here is told to nobody.
    expect(await word(report.verifyToken, `?sha256=${report.pdfSha256}`)).toEqual({ word: 'genuine' });
    expect(await word(report.verifyToken, `?sha256=${draft.pdfSha256}`)).toEqual({ word: 'unknown' });
    const answer = await outside('GET', `verify/${report.verifyToken}`);
    expect(answer.body).not.toContain(report.pdfSha256);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' });
    await move(report, 'withdraw');
    expect(await word(report.verifyToken)).toEqual({ word: 'superseded' });
    // What is printed from now on leads here.
    const [printed] = await desk.rows<{ at: string }>(
      sql`select facts -> 'values' ->> 'verifyAddress' as at from report_version where id = ${report.versionId}`,
    );
    expect(printed).toEqual({ at: `${origin}/verify/${report.verifyToken}` });
  });

  it('is asked thirty times a minute by one address at most', async () => {
    const asked = async (from: string) => (await outside('GET', `verify/${'e'.repeat(32)}`, undefined, from)).statusCode;
    const codes: number[] = [];
    for (let time = 0; time < 31; time++) codes.push(await asked('198.51.100.77'));
    expect([codes.filter((code) => code === 200).length, codes.at(-1)]).toEqual([30, 429]);
    expect(await asked('198.51.100.78')).toBe(200);
  });
});
