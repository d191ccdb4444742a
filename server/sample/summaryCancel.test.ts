import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import { detailPayload, freshCode, openDesk, summaryPayload, type Desk, type Door } from './deskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

async function received() {
  const summary = summaryPayload(desk, desk.master.single);
  const said = await desk.act('online', 'reception', 'summary.enter', summary);
  expect(said).toMatchObject({ status: 'applied' });
  const { requisitionCode, requisitionId, sampleCodes } = said.result;
  return { summary, taken: { requisitionCode, requisitionId, sampleCodes, reason: '扫错申请单' } };
}
const cancel = (payload: object, door: Door = 'online', opId: string = randomUUID()) =>
  desk.act(door, 'reception', 'summary.cancel', payload, { opId });
const today = async (): Promise<number> =>
  Number((await desk.rows<{ n: number }>(sql`select coalesce(sum(enter_count), 0)::int as n from entry_tally where enter_type = 1`))[0]?.n);

it('a reception that is taken back is none: no list has it, no count counts it, and its codes are received anew', async () => {
  for (const door of ['online', 'outbox', 'sealed'] as const) {
    const before = await today();
    const { summary, taken } = await received();
    const { requisitionCode, tubes } = summary;
    const sampleCode = tubes[0]!.sampleCode;
    const opId = randomUUID();
    expect(await cancel(taken, door, opId), door).toMatchObject({ status: 'applied', result: { requisitionCode } });
    // The answer that was lost is asked for again.
    expect(await cancel(taken, door, opId), door).toMatchObject({ status: 'applied', result: { requisitionCode } });
    expect((await desk.get('reception', 'enter-info/today-list', { requisitionCode })).data.records).toEqual([]);
    expect((await desk.get('reception', 'enter-info/get-summary-info', { requisitionCode })).data).toBeNull();
    expect((await desk.get('entry1', 'enter-info/single-enter-page', { requisitionCode })).data.records).toEqual([]);
    expect((await desk.get('reception', 'enter-info/find-code', { code: sampleCode })).data).toEqual([]);
    expect((await desk.get('admin', 'comprehensive-query/sample-receiv-page', { sampleCode }, 'search')).data.records).toEqual([]);
    const known = await (
      await desk.as('reception')
    ).post(callPath('sample', 'enter-info/known-codes', 'accession'), { requisitionCodes: [requisitionCode], sampleCodes: [sampleCode] });
    expect(known.json()).toMatchObject({ data: { requisitionCodes: [], sampleCodes: [] } });
    expect(await today()).toBe(before);

    // The same tube on the requisition it belongs to, and the same codes by whoever scans them.
    const right = await desk.act(door, 'entry1', 'summary.enter', { ...summary, requisitionCode: freshCode('A') });
    expect(right, door).toMatchObject({ status: 'applied' });
    // Whoever sends the old undo once more does not take back the new reception.
    const again = await desk.act(door, 'reception', 'summary.enter', {
      ...summary,
      personName: '受检另人',
      tubes: [{ ...tubes[0], sampleCode: freshCode('0'), testTubeNumber: freshCode('T') }],
    });
    expect(again, door).toMatchObject({ status: 'applied' });
    expect(await cancel(taken, door), door).toMatchObject({ status: 'refused', code: 'command.notFound' });
    expect((await desk.get('reception', 'enter-info/today-list', { requisitionCode })).data.records).toHaveLength(1);
    const audits = await desk.rows(sql`select action, reason from audit_entry where subject = ${requisitionCode} order by id`);
    expect(audits.map(({ action, reason }) => [action, reason])).toEqual([
      ['summary.enter', null],
      ['summary.cancel', '扫错申请单'],
      ['summary.enter', null],
    ]);
  }
});

it('stands where another took it in, or something has followed', async () => {
  const { summary, taken } = await received();
  expect(await desk.act('online', 'entry1', 'summary.cancel', taken)).toMatchObject({
    status: 'refused',
    code: 'cancel.notOwn',
    params: { by: '王敏' },
  });
  expect(await cancel({ ...taken, reason: '' })).toMatchObject({ status: 'refused' });
  expect(await desk.act('online', 'entry1', 'detail.enter', detailPayload(summary, 'nomal', 1))).toMatchObject({ status: 'applied' });
  expect(await cancel(taken)).toMatchObject({ status: 'refused', code: 'cancel.entered' });

  const rejected = await received();
  const rejection = { requisitionCode: rejected.taken.requisitionCode, rejectCode: 'REJ05', rejectReason: '空管', measure: 2 };
  expect(await desk.act('online', 'reception', 'summary.reject', rejection)).toMatchObject({ status: 'applied' });
  expect(await cancel(rejected.taken)).toMatchObject({ code: 'cancel.tooLate' });

  const replaced = await received();
  const [sampleCode] = replaced.taken.sampleCodes;
  expect(await desk.act('online', 'reception', 'sample.replaceCode', { sampleCode, newCode: freshCode('0'), reason: '标签破损' })).toMatchObject({
    status: 'applied',
  });
  expect(await cancel(replaced.taken)).toMatchObject({ code: 'cancel.replaced' });
});

it('one of an entry and an undo at the same moment is told that the other was first', async () => {
  for (let round = 0; round < 4; round++) {
    const { summary, taken } = await received();
    const [entry, undo] = await Promise.all([
      desk.act('online', 'entry1', 'detail.enter', detailPayload(summary, 'nomal', 1)),
      cancel(taken, 'outbox'),
    ]);
    expect([entry.status, undo.status].toSorted()).toEqual(['applied', 'refused']);
    const rows = await desk.rows(sql`select id from entry_pass where requisition_id = ${taken.requisitionId}`);
    expect(rows).toHaveLength(entry.status === 'applied' ? 1 : 0);
  }
});
