import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import type { ManyAnswer } from '#domain/kernel/many.ts';
import { addLines, type TestLine } from '#server/bill/billTesting.ts';
import { billDocument, orderDocument, writeDocument } from '#server/bill/documents/writeDocument.ts';
import { openOutgoing } from '#server/ports/outgoing.ts';
import { openPorts } from '#server/ports/ports.ts';
import type { MailPort } from '#server/ports/mail.ts';
import { openMailServer, type Says } from '#server/report/mail/mailServerTesting.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { openHouse, type House } from '#server/walks/house.ts';
import { autoStatements } from './autoStatements.ts';
import { addStatementRow } from './makeRow.ts';
import { statementJob } from './sendStatements.ts';

const sentDir = mkdtempSync(join(tmpdir(), 'accession-sent-'));
const ports = openPorts(sentDir, openOutgoing({ allow: '127.0.0.1' }));
let says: Says = () => undefined;
const { smtp, got } = openMailServer((to) => says(to));
let house: House;
let port = 0;
const ids: Record<string, string> = {};
const run = (mail: MailPort = ports.mail) => statementJob(house.database, house.blobs, mail).run({}, new AbortController().signal);
const auto = (now: string) => autoStatements(house.database, () => now).run({}, new AbortController().signal);
const exec = (text: ReturnType<typeof sql>) => house.database.orm.execute(text);
const url = (path: string): string => callPath('bill', `billEmail/${path}`, 'accession');

