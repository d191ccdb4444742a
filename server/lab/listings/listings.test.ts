import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { qualitativeResult } from '#domain/base/conclusion.ts';
import { countedQuery } from '#domain/kernel/listing.ts';
import { callPath } from '#domain/kernel/services.ts';
import { receiveTemplates } from '#domain/lab/listings/receiveTemplates.ts';
import { opensPoint } from '#domain/lab/listings/niptResample.ts';
import { opensCell } from '#domain/lab/listings/tngsHistory.ts';
import { openDesk, type Desk } from '#server/sample/deskTesting.ts';
import { newId } from '#server/storage/ids.ts';
import { audited } from '../audit/auditTesting.ts';
import { waitingTasks, type StoredTask } from '../tasks/taskTesting.ts';
import { asked, fileOf, limit, sheetOf, statusOf, versionFor } from './listingTesting.ts';

const receivePage = 'search/labReceive/labReceivePage';
const resultPage = 'search/result-query/result-page';
const paths = [
  receivePage,
  resultPage,
  'search/result-query/result-table',
  'search/pretreatment/page',
  'search/non-invasive-page',
  'op/tngs/listPage',
] as const;

let desk: Desk;
let task: StoredTask;
let tube: { sampleId: string; requisitionId: string };
beforeAll(async () => {
  desk = await openDesk();
  task = await audited(desk);
  const [row] = await desk.rows<typeof tube>(sql`select sample_id, requisition_id from lab_task where id = ${task.id}`);
  tube = row!;
  await sheetOf(desk, 'SH01-general-260101-01', [task]);
  await sheetOf(desk, 'SH01-tngs-260101-01', [task], { line: 'tngs', kind: 4 });
  await sheetOf(desk, 'SH01-tngs-260101-02', [task], { line: 'tngs', kind: 4, isSubmit: 0 });
});
afterAll(() => desk.close());

const labCode = (): string => task.labCode ?? '';
const processRecord = async (of: StoredTask, change: { entryForm?: string; detail?: object } = {}): Promise<string> => {
  const [at] = await desk.rows<{ sampleId: string; requisitionId: string; requisitionCode: string }>(
    sql`select sample_id, requisition_id, requisition_code from lab_task where id = ${of.id}`,
  );
  await desk.orm.execute(
    sql`update requisition set entry_form = ${change.entryForm ?? 'nipt'}, detail = coalesce(detail, '{}') || ${JSON.stringify(change.detail ?? {})}::jsonb where id = ${at!.requisitionId}`,
  );
  const id = newId();
  await desk.orm
    .execute(sql`insert into lab_process_record (id, tenant_id, kind, task_ids, sample_id, sample_code, lab_code, requisition_id, requisition_code, laboratory_id, commodity_ids,
      reason_code, reason, states_before, notify, new_sample_code, create_user, create_user_name, create_time, update_time, version)
    values (${id}, '000000', 2, array[${of.id}]::bigint[], ${at!.sampleId}, ${of.sampleCode}, ${of.labCode}, ${at!.requisitionId}, ${at!.requisitionCode}, ${of.laboratoryId}, '{}',
      'ABN03', '胎儿浓度低', '{}', 2, 'N0001', 1, '检验员', now(), now(), 1)`);
  return id;
};

