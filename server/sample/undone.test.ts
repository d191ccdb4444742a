import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { toMs } from '#domain/kernel/dates.ts';
import { pricedFor, staleLines } from '#server/bill/lines/linesTesting.ts';
import { processDesk } from '#server/lab/process/processTesting.ts';
import { tubesAtDoor, waitingTasks } from '#server/lab/tasks/taskTesting.ts';
import { toldWrongly } from '#server/search/countedTesting.ts';
import { openDesk, type Desk } from './deskTesting.ts';
import { rejectDesk } from './reject/rejectTesting.ts';

let desk: Desk;
let acts: ReturnType<typeof rejectDesk>;
/** A further laboratory of the group, and an outside one. */
let [inner, outer] = ['', ''];
const commodities = ['BIO07', 'THY05', 'VD01'] as const;
let idOf: Readonly<Record<string, string>>;
beforeAll(async () => {
  desk = await openDesk();
  acts = rejectDesk(desk);
  const laboratories = await desk.rows<{ id: string; executeType: number }>(
    sql`select id::text as id, execute_type::int as execute_type from laboratory where tenant_id = '000000' and id <> ${desk.master.laboratoryId} and coalesce(is_disable, 0) = 0 order by id`,
  );
  inner = laboratories.find(({ executeType }) => executeType === 1)!.id;
  outer = laboratories.find(({ executeType }) => executeType === 2)!.id;
  const found = await desk.rows<{ id: string; code: string }>(
    sql`select id::text as id, commodity_code as code from commodity where tenant_id = '000000' and commodity_code = any(${sql.param([...commodities])}::text[])`,
  );
  idOf = Object.fromEntries(found.map(({ code, id }) => [code, id]));
  await desk.orm.execute(sql`delete from price_policy where tenant_id = '000000'`);
  for (const [at, code] of commodities.entries()) await pricedFor(desk, idOf[code]!, 10_000 * (at + 1));
  // Another laboratory promises less.
  await desk.orm
    .execute(sql`insert into panel_test_cycle (id, tenant_id, panel_id, laboratory_id, begin_node, date_model, internal_test_cycle, external_test_cycle, is_disable, is_deleted, version)
    select 900000000000 + row_number() over (order by t.id, l.id), t.tenant_id, t.panel_id, l.id, t.begin_node, t.date_model, t.internal_test_cycle, 1, 0, 0, 1
      from panel_test_cycle t cross join (select unnest(${sql.param([inner, outer])}::bigint[]) as id) l where t.laboratory_id = ${desk.master.laboratoryId} and t.is_deleted = 0
      and not exists (select 1 from panel_test_cycle o where o.panel_id = t.panel_id and o.laboratory_id = l.id)`);
  // All days count alike, so that what a pause is worth does not hang on when the test runs.
  await desk.orm.execute(sql`update panel_test_cycle set date_model = 2 where true`);
});
afterAll(() => desk.close());

interface Known {
  readonly requisitionCode: string;
  readonly sampleCodes: readonly string[];
}
/** All of a requisition that these acts touch; what was made and taken back leaves void tasks, cancelled items and lines behind that count for nothing. */
async function standing({ requisitionCode }: Known) {
  const of = (statement: ReturnType<typeof sql>) => desk.rows(statement);
  const [requisition] = await of(
    sql`select entry_state, is_double_entry, entry_form, contract_laboratory_id, (select array_agg(c order by c) from unnest(commodity_ids) c) as commodity_ids from requisition where requisition_code = ${requisitionCode}`,
  );
  const tubes = await of(
    sql`select (to_jsonb(s) - 'update_time' - 'version')::text as tube from sample s where s.requisition_code = ${requisitionCode} order by s.id`,
  );
  const items = await of(
    sql`select s.sample_code, i.commodity_id::text, i.item_state, i.handover_id::text from sample_item i join sample s on s.id = i.sample_id
      where s.requisition_code = ${requisitionCode} and i.item_state <> 4 order by 1, 2`,
  );
  const tasks = await of(
    sql`select t.sample_code, t.panel_group_id::text, t.task_state, t.lab_code, t.laboratory_id::text, t.round, t.result_version, t.is_urgent, t.paused_time,
        (select array_agg(c order by c) from unnest(t.commodity_ids) c) as commodity_ids, (select array_agg(c order by c) from unnest(t.panel_ids) c) as panel_ids, (select array_agg(c order by c) from unnest(t.item_ids) c) as item_ids
      from lab_task t where t.requisition_code = ${requisitionCode} and t.task_state <> 9 order by 1, 2`,
  );
  const lines = await of(
    sql`select l.commodity_id::text, l.state, l.sign, l.price, l.list_price, l.charge_type, l.business_type, l.sample_code, l.execute_laboratory_id::text, l.excluded_by
      from sales_line l join requisition r on r.id = l.requisition_id where r.requisition_code = ${requisitionCode} and l.state <> 9 order by 1, l.sample_code, l.id`,
  );
  return { requisition, tubes, items, tasks, lines };
}
/** When living tasks are due, by tube and panel group, in milliseconds. */
async function clocks({ requisitionCode }: Known): Promise<ReadonlyMap<string, number>> {
  const rows = await desk.rows<{ key: string; due: string }>(
    sql`select sample_code || ' ' || panel_group_id as key, external_due_time as due from lab_task where requisition_code = ${requisitionCode} and task_state <> 9`,
  );
  return new Map(rows.map(({ key, due }) => [key, toMs(due)]));
}