beforeAll(async () => {
  house = await openHouse();
  port = await new Promise<number>((resolve) => {
    const server = smtp.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  const one = async (key: string, text: ReturnType<typeof sql>) =>
    void (ids[key] = (await readRow<{ id: string }>(
      house.database.orm,
      sql`select id::text as id from ${text} and tenant_id = '000000' order by id limit 1`,
    ))!.id);
  await one('customer', sql`client where is_bill = 1`);
  await one('unit', sql`send_sample_client where client_code = 'C0001'`);
  await one('other', sql`send_sample_client where client_code = 'C0002'`);
  await one('laboratory', sql`laboratory where laboratory_code = 'SH01'`);
  await one('sales', sql`user_account where account = 'sales'`);
  await one('assistant', sql`user_account where account = 'ops'`);
  await one('nipt', sql`commodity where commodity_code = 'NIPT01'`);
  await exec(sql`update user_account set email = 'seller@lab.example' where id = ${ids['sales']!}`);
  await exec(sql`update user_account set email = 'helper@lab.example' where id = ${ids['assistant']!}`);
  await exec(sql`update send_sample_client set account_checking_people = '王会计', account_checking_email = 'books@client.example', salesman_assistant_id = ${ids['assistant']!},
    bill_customer_id = ${ids['customer']!} where id in (${ids['unit']!}, ${ids['other']!})`);
  await exec(sql`update email_manage set is_deleted = 1`);
  const box = {
    email: 'bill@lab.example',
    deptName: '结算组',
    smtpHost: '127.0.0.1',
    smtpPort: port,
    mailSecurity: 3,
    sendRange: 1,
    laboratoryId: ids['laboratory'],
  };
  const saved = await house.call('admin', 'POST', callPath('base', 'emailManage/save', 'accession'), { body: box });
  expect(saved.status, saved.body.msg).toBe(200);
});
afterAll(async () => {
  await house.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  rmSync(sentDir, { recursive: true, force: true });
});

const add = (unit: string, ...lines: readonly TestLine[]) =>
  addLines(
    house.database,
    lines.map((line) => ({
      sendSampleClientId: ids[unit]!,
      billCustomerId: ids['customer']!,
      contractLaboratoryId: ids['laboratory']!,
      salesmanId: ids['sales']!,
      commodityId: ids['nipt']!,
      contactNumber: '13800000000',
      ...line,
    })),
  );
const made = (unit: string, day: string) =>
  house.database.transaction((tx) =>
    addStatementRow(tx, {
      tenantId: '000000',
      type: 'unit',
      contractLaboratoryId: ids['laboratory']!,
      clientId: ids[unit]!,
      day,
      now: '2026-08-01 09:00:00',
      by: { id: ids['sales']!, name: '结算员' },
    }),
  );
const row = async (billEmailId: string, account = 'billing') => {
  const { data } = (await house.call(account, 'GET', url('list'), { query: { size: '200' } })).body;
  return data.records.find((one: any) => one.billEmailId === billEmailId);
};
const send = async (...billEmailIds: string[]) => {
  const said = await house.call('billing', 'POST', url('send'), { body: { ids: billEmailIds } });
  expect(said.status, said.body.msg).toBe(200);
  return (said.body.data as ManyAnswer[]).map(({ code }) => code);
};
const due = (billEmailId: string) => exec(sql`update bill_email set not_before = now() - interval '1 minute' where id = ${billEmailId}`);

it('sends a statement once, copies to sales, and again the very same file', async () => {
  const [, late] = await add(
    'unit',
    { auditTime: '2026-07-01 00:00:00', price: 118_001 },
    { auditTime: '2026-07-31 23:59:59', price: 118_001 },
    { auditTime: '2026-07-02 10:00:00', price: null },
  );
  const mail = (await made('unit', '2026-07-15'))!;
  expect(mail.endTime).toBe('2026-07-31');
  expect(await made('unit', '2026-07-31')).toEqual(mail);
  expect(await row(mail.billEmailId)).toMatchObject({
    batchNo: 'ST-SH01-2607-00001',
    type: 'unit',
    qty: 3,
    totalAmountYuan: '2360.02',
    accountCheckingPeople: '王会计',
    salesmanEmail: 'seller@lab.example',
    salesmanAssistantEmail: 'helper@lab.example',
    send: 0,
    sendResult: 0,
    isFrozen: false,
  });
  expect((await row(mail.billEmailId, 'sales')).qty).toBe(3);
  const lines = await house.call('billing', 'GET', url('lines'), { query: { billEmailId: mail.billEmailId } });
  expect(lines.body.data.total).toBe(3);

  expect(await send(mail.billEmailId)).toEqual([null]);
  expect(await send(mail.billEmailId)).toEqual(['billEmail.waiting']);
  await due(mail.billEmailId);
  await run();
  expect(await row(mail.billEmailId)).toMatchObject({ send: 1, sendResult: 1, fault: null, tries: 1, isFrozen: true });
  expect(got.map(({ to }) => to)).toEqual(['books@client.example', 'seller@lab.example', 'helper@lab.example']);
  const [first] = got;
  expect(first!.headers).toMatch(/^Message-ID: <statement\.\d+\.[0-9a-f]{16}@lab\.example>/im);
  expect([first!.text, first!.headers].join()).not.toContain('测试甲');
  const [file] = first!.files;
  const { sheets } = await readXlsx(file!.bytes);
  expect(sheets[0]!.rows).toHaveLength(4);
  expect(JSON.stringify(sheets[0]!.rows)).toContain('测试甲');
  expect(JSON.stringify(sheets.map(({ rows }) => rows))).not.toMatch(/13800000000|证件|电话/);
  expect(sheets[1]!.rows.at(-1)).toEqual(['合计 / In all', null, 3, '2360.02']);
  await run();
  expect(got).toHaveLength(3);

  // Its lines change, as with a price that is found: what was sent stays what it is.
  await exec(sql`update sales_line set price = 1 where id = ${late!}`);
  expect(await send(mail.billEmailId)).toEqual([null]);
  await due(mail.billEmailId);
  await run();
  expect(got).toHaveLength(6);
  expect(got[3]!.files[0]!.bytes.equals(file!.bytes)).toBe(true);
  const fetched = await house.app.inject({
    method: 'GET',
    url: url('file'),
    query: { billEmailId: mail.billEmailId },
    headers: { 'blade-auth': `bearer ${await house.token('billing')}` },
  });
  expect(createHash('sha256').update(fetched.rawPayload).digest('hex')).toBe(createHash('sha256').update(file!.bytes).digest('hex'));
  // Stated anew it waits for a person again, with what belongs to the cycle now.
  expect(await made('unit', '2026-07-15')).toEqual(mail);
  expect(await row(mail.billEmailId)).toMatchObject({ send: 0, sendResult: 0, totalAmountYuan: '1180.02', isFrozen: false });
});

it('says of a bad address that it failed, tries again what was not taken, and sends nothing twice whose outcome is unknown', async () => {
  await add('other', { auditTime: '2026-07-10 10:00:00' });
  const { billEmailId } = (await made('other', '2026-07-10'))!;
  const after = async (address: string, answer: Says) => {
    await exec(sql`update send_sample_client set account_checking_email = ${address} where id = ${ids['other']!}`);
    says = answer;
    await send(billEmailId);
    await due(billEmailId);
    await run();
    says = () => undefined;
    return row(billEmailId);
  };
  const count = got.length;
  expect(await after('nobody', () => undefined)).toMatchObject({
    sendResult: 2,
    fault: ['没有对账邮箱, 或邮箱格式有误', expect.any(String)],
    tries: 0,
  });
  expect(await after('gone@client.example', (to) => (to.startsWith('gone') ? { code: 550 } : undefined))).toMatchObject({ sendResult: 2, tries: 1 });
  expect(got).toHaveLength(count);
  expect(await after('busy@client.example', () => ({ code: 451 }))).toMatchObject({ sendResult: 0, send: 1, sendTime: null, tries: 1 });
  await due(billEmailId);
  await run();
  expect(await row(billEmailId)).toMatchObject({ sendResult: 1, tries: 2 });
  expect(got).toHaveLength(count + 3);
  // A copy that is not taken is told of and stands in nobody's way.
  expect(await after('a@client.example; b@client.example', (to) => (to.startsWith('helper') ? { code: 550 } : undefined))).toMatchObject({
    sendResult: 1,
    fault: ['抄送未成功: helper@lab.example', expect.any(String)],
  });
  const sofar = got.length;
  // The server dies while it speaks to the mail server.
  await send(billEmailId);
  await due(billEmailId);
  await run({ send: () => Promise.reject(new Error('killed')) });
  await run();
  expect(got).toHaveLength(sofar);
  expect(await send(billEmailId)).toEqual(['billEmail.underWay']);
  await exec(sql`update bill_email set send_time = now() - interval '10 minutes' where id = ${billEmailId}`);
  expect(await send(billEmailId)).toEqual([null]);
  await due(billEmailId);
  await run();
  expect(got).toHaveLength(sofar + 3);
});

it('states to a billing customer what stands in its sent bills of the cycle, and anew where one more is sent', async () => {
  const asked = {
    tenantId: '000000',
    type: 'bill',
    contractLaboratoryId: ids['laboratory']!,
    clientId: ids['customer']!,
    now: '2026-08-02 09:00:00',
    by: null,
  } as const;
  const state = (day: string) => house.database.transaction((tx) => addStatementRow(tx, { ...asked, day }));
  /** A bill of one line, sent for a day; its line was reported long before. */
  async function sentBill(fen: number, day: string): Promise<string> {
    const [lineId] = await add('unit', { auditTime: '2026-05-05 10:00:00', price: fen });
    const [orderId, billId] = [newId(), newId()];
    const head = {
      tenantId: '000000',
      sign: 1,
      billCustomerId: ids['customer']!,
      contractLaboratoryId: ids['laboratory']!,
      chargeType: 0,
      businessType: 1,
      createTime: asked.now,
      updateTime: asked.now,
    } as const;
    const line = {
      lineId: lineId!,
      commodityId: ids['nipt']!,
      commodityCode: 'NIPT',
      commodityErpCode: 'E1',
      supplementaryed: 0,
      salesmanId: null,
      price: fen,
    };
    await house.database.transaction(async (tx) => {
      await writeDocument(tx, orderDocument, { ...head, id: orderId, orderNo: `SO-${orderId}`, sendSampleClientId: ids['unit']! }, [line]);
      await writeDocument(tx, billDocument, { ...head, id: billId, billNo: `BL-${billId}` }, [{ ...line, orderId }]);
      await tx.execute(sql`update bill set sended = 1, reconciliation_time = ${`${day} 12:00:00`} where id = ${billId}`);
    });
    return billId;
  }
  expect(await state('2026-07-31')).toBeNull();
  const first = await sentBill(118_001, '2026-07-31');
  await sentBill(99, '2026-08-01');
  const { billEmailId } = (await state('2026-07-31'))!;
  expect(await row(billEmailId)).toMatchObject({ type: 'bill', qty: 1, totalAmountYuan: '1180.01', endTime: '2026-07-31', autoClient: 1 });
  // Taken back before it was sent: there is nothing to state.
  await exec(sql`update bill set sended = 0 where id = ${first}`);
  expect(await state('2026-07-31')).toBeNull();
  expect(await row(billEmailId)).toBeUndefined();
  await exec(sql`update bill set sended = 1 where id = ${first}`);
  await exec(sql`update client set account_checking_email = 'customer@client.example' where id = ${ids['customer']!}`);
  const again = (await state('2026-07-31'))!.billEmailId;
  await send(again);
  await due(again);
  await run();
  expect(await row(again)).toMatchObject({ sendResult: 1, accountCheckingEmail: 'customer@client.example' });
  // Nothing new: it stays sent.
  await state('2026-07-15');
  expect(await row(again)).toMatchObject({ sendResult: 1, isFrozen: true });
  await sentBill(2_000, '2026-07-20');
  await state('2026-07-20');
  expect(await row(again)).toMatchObject({ send: 0, sendResult: 0, isFrozen: false, qty: 2, totalAmountYuan: '1200.01' });
});

it('states and sends by itself on the sending day, once, also where a day was missed', async () => {
  await exec(sql`update client set closing_day = 25 where id = ${ids['customer']!}`);
  await exec(sql`update send_sample_client set account_checking_email = 'books@client.example' where id = ${ids['other']!}`);
  await add(
    'other',
    { auditTime: '2026-02-26 00:00:00', price: 500 },
    { auditTime: '2026-03-25 23:59:59', price: 700 },
    { auditTime: '2026-03-26 00:00:00' },
  );
  await exec(sql`insert into bill_email_auto_client (id, tenant_id, contract_laboratory_id, type, send_sample_client_id, send_day, is_deleted, version, change_seq, create_time, update_time)
    values (${newId()}, '000000', ${ids['laboratory']!}, 'unit', ${ids['other']!}, 28, 0, 1, 0, '2026-01-01 00:00:00', '2026-01-01 00:00:00')`);
  const rows = () =>
    readRows<{ id: string; begin: string; end: string; qty: number; fen: number; auto: number; send: number }>(
      house.database.orm,
      sql`select id::text as id, begin_time::text as begin, end_time::text as "end", qty, total_amount::float8 as fen, auto_client::int as auto, send::int as send
        from bill_email where client_id = ${ids['other']!} and end_time < '2026-07-01' order by end_time`,
    );
  await auto('2026-03-27 06:00:00');
  expect(await rows()).toEqual([]);
  await auto('2026-03-29 06:00:00');
  expect(await rows()).toMatchObject([{ begin: '2026-02-26', end: '2026-03-25', qty: 2, fen: 1_200, auto: 1, send: 1 }]);
  const { id } = (await rows())[0]!;
  await due(id);
  const count = got.length;
  await run();
  expect(got).toHaveLength(count + 3);
  await auto('2026-03-30 06:00:00');
  await run();
  expect(got).toHaveLength(count + 3);
  // What was set up after its day is not sent for the cycle before; a cycle without lines has no row.
  await auto('2026-06-29 06:00:00');
  expect(await rows()).toHaveLength(1);
});
