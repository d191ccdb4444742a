import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManyAnswer } from '#domain/kernel/many.ts';
import { callPath } from '#domain/kernel/services.ts';
import { taskState } from '#domain/lab/rules/taskState.ts';
import type { ReportFacts } from '#domain/report/reportFacts.ts';
import { chainText } from '#domain/report/reportState.ts';
import { scrawl } from '#server/demo/lab/labSeals.ts';
import { passedTwice, audited } from '#server/lab/audit/auditTesting.ts';
import { markBy, statusesOf, tasksOf, type StoredTask } from '#server/lab/tasks/taskTesting.ts';
import { certificateFile, password } from '#server/report/engine/certificateTesting.ts';
import { openPdfSigning } from '#server/report/engine/pdfSigning.ts';
import { pageTexts } from '#server/report/reportTesting.ts';
import { openDesk, type Account, type Desk } from '#server/sample/deskTesting.ts';
import { moveTasks } from '#server/spine/tasks/moveTasks.ts';
import { blobFiles } from '#server/storage/blobFiles.ts';
import { newId } from '#server/storage/ids.ts';
import { reportBackfill } from './backfill.ts';
import { chainCheck, chainFaults } from './chainCheck.ts';
import { madeReport, mayRelease, type MadeReport } from './makingTesting.ts';
import { prepareRelease } from './release.ts';
import { readReport } from './reportBytes.ts';
import { autoGenerate, generateJobKind } from './generate.ts';

let desk: Desk;
const blobDir = mkdtempSync(join(tmpdir(), 'accession-reports-'));
beforeAll(async () => {
  desk = await openDesk({ blobDir });
  for (const [at, account] of (['audit1', 'audit2', 'admin'] as const).entries()) await mayRelease(desk, account, at + 1);
});
afterAll(() => desk.close());

interface Report {
  readonly id: string;
  readonly state: number;
  readonly reportNo: string;
  readonly currentVersionNo: number;
  readonly fault: readonly string[] | null;
}
const reportsOf = ({ id }: Pick<StoredTask, 'id'>) =>
  desk.rows<Report>(
    sql`select r.id::text as id, r.state::int as state, r.report_no, r.current_version_no, r.fault from report r join report_task x on x.report_id = r.id where x.task_id = ${id} order by r.id`,
  );
const reportOf = async (task: Pick<StoredTask, 'id'>): Promise<Report> => (await reportsOf(task))[0]!;
const post = async (account: Account | 'admin', path: string, body: object, key: string = randomUUID()) =>
  (await desk.as(account)).post(callPath('report', path, 'accession'), body, { 'idempotency-key': key });
const get = async (account: Account | 'admin', path: string, query: Record<string, string>) =>
  (await desk.as(account)).get(callPath('report', path, 'accession'), query);
const detail = async (reportId: string) => (await get('audit2', 'report-audit/detail', { reportId })).json<{ data: Record<string, any> }>().data;

async function generate(reportIds: readonly string[]) {
  const said = await post('audit2', 'report-audit/generate', { reportIds });
  expect(said.statusCode, said.body).toBe(200);
  const { batchId } = said.json<{ data: { batchId: string } }>().data;
  await generateJobKind(desk.database, desk.blobs).run({ tenantId: '000000', batchId }, new AbortController().signal);
  return (await get('audit2', 'report-audit/get-generate-result', { batchId })).json<{ data: any }>().data;
}
const made = (): Promise<MadeReport> => madeReport(desk);
async function audit(account: Account | 'admin', versions: readonly { versionId: string; pdfSha256: string }[], key?: string) {
  const said = await post(account, 'report-audit/audit', { versions: versions.map(({ versionId, pdfSha256 }) => ({ versionId, pdfSha256 })) }, key);
  expect(said.statusCode, said.body).toBe(200);
  return said.json<{ data: ManyAnswer[] }>().data;
}
const codes = (answers: readonly ManyAnswer[]) => answers.map(({ code }) => code);

