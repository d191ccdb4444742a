import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callPath } from '#domain/kernel/services.ts';
import type { ReportContent } from '#domain/report/reportContent.ts';
import { shippedTemplates } from '#domain/report/shippedTemplates.ts';
import type { TemplateDetail } from '#domain/report/templateCalls.ts';
import { pageTexts } from '#server/report/reportTesting.ts';
import { audited } from '#server/lab/audit/auditTesting.ts';
import { openDesk, type Account, type Desk } from '#server/sample/deskTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

type Who = Account | 'ops';
interface Said {
  readonly status: number;
  readonly data: any;
  readonly msg: string;
  readonly refusal?: string;
}
const at = (path: string): string => callPath('report', `report-template/${path}`, 'accession');
async function post(account: Who, path: string, body: object, key: string = randomUUID()): Promise<Said> {
  const answer = await (await desk.as(account)).post(at(path), body, { 'idempotency-key': key });
  return { status: answer.statusCode, ...answer.json<Omit<Said, 'status'>>() };
}
async function detail(templateId: string, versionNo?: number): Promise<TemplateDetail & Record<string, any>> {
  const answer = await (await desk.as('ops')).get(at('detail'), { templateId, ...(versionNo ? { versionNo: String(versionNo) } : {}) });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: TemplateDetail & Record<string, any> }>().data;
}
const content = (key: string): ReportContent => shippedTemplates.find((one) => one.key === key)!.content;
let made = 0;
async function newTemplate(more: object = {}, account: Who = 'ops'): Promise<string> {
  made += 1;
  const said = await post(account, 'save', {
    templateName: `测试模板${made}`,
    reportKind: 1,
    paper: 'A4',
    disable: false,
    content: content('routine'),
    ...more,
  });
  expect(said.status, said.msg).toBe(200);
  return said.data.id;
}
const renamed = (base: ReportContent, text: string): ReportContent => ({
  ...base,
  blocks: base.blocks.map((block) => (block.kind === 'reportTitle' ? { ...block, text } : block)),
});
async function preview(account: Who, body: object) {
  return (await desk.as(account)).post(at('preview'), { content: content('routine'), ...body });
}
const textOf = async (pdf: Buffer): Promise<string> => (await pageTexts(pdf)).join('\n');

it('draws a draft, has it released by a second person with a reason, and keeps what printed before', async () => {
  const id = await newTemplate();
  expect(await detail(id)).toMatchObject({ draftNo: 1, liveNo: null, versionNo: 1, findings: [], versions: [{ versionNo: 1, state: 1 }] });
  // Whoever drew it does not release it, an administrator neither.
  expect(await post('ops', 'enable', { templateId: id, reason: '首版' })).toMatchObject({ status: 409, refusal: 'reportTemplate.ownDraft' });
  expect(await post('audit2', 'enable', { templateId: id })).toMatchObject({ status: 422, refusal: 'reportTemplate.needsReason' });
  const key = randomUUID();
  expect(await post('audit2', 'enable', { templateId: id, reason: '首版' }, key)).toMatchObject({ status: 200, data: true });
  expect(await detail(id)).toMatchObject({ draftNo: null, liveNo: 1, versions: [{ versionNo: 1, state: 2, reason: '首版' }] });
  // The same act again is no second release.
  await post('ops', 'save', { templateId: id, content: renamed(content('routine'), '检验报告单') });
  expect(await post('audit2', 'enable', { templateId: id, reason: '首版' }, key)).toMatchObject({ status: 200, data: true });
  expect(await detail(id)).toMatchObject({ draftNo: 2, liveNo: 1 });
  await post('audit2', 'enable', { templateId: id, reason: '改标题' });
  const after = await detail(id);
  expect(after.versions).toMatchObject([
    { versionNo: 2, state: 2, reason: '改标题' },
    { versionNo: 1, state: 3, reason: '首版' },
  ]);
  expect((await detail(id, 1)).content).toEqual(content('routine'));
  expect((await (await desk.as('ops')).get(at('detail'), { templateId: id, versionNo: '9' })).statusCode).toBe(404);
  // What has been released stays.
  expect(await post('ops', 'remove', { ids: [id] })).toMatchObject({ status: 409, refusal: 'reportTemplate.printed' });
});