it('lists a received task by each of its filters, and counts what it lists', async () => {
  const [row] = (await asked(desk, 'lab', receivePage, { labCode: labCode() })).records;
  expect(row).toMatchObject({ taskId: task.id, sampleCode: task.sampleCode, detectionResult: 1, labStatus: 104, infoConfirm: 1, batch: null });
  const day = row.labReceiveTime.slice(0, 10);
  const fits: Record<string, string> = {
    sampleCode: row.sampleCode,
    requisitionCode: row.requisitionCode,
    personName: row.personName.slice(0, 2),
    panelGroupId: task.panelGroupId,
    laboratoryId: task.laboratoryId,
    sendSampleClientId: desk.master.clientId,
    contractLaboratoryId: desk.master.laboratoryId,
    commodityId: desk.master.single,
    detectionResult: '1',
    labStatus: '104',
    taskState: '3',
    infoConfirm: '1',
    labReceiveTimeBegin: day,
    receiveTimeEnd: day,
    samplingTimeBegin: '2020-01-01 00:00:00',
  };
  const refused: Record<string, string> = {
    detectionResult: '2',
    labStatus: '108',
    taskState: '5',
    infoConfirm: '0',
    hospitalCode: 'NOBODY',
    receiveRemark: '没有这样的备注',
    labReceiveTimeEnd: '2020-01-01',
    samplingTimeEnd: '2020-01-01 00:00:00',
    reportTimeBegin: '2020-01-01',
    panelId: '1',
    agentId: '1',
    sampleClassId: '1',
    reportTitle: '没有这样的抬头',
  };
  for (const [name, value] of Object.entries(fits)) {
    const page = await asked(desk, 'lab', receivePage, { labCode: labCode(), [name]: value, size: '500' });
    expect([name, page.total, page.records[0]?.taskId]).toEqual([name, 1, task.id]);
  }
  for (const [name, value] of Object.entries(refused))
    expect([name, (await asked(desk, 'lab', receivePage, { labCode: labCode(), [name]: value })).total]).toEqual([name, 0]);
  const whole = await asked(desk, 'lab', receivePage, { size: '1' });
  const [counted] = await desk.rows<{ n: number }>(
    sql`select count(*)::int as n from lab_task where tenant_id = '000000' and task_state <> 9 and lab_receive_time > now() - interval '30 days'`,
  );
  expect(whole.total).toBe(counted?.n);
  expect(await statusOf(desk, 'lab', receivePage, { labStatus: '99' })).toBe(400);
});

it('lists the last thirty days where no time is asked for, and the file says so', async () => {
  const old = await audited(desk);
  await desk.orm.execute(sql`update lab_task set lab_receive_time = now() - interval '40 days' where id = ${old.id}`);
  const listed = async (query: Record<string, string>): Promise<boolean> =>
    (await asked(desk, 'lab', receivePage, { size: '500', ...query })).records.some(({ taskId }: { taskId: string }) => taskId === old.id);
  expect(await listed({})).toBe(false);
  expect(await listed({ panelGroupId: old.panelGroupId })).toBe(false);
  expect(await listed({ labReceiveTimeBegin: '2020-01-01' })).toBe(true);
  expect(await listed({ labCode: old.labCode ?? '' })).toBe(true);
  const { rows, conditions } = await fileOf(desk, receivePage);
  expect(conditions.some(([title]) => String(title).startsWith('实验室接收时间'))).toBe(true);
  expect(rows.length - 1).toBe((await asked(desk, 'lab', receivePage)).total);
});

it('tells a tube’s line of custody with who, when, where and why, and what changed of its order', async () => {
  const line = await asked(desk, 'lab', 'search/labReceive/sampleProcess', { sampleId: tube.sampleId });
  expect(line.map(({ what }: { what: string }) => what)).toEqual(
    expect.arrayContaining(['summary.enter', 'detail.enter', 'handover.sign', 'labTask.receive']),
  );
  expect(line.find(({ what }: { what: string }) => what === 'labTask.receive')).toMatchObject({
    fromStatus: 103,
    toStatus: 104,
    by: (await desk.me('lab')).name,
  });
  expect(await asked(desk, 'lab', 'search/labReceive/projectChange', { sampleId: tube.sampleId })).toEqual([]);
  const [requisition] = await desk.rows<{ requisitionCode: string }>(sql`select requisition_code from requisition where id = ${tube.requisitionId}`);
  await desk.orm.execute(sql`insert into audit_entry (id, tenant_id, user_id, user_name, action, subject, after, reason, create_time)
    values (${newId()}, '000000', 1, '张三', 'summary.amendItems', ${requisition!.requisitionCode}, ${JSON.stringify({ added: [desk.master.nipt], removed: [] })}::jsonb, '加做', now())`);
  expect(await asked(desk, 'lab', 'search/labReceive/projectChange', { sampleId: tube.sampleId })).toMatchObject([
    { what: 'summary.amendItems', by: '张三', added: [expect.stringMatching(/./)], removed: [], reason: '加做' },
  ]);
  expect(await statusOf(desk, 'lab', 'search/labReceive/sampleProcess', {})).toBe(400);
  expect(await statusOf(desk, 'lab', 'search/labReceive/sampleProcess', { sampleId: '1' })).toBe(404);
});