describe('a report', () => {
  it('is there with the second audit, and goes back with its result', async () => {
    const task = await audited(desk);
    expect(await reportsOf(task)).toEqual([]);
    const passed = await passedTwice(desk);
    const [{ code }] = (await desk.rows<{ code: string }>(sql`select requisition_code as code from lab_task where id = ${passed.id}`)) as [
      { code: string },
    ];
    expect(await reportOf(passed)).toMatchObject({ state: 1, reportNo: code, currentVersionNo: 0 });
    const { mark } = await markBy(desk, 'audit2');
    await desk.orm.transaction((tx) => moveTasks(tx, '000000', [{ taskId: passed.id, from: taskState.audited, to: taskState.firstAudit }], mark));
    expect(await reportOf(passed)).toMatchObject({ state: 0 });
  });

  it('is made once for what it says, looked at, issued with the third signature, and printed as it was audited', async () => {
    const { task, reportId, versionId, pdfSha256 } = await made();
    expect(await generate([reportId])).toMatchObject({
      state: 2,
      doneCount: 1,
      rows: [{ outcome: 'skipped', message: ['内容未变', expect.any(String)] }],
    });
    const draft = await get('audit2', 'report-audit/file', { versionId });
    expect(createHash('sha256').update(draft.rawPayload).digest('hex')).toBe(pdfSha256);
    expect((await pageTexts(draft.rawPayload)).join('')).toContain('未审核');
    expect(await detail(reportId)).toMatchObject({ state: 3, isSeen: true, versions: [{ versionNo: 1, state: 1 }] });

    expect((await post('audit1', 'report-audit/audit', { versions: [{ versionId, pdfSha256 }] })).statusCode).toBe(403);
    expect(codes(await audit('audit2', [{ versionId, pdfSha256: 'a'.repeat(64) }]))).toEqual(['report.bytes']);
    const key = randomUUID();
    expect(codes(await audit('audit2', [{ versionId, pdfSha256 }], key))).toEqual([null]);
    // Asked again it was done; asked anew it is.
    expect(codes(await audit('audit2', [{ versionId, pdfSha256 }], key))).toEqual([null]);
    expect(codes(await audit('audit2', [{ versionId, pdfSha256 }]))).toEqual(['report.done']);

    expect(await detail(reportId)).toMatchObject({
      state: 4,
      versions: [{ state: 3, auditorName: expect.any(String), issueTime: expect.any(String) }],
    });
    expect((await tasksOf(desk, [task.sampleCode]))[0]).toMatchObject({ taskState: 6 });
    expect(await statusesOf(desk, [task.sampleCode])).toEqual([108]);
    const issued = await get('audit2', 'report-audit/file', { versionId });
    const text = (await pageTexts(issued.rawPayload)).join('');
    expect(text).not.toContain('未审核');
    const [{ issueTime }] = (await detail(reportId))['versions'] as [{ issueTime: string }];
    expect(text).toContain(issueTime.slice(0, 16));
  });

  it('bears the signatures that stood under its audits, also where they were replaced since, and keeps by which authority', async () => {
    const task = await passedTwice(desk);
    const audits = await desk.rows<{ level: number; signUserId: string; signatureId: string; userId: string; image: string }>(
      sql`select a.level::int as level, a.sign_user_id::text as sign_user_id, a.signature_version as signature_id, a.user_id::text as user_id, g.image_sha256 as image
        from result_audit a join signature g on g.id::text = a.signature_version where a.task_id = ${task.id} order by a.level`,
    );
    const [first] = audits;
    await desk.orm.execute(sql`update signature set signature_state = 2 where id = ${first!.signatureId}`);
    const { sha256 } = await desk.blobs.putWhole('000000', scrawl(99));
    await desk.orm.execute(sql`insert into signature (id, tenant_id, user_id, signature_state, version_no, valid_from, image_sha256)
      values (${newId()}, '000000', ${first!.userId}, 1, 2, '2020-01-01', ${sha256})`);
    const { id } = await reportOf(task);
    await generate([id]);
    const [version] = await desk.rows<{ facts: ReportFacts; signatures: readonly object[] }>(
      sql`select facts, signatures from report_version where report_id = ${id} order by version_no desc limit 1`,
    );
    expect(version?.facts.signatures.map(({ imageSha256 }) => imageSha256)).toEqual(audits.map(({ image }) => image));
    expect(version?.signatures).toMatchObject(
      audits.map(({ level, signUserId, signatureId, userId }) => ({ slot: level === 1 ? 'tested' : 'reviewed', userId, signUserId, signatureId })),
    );
  });

  it('links each version that is issued to the one before', async () => {
    for (let count = 0; count < 2; count++) expect(codes(await audit('audit2', [await made()]))).toEqual([null]);
    const chain = await desk.rows<{ reportNo: string; versionNo: number; pdfSha256: string; issueTime: string; prevHash: string; chainHash: string }>(
      sql`select r.report_no, v.version_no, v.pdf_sha256, v.issue_time, v.prev_hash, v.chain_hash from report_version v join report r on r.id = v.report_id where v.chain_hash is not null`,
    );
    const byPrev = new Map(chain.map((link) => [link.prevHash, link]));
    expect(byPrev.size).toBe(chain.length);
    let [hash, count] = ['', 0];
    for (let link = byPrev.get(hash); link; link = byPrev.get(hash), count++) {
      hash = createHash('sha256').update(chainText(hash, link)).digest('hex');
      expect(link.chainHash).toBe(hash);
    }
    expect(count).toBe(chain.length);
  });

  it('is checked at night: a time, a place or a byte that is not what it was is told to administrators by name', async () => {
    const check = () => chainFaults(desk.orm, desk.blobs, '000000', '2000-01-01 00:00:00');
    expect(await check()).toEqual([]);
    const one = await made();
    expect(codes(await audit('audit2', [one, await made()]))).toEqual([null, null]);
    expect(await check()).toEqual([]);
    const { reportNo } = await reportOf(one.task);
    const set = (column: string, value: string) =>
      desk.orm.execute(sql`update report_version set ${sql.identifier(column)} = ${value} where id = ${one.versionId}`);
    const was = (
      await desk.rows<Record<'issueTime' | 'prevHash' | 'pdfSha256', string>>(
        sql`select issue_time, prev_hash, pdf_sha256 from report_version where id = ${one.versionId}`,
      )
    )[0]!;
    const found = async () => (await check()).filter((each) => each.reportNo === reportNo).map(({ fault }) => fault);
    await set('issue_time', '2020-01-01 00:00:00');
    expect(await found()).toEqual(['hash']);
    await set('issue_time', was.issueTime);
    await set('prev_hash', 'f'.repeat(64));
    // Those before it are not reached from the end any more.
    expect(await found()).toEqual(['hash']);
    expect((await check()).some(({ fault }) => fault === 'place')).toBe(true);
    await set('prev_hash', was.prevHash);
    expect(await check()).toEqual([]);

    const path = blobFiles(blobDir).pathOf('000000', was.pdfSha256);
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, -1));
    expect(await found()).toEqual(['bytes']);
    await chainCheck(desk.database, desk.blobs).run({}, new AbortController().signal);
    writeFileSync(path, bytes);
    const [notice] = await desk.rows<{ content: string }>(sql`select content from notice_content order by notice_id desc limit 1`);
    expect(notice?.content).toContain(`${reportNo} v1: 报告文件缺失或已被改动`);
  });

  it('is opened before it is issued, and alone, where it is not negative', async () => {
    const one = await made();
    const other = await made();
    await desk.orm.execute(sql`update report set qualitative_result = 2 where id = ${one.reportId}`);
    expect(codes(await audit('audit2', [one]))).toEqual(['report.unseen']);
    await get('audit2', 'report-audit/file', { versionId: one.versionId });
    expect(codes(await audit('audit2', [one, other]))).toEqual(['report.oneByOne', null]);
    expect(codes(await audit('audit2', [one]))).toEqual([null]);
  });

  it('is not issued by who audited its result first, nor without authority, nor once its result has moved', async () => {
    const one = await made();
    const { id } = await desk.me('audit2');
    await desk.orm.execute(sql`update lab_task set check_user_id_one = ${id} where id = ${one.task.id}`);
    expect(codes(await audit('audit2', [one]))).toEqual(['report.firstAuditor']);
    await desk.orm.execute(sql`update lab_task set check_user_id_one = 1, result_version = result_version + 1 where id = ${one.task.id}`);
    expect(codes(await audit('audit2', [one]))).toEqual(['report.changed']);
    await desk.orm.execute(sql`update lab_task set result_version = result_version - 1 where id = ${one.task.id}`);
    await desk.orm.execute(sql`update sign_user set is_disable = 1 where user_id = ${id} and sign_level = 3`);
    expect(codes(await audit('audit2', [one]))).toEqual(['signature.noAuthority']);
    await desk.orm.execute(sql`update sign_user set is_disable = 0 where user_id = ${id} and sign_level = 3`);
    expect(codes(await audit('audit2', [one]))).toEqual([null]);
  });

  it('is taken back while nothing has left the house, and made anew with the next number', async () => {
    const one = await made();
    expect(codes(await audit('audit2', [one]))).toEqual([null]);
    const cancel = async () =>
      (await post('audit2', 'report-audit/cancel-audit', { reportIds: [one.reportId], reason: '姓名有误' })).json<{ data: ManyAnswer[] }>().data;
    expect(codes(await cancel())).toEqual([null]);
    expect(await statusesOf(desk, [one.task.sampleCode])).toEqual([107]);
    expect(await detail(one.reportId)).toMatchObject({ state: 1, versions: [{ versionNo: 1, state: 5 }] });
    expect((await generate([one.reportId])).rows).toMatchObject([{ outcome: 'done' }]);
    const { versionId, pdfSha256 } = await detail(one.reportId);
    expect(codes(await audit('audit2', [{ versionId, pdfSha256 }]))).toEqual(['report.unseen']);
    await get('audit2', 'report-audit/file', { versionId });
    expect(codes(await audit('audit2', [{ versionId, pdfSha256 }]))).toEqual([null]);
    await desk.orm.execute(sql`update report_version set held_until = now() - interval '1 minute' where id = ${versionId}`);
    expect(codes(await cancel())).toEqual(['report.left']);
  });

  it('is followed by a supplementary one and an annex where a person asks, and neither moves what it should not', async () => {
    const one = await made();
    const [{ requisitionId }] = (await desk.rows<{ requisitionId: string }>(
      sql`select requisition_id::text as requisition_id from report where id = ${one.reportId}`,
    )) as [{ requisitionId: string }];
    const ask = async (reportKind: number) => post('audit2', 'report-audit/generate', { requisitionId, reportKind });
    expect((await ask(4)).json()).toMatchObject({ code: 422, refusal: 'report.noMain' });
    await desk.orm
      .execute(sql`insert into report_config (id, tenant_id, config_name, config_type, laboratory_id, report_kind, template_id, strategy_id, valid_from, create_time, update_time)
      select c.id + 900000 + k.kind, c.tenant_id, c.config_name || k.kind, 1, c.laboratory_id, k.kind, c.template_id, c.strategy_id, c.valid_from, c.create_time, c.update_time
      from report_config c cross join (values (3), (4)) k(kind) where c.id in (select min(id) from report_config where is_deleted = 0 and config_type = 1 group by laboratory_id)`);
    const run = async (reportKind: number) => {
      const said = await ask(reportKind);
      expect(said.statusCode, said.body).toBe(200);
      const { batchId } = said.json<{ data: { batchId: string } }>().data;
      await generateJobKind(desk.database, desk.blobs).run({ tenantId: '000000', batchId }, new AbortController().signal);
      const [line] = (await get('audit2', 'report-audit/get-generate-result', { batchId })).json<{ data: any }>().data.rows;
      expect(line).toMatchObject({ outcome: 'done' });
      const { versionId, pdfSha256 } = await detail(line.reportId);
      return { ...line, versionId, pdfSha256 };
    };
    const [{ reportNo }] = [await reportOf(one.task)];
    const annex = await run(3);
    expect(annex.reportNo).toBe(`${reportNo}-F1`);
    expect(codes(await audit('audit2', [annex]))).toEqual([null]);
    expect(await statusesOf(desk, [one.task.sampleCode])).toEqual([107]);
    expect(codes(await audit('audit2', [one]))).toEqual([null]);
    const more = await run(4);
    expect(more.reportNo).toBe(`${reportNo}-B1`);
    expect(codes(await audit('audit2', [more]))).toEqual([null]);
    const cancel = async ({ reportId }: { reportId: string }) =>
      post('audit2', 'report-audit/cancel-audit', { reportIds: [reportId], reason: '姓名有误' });
    for (const report of [annex, more]) expect((await cancel(report)).json<{ data: ManyAnswer[] }>().data.map(({ code }) => code)).toEqual([null]);
    expect(await statusesOf(desk, [one.task.sampleCode])).toEqual([108]);
  });

  it('advises what was checked by another for its kind of cancer; what has printed is replaced', async () => {
    const save = async (account: Account, body: object) => (await desk.as(account)).post(callPath('analyse', 'cancer/save', 'accession'), body);
    const review = async (account: Account, id: string) =>
      (await (await desk.as(account)).post(callPath('analyse', 'cancer/review', 'accession'), { id })).json<{ refusal?: string }>().refusal;
    const first = await audited(desk);
    const [{ name }] = (await desk.rows<{ name: string }>(
      sql`select g.panel_group_name as name from lab_task t join panel_group g on g.id = t.panel_group_id where t.id = ${first.id}`,
    )) as [{ name: string }];
    const given = { cancerType: name, qualitativeResult: 1, guidance: '定期复查', citation: 'NCCN 2026' };
    const said = await save('audit2', given);
    expect(said.statusCode, said.body).toBe(200);
    const { id } = said.json<{ data: { id: string } }>().data;
    const factsOf = async () => {
      const { versionId } = await made();
      return (await desk.rows<{ facts: any }>(sql`select facts from report_version where id = ${versionId}`))[0]!.facts.guidance as {
        text: string;
      }[];
    };
    expect(await factsOf()).toEqual([]);
    expect(await review('audit2', id)).toBe('cancerGuidance.own');
    expect(await review('admin', id)).toBeUndefined();
    expect((await factsOf()).map(({ text }) => text)).toEqual(['定期复查\n参考文献：NCCN 2026']);
    // It stands in a report: a save makes another one, which nobody has checked.
    expect((await save('lab', { ...given, id })).json<{ data: { id: string } }>().data.id).toBe(id);
    const next = (await save('lab', { ...given, id, guidance: '每年复查' })).json<{ data: { id: string } }>().data.id;
    expect(next).not.toBe(id);
    expect(
      await desk.rows(sql`select guidance, is_disable::int as off, reviewer_id from cancer_guidance where id::text in (${id}, ${next}) order by id`),
    ).toMatchObject([
      { guidance: '定期复查', off: 1 },
      { guidance: '每年复查', off: 0, reviewerId: null },
    ]);
    expect((await save('lab', { ...given, id, guidance: '其他' })).json()).toMatchObject({ refusal: 'cancerGuidance.replaced' });
    const removed = await (await desk.as('audit2')).post(callPath('analyse', 'cancer/remove', 'accession'), { ids: id });
    expect(removed.json()).toMatchObject({ refusal: 'cancerGuidance.printed' });
    expect(await factsOf()).toEqual([]);
    expect(await review('audit2', next)).toBeUndefined();
    expect((await factsOf()).map(({ text }) => text)).toEqual(['每年复查\n参考文献：NCCN 2026']);
    await desk.orm.execute(sql`update cancer_guidance set is_deleted = 1`);
  });

  it('that cannot be set for its release keeps no other back', async () => {
    const [broken, other] = [await made(), await made()];
    await desk.orm.execute(sql`update report_version set facts = 'null' where id = ${broken.versionId}`);
    const answers = await audit('audit2', [broken, other]);
    expect(answers.map(({ status }) => status)).toEqual(['failed', 'applied']);
  });

  it('is given out nowhere once a byte of it has changed', async () => {
    const one = await made();
    const path = blobFiles(blobDir).pathOf('000000', one.pdfSha256);
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(path, bytes);
    expect((await get('audit2', 'report-audit/file', { versionId: one.versionId })).statusCode).toBe(503);
    expect(codes(await audit('audit2', [one]))).toEqual(['report.notSet']);
  });

  it('is issued with nothing but what was looked at: neither its facts nor its template may have changed since', async () => {
    const one = await made();
    const row = sql`from report_version v where v.template_id = t.template_id and v.template_version_no = t.version_no and v.id = ${one.versionId}`;
    const facts = (text: string) =>
      desk.orm.execute(
        sql`update report_version set facts = jsonb_set(facts, '{values,personName}', to_jsonb(${text}::text)) where id = ${one.versionId}`,
      );
    const [{ name }] = (await desk.rows<{ name: string }>(
      sql`select facts->'values'->>'personName' as name from report_version where id = ${one.versionId}`,
    )) as [{ name: string }];
    await facts('另一人');
    expect(codes(await audit('audit2', [one]))).toEqual(['report.notSet']);
    await facts(name);
    await desk.orm.execute(sql`update report_template_version t set content = content || '{"changed": 1}' ${row}`);
    expect(codes(await audit('audit2', [one]))).toEqual(['report.notSet']);
    await desk.orm.execute(sql`update report_template_version t set content = content - 'changed' ${row}`);
    expect(codes(await audit('audit2', [one]))).toEqual([null]);
  });

  it('is signed by the laboratory’s certificate where it has one, behind what was set', async () => {
    const { versionId } = await made();
    const sign = await openPdfSigning(certificateFile().file, password);
    const user = { ...(await desk.me('audit2')), tenantId: '000000', name: '二审' };
    const { database, blobs } = desk;
    const plain = (await prepareRelease({ database, blobs }, user, versionId, user))!;
    const signed = (await prepareRelease({ database, blobs, sign }, user, versionId, user))!;
    const bytes = await readReport(blobs, '000000', signed.finalSha256);
    expect(bytes.toString('latin1')).toContain('/ETSI.CAdES.detached');
    expect(bytes.length).toBeGreaterThan((await readReport(blobs, '000000', plain.finalSha256)).length);
  });

  it('says why it could not be made, and is made once that is mended', async () => {
    const task = await passedTwice(desk);
    const { id } = await reportOf(task);
    await desk.orm.execute(sql`update report_config set is_disable = 1`);
    expect((await generate([id])).rows).toMatchObject([{ outcome: 'refused', message: ['无报告配置', expect.any(String)] }]);
    expect(await reportOf(task)).toMatchObject({ state: 7, fault: ['无报告配置', expect.any(String)] });
    await desk.orm.execute(sql`update report_config set is_disable = 0`);
    expect((await generate([id])).rows).toMatchObject([{ outcome: 'done' }]);
  });

  it('of a name with a sign no font has fails alone, with the sign named, and the others of its batch are made', async () => {
    const [odd, next] = [await passedTwice(desk), await passedTwice(desk)];
    const [{ id }, { id: nextId }] = [await reportOf(odd), await reportOf(next)];
    const named = (name: SQL): Promise<unknown> =>
      desk.orm.execute(
        sql`update requisition set person_name = ${name} where requisition_code = (select t.requisition_code from lab_task t where t.id = ${odd.id})`,
      );
    await named(sql`person_name || '🙂'`);
    const { rows } = await generate([id, nextId]);
    const fault = ['字库缺少“🙂”', 'No glyph for 🙂'];
    expect(rows).toMatchObject([{ outcome: 'refused', message: fault }, { outcome: 'done' }]);
    expect(await reportOf(odd)).toMatchObject({ state: 7, currentVersionNo: 0, fault });
    expect(await reportOf(next)).toMatchObject({ state: 3, currentVersionNo: 1, fault: null });
    await named(sql`replace(person_name, '🙂', '')`);
    expect((await generate([id])).rows).toMatchObject([{ outcome: 'done' }]);
  });

  it('is there for what was final before reports were kept', async () => {
    const task = await passedTwice(desk);
    const { id } = await reportOf(task);
    await desk.orm.execute(sql`delete from report_task where report_id = ${id}`);
    await desk.orm.execute(sql`delete from report where id = ${id}`);
    await reportBackfill(desk.database).run({}, new AbortController().signal);
    expect(await reportOf(task)).toMatchObject({ state: 1 });
  });

  it('is made by itself where its strategy says so, also after a server that died over it', async () => {
    const task = await passedTwice(desk);
    const { id } = await reportOf(task);
    const run = () => autoGenerate(desk.database, desk.blobs).run({}, new AbortController().signal);
    await run();
    expect(await reportOf(task)).toMatchObject({ state: 3, currentVersionNo: 1 });
    await desk.orm.execute(sql`update report set state = 2, update_time = now() - interval '10 minutes' where id = ${id}`);
    await run();
    expect(await reportOf(task)).toMatchObject({ state: 3 });
  });
});
