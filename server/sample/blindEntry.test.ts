import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toCorrect } from '#domain/sample/entryContracts.ts';
import { detailPayload, openDesk, summaryPayload, type Account, type Desk } from './deskTesting.ts';
import { nowSql } from '#server/storage/clock.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

/** Values that nothing but the first pass holds, one of each kind that could slip through. */
const secret = {
  personName: '密卷壹',
  telephone: '19900007771',
  birthDate: '1929-02-17',
  age: 97,
  doctorName: '独见医生',
  patientNo: 'MZ777111',
  department: '唯一科',
  clinicalDiagnosis: '仅一录所见',
  credentialType: 2,
  credentialNo: 'E77711177',
  medicalHistory: '独有病史',
  collectorName: '独见采样',
  samplingTime: '2026-01-02 03:04:05',
};
const needles = [...Object.values(secret).filter((value) => typeof value === 'string'), '"age":97'];
const leaksIn = (body: string): string[] => needles.filter((needle) => body.includes(needle));

/** Every answer a second clerk can get about a requisition, whatever they ask. */
async function everything(account: Account, requisitionCode: string): Promise<Record<string, string>> {
  const [requisition] = await desk.rows<{ id: string }>(sql`select id from requisition where requisition_code = ${requisitionCode}`);
  const asked: [string, Record<string, string>, ('sample' | 'lab' | 'search')?][] = [
    ...(['1', '2'] as const).map((pass): [string, Record<string, string>] => [
      'enter-info/get-detail-info',
      { requisitionCode, enterStandard: 'monogenic', pass },
    ]),
    ['enter-info/get-summary-info', { requisitionCode }],
    ['enter-info/get-summary-info-by-customer-info-id', { customerInfoId: requisition?.id ?? '' }],
    ['enter-info/today-list', { size: '500' }],
    ['enter-info/double-enter-page', { size: '500' }],
    ['enter-info/double-enter-page', { pass: '2', size: '500' }],
    ['enter-info/double-enter-page', { pass: 'mine', size: '500' }],
    ['enter-info/single-enter-page', { size: '500' }],
    ['enter-info/arbitration-page', { size: '500' }],
    ['enter-info/arbitration-detail', { requisitionCode }],
    ['offline/worklist', { name: 'entry1' }],
    ['offline/worklist', { name: 'entry2' }],
    ['sample-handover/no-handover-page', { size: '500' }],
    ['lab-task/today-receive-page', {}, 'lab'],
    ['comprehensive-query/sample-receiv-page', { pageSize: '500' }, 'search'],
    ['comprehensive-query/enter-statistics-list', { pageSize: '500' }, 'search'],
  ];
  const bodies: Record<string, string> = {};
  for (const [path, query, service] of asked) {
    const answer = await desk.get(account, path, query, service);
    // What a clerk may not ask at all leaks nothing; everything else must really have answered.
    expect(answer.status, path).toBe(path.includes('arbitration') || service === 'search' ? 403 : 200);
    bodies[`${path} ${JSON.stringify(query)}`] = answer.body;
  }
  return bodies;
}

async function received(): Promise<ReturnType<typeof summaryPayload>> {
  const summary = summaryPayload(desk, desk.master.double, { personName: '受检甲甲', telephone: `1990${String(Date.now()).slice(-7)}` });
  expect((await desk.act('online', 'reception', 'summary.enter', summary)).status).toBe('applied');
  return summary;
}
const reasons = { 'R-01': '按单录入', 'R-02': '按单录入', 'R-03': '按单录入', 'R-04': '按单录入', 'R-09': '按单录入', 'C-NAME': '按单录入' };
const firstPass = (summary: ReturnType<typeof summaryPayload>) => detailPayload(summary, 'monogenic', 1, secret, { reasons });