it('saves the same thing once, counts all who drew, and tells whoever draws over another', async () => {
  const id = await newTemplate();
  const { version } = await detail(id);
  const changed = renamed(content('routine'), '甲');
  expect((await post('admin', 'save', { templateId: id, version, content: changed })).status).toBe(200);
  expect(await post('ops', 'save', { templateId: id, version, content: renamed(changed, '乙') })).toMatchObject({
    status: 409,
    refusal: 'resource.changed',
  });
  const before = await detail(id);
  await post('ops', 'save', { templateId: id, content: changed });
  expect(await detail(id)).toMatchObject({ version: before.version, versions: [{ versionNo: 1 }] });
  expect(await post('admin', 'enable', { templateId: id, reason: 'x' })).toMatchObject({ refusal: 'reportTemplate.ownDraft' });
  // Another paper is another version, though nothing on it changed.
  await post('audit2', 'enable', { templateId: id, reason: '首版' });
  await post('ops', 'save', { templateId: id, paper: 'A5' });
  expect(await detail(id)).toMatchObject({
    draftNo: 2,
    paper: 'A5',
    versions: [
      { versionNo: 2, state: 1 },
      { versionNo: 1, state: 2 },
    ],
  });
});

it('asks for the state of a new one, refuses a content of another shape, and removes what was never released', async () => {
  expect(await post('ops', 'save', { templateName: '无状态', reportKind: 1, paper: 'A4' })).toMatchObject({
    status: 400,
    msg: expect.stringContaining('请选择启用状态'),
  });
  const odd = { ...content('routine'), blocks: [{ id: 'x', kind: 'script', when: null, text: '1' }] };
  expect((await post('ops', 'save', { templateName: '怪', reportKind: 1, paper: 'A4', disable: false, content: odd })).status).toBe(400);
  const image = {
    id: 'p',
    kind: 'image',
    when: null,
    picture: Buffer.from('no picture at all').toString('base64'),
    height: 20,
    align: 'start',
    caption: '',
  };
  const pictured = { ...content('routine'), blocks: [image] };
  expect(await post('ops', 'save', { templateName: '图', reportKind: 1, paper: 'A4', disable: false, content: pictured })).toMatchObject({
    status: 400,
    msg: expect.stringContaining('图片块“p”'),
  });
  const id = await newTemplate({ disable: true });
  expect(await detail(id)).toMatchObject({ isDisable: 1, disable: true });
  expect((await post('ops', 'remove', { ids: [id] })).status).toBe(200);
  expect((await (await desk.as('ops')).get(at('detail'), { templateId: id })).statusCode).toBe(404);
});

it('keeps a draft back that lacks what a report must say, or that cannot be set for a real sample', async () => {
  const bare: ReportContent = { ...content('routine'), footer: [] };
  const id = await newTemplate({ content: bare });
  expect((await detail(id)).findings.map((one: { code: string }) => one.code)).toContain('identifiers');
  expect(await post('audit2', 'enable', { templateId: id, reason: '首版' })).toMatchObject({
    status: 422,
    refusal: 'reportTemplate.findings',
    msg: expect.stringContaining('缺少页码'),
  });
  // A newest sample whose patient has a name no font can write.
  const { id: taskId, panelGroupId, sampleCode } = await audited(desk);
  const rename = (name: string) =>
    desk.orm.execute(sql`update requisition set person_name = ${name} where id = (select requisition_id from lab_task where id = ${taskId})`);
  const tried = await newTemplate({ panelGroupId });
  await rename('王🙂');
  expect(await post('audit2', 'enable', { templateId: tried, reason: '首版' })).toMatchObject({
    status: 422,
    refusal: 'reportTemplate.trialFailed',
    msg: `样本 ${sampleCode} 试排版未通过: 字库缺少“🙂”`,
  });
  await rename('王小明');
  expect((await post('audit2', 'enable', { templateId: tried, reason: '首版' })).status).toBe(200);
});

