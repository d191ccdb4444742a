import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesOf, pricedFor, staleLines } from '#server/bill/lines/linesTesting.ts';
import { statusesOf, tasksOf, tubesAtDoor, waitingTasks } from '#server/lab/tasks/taskTesting.ts';
import { changeItems } from '../change/changeTesting.ts';
import { hoursAgo, openDesk, type Account, type Desk } from '../deskTesting.ts';

let desk: Desk;
/** A further laboratory of the group, and an outside one. */
let [inner, outer] = ['', ''];
beforeAll(async () => {
  desk = await openDesk();
  const rows = await desk.rows<{ id: string; executeType: number }>(
    sql`select id::text as id, execute_type::int as execute_type from laboratory where tenant_id = '000000' and id <> ${desk.master.laboratoryId} and coalesce(is_disable, 0) = 0 order by id`,
  );
  inner = rows.find(({ executeType }) => executeType === 1)!.id;
  outer = rows.find(({ executeType }) => executeType === 2)!.id;
  await desk.orm.execute(sql`delete from price_policy where tenant_id = '000000'`);
  await pricedFor(desk, desk.master.single, 118_000);
});
afterAll(() => desk.close());

const act = (account: Account, verb: 'send' | 'pass' | 'cancel', payload: object) => desk.act('online', account, `entrust.${verb}`, payload);
const send = (sampleCode: string, entrustedLaboratoryId: string, more: object = {}, account: Account = 'reception') =>
  act(account, 'send', { sampleCode, entrustedLaboratoryId, ...more });
const idOf = async (sampleCode: string): Promise<string> =>
  (await desk.rows<{ id: string }>(sql`select id::text as id from entrust_record where sample_code = ${sampleCode} order by id desc limit 1`))[0]!.id;
