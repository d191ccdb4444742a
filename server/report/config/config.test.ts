import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '#domain/kernel/dates.ts';
import { callPath } from '#domain/kernel/services.ts';
import { audited } from '#server/lab/audit/auditTesting.ts';
import { openDesk, type Account, type Desk } from '#server/sample/deskTesting.ts';
import { nowText } from '#server/storage/clock.ts';

let desk: Desk;
let strategyId: string;
let templateId: string;
beforeAll(async () => {
  desk = await openDesk();
  const templates = await read('report-template/page', { size: '50' });
  templateId = templates.data.records[0].templateId;
  strategyId = (await read('report-strategy/page')).data.records[0].strategyId;
});
afterAll(() => desk.close());

interface Said {
  readonly status: number;
  readonly data: any;
  readonly msg: string;
  readonly refusal?: string;
  readonly problems?: readonly { readonly field: string }[];
}
type Who = Account | 'ops' | 'admin';
async function post(path: string, body: object, account: Who = 'ops'): Promise<Said> {
  const answer = await (await desk.as(account)).post(callPath('report', path, 'accession'), body, { 'idempotency-key': randomUUID() });
  return { status: answer.statusCode, ...answer.json<Omit<Said, 'status'>>() };
}
async function read(path: string, query: Record<string, string> = {}, account: Who = 'ops', service: 'report' | 'base' = 'report'): Promise<Said> {
  const answer = await (await desk.as(account)).get(callPath(service, path, 'accession'), query);
  return { status: answer.statusCode, ...answer.json<Omit<Said, 'status'>>() };
}
const fieldsOf = ({ problems = [], status, msg }: Said): string[] => (expect(status, msg).toBe(400), problems.map(({ field }) => field));
let made = 0;
const configOf = (more: object = {}) => ({
  configName: `测试配置${(made += 1)}`,
  configType: 2,
  laboratoryId: desk.master.laboratoryId,
  sendSampleClientIds: [desk.master.clientId],
  reportKind: 2,
  templateId,
  strategyId,
  validFrom: '2026-01-01',
  ...more,
});
async function saved(body: object): Promise<string> {
  const said = await post('report-config/save', body);
  expect(said.status, said.msg).toBe(200);
  return said.data.id;
}
/** Takes a configuration out of the way of what comes after. */
async function off(configId: string): Promise<void> {
  expect((await post('report-config/disable', { configId })).status).toBe(200);
}

it('keeps default and custom configurations apart, each with the clients its kind needs', async () => {
  expect(fieldsOf(await post('report-config/save', configOf({ sendSampleClientIds: [] })))).toEqual(['sendSampleClientIds']);
  expect(fieldsOf(await post('report-config/save', configOf({ configType: 1 })))).toEqual(['sendSampleClientIds']);
  expect(fieldsOf(await post('report-config/save', configOf({ validTo: '2025-12-31' })))).toEqual(['validTo']);
  const id = await saved(configOf());
  const custom = await read('report-config/custom-page', { size: '100' });
  const byDefault = await read('report-config/default-page', { size: '100' });
  expect(custom.data.records.map((row: { configId: string }) => row.configId)).toEqual([id]);
  expect(byDefault.data.total).toBeGreaterThan(5);
  expect(new Set(byDefault.data.records.map((row: { configType: number }) => row.configType))).toEqual(new Set([1]));
  await off(id);
});

it('refuses two that would be for the same report, when they are saved, changed and enabled again', async () => {
  const first = await saved(configOf({ commodityIds: [desk.master.nipt] }));
  expect(fieldsOf(await post('report-config/save', configOf({ commodityIds: [desk.master.nipt] })))).toEqual(['configName']);
  // One that is narrower in another way weighs otherwise.
  const second = await saved(configOf());
  // An annex is another matter.
  const third = await saved(configOf({ commodityIds: [desk.master.nipt], reportKind: 3 }));
  await off(first);
  const fourth = await saved(configOf({ commodityIds: [desk.master.nipt] }));
  expect(fieldsOf(await post('report-config/enable', { configId: first }))).toEqual(['configName']);
  for (const id of [second, third, fourth]) await off(id);
});

