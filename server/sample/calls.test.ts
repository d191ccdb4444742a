import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '#domain/commands.ts';
import { exportPath, type Resource } from '#domain/kernel/resource.ts';
import { callPath } from '#domain/kernel/services.ts';
import { entryStatistic } from '#domain/search/entryStatistic.ts';
import { sampleReceipt } from '#domain/search/sampleReceipt.ts';
import { newId } from '#server/storage/ids.ts';
import { detailPayload, freshCode, hoursAgo, openDesk, summaryPayload, type Account, type Desk } from './deskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

async function entered(account: Account = 'entry1') {
  const summary = summaryPayload(desk, desk.master.single);
  await desk.act('online', 'reception', 'summary.enter', summary);
  await desk.act('online', account, 'detail.enter', detailPayload(summary, 'nomal', 1));
  return summary;
}
async function upload(
  account: Account,
  path: string,
  fileName: string,
  bytes: Buffer,
  service: 'sample' | 'lab' = 'sample',
  fields: Record<string, string> = {},
) {
  const boundary = 'accession-test-boundary';
  const parts = Object.entries(fields)
    .map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('');
  const head = `${parts}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const { token } = await desk.as(account);
  const answer = await desk.app.inject({
    method: 'POST',
    url: callPath(service, path, 'accession'),
    headers: { 'blade-auth': `bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return { status: answer.statusCode, ...answer.json<{ data: any; msg: string; refusal?: string }>() };
}

it("exports each listing's own rows, though the contract has two on one path", async () => {
  const admin = await desk.as('admin');
  const headOf = async (resource: Resource): Promise<unknown[]> => {
    const answer = await admin.get(callPath(resource.service, exportPath(resource), 'accession'));
    expect(answer.statusCode).toBe(200);
    return (await readXlsx(answer.rawPayload)).sheets[0]?.rows[0] ?? [];
  };
  expect(await headOf(entryStatistic)).toContain(entryStatistic.fields.enterUsername.label[0]);
  expect(await headOf(sampleReceipt)).toContain(sampleReceipt.fields.sampleCode.label[0]);
});