it('writes each template with its own columns in their order, whatever columns the screen shows', async () => {
  const heads = (key: keyof typeof receiveTemplates): string[] => Object.values(receiveTemplates[key].fields).map(({ label }) => label[0]);
  const base = [
    '实验室编号',
    '申请单条码',
    '受检者姓名',
    '性别',
    '年龄',
    '样本类型',
    '产品',
    '检测项目',
    '送检单位',
    '采样时间',
    '收样时间',
    '实验室接收时间',
    '收样备注',
  ];
  expect(heads('nomal')).toEqual(base);
  expect(heads('nipt')).toEqual([
    ...base,
    '采血管号',
    '孕妇身高',
    '孕妇体重',
    'BMI',
    '采血孕周',
    '胎儿数',
    '受孕方式',
    '慎用',
    '不适用',
    '采血管批号',
    '预产年龄',
  ]);
  expect(heads('single')).toEqual([...base, '家系编号', '与先证者关系', 'HPO表型', '标本', '近期抗感染用药', '重点关注病原']);
  expect(heads('mapmi')).toEqual([
    ...base,
    '孔位',
    '接头1',
    '接头2',
    '样本体积',
    '运输条件',
    '标本',
    '临床诊断',
    '白细胞',
    '中性粒细胞(%)',
    'CRP',
    'PCT',
    'IL-6',
  ]);
  for (const key of ['nomal', 'nipt', 'single', 'mapmi', 'eclampsia'] as const) {
    const { rows, isHeadLocked } = await fileOf(desk, receivePage, { labCode: labCode(), template: key, columns: 'labCode,batch' });
    expect([rows[0], isHeadLocked]).toEqual([heads(key), true]);
  }
  expect((await fileOf(desk, receivePage, { labCode: labCode() })).isHeadLocked).toBe(false);
  expect(await statusOf(desk, 'lab', `${receivePage}/export`, { template: 'other' })).toBe(400);

  const { rows } = await fileOf(desk, receivePage, { labCode: labCode(), template: 'mapmi' });
  expect(rows[1]?.slice(13, 16)).toEqual(['A01', 'ACGT', null]);
  const detail = { gaWeeks: 12, gaDays: 5, heightCm: 160, weightKg: 60, bmi: 23.4, fetusCount: 2, conceptionMode: 4 };
  const [pregnant] = (await waitingTasks(desk)).tasks;
  await processRecord(pregnant!, { detail });
  const nipt = (await fileOf(desk, receivePage, { labCode: pregnant!.labCode ?? '', template: 'nipt' })).rows[1] ?? [];
  expect(nipt.slice(14, 20)).toEqual([160, 60, 23.4, '12+5', '双胎', 'IVF-ET']);
  expect(nipt[20]).toBe('IVF-ET妊娠、双胎及多胎妊娠');
});

it('writes the model’s codes for pre-eclampsia, and tells instead of writing what the model cannot read', async () => {
  const [fits, late] = [(await waitingTasks(desk)).tasks[0]!, (await waitingTasks(desk)).tasks[0]!];
  const [sampled] = await desk.rows<{ day: string }>(
    sql`select to_char(r.sampling_time, 'YYYY-MM-DD') as day from requisition r join lab_task t on t.requisition_id = r.id where t.id = ${fits.id}`,
  );
  const detail = { race: 2, fetusCount: 1, crlMm1: 60, gaWeeks: 12, gaDays: 0, gaDate: sampled!.day, biophysicalDate: sampled!.day, smoking: 1 };
  await processRecord(fits, { entryForm: 'eclampsia', detail });
  await processRecord(late, { entryForm: 'eclampsia', detail: { ...detail, gaWeeks: 15 } });
  const { rows, conditions } = await fileOf(desk, receivePage, { template: 'eclampsia' });
  // Others of the demo are in it, too.
  const rowOf = (labCode: string | null) => rows.find((row) => row.includes(labCode));
  expect(rowOf(late.labCode)).toBeUndefined();
  const at = (title: string): unknown => rowOf(fits.labCode)?.[rows[0]!.indexOf(title)];
  expect([at('实验室编号'), at('种族'), at('孕期吸烟'), at('采血日孕天'), at('生物物理测量日孕天')]).toEqual([fits.labCode, 2, 1, 84, 84]);
  expect(conditions.find(([title]) => title === '未导出')?.[1]).toBe(`${late.labCode}: 采血孕天 105 不在 77-99`);
  expect(Number(conditions.find(([title]) => title === '其他申请单, 未导出')?.[1])).toBeGreaterThan(0);
});