const cancel = async (sampleCode: string) => act('reception', 'cancel', { id: await idOf(sampleCode), reason: '路线取消' });
/** All of a tube that entrusting may touch. */
async function standing(sampleCode: string) {
  const [tube] = await desk.rows(sql`select lab_status, execute_laboratory_id, lab_code from sample where sample_code = ${sampleCode}`);
  const tasks = await tasksOf(desk, [sampleCode]);
  const items = await desk.rows(
    sql`select commodity_id, item_state, handover_id from sample_item where sample_code = ${sampleCode} order by commodity_id`,
  );
  const lines = await desk.rows(sql`select l.commodity_id, l.state, l.charge_type, l.price, l.execute_laboratory_id from sales_line l
    join sample s on s.requisition_id = l.requisition_id where s.sample_code = ${sampleCode} order by l.id`);
  return { tube, tasks: tasks.map(({ id, taskState, laboratoryId, labCode }) => ({ id, taskState, laboratoryId, labCode })), items, lines };
}
async function limited(account: Account, laboratoryId: string): Promise<() => Promise<unknown>> {
  const { id } = await desk.me(account);
  await desk.orm.execute(
    sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${id}, 'laboratory', ${sql.param([laboratoryId])}::bigint[])`,
  );
  return () => desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
}

describe('a tube that is entrusted', () => {
  it('within the group: it is received here no more, and tested there once it was taken in', async () => {
    const { sampleCodes } = await tubesAtDoor(desk);
    const [code] = sampleCodes as [string];
    const before = await standing(code);
    expect(await send(code, desk.master.laboratoryId)).toMatchObject({ code: 'entrust.same' });
    const both = await Promise.all([send(code, inner), send(code, inner, {}, 'admin')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['applied', 'conflict']);
    expect(await desk.act('online', 'lab', 'labTask.receive', { code })).toMatchObject({ code: 'entrust.pending' });
    expect(await standing(code)).toEqual(before);
    expect(await act('lab', 'pass', { id: await idOf(code) })).toMatchObject({ status: 'applied' });
    expect((await standing(code)).tube).toMatchObject({ executeLaboratoryId: inner });
    expect(await act('lab', 'pass', { id: await idOf(code) })).toMatchObject({ status: 'conflict', code: 'entrust.settled' });
    expect(await send(code, outer)).toMatchObject({ code: 'entrust.already' });
    const received = await desk.act('online', 'lab', 'labTask.receive', { code });
    expect(received).toMatchObject({ status: 'applied' });
    expect((await tasksOf(desk, [code])).map(({ laboratoryId }) => laboratoryId)).toEqual([inner]);
    // Nobody has begun: it comes home with its tasks.
    expect(await cancel(code)).toMatchObject({ status: 'applied' });
    expect((await tasksOf(desk, [code])).map(({ laboratoryId }) => laboratoryId)).toEqual([desk.master.laboratoryId]);
    expect(await statusesOf(desk, [code])).toEqual([104]);
    expect(await staleLines(desk, [code])).toEqual([]);
  });

  it('is awaited by who is to receive it, until it is there or comes home', async () => {
    const [code] = (await tubesAtDoor(desk)).sampleCodes as [string];
    const awaited = () =>
      desk.rows(sql`select e.state::int as state, e.laboratory_id::text as laboratory_id, e.sample_id is not null as is_here, e.close_reason,
        e.expect_time = n.entrust_time + interval '1 day' as is_tomorrow from expected_sample e join entrust_record n on n.id::text = e.external_key
        where e.source = 5 and e.bar_code = ${code} order by e.id`);
    await send(code, outer);
    await cancel(code);
    expect(await awaited()).toEqual([]);
    await send(code, inner);
    const line = { laboratoryId: inner, isTomorrow: true };
    expect(await awaited()).toEqual([{ ...line, state: 0, isHere: false, closeReason: null }]);
    await desk.orm.execute(sql`update expected_sample set expect_time = ${hoursAgo(60)} where bar_code = ${code}`);
    const listed = async () => (await desk.get('reception', 'sample-receive/not-receive-page', { kind: '2', sampleCode: code })).data.records;
    expect(await listed()).toMatchObject([{ source: 5, sampleCode: code, thirdBarCode: null, isStay: 1, laboratoryId: inner }]);
    await act('lab', 'pass', { id: await idOf(code) });
    expect(await listed()).toEqual([]);
    expect(await awaited()).toMatchObject([{ state: 1, isHere: true }]);
    await cancel(code);
    expect(await awaited()).toMatchObject([{ state: 2, isHere: false, closeReason: '路线取消' }]);
  });

  it('to an outside laboratory: bought in, its tasks void, and all back as it was', async () => {
    const { sampleCodes, tasks } = await waitingTasks(desk);
    const [code] = sampleCodes as [string];
    const before = await standing(code);
    await send(code, outer);
    expect(await act('lab', 'pass', { id: await idOf(code) })).toMatchObject({ code: 'entrust.noProof' });
    await cancel(code);
    await send(code, outer, { courierNumber: 'SF1234567890' });
    expect(await act('lab', 'pass', { id: await idOf(code) })).toMatchObject({ status: 'applied' });
    expect(await tasksOf(desk, [code])).toMatchObject([{ id: tasks[0]!.id, taskState: 9 }]);
    expect(await linesOf(desk, code)).toMatchObject([{ chargeType: 1 }]);
    expect(await staleLines(desk, [code])).toEqual([]);
    expect(await cancel(code)).toMatchObject({ status: 'applied' });
    expect(await standing(code)).toEqual(before);
  });

  it('comes home without the task whose items were taken off meanwhile', async () => {
    const { requisitionCode, sampleCodes } = await waitingTasks(desk);
    const [code] = sampleCodes as [string];
    const [other] = await desk.rows<{ id: string }>(
      sql`select id::text as id from commodity where tenant_id = '000000' and commodity_code = 'BIO07'`,
    );
    const states = async () => (await tasksOf(desk, [code])).map(({ taskState }) => taskState);
    await changeItems(desk, requisitionCode, { add: [other!.id] });
    await send(code, outer, { courierNumber: 'SF1' });
    expect(await act('lab', 'pass', { id: await idOf(code) })).toMatchObject({ status: 'applied' });
    expect(await states()).toEqual([9, 9]);
    await changeItems(desk, requisitionCode, { remove: [other!.id] });
    expect(await cancel(code)).toMatchObject({ status: 'applied' });
    expect(await states()).toEqual([1, 9]);
  });

  it('stays where work was begun, or before it was entered', async () => {
    const { sampleCodes, tasks } = await waitingTasks(desk);
    const [code] = sampleCodes as [string];
    await send(code, inner);
    await desk.orm.execute(sql`update lab_task set task_state = 2 where id = ${tasks[0]!.id}`);
    expect(await act('lab', 'pass', { id: await idOf(code) })).toMatchObject({ code: 'entrust.begun' });
    expect(await cancel(code)).toMatchObject({ status: 'applied' });
    expect(await send(code, inner)).toMatchObject({ code: 'entrust.begun' });
  });

  it('stays while a case holds it', async () => {
    const { sampleCodes } = await tubesAtDoor(desk);
    const [code] = sampleCodes as [string];
    const held = { sampleCodes: [code], isHold: 1, caseCode: 'REJ02', stage: 1, severity: 1, content: '标签姓名与申请单不符' };
    const said = await desk.act('online', 'reception', 'abnormal.submit', held);
    expect(await send(code, inner)).toMatchObject({ status: 'conflict', code: 'entrust.onHold', msg: expect.stringContaining(said.result.caseNo) });
    const withdrawn = await desk.act('online', 'reception', 'abnormal.withdraw', { caseId: said.result.caseId, reason: '误登' });
    expect(withdrawn).toMatchObject({ status: 'applied' });
    expect(await send(code, inner)).toMatchObject({ status: 'applied' });
  });

  it('is seen going out by who sends and coming in by who receives, and by neither more', async () => {
    const [one] = (await tubesAtDoor(desk)).sampleCodes as [string];
    const free = [await limited('reception', desk.master.laboratoryId), await limited('lab', inner)];
    try {
      const others = (await desk.get('reception', 'sample-entrust/laboratories')).data as { id: string }[];
      expect(others.map(({ id }) => id)).toContain(inner);
      expect(await send(one, inner)).toMatchObject({ status: 'applied' });
      const codes = async (account: Account, page: string) =>
        ((await desk.get(account, `sample-entrust/${page}`, { sampleCode: one })).data.records as { sampleCode: string }[]).map(
          ({ sampleCode }) => sampleCode,
        );
      expect([await codes('reception', 'entrustPage'), await codes('reception', 'entrustReceivedPage')]).toEqual([[one], []]);
      expect([await codes('lab', 'entrustPage'), await codes('lab', 'entrustReceivedPage')]).toEqual([[], [one]]);
      const id = await idOf(one);
      expect(await act('reception', 'pass', { id })).toMatchObject({ code: expect.stringMatching(/notYours|403/) });
      expect(await act('lab', 'pass', { id })).toMatchObject({ status: 'applied' });
      expect(await act('admin', 'cancel', { id, reason: '退回' })).toMatchObject({ status: 'applied' });
    } finally {
      for (const undo of free) await undo();
    }
  });
});

it('undone in any order, entrusting and changing leave items, tasks and lines as they were', async () => {
  const [{ id: other }] = (await desk.rows<{ id: string }>(
    sql`select id::text as id from commodity where tenant_id = '000000' and commodity_code = 'BIO07'`,
  )) as [{ id: string }];
  const steps = ['sendIn', 'sendOut', 'pass', 'cancel', 'apply', 'withdraw'] as const;
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 7 }), async (isAtLab, sequence) => {
      const known = isAtLab ? await waitingTasks(desk) : await tubesAtDoor(desk);
      const [code] = known.sampleCodes as [string];
      const before = await standing(code);
      const open = async () =>
        (
          await desk.rows<{ id: string }>(
            sql`select id::text as id from order_change where requisition_code = ${known.requisitionCode} and audit_status = 0`,
          )
        )[0]?.id;
      const withdraw = async () => {
        const id = await open();
        if (id) await desk.act('online', 'entry1', 'orderChange.cancel', { id, reason: '不需要' });
      };
      const latest = async () =>
        (
          await desk.rows<{ id: string; state: number }>(
            sql`select id::text as id, state::int as state from entrust_record where sample_code = ${code} order by id desc limit 1`,
          )
        )[0];
      const takeBack = async () => {
        const record = await latest();
        if (record && record.state !== 2) expect(await cancel(code)).toMatchObject({ status: 'applied' });
      };
      for (const step of sequence) {
        if (step === 'sendIn') await send(code, inner);
        else if (step === 'sendOut') await send(code, outer, { courierNumber: 'SF1' });
        else if (step === 'pass') {
          const record = await latest();
          if (record) await act('lab', 'pass', { id: record.id });
        } else if (step === 'cancel') await takeBack();
        else if (step === 'apply')
          await desk.act('online', 'entry1', 'orderChange.apply', {
            requisitionCode: known.requisitionCode,
            applyType: 1,
            addCommodityIds: [other],
            applyReason: '加项',
          });
        else await withdraw();
      }
      await takeBack();
      await withdraw();
      expect(await standing(code)).toEqual(before);
      expect(await staleLines(desk, [code])).toEqual([]);
    }),
    { numRuns: 8 },
  );
});
