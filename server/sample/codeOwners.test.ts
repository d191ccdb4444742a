import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeType } from '#domain/code/codeStyle.ts';
import { callPath } from '#domain/kernel/services.ts';
import { resourceByName } from '#domain/resources.ts';
import { insertRows } from '#server/storage/insertRows.ts';
import { freshCode, openDesk, summaryPayload, type Account, type Desk, type Door, type Said } from './deskTesting.ts';

let desk: Desk;
let [other, third, elsewhere] = ['', '', ''];
beforeAll(async () => {
  desk = await openDesk();
  const clients = await desk.rows<{ id: string }>(
    sql`select id::text as id from send_sample_client where is_disable = 0 and id <> ${desk.master.clientId} order by id limit 2`,
  );
  [other, third] = clients.map(({ id }) => id) as [string, string];
  const [laboratory] = await desk.rows<{ id: string }>(sql`select id::text as id from laboratory where laboratory_code = 'BJ02'`);
  elsewhere = laboratory!.id;
  const own = { codeType: codeType.requisition, digits: 6, firstNumber: 1, lastNumber: 500 };
  await code('admin', 'number-segment/save', { ...own, segmentName: '甲院申请单', prefix: 'QA', sendSampleClientId: other });
  await code('admin', 'number-segment/save', { ...own, segmentName: '乙院申请单', prefix: 'QB', sendSampleClientId: third, laboratoryId: elsewhere });
  await code('admin', 'number-segment/save', { ...own, segmentName: '自用申请单', prefix: 'QZ' });
  await code('admin', 'number-segment/save', { ...own, segmentName: '甲院样本', prefix: 'SA', sendSampleClientId: other, codeType: codeType.sample });
});
afterAll(() => desk.close());

async function code(account: Account, path: string, body: object): Promise<any> {
  const answer = await (await desk.as(account)).post(callPath('code', path, 'accession'), body, { 'idempotency-key': randomUUID() });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}
const doors: readonly Door[] = ['online', 'outbox', 'sealed'];
let number = 0;
const next = (prefix: string): string => `${prefix}${String((number += 1)).padStart(6, '0')}`;
const enter = (door: Door, account: Account, requisitionCode: string, sendSampleClientId: string, more: object = {}): Promise<Said> =>
  desk.act(door, account, 'summary.enter', { ...summaryPayload(desk, desk.master.single), requisitionCode, sendSampleClientId, ...more });
const tube = (sampleCode: string) => ({
  tubes: [{ sampleCode, sampleClassId: desk.master.blood, sampleQuantity: 1, sampleVolume: 5, testTubeNumber: freshCode('T') }],
});
const whyOf = ({ status, code: refusal, problems = [] }: Said) => [
  status,
  refusal,
  ...problems.map(({ field, params }: any) => [field, params.rule, params.severity, params.text[0]]),
];

describe.each(doors)('R-07, %s', (door) => {
  it('takes in what is of the client, and whatever nobody has a segment for', async () => {
    const [a, sa] = [next('QA'), next('SA')];
    expect((await enter(door, 'reception', a, other, tube(sa))).status).toBe('applied');
    expect((await enter(door, 'reception', freshCode('P'), desk.master.clientId)).status).toBe('applied');
    expect((await enter(door, 'reception', next('QB'), third, { contractLaboratoryId: elsewhere })).status).toBe('applied');
    expect((await enter(door, 'reception', freshCode('P'), third)).status).toBe('applied');
  });

  it("refuses another client's, what lies beyond the client's own, and another laboratory's", async () => {
    const [a, b, sa, strange] = [next('QA'), next('QB'), next('SA'), freshCode('P')];
    const blocked = (field: string, text: string) => ['refused', 'entry.blocked', [field, 'R-07', 'block', text]];
    expect(whyOf(await enter(door, 'reception', a, desk.master.clientId))).toEqual(
      blocked('requisitionCode', `申请单条码 ${a} 属于其他送检单位的号段`),
    );
    expect(whyOf(await enter(door, 'reception', b, third))).toEqual(blocked('requisitionCode', `申请单条码 ${b} 所属号段不用于该检验所`));
    expect(whyOf(await enter(door, 'reception', strange, other, tube(sa)))).toEqual(
      blocked('requisitionCode', `申请单条码 ${strange} 不在该送检单位的号段内`),
    );
    expect(whyOf(await enter(door, 'reception', freshCode('P'), desk.master.clientId, tube(sa)))).toEqual(
      blocked('sampleCode', `样本条码 ${sa} 属于其他送检单位的号段`),
    );
    expect(whyOf(await enter(door, 'reception', 'QA000501', other, tube(next('SA'))))).toEqual(
      blocked('requisitionCode', '申请单条码 QA000501 不在该送检单位的号段内'),
    );
    // A reason alone does not help who may not overrule it.
    expect((await enter(door, 'reception', a, desk.master.clientId, { reasons: { 'R-07': '借用' } })).code).toBe('entry.blocked');
  });

  it('lets an administrator overrule it with a reason, which stays with the requisition', async () => {
    const foreign = next('QA');
    const asked = whyOf(await enter(door, 'admin', foreign, desk.master.clientId));
    expect(asked).toEqual(['refused', 'entry.needsReason', ['requisitionCode', 'R-07', 'warn', `申请单条码 ${foreign} 属于其他送检单位的号段`]]);
    expect((await enter(door, 'admin', foreign, desk.master.clientId, { reasons: { 'R-07': '借用甲院条码' } })).status).toBe('applied');
    const [row] = await desk.rows(sql`select explained from requisition where requisition_code = ${foreign}`);
    expect(row?.['explained']).toMatchObject([{ rule: 'R-07', reason: '借用甲院条码' }]);
  });

  it('knows void numbers, and those of ours that were printed for somebody', async () => {
    const given = await code('reception', 'sample-code-apply/apply', { clientId: other, codeType: codeType.requisition, quantity: 1 });
    await code('reception', 'sample-code-apply/void', { applyId: given.applyId, codes: [given.firstCode], reason: '标签破损' });
    expect(whyOf(await enter(door, 'reception', given.firstCode, other, tube(next('SA'))))).toEqual([
      'refused',
      'entry.blocked',
      ['requisitionCode', 'R-07', 'block', `申请单条码 ${given.firstCode} 已作废`],
    ]);
    const ours = await code('reception', 'sample-code-apply/apply', { clientId: desk.master.clientId, codeType: codeType.requisition, quantity: 1 });
    expect(ours.firstCode).toMatch(/^QZ/);
    expect((await enter(door, 'reception', ours.firstCode, third)).code).toBe('entry.blocked');
    expect((await enter(door, 'reception', ours.firstCode, desk.master.clientId)).status).toBe('applied');
  });
});

