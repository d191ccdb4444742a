import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { detailPayload, freshCode, openDesk, summaryPayload, type Desk } from './deskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

async function received() {
  const summary = summaryPayload(desk, desk.master.single);
  expect(await desk.act('online', 'reception', 'summary.enter', summary)).toMatchObject({ status: 'applied' });
  return { ...summary, oldCode: summary.tubes[0]!.sampleCode };
}
const replace = (sampleCode: string, newCode: string, reason = '标签破损') =>
  desk.act('online', 'reception', 'sample.replaceCode', { sampleCode, newCode, reason });

it('the tube answers to its new code; the old one is void and tells which replaced it, wherever it is scanned', async () => {
  const summary = await received();
  const { requisitionCode, oldCode } = summary;
  const newCode = freshCode('0');
  expect(await replace(oldCode, newCode)).toMatchObject({ status: 'applied', result: { sampleCode: newCode, oldCode, requisitionCode } });
  // The same again is a repeat.
  expect(await replace(oldCode, newCode)).toMatchObject({ status: 'applied', result: { sampleCode: newCode } });

  for (const code of [oldCode, newCode, requisitionCode]) {
    const { data } = await desk.get('reception', 'enter-info/find-code', { code });
    expect(data, code).toMatchObject([{ sampleCode: newCode, replaced: [{ oldCode, newCode, reason: '标签破损', by: '王敏' }] }]);
  }
  for (const sampleCode of [oldCode, newCode]) {
    expect((await desk.get('reception', 'enter-info/today-list', { sampleCode })).data.records).toMatchObject([{ sampleCode: newCode }]);
    expect((await desk.get('admin', 'comprehensive-query/sample-receiv-page', { sampleCode }, 'search')).data.records).toMatchObject([
      { sampleCode: newCode },
    ]);
  }
  // Nobody takes it in again, on this requisition or another, and a list that holds it says so.
  const other = { ...summaryPayload(desk, desk.master.single), tubes: summary.tubes };
  expect(await desk.act('online', 'reception', 'summary.enter', other)).toMatchObject({
    status: 'conflict',
    code: 'command.codeReplaced',
    params: { code: oldCode, newCode },
  });
  const known = await (
    await desk.as('reception')
  ).post(callPath('sample', 'enter-info/known-codes', 'accession'), { requisitionCodes: [], sampleCodes: [oldCode] });
  expect(known.json()).toMatchObject({ data: { sampleCodes: [oldCode] } });
  const rejection = { requisitionCode: freshCode('A'), sampleCode: oldCode, rejectCode: 'REJ05', rejectReason: '空管', measure: 2 };
  expect(await desk.act('online', 'reception', 'summary.reject', rejection)).toMatchObject({ code: 'command.codeReplaced', params: { newCode } });
  // What reception typed goes on being corrected.
  expect(
    await desk.act('online', 'reception', 'summary.correct', { requisitionCode, values: { courierNumber: 'SF7702' }, reason: '抄录错误' }),
  ).toMatchObject({ status: 'applied' });

  expect(await desk.act('online', 'entry1', 'detail.enter', detailPayload(summary, 'nomal', 1))).toMatchObject({ status: 'applied' });
  const why = await desk.get('reception', 'sample-handover/why-not', { code: oldCode });
  expect(why).toMatchObject({ status: 409, refusal: 'command.codeReplaced', msg: expect.stringContaining(newCode) });
  const handover = (code: string) => ({ handoverKey: randomUUID(), commodityId: desk.master.single, sampleCodes: [code] });
  for (const door of ['online', 'outbox', 'sealed'] as const)
    expect(await desk.act(door, 'reception', 'handover.save', handover(oldCode))).toMatchObject({
      status: 'refused',
      code: 'command.codeReplaced',
      params: { newCode },
    });
  const list = handover(newCode);
  expect(await desk.act('online', 'reception', 'handover.save', list)).toMatchObject({ status: 'applied' });
});

it('the lab’s door names the new code, and takes the tube by it', async () => {
  const { oldCode, tubes } = await received();
  const newCode = freshCode('0');
  expect(await replace(oldCode, newCode)).toMatchObject({ status: 'applied' });
  expect(await desk.act('outbox', 'lab', 'labTask.receive', { code: oldCode })).toMatchObject({ code: 'command.codeReplaced', params: { newCode } });
  expect(await desk.act('online', 'lab', 'labTask.cancelReceive', { sampleCode: oldCode, reason: '扫错' })).toMatchObject({
    code: 'command.codeReplaced',
  });
  const check = await (await desk.as('lab')).post(callPath('lab', 'lab-task/receive-check', 'accession'), { code: oldCode });
  expect(check.json()).toMatchObject({ data: { verdict: 'refused', refusal: { text: expect.stringContaining(newCode) } } });
  // The tube's own number still leads to it.
  const byNumber = await desk.act('online', 'lab', 'labTask.receive', { code: tubes[0]!.testTubeNumber! });
  expect(byNumber.code).not.toBe('command.codeReplaced');
});