const online = (account: Parameters<Desk['act']>[1], name: string, payload: object) => desk.act('online', account, name, payload);
/** Changes what is ordered, by two persons; answers whether it was done. */
async function change({ requisitionCode }: Known, add: readonly string[], remove: readonly string[]): Promise<boolean> {
  const items = { requisitionCode, applyType: 1, addCommodityIds: add, removeCommodityIds: remove, applyReason: '医生改单' };
  const made = await online('entry1', 'orderChange.apply', items);
  if (made.status !== 'applied') return false;
  const { orderChangeId: id } = made.result;
  if ((await online('admin', 'orderChange.audit', { id, auditStatus: 1 })).status === 'applied') return true;
  await online('entry1', 'orderChange.cancel', { id, reason: '改不了' });
  return false;
}
const orderedNow = async ({ requisitionCode }: Known): Promise<readonly string[]> =>
  (await desk.rows<{ ids: string[] }>(sql`select commodity_ids::text[] as ids from requisition where requisition_code = ${requisitionCode}`))[0]!.ids;
const open = (table: 'reject_record' | 'entrust_record' | 'lab_process_record', { requisitionCode }: Known) =>
  desk.rows<{ id: string; code: string; state: number }>(
    table === 'lab_process_record'
      ? sql`select id::text as id, '' as code, state from lab_process_record where requisition_code = ${requisitionCode} and state = 1 order by id desc`
      : sql`select id::text as id, sample_code as code, state from ${sql.raw(table)} where requisition_code = ${requisitionCode} and state ${sql.raw(table === 'reject_record' ? '= 1' : '< 2')} order by id desc`,
  );
/**
 * Rejections that stand and whose tube would come back as it was (docs/desk.md#recovery): not a spare whose own tube is rejected, too, and not a tube
 * of whose work nothing is ordered any more, which are to be received again; not a tube whose work is stopped on its spare, which keeps it.
 */
const recoverable = ({ requisitionCode }: Known) =>
  desk.rows<{ code: string }>(
    sql`select p.sample_code as code from reject_record p where p.requisition_code = ${requisitionCode} and p.state = 1
      and not exists (select 1 from reject_record q where q.tenant_id = p.tenant_id and q.sample_id::text = p.before ->> 'primarySampleId' and q.state = 1)
      and not exists (select 1 from lab_process_record w where w.tenant_id = p.tenant_id and w.requisition_code = p.requisition_code and w.state = 1 and w.sample_id <> p.sample_id
        and exists (select 1 from jsonb_array_elements(p.before -> 'tasks') b where (b ->> 'taskId')::bigint = any(w.task_ids)))
      and (p.before -> 'tasks' = '[]' or exists (select 1 from jsonb_array_elements(p.before -> 'tasks') b join lab_task t on t.id = (b ->> 'taskId')::bigint
        join sample_item i on i.sample_id = p.sample_id and i.item_state <> 4 and i.commodity_id = any(t.commodity_ids))) order by p.id desc`,
  );