it('changes several at once, and tells of each what became of it', async () => {
  const open = await saved(configOf({ validFrom: '2026-01-01' }));
  const late = await saved(configOf({ validFrom: '2026-09-01', commodityIds: [desk.master.nipt] }));
  const said = await post('report-config/batch-update', { configIds: [open, late, '999'], validTo: '2026-06-30' });
  expect(said.data).toMatchObject([
    { id: open, status: 'applied' },
    { id: late, status: 'refused', code: 'reportConfig.span' },
    { id: '999', status: 'refused', code: 'reportConfig.unknown' },
  ]);
  expect((await read('report-config/detail', { configId: open })).data).toMatchObject({ validTo: '2026-06-30' });
  expect((await post('report-config/batch-update', { configIds: [open] })).data).toMatchObject([{ code: 'reportConfig.nothing' }]);
  expect((await post('report-config/batch-update', { configIds: [open], templateId: '1' })).data).toMatchObject([{ code: 'reportConfig.noSuch' }]);
  for (const id of [open, late]) await off(id);
});

it('words results for a configuration, never against their meaning, and never over a younger wording', async () => {
  const configId = await saved(configOf());
  const itemId = (await read('item/list', {}, 'lab', 'base')).data[0].itemId as string;
  const row = { itemId, qualitativeResult: 1, from: '阴性', show: '未检出' };
  const convert = (body: object) => post('report-config/save-convert', { configId, reason: '客户要求', ...body });
  expect(await convert({ rows: [row], conversionNo: 0 })).toMatchObject({ status: 200, data: { conversionNo: 1 } });
  expect(await convert({ rows: [row], conversionNo: 0 })).toMatchObject({ refusal: 'reportConvert.changed' });
  expect(await convert({ rows: [{ ...row, qualitativeResult: 2 }] })).toMatchObject({ refusal: 'reportConvert.meaning' });
  expect(await convert({ rows: [{ ...row, itemId: '1' }] })).toMatchObject({ refusal: 'reportConvert.item' });
  expect((await convert({ rows: [row], reason: '' })).status).toBe(400);
  expect((await read('report-config/convert-detail', { configId })).data).toMatchObject({
    conversionNo: 1,
    rows: [{ ...row, itemName: expect.any(String) }],
  });
  expect((await read('report-config/convert-detail', { id: configId })).data).toMatchObject({ configId });
  expect((await read('report-config/convert-detail')).status).toBe(400);
  expect((await read('report-config/convert-detail', { configId: 'x' })).status).toBe(400);
  await off(configId);
});

it('says which configuration a sample is reported by, and why no other', async () => {
  const task = await audited(desk);
  const said = await read('report-config/explain', { sampleCode: task.sampleCode });
  expect(said.status, said.msg).toBe(200);
  const [report] = said.data.reports;
  expect(report.fault).toBeNull();
  expect(report.configs[0]).toMatchObject({ configId: report.chosenId, why: null });
  expect(report.configs.at(-1).why).toEqual(expect.arrayContaining([expect.any(String)]));
  expect((await read('report-config/explain', { sampleCode: 'NONE' })).status).toBe(404);
});

it('holds a strategy to what it promises', async () => {
  const base = { strategyCode: 'T1', strategyName: '测试策略', groupMode: 1, waitMode: 1, holdMinutes: 10 };
  expect(fieldsOf(await post('report-strategy/save', { ...base, autoRelease: 1 }))).toEqual(['criterionId']);
  expect(fieldsOf(await post('report-strategy/save', { ...base, channels: [2] }))).toEqual(['mailMode']);
  // A link goes with a text message, paper is so many copies, and there is no portal.
  expect(fieldsOf(await post('report-strategy/save', { ...base, channels: [4], linkDays: 5 }))).toEqual(['channels']);
  expect(fieldsOf(await post('report-strategy/save', { ...base, channels: [5] }))).toEqual(['paperCopies']);
  expect(fieldsOf(await post('report-strategy/save', { ...base, channels: [1], paperCopies: 2 }))).toEqual(['channels']);
  expect(fieldsOf(await post('report-strategy/save', { ...base, channels: [3] }))).toEqual(['channels']);
  expect((await post('report-strategy/save', { ...base, channels: [2], mailMode: 2 })).status).toBe(200);
  // What its form leaves open is as usual, also where somebody empties it again.
  const open = { ...base, strategyCode: 'T2', strategyName: '测试策略二', channels: [1, 4], holdMinutes: null };
  const { data } = await post('report-strategy/save', open);
  const detail = async () => (await read('report-strategy/detail', { strategyId: data.id })).data;
  expect(await detail()).toMatchObject({ holdMinutes: 10, linkDays: 30 });
  await post('report-strategy/save', { ...(await detail()), holdMinutes: 0, linkDays: 7 });
  expect(await detail()).toMatchObject({ holdMinutes: 0, linkDays: 7 });
  await post('report-strategy/save', { ...(await detail()), linkDays: null });
  expect(await detail()).toMatchObject({ holdMinutes: 0, linkDays: 30 });
});