it('lists values with where they stand, and lays the file out by items as rows or as columns', async () => {
  await desk.orm.execute(
    sql`update lab_result set value = '9.6', result_status = 'high' where task_id = ${task.id} and item_id = (select min(item_id) from lab_result where task_id = ${task.id})`,
  );
  const page = await asked(desk, 'lab', resultPage, { labCode: labCode(), size: '500' });
  const [stored] = await desk.rows<{ n: number }>(sql`select count(*)::int as n from lab_result where task_id = ${task.id}`);
  expect([page.total, page.records.length]).toEqual([stored!.n, stored!.n]);
  expect(page.records[0]).toMatchObject({
    taskId: task.id,
    detectionResult: 1,
    taskState: 3,
    contactNumber: expect.stringMatching(/^\d{3}\*{4}\d{4}$/),
  });
  const high = await asked(desk, 'lab', resultPage, { labCode: labCode(), resultStatus: 'high' });
  expect(high.records).toMatchObject([{ values: '9.6', resultStatus: 'high' }]);
  const table = await asked(desk, 'lab', 'search/result-query/result-table', { labCode: labCode() });
  expect(table.records).toMatchObject([{ taskId: task.id }]);
  expect(table.records[0].items).toHaveLength(stored!.n);
  expect((await fileOf(desk, resultPage, { labCode: labCode(), exportType: '2' })).rows).toHaveLength(stored!.n + 1);
  const { rows } = await fileOf(desk, resultPage, { labCode: labCode(), exportType: '1' });
  expect(rows).toHaveLength(2);
  expect(rows[1]?.[rows[0]!.indexOf(high.records[0].itemName)]).toBe('9.6 ↑');
  expect(await statusOf(desk, 'lab', `${resultPage}/export`, { exportType: '3' })).toBe(400);
  expect(await statusOf(desk, 'lab', resultPage, { resultStatus: 'odd' })).toBe(400);
});

it('lists tubes with bench steps alone, and tells each step with its lots', async () => {
  const page = await asked(desk, 'lab', 'search/pretreatment/page', { labCode: labCode() });
  expect(page).toMatchObject({ total: 1, records: [{ sampleId: tube.sampleId, stepCount: 1, lastStep: 2, batch: 'SH01-general-260101-01' }] });
  for (const query of [{ step: '3' }, { batch: 'SH01-T' }, { receiveTimeEnd: '2020-01-01' }] as Record<string, string>[])
    expect((await asked(desk, 'lab', 'search/pretreatment/page', { labCode: labCode(), ...query })).total).toBe(0);
  const details = await asked(desk, 'lab', 'search/pretreatment/details', { sampleId: tube.sampleId });
  expect(details.steps).toMatchObject([{ batchKind: 2, well: 'A01', dnaConc: 12.5, kitLots: [{ name: '提取试剂', lotNo: 'K2026' }] }]);
});