describe('queues', () => {
  it('answers an unknown requisition with nothing, as the family does: reception asks it of every code', async () => {
    const empty = { status: 200, code: 200, success: true, data: null, msg: '暂无承载数据' };
    expect(await desk.get('reception', 'enter-info/get-summary-info', { requisitionCode: freshCode('A') })).toMatchObject(empty);
    expect(await desk.get('reception', 'enter-info/get-summary-info-by-customer-info-id', { customerInfoId: newId() })).toMatchObject(empty);
    expect((await desk.get('reception', 'enter-info/get-summary-info')).status).toBe(400);
  });
  it("lists what was taken in today, newest first, also the asking user's own", async () => {
    const summary = await entered();
    const page = await desk.get('reception', 'enter-info/today-list', { requisitionCode: summary.requisitionCode, mine: '1' });
    expect(page.data).toMatchObject({
      total: 1,
      records: [
        {
          requisitionCode: summary.requisitionCode,
          labStatus: 103,
          personName: summary.personName,
          sendSampleClientName: '青禾市第一人民医院',
          commodityNames: '血常规五分类',
          sampleClassName: 'EDTA全血',
        },
      ],
    });
    expect((await desk.get('lab', 'enter-info/today-list', { requisitionCode: summary.requisitionCode, mine: '1' })).data.total).toBe(0);
  });
  it('offers single entries until they are entered', async () => {
    const summary = summaryPayload(desk, desk.master.single);
    await desk.act('online', 'reception', 'summary.enter', summary);
    const queue = async () => (await desk.get('entry1', 'enter-info/single-enter-page', { requisitionCode: summary.requisitionCode })).data;
    expect(await queue()).toMatchObject({ total: 1, records: [{ missing: [1], entryForm: 'nomal', isDoubleEntry: 0 }] });
    await desk.act('online', 'entry1', 'detail.enter', detailPayload(summary, 'nomal', 1));
    expect((await queue()).total).toBe(0);
  });
  it('counts and lists what waits for a handover, by commodity', async () => {
    const before = (await desk.get('reception', 'sample-handover/no-handover-count', { commodityId: desk.master.single })).data;
    const summary = await entered();
    expect((await desk.get('reception', 'sample-handover/no-handover-count', { commodityId: desk.master.single })).data).toBe(before + 1);
    const commodities = (await desk.get('reception', 'sample-handover/commodity-list', { executeType: '1' })).data;
    expect(commodities.find((row: { commodityId: string }) => row.commodityId === desk.master.single)).toMatchObject({
      commodityName: '血常规五分类',
      count: before + 1,
    });
    const tube = summary.tubes[0]!;
    expect((await desk.get('reception', 'sample-handover/no-handover-page', { sampleCode: tube.sampleCode })).data.records).toMatchObject([
      { sampleCode: tube.sampleCode, commodityName: '血常规五分类', labStatus: 103 },
    ]);
    const handoverKey = crypto.randomUUID();
    await desk.act('online', 'reception', 'handover.save', { handoverKey, commodityId: desk.master.single, sampleCodes: [tube.sampleCode] });
    expect((await desk.get('reception', 'sample-handover/page', { sampleCode: tube.sampleCode })).data.records).toMatchObject([
      { handoverKey, handoverStatus: 2, handoverTotal: 1, signUserName: null },
    ]);
    for (const path of ['sample-handover/detail', 'sample-handover/print-detail'])
      expect((await desk.get('reception', path, { handoverKey })).data).toMatchObject({
        commodityName: '血常规五分类',
        items: [{ sampleCode: tube.sampleCode, personName: summary.personName }],
      });
    expect((await desk.get('reception', 'sample-handover/detail', {})).status).toBe(400);
    await desk.act('online', 'reception', 'handover.remove', { handoverKey });
    expect((await desk.get('reception', 'sample-handover/detail', { handoverKey })).status).toBe(404);
    expect((await desk.get('reception', 'sample-handover/no-handover-page', { sampleCode: tube.sampleCode })).data.total).toBe(1);
  });
  it('gives desks what they need without network, to those who may', async () => {
    const summary = await entered();
    const list = async (account: Account, name: string) => desk.get(account, 'offline/worklist', { name });
    expect((await list('reception', 'handover')).data.some((row: { sampleCode: string }) => row.sampleCode === summary.tubes[0]!.sampleCode)).toBe(
      true,
    );
    expect((await list('entry1', 'entry1')).data.every((row: object) => 'carried' in row && !('values' in row))).toBe(true);
    expect((await list('lab', 'labReceive')).status).toBe(200);
    expect([
      (await list('lab', 'entry1')).status,
      (await list('entry1', 'handover')).status,
      (await list('reception', 'labReceive')).status,
      (await list('lab', 'nothing')).status,
    ]).toEqual([403, 403, 403, 400]);
  });
});

describe("the lab's door", () => {
  it('checks before it receives, and writes nothing by checking', async () => {
    const summary = await entered();
    const code = summary.tubes[0]!.sampleCode;
    const check = async (body: object, headers = {}) =>
      (await (await desk.as('lab')).post(callPath('lab', 'lab-task/receive-check', 'accession'), body, headers)).json<{ data: any }>().data;
    expect(await check({ code })).toMatchObject({
      verdict: 'conflict',
      refusal: { code: 'labTask.notHandedOver', text: `样本 ${code} 尚未交接: 血常规五分类` },
    });
    expect((await check({ code }, { 'accept-language': 'en' })).refusal.text).toBe(`Sample ${code} has not been handed over: 血常规五分类`);
    expect(await check({ codes: [code, 'NIE-1'] })).toMatchObject([
      { verdict: 'conflict' },
      { verdict: 'refused', refusal: { code: 'labTask.unknown' } },
    ]);
    const handoverKey = crypto.randomUUID();
    await desk.act('online', 'reception', 'handover.save', { handoverKey, commodityId: desk.master.single, sampleCodes: [code] });
    await desk.act('online', 'reception', 'handover.sign', { handoverKey, signAccount: 'lab', signPassword: await desk.sealed(handoverKey) });
    expect(await check({ code })).toMatchObject({ verdict: 'ready', refusal: null });
    const csv = Buffer.from(`样本条码\n${code}\n${code}\nNIE-2\n`);
    const batch = await upload('lab', 'lab-task/import-receive-check', 'rack.csv', csv, 'lab');
    expect(batch.data).toMatchObject({
      totalCount: 3,
      rows: [{ verdict: 'ready' }, { verdict: 'repeat' }, { verdict: 'refused' }],
      sameFileAt: null,
    });
    expect((await desk.rows(sql`select lab_status from sample where sample_code = ${code}`))[0]).toMatchObject({ labStatus: 103 });
    const received = await desk.act('online', 'lab', 'labTask.receive', { code });
    expect((await desk.get('lab', 'lab-task/receive-status', { batchId: batch.data.batchId }, 'lab')).data.rows[0]).toMatchObject({
      verdict: 'repeat',
      labCode: received.result.labCode,
      receivedBy: received.result.receivedBy,
    });
    expect((await desk.get('admin', 'lab-task/receive-status', { batchId: batch.data.batchId }, 'lab')).status).toBe(404);
    expect((await desk.get('lab', 'lab-task/today-receive-page', { sampleCode: code }, 'lab')).data.records).toMatchObject([
      { sampleCode: code, labCode: received.result.labCode, inputMode: 'scan', personName: summary.personName, receiveStatusName: '已接收' },
    ]);
    const page = callPath('lab', 'lab-task/today-receive-page', 'accession');
    const english = await (await desk.as('lab')).get(page, { sampleCode: code }, { 'accept-language': 'en' });
    expect(english.json<{ data: any }>().data.records).toMatchObject([{ receiveStatusName: 'Received' }]);
    await desk.act('online', 'lab', 'labTask.cancelReceive', { sampleCode: code, reason: '扫错架' });
    expect((await desk.get('lab', 'lab-task/cancel-receive-page', { sampleCode: code }, 'lab')).data.records).toMatchObject([
      { reason: '扫错架', labStatus: 103, receiveStatusName: '已取消接收' },
    ]);
    const [statistic] = (await desk.get('lab', 'lab-task/receiveStatistics', { actTimeBegin: hoursAgo(0).slice(0, 10) }, 'lab')).data.records;
    expect(statistic).toMatchObject({ laboratoryName: expect.any(String), receiveCount: expect.any(Number) });
  });
});