describe('the second clerk', () => {
  it('gets nothing of the first pass before, while and after they enter their own', async () => {
    const summary = await received();
    expect(await desk.act('online', 'entry1', 'detail.enter', firstPass(summary))).toMatchObject({ status: 'applied' });
    const before = await everything('entry2', summary.requisitionCode);
    for (const [asked, body] of Object.entries(before)) expect(leaksIn(body), asked).toEqual([]);
    const entered = await desk.act('outbox', 'entry2', 'detail.enter', detailPayload(summary, 'monogenic', 2));
    expect(entered).toMatchObject({
      status: 'applied',
      result: { entryState: 3, differing: expect.arrayContaining(['personName', 'telephone', 'doctorName']) },
    });
    expect(leaksIn(JSON.stringify(entered))).toEqual([]);
    const own = await desk.get('entry2', 'enter-info/get-detail-info', { requisitionCode: summary.requisitionCode, pass: '2' });
    expect(own.data).toMatchObject({ own: { values: { telephone: summary.telephone } }, differing: expect.arrayContaining(['personName']) });
    for (const [asked, body] of Object.entries(await everything('entry2', summary.requisitionCode))) expect(leaksIn(body), asked).toEqual([]);
    const corrected = await desk.act('online', 'entry2', 'detail.correct', { requisitionCode: summary.requisitionCode, values: {} });
    expect(corrected).toMatchObject({ status: 'applied', result: { entryState: 4 } });
    expect(leaksIn(JSON.stringify(corrected))).toEqual([]);
    for (const path of ['comprehensive-query/sample-receiv-page', 'comprehensive-query/enter-statistics-list'])
      expect(leaksIn((await desk.get('audit1', path, { pageSize: '500' }, 'search')).body), path).toEqual([]);
    // The needles are real: who decides does see them.
    expect(leaksIn((await desk.get('audit1', 'enter-info/arbitration-detail', { requisitionCode: summary.requisitionCode })).body)).toEqual(needles);
    for (const [asked, body] of Object.entries(await everything('entry2', summary.requisitionCode))) expect(leaksIn(body), asked).toEqual([]);
  });

  it('gets nothing of it from a refusal either, nor after an entry was settled and withdrawn', async () => {
    const summary = await received();
    await desk.act('online', 'entry1', 'detail.enter', firstPass(summary));
    for (const tried of [
      detailPayload(summary, 'monogenic', 1),
      detailPayload(summary, 'monogenic', 2, { personName: '' }),
      detailPayload(summary, 'nipt', 2),
    ]) {
      const said = await desk.act('online', 'entry2', 'detail.enter', tried);
      expect(said.status).not.toBe('applied');
      expect(leaksIn(JSON.stringify(said))).toEqual([]);
    }
    expect(await desk.act('online', 'entry2', 'detail.enter', { ...firstPass(summary), pass: 2 })).toMatchObject({
      status: 'applied',
      result: { entryState: 5, labStatus: 103 },
    });
    const [settled] = await desk.rows(
      sql`select person_name, telephone, detail from requisition where requisition_code = ${summary.requisitionCode}`,
    );
    expect(settled).toMatchObject({ personName: '密卷壹', telephone: '19900007771', detail: { medicalHistory: '独有病史' } });
    expect((await desk.act('online', 'audit1', 'detail.remove', { requisitionCode: summary.requisitionCode, pass: 2, reason: '录错' })).status).toBe(
      'applied',
    );
    const [back] = await desk.rows(
      sql`select person_name, telephone, detail, entry_state, second_user_name from requisition where requisition_code = ${summary.requisitionCode}`,
    );
    expect(back).toMatchObject({ personName: '受检甲甲', telephone: summary.telephone, detail: null, entryState: 1, secondUserName: null });
    for (const [asked, body] of Object.entries(await everything('entry2', summary.requisitionCode))) expect(leaksIn(body), asked).toEqual([]);
    const passes = await desk.rows(
      sql`select pass_no, revision, kind from entry_pass p join requisition r on r.id = p.requisition_id where requisition_code = ${summary.requisitionCode} order by pass_no, revision`,
    );
    expect(passes).toEqual([
      { passNo: 1, revision: 1, kind: 1 },
      { passNo: 2, revision: 1, kind: 1 },
      { passNo: 2, revision: 2, kind: 4 },
    ]);
  });

  it("is another person, also from his own desk's queue", async () => {
    const summary = await received();
    const { requisitionCode } = summary;
    const has = async (account: Account, name: string) =>
      (await desk.get(account, 'offline/worklist', { name })).data.some(
        (row: { requisitionCode: string }) => row.requisitionCode === requisitionCode,
      );
    expect([await has('entry1', 'entry1'), await has('entry1', 'entry2')]).toEqual([true, true]);
    await desk.act('online', 'entry1', 'detail.enter', detailPayload(summary, 'monogenic', 1));
    expect([await has('entry1', 'entry1'), await has('entry1', 'entry2'), await has('entry2', 'entry1'), await has('entry2', 'entry2')]).toEqual([
      false,
      false,
      false,
      true,
    ]);
    for (const door of ['online', 'outbox'] as const)
      expect(await desk.act(door, 'entry1', 'detail.enter', detailPayload(summary, 'monogenic', 2))).toMatchObject({
        status: 'refused',
        code: 'detail.samePerson',
      });
  });
});