it('lists NIPT resamples with age, BMI and fraction, and draws those that have both', async () => {
  const [one] = (await waitingTasks(desk)).tasks;
  await versionFor(desk, one!, { metrics: { ff: '3.2' } });
  const id = await processRecord(one!, { detail: { gaWeeks: 13, gaDays: 1, bmi: 31.5 } });
  const [other] = (await waitingTasks(desk)).tasks;
  await processRecord(other!, { entryForm: 'nomal' });
  const page = await asked(desk, 'lab', 'search/non-invasive-page', { size: '500' });
  expect(page.records.find(({ recordId }: { recordId: string }) => recordId === id)).toMatchObject({
    gestation: '13+1',
    bmi: 31.5,
    ff: 3.2,
    reasonCode: 'ABN03',
    notify: 2,
    newSampleCode: 'N0001',
    state: 1,
    lastTrack: null,
  });
  const call = { recordIds: [id], content: '电话告知孕妇, 周三来采', contactWay: 1, contactName: '孕妇本人' };
  const followed = await (await desk.as('lab')).post(callPath('lab', 'lab-process/trackBatch', 'accession'), call);
  expect(followed.json(), followed.body).toMatchObject({ data: [{ status: 'applied' }] });
  expect((await asked(desk, 'lab', 'search/non-invasive-page', { recordId: id })).records).toMatchObject([
    { lastTrack: '电话告知孕妇, 周三来采', lastTrackTime: expect.stringMatching(/^\d{4}-/) },
  ]);
  expect(page.records.some(({ labCode: code }: { labCode: string }) => code === other!.labCode)).toBe(false);
  const chart = await asked(desk, 'lab', 'search/non-invasive-chart', { labCode: one!.labCode ?? '' });
  expect(chart).toMatchObject({ pointCount: 1, lackingCount: 0, points: [{ recordId: id, gaDays: 92, ff: 3.2 }] });
  const opened = await asked(desk, 'lab', 'search/non-invasive-page', countedQuery(opensPoint, 'count', { ...chart.points[0], count: 1 }, {})!);
  expect(opened.records).toMatchObject([{ recordId: id, ff: 3.2 }]);
  const all = await asked(desk, 'lab', 'search/non-invasive-chart', {});
  expect(all.pointCount + all.lackingCount).toBe(page.total);
  // A fraction that is an item of its group, as files of sequencers head it.
  const [item] = await desk.rows<{ id: string }>(
    sql`insert into item (id, tenant_id, item_code, item_name, result_kind, is_deleted, is_disable, sort, version, create_time, update_time)
      values (${newId()}, '000000', 'NI-FF', '胎儿浓度（%）', 1, 0, 0, 1, 1, now(), now()) returning id`,
  );
  const [third] = (await waitingTasks(desk)).tasks;
  await versionFor(desk, third!, { values: { [item!.id]: '5.1' } });
  await processRecord(third!, { detail: { gaWeeks: 12, gaDays: 0, bmi: 22 } });
  expect(await asked(desk, 'lab', 'search/non-invasive-chart', { labCode: third!.labCode ?? '' })).toMatchObject({
    pointCount: 1,
    points: [{ gaDays: 84, ff: 5.1 }],
  });
});