describe('an uploaded sheet', () => {
  it('gives the counts and faults of the sample sheets, and enters a confirmed row once', async () => {
    const clean = async (name: string) => ({
      bytes: readFileSync(new URL(`../../domain/sample/import/fixtures/${name}`, import.meta.url)),
      expected: JSON.parse(readFileSync(new URL('../../domain/sample/import/fixtures/expected.json', import.meta.url), 'utf8'))[name],
    });
    const { bytes, expected } = await clean('requisitions-200.csv');
    const judged = await upload('reception', 'enter-info/import-summary', 'requisitions-200.csv', bytes);
    expect(judged.data.counts).toEqual(expected.counts);
    const confirm = async (body: object) =>
      (await (await desk.as('reception')).post(callPath('sample', 'enter-info/batchConfirm', 'accession'), body)).json<{ data: any }>().data;
    const chosen = judged.data.rows.filter((row: { verdict: string }) => row.verdict === 'ok').slice(0, 5);
    const lines: number[] = chosen.map((row: { line: number }) => row.line);
    // The sheet grows old: its tubes are over their holding time, which wants a reason.
    const reasons = Object.fromEntries(chosen.flatMap((row: { warnings: { rule: string }[] }) => row.warnings.map(({ rule }) => [rule, '已核实'])));
    const taken = (answer: any) => lines.map((line: number) => answer.rows.find((row: { line: number }) => row.line === line).taken.status);
    const first = await confirm({ batchId: judged.data.batchId, lines, reasons });
    expect(taken(first)).toEqual(lines.map(() => 'applied'));
    expect(first.rows.find((row: { verdict: string }) => row.verdict === 'error').taken.status).toBe('skipped');
    const codes = lines.map((line: number) => judged.data.rows.find((row: { line: number }) => row.line === line).values.requisitionCode);
    await confirm({ batchId: judged.data.batchId, lines, reasons });
    expect((await desk.rows(sql`select count(*)::int as n from requisition where requisition_code = any(${sql.param(codes)}::text[])`))[0]).toEqual({
      n: lines.length,
    });
    expect((await desk.get('reception', 'enter-info/import-status', { batchId: judged.data.batchId })).data).toMatchObject({
      state: 2,
      totalCount: 200,
    });
    const again = await upload('reception', 'enter-info/import-summary', 'requisitions-200.csv', bytes);
    expect(again.data.sameFileAt).toMatch(/^\d{4}-/);
    expect(again.data.counts.error).toBeGreaterThan(expected.counts.error);
  });
  it('is refused with a sentence where it is no sheet', async () => {
    expect(await upload('reception', 'enter-info/import-summary', 'x.xlsx', Buffer.from('PK\u0003\u0004 not a zip'))).toMatchObject({
      status: 422,
      msg: expect.stringMatching(/\p{Script=Han}/u),
    });
    expect(await upload('reception', 'enter-info/import-summary', 'x.csv', Buffer.alloc(0))).toMatchObject({ status: 422 });
    expect(await upload('lab', 'enter-info/import-summary', 'x.csv', Buffer.from('a,b\n1,2'))).toMatchObject({ status: 403 });
  });
});