it('is seen by who serves its laboratory, and changed by no one limited where it is every laboratory’s', async () => {
  const [own, foreign, shared] = [
    await newTemplate({ laboratoryId: desk.master.laboratoryId }),
    await newTemplate({
      laboratoryId: (
        await desk.rows<{ id: string }>(sql`select id::text as id from laboratory where id <> ${desk.master.laboratoryId} order by id limit 1`)
      )[0]!.id,
    }),
    await newTemplate(),
  ];
  const [{ id: opsId } = { id: '' }] = await desk.rows<{ id: string }>(sql`select id::text as id from user_account where account = 'ops'`);
  await desk.orm.execute(
    sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${opsId}, 'laboratory', array[${desk.master.laboratoryId}]::bigint[])`,
  );
  try {
    const ops = await desk.as('ops');
    for (const verb of ['page', 'list']) {
      const said = (await ops.get(at(verb), { size: '500' })).json<{ data: any }>().data;
      const ids = (said.records ?? said).map(({ templateId }: { templateId: string }) => templateId);
      expect([own, foreign, shared].map((id) => ids.includes(id))).toEqual([true, false, true]);
    }
    const statusOf = async (templateId: string) => (await ops.get(at('detail'), { templateId })).statusCode;
    expect([await statusOf(own), await statusOf(foreign), await statusOf(shared)]).toEqual([200, 404, 200]);
    for (const path of ['save', 'enable', 'disable', 'remove']) {
      expect([path, (await post('ops', path, { templateId: foreign, ids: [foreign], remark: 'x', reason: 'x' })).status]).toEqual([path, 404]);
      expect([path, (await post('ops', path, { templateId: shared, ids: [shared], remark: 'x', reason: 'x' })).status]).not.toEqual([path, 200]);
    }
    expect(await post('ops', 'save', { templateId: shared, remark: 'x' })).toMatchObject({ status: 403, msg: expect.stringContaining('全部检验所') });
    expect((await post('ops', 'save', { templateId: own, laboratoryId: null })).status).toBe(403);
    expect((await post('ops', 'save', { templateId: own, remark: 'x' })).status).toBe(200);
  } finally {
    await desk.orm.execute(sql`delete from user_scope where user_id = ${opsId}`);
  }
});

it('switches off and on again without a release', async () => {
  const id = await newTemplate();
  await post('audit2', 'enable', { templateId: id, reason: '首版' });
  expect((await post('ops', 'disable', { ids: [id] })).status).toBe(200);
  await post('ops', 'save', { templateId: id, content: renamed(content('routine'), '未发布') });
  expect(await detail(id)).toMatchObject({ isDisable: 1, draftNo: 2 });
  expect((await post('ops', 'enable', { templateId: id })).status).toBe(200);
  expect(await detail(id)).toMatchObject({ isDisable: 0, liveNo: 1, draftNo: 2 });
});

it('previews a template on an invented report and on a real sample, each marked as unaudited', async () => {
  const invented = await preview('ops', { example: 'prenatal', content: content('prenatal') });
  expect(invented.statusCode, invented.body).toBe(200);
  expect(invented.headers['content-type']).toBe('application/pdf');
  const text = await textOf(invented.rawPayload);
  for (const shown of ['未审核', '胎儿染色体非整倍体无创产前基因检测报告', '16周3天']) expect(text).toContain(shown);

  const { sampleCode } = await audited(desk);
  const [person] = await desk.rows<{ personName: string; itemName: string }>(
    sql`select r.person_name, (select x.item_name from lab_result x join lab_task t on t.id = x.task_id where t.sample_code = s.sample_code order by x.item_id limit 1) as item_name
      from sample s join requisition r on r.id = s.requisition_id where s.sample_code = ${sampleCode}`,
  );
  // Drawing templates is no right to read results.
  expect((await preview('ops', { sampleCode })).statusCode).toBe(403);
  expect((await preview('lab', { sampleCode })).statusCode).toBe(403);
  const real = await preview('admin', { sampleCode });
  expect(real.statusCode, real.body).toBe(200);
  const said = await textOf(real.rawPayload);
  for (const shown of ['未审核', person!.personName, person!.itemName, sampleCode, '全血']) expect(said).toContain(shown);
  expect((await preview('admin', { sampleCode: 'NOBODY' })).statusCode).toBe(404);
});