it('marks an organism in more than thirty percent of a batch’s samples, and not at thirty', async () => {
  const { tasks } = await waitingTasks(desk);
  // Ten samples on ten places: three with one organism, four with another.
  const places = Array.from({ length: 10 }, () => tasks[0]!);
  const ruleId = await sheetOf(desk, 'SH01-tngs-260102-01', places, { line: 'tngs', kind: 4 });
  for (const [at] of places.entries()) {
    const id = newId();
    const sampleId = newId();
    await desk.orm
      .execute(sql`insert into sample (id, tenant_id, requisition_id, requisition_code, sample_code, lab_status, contract_laboratory_id, receive_time, entry_person_id, entry_person_name, create_time, update_time, version)
      select ${sampleId}, tenant_id, requisition_id, requisition_code, ${`TUBE${at}`}, 104, contract_laboratory_id, now(), 1, '', now(), now(), 1 from sample where sample_code = ${tasks[0]!.sampleCode}`);
    await desk.orm
      .execute(sql`insert into lab_task (id, tenant_id, requisition_id, requisition_code, sample_id, sample_code, lab_code, laboratory_id, panel_group_id, commodity_ids, panel_ids, item_ids, task_state, lab_receive_time, create_time, update_time, version)
      select ${id}, tenant_id, requisition_id, requisition_code, ${sampleId}, ${`TUBE${at}`}, ${`TNGS${at}`}, laboratory_id, panel_group_id, commodity_ids, panel_ids, item_ids, 3, now(), now(), now(), 1 from lab_task where id = ${tasks[0]!.id}`);
    await desk.orm.execute(sql`update lab_batch_place set task_id = ${id} where rule_id = ${ruleId} and seq = ${at + 1}`);
    await versionFor(
      desk,
      { ...tasks[0]!, id },
      { found: [...(at < 3 ? ['流感嗜血杆菌'] : []), ...(at < 4 ? ['肺炎链球菌'] : [])], metrics: { q30: '91.5' } },
    );
  }
  const map = await asked(desk, 'lab', 'op/tngs/heat-map', { batch: 'SH01-tngs-260102' });
  expect(map).toMatchObject({ batchCount: 1, pathogenCount: 2, batches: [{ ruleId, samples: 10 }], pathogens: ['肺炎链球菌', '流感嗜血杆菌'] });
  expect(map.cells).toEqual(
    expect.arrayContaining([
      { ruleId, name: '肺炎链球菌', found: 4, isSuspected: true },
      { ruleId, name: '流感嗜血杆菌', found: 3, isSuspected: false },
    ]),
  );
  for (const cell of map.cells) {
    const opened = await asked(desk, 'lab', 'op/tngs/listPage', countedQuery(opensCell, 'found', cell, {})!);
    expect(opened.total, cell.name).toBe(cell.found);
  }
  // The map's denominator is the whole batch, whoever is looked for.
  expect((await asked(desk, 'lab', 'op/tngs/heat-map', { labCode: 'TNGS0', batch: 'SH01-tngs-260102' })).batches).toMatchObject([{ samples: 10 }]);
  const [row] = (await asked(desk, 'lab', 'op/tngs/listPage', { labCode: 'TNGS0' })).records;
  expect(row).toMatchObject({ batch: 'SH01-tngs-260102-01', q30: 91.5, detectionResult: qualitativeResult.positive, suspected: '肺炎链球菌' });
  expect(row.pathogens.split('、').toSorted()).toEqual(['流感嗜血杆菌', '肺炎链球菌'].toSorted());
  expect((await asked(desk, 'lab', 'op/tngs/listPage', { batch: 'SH01-tngs-260102', pathogens: '流感嗜血' })).total).toBe(3);
  expect((await asked(desk, 'lab', 'op/tngs/listPage', { batch: 'SH01-tngs-260101-02' })).total).toBe(0);
});

it('looks results up in every state of their audit', async () => {
  await desk.orm.execute(sql`update lab_task set task_state = 5, check_time_two = now() where id = ${task.id}`);
  expect((await asked(desk, 'lab', 'lab/result-audit/page', { labCode: labCode() })).total).toBe(0);
  const found = await asked(desk, 'lab', 'lab/result-audit/page', { labCode: labCode(), isSearch: '1', taskState: '5' });
  expect(found).toMatchObject({ total: 1, records: [{ taskState: 5 }] });
  await desk.orm.execute(sql`update lab_task set task_state = 3, check_time_two = null where id = ${task.id}`);
});

it('shows nobody more than their laboratories, panel groups, tenant and rights', async () => {
  const totals = async (): Promise<number[]> => {
    const found: number[] = [];
    for (const path of paths) found.push((await asked(desk, 'lab', path)).total);
    return found;
  };
  expect((await totals()).every((total) => total > 0)).toBe(true);
  for (const kind of ['laboratory', 'panelGroup'] as const) {
    await limit(desk, 'lab', kind, []);
    expect(await totals()).toEqual(paths.map(() => 0));
    expect(await statusOf(desk, 'lab', 'search/labReceive/sampleProcess', { sampleId: tube.sampleId })).toBe(404);
    expect(await statusOf(desk, 'lab', 'search/pretreatment/details', { sampleId: tube.sampleId })).toBe(404);
    expect(await asked(desk, 'lab', 'op/tngs/heat-map')).toMatchObject({ batches: [], cells: [], batchCount: 0 });
    expect(await asked(desk, 'lab', 'search/non-invasive-chart')).toMatchObject({ pointCount: 0, lackingCount: 0 });
    await limit(desk, 'lab', kind, null);
  }
  for (const path of paths) expect([path, await statusOf(desk, 'entry1', path)]).toEqual([path, 403]);
});