describe('the listings', () => {
  it('show receipts by any filter', async () => {
    const summary = await entered();
    const tube = summary.tubes[0]!;
    const find = async (query: Record<string, string>) =>
      (await desk.get('admin', 'comprehensive-query/sample-receiv-page', { pageNum: '1', pageSize: '10', ...query }, 'search')).data;
    for (const query of [
      { requisitionCode: summary.requisitionCode },
      { sampleCode: tube.sampleCode },
      { testTubeNumber: tube.testTubeNumber },
    ] as Record<string, string>[]) {
      expect(await find(query)).toMatchObject({
        total: 1,
        records: [
          {
            requisitionCode: summary.requisitionCode,
            personName: summary.personName,
            laboratoryName: '沪江检验所',
            sendSampleClientName: '青禾市第一人民医院',
            sampleClassName: 'EDTA全血',
            rejection: false,
            commodityNames: '血常规五分类',
          },
        ],
      });
    }
    expect((await find({ personName: summary.personName, requisitionCode: summary.requisitionCode, receiveTimeBegin: hoursAgo(1) })).total).toBe(1);
    expect((await find({ requisitionCode: summary.requisitionCode, rejection: '1' })).total).toBe(0);
  });
  it('count what each person entered on a day', async () => {
    const mine = async () =>
      (
        await desk.get(
          'admin',
          'comprehensive-query/enter-statistics-list',
          { enterAccount: 'entry2', enterType: '2', enterTimeBegin: hoursAgo(0).slice(0, 10), pageSize: '50' },
          'search',
        )
      ).data.records.find((row: { enterTime: string }) => row.enterTime === hoursAgo(0).slice(0, 10))?.enterCount ?? 0;
    const before = await mine();
    await entered('entry2');
    expect(await mine()).toBe(before + 1);
  });
});

describe('scope and rights', () => {
  it('shows nobody the tubes of laboratories that are not theirs', async () => {
    const summary = summaryPayload(desk, desk.master.double);
    await desk.act('online', 'reception', 'summary.enter', summary);
    const { id } = await desk.me('entry2');
    await desk.orm.execute(
      sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${id}, 'laboratory', ${sql.param([newId()])}::bigint[])`,
    );
    const { requisitionCode } = summary;
    const seen = [
      (await desk.get('entry2', 'enter-info/double-enter-page', { requisitionCode })).data.total,
      (await desk.get('entry2', 'enter-info/today-list', { requisitionCode })).data.total,
      (await desk.get('entry2', 'enter-info/get-summary-info', { requisitionCode })).data,
      (await desk.get('entry2', 'enter-info/get-detail-info', { requisitionCode })).status,
      (await desk.get('entry2', 'offline/worklist', { name: 'entry1' })).data.length,
    ];
    expect(seen).toEqual([0, 0, null, 404, 0]);
    expect(await desk.act('online', 'entry2', 'summary.enter', summaryPayload(desk, desk.master.single))).toMatchObject({
      status: 'refused',
      problems: [{ field: 'contractLaboratoryId' }],
    });
    await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
  });
  it('lets no role do what is not its own, by either way, and changes nothing', async () => {
    const count = async () =>
      (
        await desk.rows<{ n: number }>(
          sql`select ((select count(*) from requisition) + (select count(*) from entry_pass) + (select count(*) from handover) + (select count(*) from lab_receive_record) + (select count(*) from audit_entry where action not like 'oauth%'))::int as n`,
        )
      )[0]?.n;
    const before = await count();
    for (const command of commands.filter(({ roles }) => !roles.includes('audit2'))) {
      const answer = await (await desk.as('audit2')).post(callPath(command.service, command.path, 'accession'), {});
      expect([command.name, answer.statusCode]).toEqual([command.name, 403]);
    }
    expect(await desk.act('outbox', 'audit2', 'summary.enter', summaryPayload(desk, desk.master.single))).toMatchObject({
      status: 'refused',
      code: 'command.forbidden',
    });
    expect(await count()).toBe(before);
    expect((await desk.get('lab', 'enter-info/get-detail-info', { requisitionCode: freshCode('A') })).status).toBe(403);
  });
});