/** What takes each kind of act back, as far as it can be just now. */
const undo = {
  reject: async (known: Known, at = 0): Promise<void> => {
    const all = await recoverable(known);
    const one = all[at % Math.max(all.length, 1)];
    // What went away with a spare comes home first.
    const [said] = one ? await acts.recover([one.code]) : [];
    expect([undefined, null, 'recover.entrusted']).toContain(said?.code);
  },
  stop: async (known: Known): Promise<void> => {
    const ids = (await open('lab_process_record', known)).map(({ id }) => id);
    if (ids.length > 0) await processDesk(desk).recoverStops(ids);
  },
  entrust: async (known: Known): Promise<void> => {
    for (const { id } of await open('entrust_record', known)) await online('reception', 'entrust.cancel', { id, reason: '路线取消' });
  },
  change: async (known: Known): Promise<void> => {
    const now = await orderedNow(known);
    const first = commodities.slice(0, 2).map((code) => idOf[code]!);
    const add = first.filter((id) => !now.includes(id));
    const remove = now.filter((id) => !first.includes(id));
    if (add.length + remove.length > 0) await change(known, add, remove);
  },
} as const;
type Kind = keyof typeof undo;
const kinds = Object.keys(undo) as Kind[];
const isUndone = async (known: Known): Promise<boolean> => {
  for (const table of ['reject_record', 'entrust_record', 'lab_process_record'] as const) if ((await open(table, known)).length > 0) return false;
  const now = await orderedNow(known);
  return now.length === 2 && commodities.slice(0, 2).every((code) => now.includes(idOf[code]!));
};

const steps = ['reject', 'reject', 'recover', 'stop', 'stopRecover', 'add', 'remove', 'sendIn', 'sendOut', 'pass', 'home', 'restore'] as const;
async function doStep(known: Known, step: (typeof steps)[number], at: number): Promise<void> {
  const code = known.sampleCodes[at % known.sampleCodes.length]!;
  const send = (entrustedLaboratoryId: string, more = {}) =>
    online('reception', 'entrust.send', { sampleCode: code, entrustedLaboratoryId, ...more });
  if (step === 'reject') await acts.reject([code]);
  if (step === 'recover') await undo.reject(known, at);
  if (step === 'stop') {
    const tasks = await desk.rows<any>(sql`select * from lab_task where requisition_code = ${known.requisitionCode} and task_state = 1 order by id`);
    if (tasks.length > 0) await processDesk(desk).stop([tasks[at % tasks.length]]);
  }
  if (step === 'stopRecover') await undo.stop(known);
  if (step === 'add') await change(known, [idOf['VD01']!], []);
  if (step === 'remove') await change(known, [], [idOf[at % 2 === 0 ? 'THY05' : 'BIO07']!]);
  if (step === 'restore') await undo.change(known);
  if (step === 'sendIn') await send(inner);
  if (step === 'sendOut') await send(outer, { courierNumber: 'SF1' });
  if (step === 'pass') for (const { id, state } of await open('entrust_record', known)) if (state === 0) await online('lab', 'entrust.pass', { id });
  if (step === 'home') await undo.entrust(known);
}

// Hundreds of orders take more than a test is usually given.
if (process.env['UNDONE_RUNS']) vi.setConfig({ testTimeout: 4 * 3_600_000 });

interface Undone {
  isAtLab: boolean;
  tubes: number;
  sequence: [(typeof steps)[number], number][];
  order: Kind[];
}