describe('a dispute', () => {
  it('is corrected once and then decided by a third person, who alone sees both', async () => {
    const summary = await received();
    const { requisitionCode } = summary;
    await desk.act('online', 'entry2', 'detail.enter', detailPayload(summary, 'monogenic', 2, { doctorName: '凌医生' }));
    await desk.act('online', 'entry1', 'detail.enter', detailPayload(summary, 'monogenic', 1, { telephone: '19900005678' }));
    expect(await desk.act('online', 'entry1', 'detail.correct', { requisitionCode, values: {} })).toMatchObject({ code: 'detail.notYours' });
    expect(await desk.act('online', 'entry2', 'detail.correct', { requisitionCode, values: { telephone: '19900005678' } })).toMatchObject({
      status: 'applied',
      result: { entryState: 4, differing: ['doctorName'] },
    });
    expect(await desk.act('online', 'entry2', 'detail.correct', { requisitionCode, values: { doctorName: '林医生' } })).toMatchObject({
      status: 'conflict',
      code: 'detail.notPendingCorrection',
    });
    const page = await desk.get('audit1', 'enter-info/arbitration-page', { requisitionCode });
    expect(page.data.records).toMatchObject([
      {
        requisitionCode,
        fieldCount: 1,
        isMine: 0,
        state: 2,
        tubes: summary.tubes.map(({ sampleCode }) => ({ sampleCode, labStatus: 101, isInHandover: false })),
      },
    ]);
    const detail = await desk.get('audit1', 'enter-info/arbitration-detail', { requisitionCode });
    expect(detail.data.differences).toEqual([{ field: 'doctorName', label: ['送检医生', 'Doctor'], value1: '林医生', value2: '凌医生' }]);
    expect((await desk.get('entry1', 'enter-info/arbitration-detail', { requisitionCode })).status).toBe(403);
    expect(
      await desk.act('online', 'entry1', 'detail.arbitrate', { requisitionCode, decisions: [{ field: 'doctorName', choice: 1 }] }),
    ).toMatchObject({ code: '403' });
    expect(
      await desk.act('online', 'audit1', 'detail.arbitrate', { requisitionCode, decisions: [{ field: 'doctorName', choice: 3, value: '陵医生' }] }),
    ).toMatchObject({ status: 'refused', code: 'detail.decisionMissing' });
    expect(
      await desk.act('online', 'audit1', 'detail.arbitrate', {
        requisitionCode,
        decisions: [{ field: 'doctorName', choice: 3, value: '陵医生', reason: '电话核实' }],
      }),
    ).toMatchObject({ status: 'applied', result: { labStatus: 103 } });
    const [row] = await desk.rows(
      sql`select r.doctor_name, r.telephone, c.state, c.first_fields, c.decisions, c.arbitrator_name from requisition r join entry_comparison c on c.requisition_id = r.id where r.requisition_code = ${requisitionCode}`,
    );
    expect(row).toMatchObject({
      doctorName: '陵医生',
      telephone: '19900005678',
      state: 3,
      firstFields: ['telephone', 'doctorName'],
      arbitratorName: (await desk.me('audit1')).name,
      decisions: [{ reason: '电话核实' }],
    });
  });
  it('is not decided by an administrator who made one of the passes', async () => {
    const summary = await received();
    const { requisitionCode } = summary;
    await desk.act('online', 'admin', 'detail.enter', detailPayload(summary, 'monogenic', 1));
    await desk.act('online', 'entry2', 'detail.enter', detailPayload(summary, 'monogenic', 2, { doctorName: '凌医生' }));
    await desk.act('online', 'entry2', 'detail.correct', { requisitionCode, values: {} });
    expect(await desk.act('online', 'admin', 'detail.arbitrate', { requisitionCode, decisions: [{ field: 'doctorName', choice: 1 }] })).toMatchObject(
      { status: 'refused', code: 'detail.ownPass' },
    );
    expect((await desk.get('admin', 'enter-info/arbitration-detail', { requisitionCode })).status).toBe(403);
  });
});

it('shows which pass is missing, who made the other, and who has it open', async () => {
  const summary = await received();
  const { requisitionCode } = summary;
  const row = async (account: Account) => (await desk.get(account, 'enter-info/double-enter-page', { requisitionCode })).data.records[0];
  expect(await row('entry1')).toMatchObject({ missing: [1, 2], firstBy: null, lockedBy: null, isMine: 0 });
  expect((await desk.get('entry1', 'enter-info/get-detail-info', { requisitionCode, pass: '1' })).data).toMatchObject({ lockedBy: null, own: null });
  expect(await row('entry1')).toMatchObject({ lockedBy: null });
  expect(await row('entry2')).toMatchObject({ lockedBy: (await desk.me('entry1')).name, lockedPass: 1 });
  expect((await desk.get('entry2', 'enter-info/get-detail-info', { requisitionCode, pass: '1' })).data).toMatchObject({
    lockedBy: (await desk.me('entry1')).name,
  });
  await desk.act('online', 'entry1', 'detail.enter', detailPayload(summary, 'monogenic', 1));
  expect(await row('entry2')).toMatchObject({ missing: [2], firstBy: (await desk.me('entry1')).name, lockedBy: null });
  // Whose second pass is missing is nothing to correct for who made the first.
  const own = (await desk.get('entry1', 'enter-info/double-enter-page', { ...toCorrect, size: '500' })).data;
  expect([own.total, own.records.map((each: { requisitionCode: string }) => each.requisitionCode)]).toEqual([
    own.records.length,
    expect.not.arrayContaining([requisitionCode]),
  ]);
  await desk.orm.execute(
    sql`insert into entry_lock (tenant_id, requisition_id, pass_no, user_id, user_name, until_time) select tenant_id, id, 2, 5, '过期', ${nowSql} - interval '1 minute' from requisition where requisition_code = ${requisitionCode}`,
  );
  expect(await row('entry2')).toMatchObject({ lockedBy: null });
  expect((await desk.get('entry2', 'enter-info/get-detail-info', { requisitionCode, enterStandard: 'nipt', pass: '2' })).status).toBe(409);
});
