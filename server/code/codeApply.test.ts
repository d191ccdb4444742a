import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeApplyDetail, LabelsOfJob, PrintCount, UsableCodeRange } from '#domain/code/codeAnswers.ts';
import { codeType } from '#domain/code/codeStyle.ts';
import { plainLayout } from '#domain/code/labelLayout.ts';
import { jobState } from '#domain/code/printJob.ts';
import { callPath } from '#domain/kernel/services.ts';
import { openDesk, summaryPayload, type Account, type Desk } from '#server/sample/deskTesting.ts';

let desk: Desk;
let clientId = '';
let otherClient = '';
beforeAll(async () => {
  desk = await openDesk();
  const clients = await desk.rows<{ id: string }>(sql`select id::text as id from send_sample_client where is_disable = 0 order by id desc limit 2`);
  [clientId, otherClient] = clients.map(({ id }) => id) as [string, string];
  await post('admin', 'number-segment/save', {
    segmentName: '送检单位专用号段',
    codeType: codeType.sample,
    sendSampleClientId: clientId,
    prefix: 'K',
    digits: 6,
    firstNumber: 1,
    lastNumber: 900,
  });
});
afterAll(() => desk.close());

interface Said<Data> {
  readonly status: number;
  readonly data: Data;
  readonly refusal?: string;
  readonly msg: string;
}
async function post<Data = any>(account: Account, path: string, body: object, key: string = randomUUID()): Promise<Said<Data>> {
  const answer = await (await desk.as(account)).post(callPath('code', path, 'accession'), body, { 'idempotency-key': key });
  return { status: answer.statusCode, ...answer.json<{ data: Data; refusal?: string; msg: string }>() };
}
async function get<Data = any>(account: Account, path: string, query: Record<string, string>): Promise<Said<Data>> {
  const answer = await (await desk.as(account)).get(callPath('code', path, 'accession'), query);
  return { status: answer.statusCode, ...answer.json<{ data: Data; refusal?: string; msg: string }>() };
}
interface Applied {
  readonly applyId: string;
  readonly printId: string;
  readonly firstCode: string;
  readonly lastCode: string;
}
const apply = (quantity: number, more: object = {}, key?: string) =>
  post<Applied>('reception', 'sample-code-apply/apply', { clientId, quantity, ...more }, key);
const labelsOf = async (printId: string) => (await get<LabelsOfJob>('reception', 'print/get-sample', { printId })).data;
const codesOfJob = async (printId: string) => (await labelsOf(printId)).labels.map(({ code }) => code);
const begin = (printId: string, more: object = {}, account: Account = 'reception') => post(account, 'print/begin', { printId, ...more });
const complete = (printId: string, upTo?: number) => post('reception', 'print/complete', { printId, ...(upTo === undefined ? {} : { upTo }) });
async function printAll(printId: string): Promise<readonly string[]> {
  await begin(printId);
  await complete(printId);
  return codesOfJob(printId);
}