it('whatever is rejected, stopped, changed and entrusted, in whatever order: undone, tubes, items, tasks, lines and clocks are as before', async () => {
  const example: fc.Arbitrary<Undone> = fc.record({
    isAtLab: fc.boolean(),
    tubes: fc.constantFrom(1, 2),
    sequence: fc.array(fc.tuple(fc.constantFrom(...steps), fc.nat(5)), { minLength: 2, maxLength: 9 }),
    order: fc.shuffledSubarray(kinds, { minLength: kinds.length, maxLength: kinds.length }),
  });
  await fc.assert(
    fc.asyncProperty(example, async ({ isAtLab, tubes, sequence, order }) => {
      const wanted = { commodities: commodities.slice(0, 2), tubes };
      // Also the receipts: what is ordered again while a spare has the work counts from the spare's.
      const began = Date.now();
      const known = isAtLab ? await waitingTasks(desk, wanted) : await tubesAtDoor(desk, wanted);
      const before = await standing(known);
      const dues = await clocks(known);
      for (const [step, at] of sequence) await doStep(known, step, at);
      // What one undoing waits for may be what another undoes.
      for (let round = 0; round < 2 * kinds.length && !(await isUndone(known)); round++) for (const kind of order) await undo[kind](known);
      expect(await isUndone(known)).toBe(true);
      expect(await standing(known)).toEqual(before);
      expect(await staleLines(desk, known.sampleCodes)).toEqual([]);
      const after = await clocks(known);
      expect([...after.keys()].toSorted()).toEqual([...dues.keys()].toSorted());
      for (const [key, due] of after) {
        expect(due - dues.get(key)!).toBeGreaterThanOrEqual(0);
        expect(due - dues.get(key)!).toBeLessThanOrEqual(Date.now() - began + 1_000);
      }
    }),
    {
      numRuns: Number(process.env['UNDONE_RUNS'] ?? 10),
      endOnFailure: !process.env['UNDONE_RUNS'],
      // The same orders each run; others are drawn by `npm run test:long -- undone`.
      ...(process.env['UNDONE_RUNS'] ? {} : { seed: 8 }),
      examples: [
        // What is ordered anew while its tube is at another laboratory is due as at home once it is there.
        ...(['sendOut', 'sendIn'] as const).map((away): [Undone] => [
          {
            isAtLab: true,
            tubes: 1,
            sequence: [
              ['remove', 0],
              [away, 0],
              ['pass', 0],
            ],
            order: ['reject', 'change', 'entrust', 'stop'],
          },
        ]),
        // A tube of whose work nothing is ordered any more comes back once something is again.
        [
          {
            isAtLab: true,
            tubes: 2,
            sequence: [
              ['remove', 3],
              ['add', 0],
              ['reject', 0],
              ['remove', 0],
            ],
            order: ['reject', 'change', 'stop', 'entrust'],
          },
        ],
        // A spare that was rejected first follows its tube again once both are back.
        [
          {
            isAtLab: true,
            tubes: 2,
            sequence: [
              ['reject', 3],
              ['reject', 0],
              ['recover', 1],
              ['reject', 0],
            ],
            order: ['reject', 'change', 'entrust', 'stop'],
          },
        ],
        // A tube whose work was stopped on its spare has it again, once the stop is taken back first.
        [
          {
            isAtLab: true,
            tubes: 2,
            sequence: [
              ['reject', 0],
              ['stop', 0],
            ],
            order: ['reject', 'stop', 'entrust', 'change'],
          },
        ],
        // A tube comes home to its spare, which was recovered while it was away.
        [
          {
            isAtLab: true,
            tubes: 2,
            sequence: [
              ['reject', 1],
              ['sendIn', 0],
              ['pass', 0],
            ],
            order: ['reject', 'entrust', 'stop', 'change'],
          },
        ],
        // What was taken off a rejected tube and ordered again is on it again.
        [
          {
            isAtLab: false,
            tubes: 2,
            sequence: [
              ['reject', 0],
              ['remove', 0],
            ],
            order: ['entrust', 'stop', 'change', 'reject'],
          },
        ],
        // A spare gives back what was ordered again while it had the tasks.
        [
          {
            isAtLab: true,
            tubes: 2,
            sequence: [
              ['remove', 0],
              ['reject', 0],
            ],
            order: ['stop', 'change', 'entrust', 'reject'],
          },
        ],
      ],
    },
  );
});

it('leaves tubes, tasks and times of reports that tell of each other what is so', async () => {
  expect(await toldWrongly(desk)).toEqual([]);
});

it('what is ordered while a tube is rejected is on it when it comes back, and tested there', async () => {
  const known = await tubesAtDoor(desk, { commodities: ['BIO07'], tubes: 2 });
  const [code = ''] = known.sampleCodes;
  expect(await online('lab', 'labTask.receive', { code })).toMatchObject({ status: 'applied' });
  const ordered = () =>
    desk.rows<{ ids: string[] }>(
      sql`select (select array_agg(i.commodity_id::text order by i.commodity_id) from sample_item i where i.sample_id = s.id and i.item_state = 3) as ids from sample s
        where s.sample_code = ${code} union all select array_agg(c order by c) from (select unnest(t.commodity_ids)::text as c from lab_task t where t.sample_code = ${code} and t.task_state = 1) x`,
    );
  const both = { ids: [idOf['BIO07']!, idOf['THY05']!].toSorted() };
  await acts.reject([code]);
  expect(await change(known, [idOf['THY05']!], [])).toBe(true);
  expect(await acts.recover([code])).toMatchObject([{ status: 'applied' }]);
  expect(await ordered()).toEqual([both, both]);
  expect(await staleLines(desk, known.sampleCodes)).toEqual([]);
});