it('has a criterion approved by another than its author, and anew after each change', async () => {
  const panelGroupIds = [(await read('panel-group/list', {}, 'lab', 'base')).data[0].panelGroupId as string];
  const today = nowText().slice(0, 10);
  const body = {
    criterionCode: 'R1',
    criterionName: '阴性自动发布',
    panelGroupIds,
    reviewDate: addDays(today, 300),
    validationNote: '200 例, 符合率 100%',
  };
  expect(fieldsOf(await post('release-criterion/save', { ...body, reviewDate: addDays(today, 400) }))).toEqual(['reviewDate']);
  const { id: criterionId } = (await post('release-criterion/save', body)).data as { id: string };
  const approve = (account: Who, state = 2) => post('release-criterion/approve', { criterionId, state, reason: '验证充分' }, account);
  const stands = async () => (await read('release-criterion/detail', { criterionId })).data as { state: number; versionNo: number };
  expect(await stands()).toMatchObject({ state: 1, versionNo: 1 });
  expect((await approve('ops')).status).toBe(403);
  expect(await approve('audit2')).toMatchObject({ status: 200 });
  expect(await approve('audit2')).toMatchObject({ refusal: 'releaseCriterion.already' });
  expect(await stands()).toMatchObject({ state: 2, versionNo: 1 });
  expect((await post('release-criterion/save', { criterionId, ageFrom: 18 })).status).toBe(200);
  expect(await stands()).toMatchObject({ state: 1, versionNo: 2, approverId: null });
  // Saved as it stands it is what it was, and its author's.
  expect(await approve('audit2')).toMatchObject({ status: 200 });
  expect((await post('release-criterion/save', { criterionId, ageFrom: 18 }, 'admin')).status).toBe(200);
  expect(await stands()).toMatchObject({ state: 2, versionNo: 2 });
  expect((await post('release-criterion/save', { criterionId, ageFrom: 20 }, 'admin')).status).toBe(200);
  expect(await approve('admin')).toMatchObject({ refusal: 'releaseCriterion.own' });
  expect(await approve('audit2', 3)).toMatchObject({ status: 200 });
});

it('stops automatic release at once, with a reason, and shows who did', async () => {
  const press = (isOn: number, laboratoryId?: string) =>
    post('report-strategy/auto-release-switch', { isOn, reason: '仪器校准', laboratoryId }, 'audit2');
  expect(await press(1)).toMatchObject({ refusal: 'releaseSwitch.already' });
  expect(await press(0)).toMatchObject({ status: 200, data: { isOn: false, laboratoryId: null } });
  expect(await press(0, desk.master.laboratoryId)).toMatchObject({ status: 200 });
  expect((await read('report-strategy/auto-release-state')).data).toMatchObject([
    { laboratoryId: null, isOn: false, reason: '仪器校准' },
    { laboratoryId: desk.master.laboratoryId, isOn: false },
  ]);
  expect(await press(1)).toMatchObject({ status: 200 });
  expect(await press(1, '12345')).toMatchObject({ refusal: 'releaseSwitch.notYours' });
});

it('reaches a receiver by an address it has', async () => {
  const receiver = (body: object, account: Who = 'admin') => post('report-receiver/save', body, account);
  const base = { sendSampleClientId: desk.master.clientId, receiverName: '检验科', laboratoryId: desk.master.laboratoryId };
  expect((await receiver({ ...base, channel: 2, email: 'lab@example.com' }, 'ops')).status).toBe(403);
  expect(fieldsOf(await receiver({ ...base, channel: 2 }))).toEqual(['email']);
  expect(fieldsOf(await receiver({ ...base, channel: 2, email: 'no address' }))).toEqual(['email']);
  expect(fieldsOf(await receiver({ ...base, channel: 5 }))).toEqual(['address']);
  expect((await receiver({ ...base, channel: 2, email: 'lab@example.com', password: 'secret-1' })).status).toBe(200);
});

it('takes a template of its own laboratory or of all', async () => {
  const foreign = await desk.rows<{ id: string }>(
    sql`select id::text as id from laboratory where id <> ${desk.master.laboratoryId} order by id limit 1`,
  );
  await desk.orm.execute(sql`update report_template set laboratory_id = ${foreign[0]!.id} where id = ${templateId}`);
  expect(fieldsOf(await post('report-config/save', configOf()))).toEqual(['templateId']);
  await desk.orm.execute(sql`update report_template set laboratory_id = ${desk.master.laboratoryId} where id = ${templateId}`);
  await off(await saved(configOf()));
  await desk.orm.execute(sql`update report_template set laboratory_id = null where id = ${templateId}`);
});