it('a code that is in use, was replaced, or is nobody’s tube is refused; reason and right are needed', async () => {
  const [one, other] = [await received(), await received()];
  const newCode = freshCode('0');
  expect(await replace(one.oldCode, other.oldCode)).toMatchObject({ code: 'replace.taken', params: { requisitionCode: other.requisitionCode } });
  expect(await replace(one.oldCode, newCode)).toMatchObject({ status: 'applied' });
  expect(await replace(other.oldCode, one.oldCode)).toMatchObject({ code: 'replace.taken' });
  expect(await replace(one.oldCode, freshCode('0'))).toMatchObject({ code: 'command.codeReplaced', params: { newCode } });
  expect(await replace(newCode, newCode)).toMatchObject({ code: 'replace.same' });
  expect(await replace(freshCode('X'), freshCode('0'))).toMatchObject({ code: 'command.notFound' });
  expect((await replace(newCode, freshCode('0'), '')).status).toBe('refused');
  expect(await desk.act('online', 'audit1', 'sample.replaceCode', { sampleCode: newCode, newCode: freshCode('0'), reason: '破' })).toMatchObject({
    code: '403',
  });
  // A second label: the first code leads to the newest.
  const third = freshCode('0');
  expect(await replace(newCode, third)).toMatchObject({ status: 'applied' });
  expect(await replace(one.oldCode, freshCode('0'))).toMatchObject({ code: 'command.codeReplaced', params: { newCode: third } });
  const items = await desk.rows(
    sql`select sample_code from sample_item where requisition_id = (select id from requisition where requisition_code = ${one.requisitionCode})`,
  );
  expect(new Set(items.map(({ sampleCode }) => sampleCode))).toEqual(new Set([third]));
});

it('a requisition rejected without a tube has no label to replace', async () => {
  const requisitionCode = freshCode('A');
  const rejection = { requisitionCode, contractLaboratoryId: desk.master.laboratoryId, rejectCode: 'REJ05', rejectReason: '空管', measure: 2 };
  expect(await desk.act('online', 'reception', 'summary.reject', rejection)).toMatchObject({ status: 'applied' });
  expect(await replace(requisitionCode, freshCode('0'))).toMatchObject({ code: 'replace.noTube' });
  expect((await desk.get('reception', 'enter-info/today-list', { requisitionCode })).data.records).toMatchObject([{ isCodeInvented: 1 }]);
  expect((await desk.get('reception', 'enter-info/find-code', { code: requisitionCode })).data).toMatchObject([{ isCodeInvented: 1 }]);
  expect((await desk.get('reception', 'enter-info/get-summary-info', { requisitionCode })).data.tubes).toMatchObject([{ isCodeInvented: 1 }]);
});

it('one label for both is a tube’s own: the list shows it, and another is given for it', async () => {
  const label = freshCode('A');
  const one = { ...summaryPayload(desk, desk.master.single), requisitionCode: label };
  const { 0: tube } = one.tubes;
  expect(await desk.act('online', 'reception', 'summary.enter', { ...one, tubes: [{ ...tube, sampleCode: label }] })).toMatchObject({
    status: 'applied',
  });
  const today = async () => (await desk.get('reception', 'enter-info/today-list', { requisitionCode: label })).data.records;
  const found = async () => (await desk.get('reception', 'enter-info/find-code', { code: label })).data;
  expect(await today()).toMatchObject([{ sampleCode: label, isCodeInvented: 0 }]);
  expect(await found()).toMatchObject([{ sampleCode: label, isCodeInvented: 0 }]);
  const newCode = freshCode('0');
  expect(await replace(label, newCode)).toMatchObject({ status: 'applied', result: { requisitionCode: label, sampleCode: newCode, oldCode: label } });
  expect(await today()).toMatchObject([{ sampleCode: newCode, requisitionCode: label, isCodeInvented: 0 }]);
  expect(await found()).toMatchObject([{ sampleCode: newCode, replaced: [{ oldCode: label }] }]);
});