describe("another tenant's segments", () => {
  const stranger = { id: '991', name: '别家妇幼保健院' };
  beforeAll(async () => {
    const at = { tenantId: '000077', userId: '0', now: '2026-11-01 08:00:00' };
    const row = { digits: 6, firstNumber: 1, lastNumber: 900, sendSampleClientId: stranger.id };
    await desk.database.transaction(async (tx) => {
      await insertRows(tx, resourceByName('sendSampleClient'), [{ id: stranger.id, clientCode: 'S1', clientName: stranger.name }], at);
      // One of codes nobody here has, one that lies over ours.
      await insertRows(
        tx,
        resourceByName('numberSegment'),
        [
          { id: '992', segmentName: '别家申请单', codeType: codeType.requisition, prefix: 'XT', ...row },
          { id: '993', segmentName: '别家重号', codeType: codeType.requisition, prefix: 'QA', ...row },
        ],
        at,
      );
    });
  });
  const namesNobody = (said: unknown): void => {
    // Whole numbers: any id may hold these digits within.
    expect(JSON.stringify(said)).not.toMatch(new RegExp(`${stranger.name}|别家|(?<!\\d)(?:${stranger.id}|000077)(?!\\d)`));
  };

  it.each(doors)('make no code of theirs one of ours, and nobody is named, %s', async (door) => {
    const code = next('XT');
    const refused = await enter(door, 'reception', code, other, tube(next('SA')));
    expect(whyOf(refused)).toEqual(['refused', 'entry.blocked', ['requisitionCode', 'R-07', 'block', `申请单条码 ${code} 不在该送检单位的号段内`]]);
    namesNobody(refused);
    // Whoever has no codes of their own brings what they have: to refuse would tell one house of another's numbers.
    const unknown = await enter(door, 'reception', code, desk.master.clientId);
    expect(unknown.status).toBe('applied');
    namesNobody(unknown);
    // Their client is none here, and their range takes nothing from ours.
    const theirs = await enter(door, 'reception', next('XT'), stranger.id);
    expect(theirs.status).not.toBe('applied');
    expect(JSON.stringify(theirs)).not.toContain(stranger.name);
    expect((await enter(door, 'reception', next('QA'), other, tube(next('SA')))).status).toBe('applied');
  });

  it('never come to a desk of ours, nor do their numbers to anybody who asks for them here', async () => {
    const admin = await desk.as('admin');
    const { data } = (await admin.get(callPath('base', 'offline/changes', 'accession'), { resources: 'numberSegment,sendSampleClient' })).json();
    expect(data.rows.numberSegment.length).toBeGreaterThan(3);
    namesNobody(data.rows.numberSegment);
    expect(JSON.stringify(data.rows.sendSampleClient)).not.toContain(stranger.name);
    expect((await admin.get(callPath('code', 'number-segment/detail', 'accession'), { segmentId: '992' })).statusCode).toBe(404);
    namesNobody((await admin.get(callPath('code', 'number-segment/page', 'accession'), { prefix: 'XT', size: '100' })).json().data);
  });
});
