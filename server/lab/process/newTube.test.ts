import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDesk, type Desk } from '#server/sample/deskTesting.ts';
import { statusesOf, tasksOf, tubesAtDoor, waitingTasks, type StoredTask } from '../tasks/taskTesting.ts';
import { codesOf, processDesk } from './processTesting.ts';

let desk: Desk;
let acts: ReturnType<typeof processDesk>;
beforeAll(async () => {
  desk = await openDesk();
  acts = processDesk(desk);
});
afterAll(() => desk.close());

const receive = (code: string) => desk.act('online', 'lab', 'labTask.receive', { code });
const recordOf = async (task: StoredTask) => (await desk.rows(sql`select * from lab_process_record where ${task.id} = any(task_ids)`))[0]!;
const requestOf = async (task: StoredTask) =>
  (await desk.rows(sql`select * from lab_process_record where ${task.id} = any(task_ids) and kind = 2`))[0]!;
const name = (recordId: string, newSampleCode: string) => desk.act('online', 'lab', 'labProcess.resampleNew', { recordId, newSampleCode });
/** A tube whose task waits for another, and the person's other tube at the door. */
async function waiting(own: Record<string, unknown> = {}) {
  const person = { personName: '受检重采', birthDate: '1995-03-07', ...own };
  const { tasks, sampleCodes } = await waitingTasks(desk, { summary: { ...person, isUrgent: 1 } });
  const [task] = tasks as [StoredTask];
  expect(codesOf(await acts.resample([task]))).toEqual([null]);
  return { task, code: sampleCodes[0]!, person, record: await recordOf(task) };
}

it('a tube that was named ends the wait with its receipt, uncharged, and takes the urgency over', async () => {
  const { task, code, person, record } = await waiting();
  const drawn = await tubesAtDoor(desk, { summary: person });
  const [newCode] = drawn.sampleCodes as [string];
  expect(await name(record['id'], newCode)).toMatchObject({ status: 'applied', result: { recordState: 1 } });
  expect(await acts.states([code])).toEqual([8]);
  expect(await receive(newCode)).toMatchObject({ status: 'applied' });
  expect([await acts.states([code]), await statusesOf(desk, [code, newCode])]).toEqual([[7], [110, 104]]);
  expect((await tasksOf(desk, [newCode])).map(({ taskState, isUrgent }) => [taskState, isUrgent])).toEqual([[1, 1]]);
  expect(await recordOf(task)).toMatchObject({ state: 3, isBillable: 0, newSampleCode: newCode });
  const line = await desk.rows(
    sql`select a.act, a.note, a.to_status from sample_act a join sample s on s.id = a.sample_id where s.sample_code = ${code} order by a.id desc limit 1`,
  );
  expect(line).toEqual([{ act: 'labProcess.resampleNew', note: newCode, toStatus: 110 }]);
  // Its record is over: neither the request nor the stop it ended with is taken back.
  expect(codesOf(await acts.send('audit1', 'lab-process/resample-recovery', { recordIds: [record['id']], reason: '不需要' }))).toEqual([
    'process.closed',
  ]);
});

it('a tube that is here already ends it at once; another person’s, the old one and unknown ones are refused', async () => {
  const { code, person, record } = await waiting();
  const here = await waitingTasks(desk, { summary: person });
  const other = await waitingTasks(desk, { summary: { personName: '受检别人' } });
  const otherTest = await waitingTasks(desk, { commodities: ['BIO07'], summary: person });
  const id = record['id'] as string;
  expect((await name(id, 'NOBODY')).code).toBe('resample.noTube');
  expect((await name(id, code)).code).toBe('resample.sameTube');
  expect((await name(id, other.sampleCodes[0]!)).code).toBe('resample.otherPerson');
  expect((await name(id, otherTest.sampleCodes[0]!)).code).toBe('resample.otherPanels');
  expect(await name(id, here.sampleCodes[0]!)).toMatchObject({ status: 'applied', result: { recordState: 3 } });
  expect([await acts.states([code]), (await tasksOf(desk, here.sampleCodes))[0]?.isUrgent]).toEqual([[7], 1]);
});

it('a tube whose requisition names the first one ends the wait, where it is the same person’s', async () => {
  const { code, person } = await waiting();
  const reasons = { 'R-13': '步测' };
  const another = await tubesAtDoor(desk, { summary: { personName: '受检别人', isResample: 1, originalSampleCode: code, reasons } });
  await receive(another.sampleCodes[0]!);
  expect(await acts.states([code])).toEqual([8]);
  const drawn = await tubesAtDoor(desk, { summary: { ...person, isResample: 1, originalSampleCode: code } });
  await receive(drawn.sampleCodes[0]!);
  expect(await acts.states([code])).toEqual([7]);
});