it('what is ordered while an outside laboratory has a tube is no task of ours, and one once it is home', async () => {
  const known = await waitingTasks(desk, { commodities: ['BIO07'] });
  const [sampleCode = ''] = known.sampleCodes;
  expect(await online('reception', 'entrust.send', { sampleCode, entrustedLaboratoryId: outer, courierNumber: 'SF1' })).toMatchObject({
    status: 'applied',
  });
  await doStep(known, 'pass', 0);
  expect(await change(known, [idOf['THY05']!], [])).toBe(true);
  const tasks = () =>
    desk.rows(
      sql`select laboratory_id::text as laboratory_id, commodity_ids::text[] as commodity_ids from lab_task where sample_code = ${sampleCode} and task_state <> 9 order by 2`,
    );
  expect(await tasks()).toEqual([]);
  await undo.entrust(known);
  const atHome = [idOf['BIO07']!, idOf['THY05']!].toSorted().map((id) => ({ laboratoryId: desk.master.laboratoryId, commodityIds: [id] }));
  expect(await tasks()).toEqual(atHome);
});

it('a tube whose work went to another laboratory with its spare comes back when that does, as it was', async () => {
  for (const to of [inner, outer]) {
    const known = await waitingTasks(desk, { commodities: ['BIO07'], tubes: 2 });
    const before = await standing(known);
    const [code = '', sampleCode = ''] = known.sampleCodes;
    await acts.reject([code]);
    const sent = { sampleCode, entrustedLaboratoryId: to, courierNumber: 'SF1' };
    expect(await online('reception', 'entrust.send', sent)).toMatchObject({ status: 'applied' });
    await doStep(known, 'pass', 0);
    const told = { code: 'recover.entrusted', text: `检测已随备用管 ${sampleCode} 委托至其他检验所,请先取消委托` };
    const { id } = await acts.recordOf(code);
    expect((await desk.get('admin', 'reject-record/restoreEdit', { id })).data.refusal).toEqual(told);
    expect(await acts.recover([code])).toMatchObject([told]);
    await undo.entrust(known);
    expect(await acts.recover([code])).toMatchObject([{ status: 'applied' }]);
    expect(await standing(known)).toEqual(before);
  }
});

it('a spare that comes back while its tube is rejected is to be received again, and then has the work', async () => {
  const known = await waitingTasks(desk, { commodities: ['BIO07'], tubes: 2 });
  const [code = '', spare = ''] = known.sampleCodes;
  await acts.reject([spare]);
  await acts.reject([code]);
  const { id } = await acts.recordOf(spare);
  expect((await desk.get('admin', 'reject-record/restoreEdit', { id })).data.differences).toContainEqual(expect.stringContaining('需重新接收'));
  expect(await acts.recover([spare])).toMatchObject([{ status: 'applied' }]);
  const tubes = () => desk.rows(sql`select lab_status::int as lab_status from sample where sample_code in (${code}, ${spare}) order by id`);
  expect(await tubes()).toEqual([{ labStatus: 111 }, { labStatus: 103 }]);
  expect(await online('lab', 'labTask.receive', { code: spare })).toMatchObject({ status: 'applied' });
  expect(await tubes()).toEqual([{ labStatus: 111 }, { labStatus: 104 }]);
  expect(await desk.rows(sql`select sample_code from lab_task where requisition_code = ${known.requisitionCode} and task_state = 1`)).toEqual([
    { sampleCode: spare },
  ]);
});

it('a tube that comes back while its work is stopped on its spare becomes the spare, and stays it when the stop is taken back', async () => {
  const known = await waitingTasks(desk, { commodities: ['BIO07'], tubes: 2 });
  const [code = '', spare = ''] = known.sampleCodes;
  await acts.reject([code]);
  await doStep(known, 'stop', 0);
  const { id } = await acts.recordOf(code);
  expect((await desk.get('admin', 'reject-record/restoreEdit', { id })).data.differences).toContainEqual(expect.stringContaining(spare));
  expect(await acts.recover([code])).toMatchObject([{ status: 'applied' }]);
  await undo.stop(known);
  expect(
    await desk.rows(
      sql`select s.sample_code, p.sample_code as primary, (select array_agg(t.task_state::int) from lab_task t where t.sample_id = s.id and t.task_state <> 9) as tasks
        from sample s left join sample p on p.id = s.primary_sample_id where s.sample_code in (${code}, ${spare}) order by s.id`,
    ),
  ).toEqual([
    { sampleCode: code, primary: spare, tasks: null },
    { sampleCode: spare, primary: null, tasks: [1] },
  ]);
});
