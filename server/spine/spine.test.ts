import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cancelReceive } from '#domain/lab/labReceive.ts';
import { wayOf, type LabStatus } from '#domain/sample/sampleStatus.ts';
import { detailPayload, freshCode, openDesk, summaryPayload, type Desk } from '#server/sample/deskTesting.ts';
import { markOf } from './line.ts';
import { moveSamples } from './moveSamples.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const done = async (...act: Parameters<Desk['act']>) => expect(await desk.act(...act), act[2]).toMatchObject({ status: 'applied' });
const line = (sampleCode: string) =>
  desk.rows<{ act: string; fromStatus: LabStatus | null; toStatus: LabStatus | null; note: string | null; opId: string | null; userName: string }>(
    sql`select a.act, a.from_status, a.to_status, a.note, a.op_id, a.user_name from sample_act a join sample s on s.tenant_id = a.tenant_id and s.id = a.sample_id
      where s.sample_code = ${sampleCode} order by a.id`,
  );
const steps = async (sampleCode: string): Promise<string[]> =>
  (await line(sampleCode)).map(({ act, fromStatus, toStatus }) => `${act}${toStatus === null ? '' : ` ${fromStatus ?? ''}>${toStatus}`}`);

/** A tube that was received in the lab, by every act on the way. */
async function inTheLab() {
  const summary = summaryPayload(desk, desk.master.single);
  const { sampleCode } = summary.tubes[0]!;
  const handoverKey = randomUUID();
  await done('outbox', 'reception', 'summary.enter', summary);
  await done('outbox', 'entry1', 'detail.enter', detailPayload(summary, 'nomal', 1));
  await done('outbox', 'reception', 'handover.save', { handoverKey, commodityId: desk.master.single, sampleCodes: [sampleCode] });
  await done('outbox', 'reception', 'handover.sign', { handoverKey, signAccount: 'lab', signPassword: await desk.sealed(handoverKey) });
  await done('outbox', 'lab', 'labTask.receive', { code: sampleCode });
  return { summary, sampleCode };
}

it('every act of a tube stands on its line once, with the status it gave, also after its label was replaced', async () => {
  const { summary, sampleCode } = await inTheLab();
  await done('online', 'lab', 'labTask.cancelReceive', { sampleCode, reason: '误收' });
  const newCode = freshCode('0');
  await done('online', 'reception', 'sample.replaceCode', { sampleCode, newCode, reason: '标签破损' });
  await done('online', 'reception', 'summary.correct', {
    requisitionCode: summary.requisitionCode,
    values: { courierNumber: 'SF7701' },
    reason: '抄录错误',
  });
  expect(await steps(newCode)).toEqual([
    'summary.enter >101',
    'detail.enter 101>103',
    'handover.save',
    'handover.sign',
    'labTask.receive 103>104',
    'labTask.cancelReceive 104>103',
    'sample.replaceCode',
    'summary.correct',
  ]);
  const told = await line(newCode);
  expect(told[5]).toMatchObject({ note: '误收', userName: (await desk.me('lab')).name });
  const keys = told.map(({ opId }) => opId);
  expect(new Set(keys).size).toBe(told.length);
  const ledger = await desk.rows<{ opId: string }>(sql`select op_id from client_op where op_id = any(${sql.param(keys)}::text[])`);
  expect(ledger).toHaveLength(told.length);
});

it('a rejection names its reason, of a known tube and of one that nobody knew', async () => {
  const summary = summaryPayload(desk, desk.master.single);
  const unknown = freshCode('A');
  const reason = { rejectCode: 'REJ05', rejectReason: '空管', measure: 2 };
  await done('online', 'reception', 'summary.enter', summary);
  await done('online', 'reception', 'summary.reject', { requisitionCode: summary.requisitionCode, ...reason });
  await done('online', 'reception', 'summary.reject', { requisitionCode: unknown, ...reason });
  expect(await steps(summary.tubes[0]!.sampleCode)).toEqual(['summary.enter >101', 'summary.reject 101>111']);
  expect(await line(unknown)).toMatchObject([{ act: 'summary.reject', fromStatus: null, toStatus: 111, note: '空管' }]);
});

it('the last step on a line is where the tube stands, of invented ones, too', async () => {
  const differing = await desk.rows(
    sql`select s.sample_code, s.lab_status, a.to_status from sample s left join lateral (select a.to_status from sample_act a
      where a.tenant_id = s.tenant_id and a.sample_id = s.id and a.to_status is not null order by a.id desc limit 1) a on true
      where least(s.lab_status, 104 + 7 * (s.lab_status / 111)) is distinct from a.to_status`,
  );
  expect(differing).toEqual([]);
});

it('takes several steps of a tube in their order, and none that is illegal or begins elsewhere', async () => {
  const { sampleCode } = await inTheLab();
  const { orm } = desk;
  const user = { ...(await desk.me('lab')), tenantId: '000000', account: 'lab', permissions: new Set<string>() };
  const acting = { user, now: '2026-11-20 09:00:00', occurredAt: null, deviceId: null };
  const mark = markOf(cancelReceive, { acting: acting as never, opId: 'steps' });
  const move = (from: LabStatus, to: LabStatus) =>
    orm.transaction((tx) =>
      moveSamples(
        tx,
        '000000',
        wayOf(sampleCode, from, to).map((one) => ({ move: one, mark })),
      ),
    );
  await move(104, 108);
  expect((await steps(sampleCode)).slice(-3).map((one) => one.split(' ')[1])).toEqual(['104>106', '106>107', '107>108']);
  await expect(move(104, 106)).rejects.toThrow('not where they were read');
  const illegal = { move: { sampleCode, from: 108, to: 103 } as const, mark };
  await expect(orm.transaction((tx) => moveSamples(tx, '000000', [illegal]))).rejects.toThrow('illegal move');
  expect(await desk.rows(sql`select lab_status from sample where sample_code = ${sampleCode}`)).toEqual([{ labStatus: 108 }]);
  await orm.execute(sql`delete from sample_act where op_id = 'steps'`);
  await orm.execute(sql`update sample set lab_status = 104 where sample_code = ${sampleCode}`);
});