it('a further tube of the requisition ends the wait; one that came before is a spare and is no new sample', async () => {
  const { sampleCodes } = await tubesAtDoor(desk, { tubes: 3 });
  const [first, spare, late] = sampleCodes as [string, string, string];
  await receive(first);
  await receive(spare);
  const [task] = (await tasksOf(desk, sampleCodes)) as [StoredTask];
  await acts.resample([task]);
  const record = await recordOf(task);
  expect((await name(record['id'], spare)).code).toBe('resample.spare');
  // A scan of the spare finds what is done to the tube it follows.
  expect((await desk.get('lab', 'lab-process/get-receiveInfo-by-labCode', { labCode: spare }, 'lab')).data).toMatchObject({
    primarySampleCode: first,
    tasks: [{ taskId: task.id, taskState: 8 }],
  });
  await receive(late);
  expect((await tasksOf(desk, sampleCodes)).map(({ sampleCode, taskState }) => [sampleCode, taskState])).toEqual([
    [first, 7],
    [late, 1],
  ]);
  expect(await statusesOf(desk, sampleCodes)).toEqual([110, 110, 104]);
});

it('a request is taken back as long as its tube is not here, and the clock runs again', async () => {
  const { task, code, person, record } = await waiting();
  const drawn = await tubesAtDoor(desk, { summary: person });
  await name(record['id'], drawn.sampleCodes[0]!);
  const [listed] = await acts.page('resample-record/recovery-page', { sampleCode: code });
  expect(listed).toMatchObject({ recordId: record['id'], notify: 2, isUntold: 1, newSampleCode: drawn.sampleCodes[0] });
  expect(codesOf(await acts.send('audit1', 'lab-process/resample-recovery', { recordIds: [record['id']], reason: '复检通过' }))).toEqual([null]);
  expect(await desk.rows(sql`select task_state, paused_time from lab_task where id = ${task.id}`)).toEqual([{ taskState: 1, pausedTime: null }]);
  expect(await acts.page('resample-record/recovery-page', { sampleCode: code })).toEqual([]);
  expect(await acts.page('resample-record/recovery-page', { sampleCode: code, recordState: '2' })).toHaveLength(1);
  expect(await acts.page('resample-record/resample-page', { sampleCode: code })).toHaveLength(1);
  await receive(drawn.sampleCodes[0]!);
  expect(await acts.states([code])).toEqual([1]);
});

it('a stop of what waits for a new tube ends the request with its reason, and taken back it waits for the tube again as before', async () => {
  const { task, code, person } = await waiting();
  const drawn = await tubesAtDoor(desk, { summary: person });
  await name((await recordOf(task))['id'], drawn.sampleCodes[0]!);
  await desk.orm
    .execute(sql`insert into sms_message (tenant_id, id, owner_id, is_resampling, is_sign, requisition_id, requisition_code, sample_code, contract_laboratory_id, sms_config_id, telephone, sms_content, state, not_before, trace, create_time, update_time)
    select '000000', p.id, p.id, 1, 0, p.requisition_id, p.requisition_code, p.sample_code, p.laboratory_id, '0', '13800000000', '请重新采样', 2, now(), '{}', now(), now() from lab_process_record p where ${task.id} = any(p.task_ids)`);
  const message = async () =>
    (
      await desk.rows<{ state: number }>(
        sql`select m.state from sms_message m join lab_process_record p on p.id = m.owner_id where ${task.id} = any(p.task_ids)`,
      )
    )[0]!.state;
  const before = await recordOf(task);
  await acts.stop([task], { reasonCode: 'STP01' });
  expect(await requestOf(task)).toMatchObject({ state: 3, closeReason: '送检方要求', newSampleCode: drawn.sampleCodes[0] });
  expect([await message(), await acts.page('resample-record/recovery-page', { sampleCode: code })]).toEqual([8, []]);
  const [stop] = await acts.page('stop-record/recovery-page', { sampleCode: code });
  expect((await acts.recoverStops([stop!['recordId']])).data).toMatchObject([{ status: 'applied' }]);
  expect(await acts.states([code])).toEqual([8]);
  const { version, updateTime, ...as } = before;
  expect([await requestOf(task), await message()]).toEqual([{ ...as, version: version + 2, updateTime: expect.anything() }, 2]);
  expect(updateTime).not.toBeNull();
  await receive(drawn.sampleCodes[0]!);
  expect([await acts.states([code]), (await requestOf(task))['state']]).toEqual([[7], 3]);
});

it('keeps the clock of a stop that is taken back while a new tube is waited for', async () => {
  const { task, code } = await waiting();
  await acts.stop([task]);
  const [stop] = await acts.page('stop-record/recovery-page', { sampleCode: code });
  await acts.recoverStops([stop!['recordId']]);
  expect((await desk.rows<{ paused: boolean }>(sql`select paused_time is not null as paused from lab_task where id = ${task.id}`))[0]?.paused).toBe(
    true,
  );
});