describe('applying', () => {
  it('gives a client codes of its own segment, and the same ones to a repeat', async () => {
    const key = randomUUID();
    const first = await apply(5, {}, key);
    expect(first).toMatchObject({ status: 200, data: { firstCode: expect.stringMatching(/^K\d{6}$/) } });
    expect((await apply(5, {}, key)).data).toEqual(first.data);
    const next = await apply(3);
    expect(Number(next.data.firstCode.slice(1))).toBe(Number(first.data.lastCode.slice(1)) + 1);
    const page = await get('reception', 'sample-code-apply/apply-page', { clientId });
    expect(page.data.records.find((row: Applied) => row.applyId === next.data.applyId)).toMatchObject({
      clientId,
      quantity: 3,
      printedCount: 0,
      jobState: jobState.waiting,
    });
  });

  it('never gives a number twice, however many apply and reserve at once', async () => {
    const asked = [
      ...Array.from({ length: 12 }, () => apply(7)),
      // Of a client without a segment of its own: the same numbers as the desks reserve from.
      ...Array.from({ length: 8 }, () => apply(5, { clientId: otherClient })),
    ];
    const reserved = Array.from({ length: 8 }, (_, at) =>
      post('reception', 'number-block/reserve', {
        deviceId: `apply-race-${at}-${randomUUID()}`,
        codeType: codeType.sample,
        laboratoryId: null,
        count: 5,
      }),
    );
    const [applied, blocks] = await Promise.all([Promise.all(asked), Promise.all(reserved)]);
    expect([...applied, ...blocks].map(({ status }) => status)).toEqual(Array.from({ length: 28 }, () => 200));
    const rows = await desk.rows<{ segmentId: string; first: string; last: string }>(
      sql`select segment_id::text as segment_id, first_number as first, last_number as last from number_block order by segment_id, first_number`,
    );
    rows.slice(1).forEach((row, at) => {
      const before = rows[at]!;
      if (before.segmentId === row.segmentId) expect(Number(row.first)).toBeGreaterThan(Number(before.last));
    });
    const codes = (await Promise.all(applied.map(({ data }) => codesOfJob(data.printId)))).flat();
    expect(codes).toHaveLength(12 * 7 + 8 * 5);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('gives all or nothing, and says what is left', async () => {
    const range = (await get<UsableCodeRange>('reception', 'sample-code-apply/usable-code-range', { clientId })).data;
    const refused = await apply(range.usableCount + 1);
    expect(refused).toMatchObject({ status: expect.any(Number), refusal: 'codeApply.notEnough' });
    expect(refused.msg).toContain(String(range.usableCount));
    const after = (await get<UsableCodeRange>('reception', 'sample-code-apply/usable-code-range', { clientId })).data;
    expect(after).toEqual(range);
    expect(await apply(0)).toMatchObject({ status: 400 });
    expect(await apply(-3)).toMatchObject({ status: 400 });
    expect(await apply(5, { clientId: '1' })).toMatchObject({ refusal: 'codeApply.holderUnknown' });
    expect(await apply(5, { codeType: codeType.requisition })).toMatchObject({ refusal: 'codeApply.noSegment' });
    expect((await post('audit2', 'sample-code-apply/apply', { clientId, quantity: 1 })).status).toBe(403);
  });

  it('passes over a number that a tube carries though nobody was given it', async () => {
    const [range] = (await get<UsableCodeRange>('reception', 'sample-code-apply/usable-code-range', { clientId })).data.ranges;
    const next = Number(range!.firstCode.slice(1));
    const code = (number: number): string => `K${String(number).padStart(6, '0')}`;
    const summary = summaryPayload(desk, desk.master.single, { sendSampleClientId: clientId });
    summary.tubes[0]!.sampleCode = code(next + 1);
    expect(await desk.act('online', 'reception', 'summary.enter', summary)).toMatchObject({ status: 'applied' });
    const { data } = await apply(3);
    expect(await codesOfJob(data.printId)).toEqual([code(next), code(next + 2), code(next + 3)]);
    expect((await apply(1)).data.firstCode).toBe(code(next + 4));
  });

  it('is for the client, not for the desk it was asked at', async () => {
    const device = `apply-desk-${randomUUID()}`;
    const answer = await (
      await desk.as('reception')
    ).post(
      callPath('code', 'sample-code-apply/apply', 'accession'),
      { clientId, quantity: 2 },
      { 'idempotency-key': randomUUID(), 'x-device-id': device },
    );
    expect(answer.statusCode).toBe(200);
    expect((await get('reception', 'number-block/state', { deviceId: device })).data).toEqual([]);
  });

  it('gives lab codes by laboratory', async () => {
    const { data } = await post<Applied>('lab', 'lab-code-apply/apply', { clientId: desk.master.laboratoryId, quantity: 2 });
    expect(data.firstCode).toMatch(/^SH01-900000-\d{6}$/);
    const job = (await get<LabelsOfJob>('lab', 'print/get-lab', { printId: data.printId })).data;
    expect(job.labels[0]).toMatchObject({ code: data.firstCode, serial: '1/2' });
    expect(job.labels[0]!.laboratory).not.toBe('');
    expect((await get('lab', 'print/get-sample', { printId: data.printId })).status).toBe(404);
    await post('lab', 'print/begin', { printId: data.printId });
    await post('lab', 'print/complete', { printId: data.printId });
    const page = await get('lab', 'lab-code/page', { labCode: data.firstCode });
    expect(page.data.records).toMatchObject([{ labCode: data.firstCode, printCount: 1, labelState: 1 }]);
    // A row here is named by its code, not by a number.
    const file = await (await desk.as('lab')).get(callPath('code', 'lab-code/page/export', 'accession'), { labCode: data.firstCode });
    expect([file.statusCode, file.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
    const usable = await get<UsableCodeRange>('lab', 'lab-code-apply/usable-code-range', { clientId: desk.master.laboratoryId });
    expect(usable.data.counts).toMatchObject({ given: 2, printed: 2 });
  });
});

describe('a print job', () => {
  it('is begun, stops at a jam, goes on from there, and is released by a label scanned back', async () => {
    const { data } = await apply(10);
    const { printId } = data;
    const { labels, layout } = await labelsOf(printId);
    expect(layout).toEqual(plainLayout);
    expect(labels[2]).toMatchObject({ code: expect.any(String), serial: '3/10', kind: '样本条码' });
    expect(await complete(printId)).toMatchObject({ refusal: 'printJob.notBegun' });
    expect((await begin(printId)).data).toMatchObject({ from: 1, total: 10 });
    expect((await complete(printId, 6)).data).toMatchObject({ done: 6, state: jobState.waiting });
    expect(await post('reception', 'print/check', { printId, code: labels[0]!.code })).toMatchObject({ refusal: 'printJob.notPrinted' });
    // Label 6 was torn: from there again, with a reason; none is left out.
    expect(await begin(printId, { from: 6 })).toMatchObject({ refusal: 'printJob.reasonNeeded' });
    expect(await begin(printId, { from: 8 })).toMatchObject({ refusal: 'printJob.outOfRange' });
    expect((await begin(printId, { from: 6, reason: '卡纸' })).data).toMatchObject({ from: 6 });
    expect((await complete(printId)).data).toMatchObject({ done: 10, state: jobState.toCheck });
    expect(await post('reception', 'print/check', { printId, code: '900000001' })).toMatchObject({ refusal: 'printJob.otherCode' });
    expect((await post('reception', 'print/check', { printId, code: labels[9]!.code })).data).toMatchObject({ state: jobState.released });
    expect(await begin(printId)).toMatchObject({ refusal: 'printJob.released' });
    expect((await get<PrintCount>('reception', 'print/print-count', { printId })).data).toMatchObject({
      total: 10,
      done: 10,
      left: 0,
      printed: 11,
      runs: 2,
    });
    const ledger = await get('admin', 'print/page', { firstCode: labels[5]!.code });
    expect(ledger.data.records).toMatchObject([{ labelCount: 5, lastCode: labels[9]!.code, reason: '卡纸', runOutcome: 2, userName: '王敏' }]);
    const known = await get('reception', 'sample-code/detail', { sampleCode: labels[5]!.code });
    expect(known.data).toMatchObject({ exists: true, printCount: 2, isUsed: false });
  });

  it('is printed by one at a time; a run that was never reported stays in the ledger', async () => {
    const { data } = await apply(4);
    const { printId } = data;
    const both = await Promise.all([begin(printId), begin(printId, {}, 'admin')]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(both.find(({ status }) => status !== 200)).toMatchObject({ refusal: 'printJob.busy' });
    expect((await begin(printId, { takeOver: true }, 'admin')).status).toBe(200);
    const runs = await desk.rows<{ outcome: number }>(sql`select outcome from print_run where print_id = ${printId} order by id`);
    expect(runs).toMatchObject([{ outcome: 4 }, { outcome: 1 }]);
  });
});

describe('again', () => {
  it('prints codes once more with a reason, looking as they did the first time', async () => {
    const { data } = await apply(3);
    expect(await post('reception', 'sample-code-apply/reprint', { applyId: data.applyId, codes: [data.firstCode], reason: '破损' })).toMatchObject({
      refusal: 'codeApply.notPrinted',
    });
    const [first = ''] = await printAll(data.printId);
    expect(await post('reception', 'sample-code-apply/reprint', { applyId: data.applyId, codes: [first] })).toMatchObject({ status: 400 });
    const again = await post('reception', 'sample-code-apply/reprint', { applyId: data.applyId, codes: [first], reason: '破损' });
    const [before, after] = [await labelsOf(data.printId), await labelsOf(again.data.printId)];
    expect({ ...after.labels[0], serial: '' }).toEqual({ ...before.labels[0], serial: '' });
    expect(after.layout).toEqual(before.layout);
    const page = await get('reception', 'sample-code-apply/reprint-page', { clientId });
    expect(page.data.records[0]).toMatchObject({ requisitionCode: first, oldRequisitionCode: null, reason: '破损', creator: '王敏', totalCount: 1 });
  });

  it('replaces a code: the old one is void for ever, and a code on a tube is not replaced', async () => {
    const { data } = await apply(3);
    const [first = '', second = '', third = ''] = await printAll(data.printId);
    const replaced = await post('reception', 'sample-code-apply/reprint', { applyId: data.applyId, codes: [first], reason: '弄脏', replace: true });
    expect(replaced.data.codes).toHaveLength(1);
    expect(replaced.data.codes[0]).not.toBe(first);
    expect(await post('reception', 'sample-code-apply/reprint', { applyId: data.applyId, codes: [first], reason: '再打' })).toMatchObject({
      refusal: 'codeApply.voided',
    });
    const summary = summaryPayload(desk, desk.master.single, { sendSampleClientId: clientId });
    summary.tubes[0]!.sampleCode = second;
    expect(await desk.act('online', 'reception', 'summary.enter', summary)).toMatchObject({ status: 'applied' });
    const used = { applyId: data.applyId, codes: [second], reason: '弄脏' };
    expect(await post('reception', 'sample-code-apply/reprint', { ...used, replace: true })).toMatchObject({ refusal: 'codeApply.used' });
    expect(await post('reception', 'sample-code-apply/void', used)).toMatchObject({ refusal: 'codeApply.used' });
    expect((await post('reception', 'sample-code-apply/reprint', used)).status).toBe(200);
    expect(await post('reception', 'sample-code-apply/void', { applyId: data.applyId, codes: [third, 'K999999'], reason: '遗失' })).toMatchObject({
      refusal: 'codeApply.notOfIt',
    });
    expect((await post('reception', 'sample-code-apply/void', { applyId: data.applyId, codes: [third], reason: '遗失' })).data).toEqual({
      voided: 1,
    });
    const detail = (await get<CodeApplyDetail>('reception', 'sample-code-apply/detail', { applyId: data.applyId })).data;
    expect(detail.counts).toEqual({ given: 4, unprinted: 1, printed: 0, used: 1, voided: 2 });
    expect(detail.runs.map(({ fate }) => fate)).toEqual(['voided', 'used', 'voided', 'unprinted']);
  });
});

it('a reprint names the person whose tube carries the code, when it was printed, and is found by any code of job or tube', async () => {
  const { data } = await apply(3);
  const [first = '', second = '', third = ''] = await printAll(data.printId);
  const summary = summaryPayload(desk, desk.master.single, {
    sendSampleClientId: clientId,
    hospitalCode: `H${first}`,
    credentialType: 1,
    credentialNo: '310101199503072221',
    telephone: '13800005678',
  });
  summary.tubes[0]!.sampleCode = first;
  expect(await desk.act('online', 'reception', 'summary.enter', summary)).toMatchObject({ status: 'applied' });
  const again = await post('reception', 'sample-code-apply/reprint', { applyId: data.applyId, codes: [first, third], reason: '破损' });
  await printAll(again.data.printId);
  const waiting = await post('reception', 'sample-code-apply/reprint', { applyId: data.applyId, codes: [second], reason: '弄脏', replace: true });
  const found = async (code: string, account: Account = 'reception') =>
    (await get(account, 'sample-code-apply/reprint-page', { requisitionCode: code })).data.records as Record<string, unknown>[];
  for (const code of [first, first.toLowerCase(), third, summary.requisitionCode, summary.tubes[0]!.testTubeNumber, `H${first}`])
    expect(await found(code), code).toMatchObject([
      {
        printId: again.data.printId,
        personName: summary.personName,
        idCard: '310****2221',
        contactNumber: '138****5678',
        samplingTime: summary.samplingTime,
        receiveTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        dailyRecords: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d 王敏 ×2$/),
      },
    ]);
  // A replacement is found by what it stands for, too; nobody's tube carries it yet.
  for (const code of [second, waiting.data.codes[0]])
    expect(await found(code), code).toMatchObject([
      { printId: waiting.data.printId, oldRequisitionCode: second, personName: null, dailyRecords: null },
    ]);
  // Another laboratory's person is nobody's to see; what no tube carries yet stays.
  const admin = await desk.as('admin');
  const limit = async (laboratoryIds: readonly string[] | null) =>
    admin.post(
      callPath('base', 'user-panel-group/saveOrUpdate', 'accession'),
      { userId: (await desk.me('reception')).id, laboratoryIds, panelGroupIds: null, commodityIds: null },
      { 'idempotency-key': randomUUID() },
    );
  const laboratory = await admin.post(
    callPath('base', 'laboratory/save', 'accession'),
    { laboratoryName: '他处检验所', laboratoryCode: 'QT01', executeType: 1 },
    { 'idempotency-key': randomUUID() },
  );
  expect((await limit([laboratory.json<{ data: { id: string } }>().data.id])).statusCode).toBe(200);
  expect(await found(first)).toEqual([]);
  expect(await found(second)).toHaveLength(1);
  await limit(null);
  expect(await found(first)).toHaveLength(1);
});

describe('a label style', () => {
  const save = (body: object) => post('admin', 'code-style/save', { codeType: codeType.sample, symbology: 'code128', ...body });
  const wide = { ...plainLayout, label: { width: 60, height: 30 } };
  it('is refused where it cannot be printed', async () => {
    expect(await save({ styleName: '坏版面', layout: { paper: {} } })).toMatchObject({ status: 400 });
    const beyond = { ...plainLayout, label: { width: 40, height: 30 } };
    const refused = await save({ styleName: '超出', layout: beyond });
    expect(refused.status).toBe(400);
    expect(refused.msg).toContain('超出标签');
  });
  it('is the one default of its type; printed again a label looks as it was, though its style changed', async () => {
    const { data: one } = await save({ styleName: '宽标签', layout: wide, isDefault: 1 });
    const { data } = await apply(2);
    expect((await labelsOf(data.printId)).layout).toEqual(wide);
    const { data: two } = await save({ styleName: '另一默认', layout: plainLayout, isDefault: 1 });
    const rows = await desk.rows<{ id: string }>(
      sql`select id::text as id from code_style where is_default = 1 and code_type = ${codeType.sample} and laboratory_id is null`,
    );
    expect(rows).toEqual([{ id: two.id }]);
    const [first = ''] = await printAll(data.printId);
    const again = await post('reception', 'sample-code-apply/reprint', { applyId: data.applyId, codes: [first], reason: '破损' });
    expect(await labelsOf(again.data.printId)).toMatchObject({ layout: wide, styleName: '宽标签' });
    expect(await apply(1, { styleId: one.id })).toMatchObject({ status: 200 });
    expect(await apply(1, { styleId: '77' })).toMatchObject({ refusal: 'codeApply.styleUnknown' });
  });
});
