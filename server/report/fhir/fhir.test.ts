import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportState } from '#domain/report/reportState.ts';
import { passedTwice } from '#server/lab/audit/auditTesting.ts';
import { makeReport } from '#server/report/reports/makeReport.ts';
import { openReports, reportCalls } from '#server/report/search/searchTesting.ts';
import type { Account, Desk } from '#server/sample/deskTesting.ts';
import { blobFiles } from '#server/storage/blobFiles.ts';
import { newId } from '#server/storage/ids.ts';
import { ofType, r4Faults, type Bundle } from './r4Testing.ts';

let desk: Desk;
const blobDir = mkdtempSync(join(tmpdir(), 'accession-report-fhir-'));
const { get, data, many, issued, setState } = reportCalls(() => desk);
const person = { personName: '欧阳不露', telephone: '19955550123', credentialNo: '11010519491231002X', patientNo: 'ZY77001188' };

/** Everybody's right but these, for an account. */
async function lacking(account: Account, codes: readonly string[]): Promise<void> {
  const alias = `no_${codes.join('_')}`;
  const made = await (await desk.as('admin')).post('/api/blade-system/role/submit', { roleName: alias, roleAlias: alias, sort: 9 });
  expect(made.statusCode, made.body).toBe(200);
  await desk.orm
    .execute(sql`insert into role_menu (tenant_id, role_id, menu_id) select r.tenant_id, r.id, m.id from role r join menu m on m.tenant_id = r.tenant_id
    where r.role_alias = ${alias} and m.is_deleted = 0 and not m.code = any(${sql.param([...codes])}::text[]) on conflict do nothing`);
  await desk.orm.execute(sql`update user_account set role_ids = (select array[r.id] from role r where r.role_alias = ${alias})
    where account = ${account} and tenant_id = '000000'`);
}
beforeAll(async () => {
  desk = await openReports(blobDir);
  await lacking('ops', ['patient_view']);
  await lacking('audit1', ['patient_export']);
  await lacking('entry1', ['report_download']);
});
afterAll(() => desk.close());

const ask = (account: Account, versionId: string) => get(account, 'report', 'report-audit/fhir', { versionId });
async function bundleOf(account: Account, versionId: string): Promise<Bundle> {
  const answer = await ask(account, versionId);
  expect(answer.statusCode, answer.body).toBe(200);
  return JSON.parse(answer.body) as Bundle;
}
const saidBy = async (account: Account, versionId: string): Promise<readonly [number, string]> => {
  const answer = await ask(account, versionId);
  return [answer.statusCode, answer.statusCode === 200 ? '' : answer.json<{ refusal: string }>().refusal];
};
type Version = Readonly<Record<'reportId' | 'versionId' | 'reportNo' | 'sha256', string>>;
/** Makes a report's next version and issues it. */
async function issueNext(reportId: string): Promise<Version> {
  const made = await makeReport(desk.database, desk.blobs, reportId, { tenantId: '000000', makerId: null, makerName: '系统' });
  if (made.outcome !== 'done') throw new Error(made.message[0]);
  const { versionId } = made;
  const [draft] = await desk.rows<{ sha256: string }>(sql`select draft_sha256 as sha256 from report_version where id = ${versionId}`);
  // What is not clear is opened before it is issued.
  await get('audit2', 'report', 'report-audit/file', { versionId });
  expect(await many('audit2', 'report-audit/audit', { versions: [{ versionId, pdfSha256: draft!.sha256 }] })).toEqual([null]);
  const [row] = await desk.rows<{ reportNo: string; sha256: string }>(
    sql`select r.report_no, v.pdf_sha256 as sha256 from report r join report_version v on v.report_id = r.id where v.id = ${versionId}`,
  );
  return { reportId, versionId, ...row! };
}
/** An issued report of somebody, with values of each kind and something found. */
async function ofPerson(): Promise<Version> {
  const task = await passedTwice(desk);
  await desk.orm
    .execute(sql`update requisition set person_name = ${person.personName}, telephone = ${person.telephone}, credential_no = ${person.credentialNo},
    patient_no = ${person.patientNo}, sex = 2, birth_date = '1949-12-31', sampling_time = '2026-11-19 08:30:00' where id = (select requisition_id from lab_task where id = ${task.id})`);
  await desk.orm.execute(sql`delete from lab_result where task_id = ${task.id}`);
  const values = [
    ['白细胞', '5.10', '10^9/L', '3.5~9.5', 'normal', 5.1],
    ['肌酐', '＜41', 'µmol/L', '41~97', 'low', null],
    ['21三体', '3.2', 'Z值', '-3~3', 'high', 3.2],
    ['乙肝表面抗原', '阳性', null, '阴性', 'high', null],
  ] as const;
  for (const [at, [itemName, value, unit, range, status, number]] of values.entries())
    await desk.orm
      .execute(sql`insert into lab_result (tenant_id, task_id, item_id, id, item_code, item_name, value, unit, reference_range, result_status, number, create_time)
      values ('000000', ${task.id}, ${at + 1}, ${newId()}, ${`I${at}`}, ${itemName}, ${value}, ${unit}, ${range}, ${status}, ${number}, now())`);
  await desk.orm.execute(sql`insert into lab_finding (tenant_id, id, task_id, name, name_en, reads, confidence, is_reported, grams, create_time)
    values ('000000', ${newId()}, ${task.id}, '肺炎链球菌', 'Streptococcus pneumoniae', 120, 'high', 1, '{}', now())`);
  const [report] = await desk.rows<{ id: string }>(sql`select report_id::text as id from report_task where task_id = ${task.id}`);
  return issueNext(report!.id);
}
const bytesOf = ({ sha256 }: { readonly sha256: string }): Buffer => readFileSync(blobFiles(blobDir).pathOf('000000', sha256));

describe('an issued report as a FHIR bundle', () => {
  it('is what R4 allows, says what the report says, and carries its very bytes', async () => {
    const version = await ofPerson();
    const answer = await ask('audit2', version.versionId);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/fhir+json; charset=utf-8',
      'content-disposition': `attachment; filename="${version.reportNo}-v1.fhir.json"`,
      'cache-control': 'no-store',
    });
    const bundle = JSON.parse(answer.body) as Bundle;
    expect(r4Faults(bundle)).toEqual([]);
    expect([bundle.type, bundle.meta]).toEqual(['collection', undefined]);
    const [report] = ofType(bundle, 'DiagnosticReport');
    const [row] = await desk.rows<{
      issueTime: string;
      requisitionCode: string;
      sampleCode: string;
    }>(sql`select v.issue_time, r.requisition_code, t.sample_code
      from report_version v join report r on r.id = v.report_id join report_task t on t.report_id = r.id where v.id = ${version.versionId}`);
    expect(report).toMatchObject({
      identifier: [{ use: 'official', value: version.reportNo }],
      basedOn: [{ type: 'ServiceRequest', identifier: { value: row!.requisitionCode } }],
      status: 'final',
      effectiveDateTime: '2026-11-19T08:30:00+08:00',
      issued: `${row!.issueTime.replace(' ', 'T')}+08:00`,
    });
    const pdf = bytesOf(version);
    const [form] = report!['presentedForm'];
    expect(Buffer.from(form.data, 'base64').equals(pdf)).toBe(true);
    expect(form).toMatchObject({ contentType: 'application/pdf', size: pdf.length, hash: createHash('sha1').update(pdf).digest('base64') });
    expect(ofType(bundle, 'Patient')).toMatchObject([
      {
        name: [{ text: person.personName }],
        identifier: [{ value: person.patientNo }, { value: person.credentialNo }],
        telecom: [{ system: 'phone', value: person.telephone }],
        gender: 'female',
        birthDate: '1949-12-31',
      },
    ]);
    expect(ofType(bundle, 'Specimen')).toMatchObject([{ identifier: [{ value: row!.sampleCode }] }]);
    const { name } = await desk.me('audit2');
    const { name: tester } = await desk.me('audit1');
    expect(ofType(bundle, 'Practitioner').map(({ name: [one] }) => one.text)).toEqual([tester, name]);
    expect(report!['performer'].map((one: { display?: string }) => one.display)).toEqual([undefined, `检验者 ${tester}`, `审核者、批准者 ${name}`]);
    expect(ofType(bundle, 'Observation')).toMatchObject([
      {
        valueQuantity: { value: 5.1, unit: '10^9/L', system: 'http://unitsofmeasure.org', code: '10*9/L' },
        referenceRange: [{ low: { value: 3.5 }, high: { value: 9.5 }, text: '3.5~9.5' }],
      },
      { valueQuantity: { value: 41, comparator: '<', unit: 'µmol/L', code: 'umol/L' } },
      { valueQuantity: { value: 3.2, unit: 'Z值' }, interpretation: [{ coding: [{ code: 'H' }] }] },
      { valueString: '阳性', interpretation: [{ coding: [{ code: 'A' }] }], referenceRange: [{ text: '阴性' }] },
      {
        code: { text: '病原检出' },
        valueString: '肺炎链球菌',
        component: expect.arrayContaining([{ code: { text: '序列数' }, valueString: '120' }]),
      },
    ]);
    expect(ofType(bundle, 'Observation')[2]!['valueQuantity']).not.toHaveProperty('code');
    // What R4 does not allow would have been found.
    const broken = JSON.parse(answer.body, (key, value: unknown) => (key === 'status' ? 'done' : value)) as Bundle;
    expect(r4Faults({ ...broken, entry: broken.entry.filter(({ resource }) => resource.resourceType !== 'Specimen') })).toEqual(
      expect.arrayContaining([expect.stringContaining('status: done is no code of it'), expect.stringContaining('specimen[0]: leads to undefined')]),
    );
    // As many decimals as were told; twice the same.
    expect(answer.body).toContain('"value":5.10,');
    expect((await ask('audit2', version.versionId)).body).toBe(answer.body);
    const { views } = await data('audit2', 'search', 'reportSearch/trail', { reportId: version.reportId });
    // Opened for its audit, and taken twice.
    expect(views).toMatchObject([{ versionNo: 1, userName: name, count: 3 }]);
  });

  it('names each tube of a report over several, and says of no result that it is the first one’s', async () => {
    const [one, other] = [await passedTwice(desk), await passedTwice(desk)];
    await desk.orm.execute(sql`update sample set lab_code = 'L-' || sample_code, sample_condition = '{4}' where sample_code = ${other.sampleCode}`);
    const [report] = await desk.rows<{ id: string }>(sql`select report_id::text as id from report_task where task_id = ${one.id}`);
    await desk.orm.execute(sql`update report_task set report_id = ${report!.id} where task_id = ${other.id}`);
    const bundle = await bundleOf('audit2', (await issueNext(report!.id)).versionId);
    expect(r4Faults(bundle)).toEqual([]);
    const specimens = ofType(bundle, 'Specimen').map(({ identifier, condition }) => [identifier[0].value, condition?.[0]?.text]);
    const told = new Map(specimens as [string, string | undefined][]);
    expect([...told.keys()]).toEqual([one.sampleCode, other.sampleCode].toSorted());
    expect(told.get(other.sampleCode)).toBe('重度溶血');
    expect(told.get(one.sampleCode)).not.toBe('重度溶血');
    const [diagnostic] = ofType(bundle, 'DiagnosticReport');
    expect(diagnostic!['specimen']).toHaveLength(2);
    expect(ofType(bundle, 'Observation').length).toBeGreaterThan(0);
    expect(ofType(bundle, 'Observation').filter((found) => 'specimen' in found)).toEqual([]);
  });

  it.each(['ops', 'audit1'] as const)('tells %s, who may not take patients away, neither who it is nor the bytes that say so', async (account) => {
    const version = await ofPerson();
    const answer = await ask(account, version.versionId);
    const bundle = JSON.parse(answer.body) as Bundle;
    expect(r4Faults(bundle)).toEqual([]);
    expect(Object.values(person).filter((word) => answer.body.includes(word))).toEqual([]);
    const [patient] = ofType(bundle, 'Patient');
    expect(patient).toMatchObject({
      name: [{ text: '欧***' }],
      identifier: [{ value: '********88' }, { value: '110***********002X' }],
      telecom: [{ value: '199****0123' }],
    });
    expect(patient).not.toHaveProperty('birthDate');
    const [form] = ofType(bundle, 'DiagnosticReport')[0]!['presentedForm'];
    expect(form).toEqual({
      contentType: 'application/pdf',
      language: 'zh-CN',
      size: bytesOf(version).length,
      hash: createHash('sha1').update(bytesOf(version)).digest('base64'),
      title: `${version.reportNo}-v1.pdf`,
    });
    expect(bundle.meta?.security).toMatchObject([{ code: 'REDACTED' }]);
  });

  it('is refused as its PDF is: without the right, out of sight, not issued, being corrected, withdrawn, damaged', async () => {
    const version = await issued();
    expect((await ask('entry1', version.versionId)).statusCode).toBe(403);
    for (const nobody of ['', 'x', newId(), '9999999999999999999']) expect((await ask('audit2', nobody)).statusCode).toBe(404);
    const { id } = await desk.me('lab');
    await desk.orm.execute(sql`insert into user_scope (tenant_id, user_id, kind, target_ids) values ('000000', ${id}, 'laboratory', '{1}')`);
    expect(await saidBy('lab', version.versionId)).toEqual([404, 'report.unknown']);
    await desk.orm.execute(sql`delete from user_scope where user_id = ${id}`);
    expect(await saidBy('lab', version.versionId)).toEqual([200, '']);

    await setState(version.reportId, reportState.recalling);
    expect(await saidBy('audit2', version.versionId)).toEqual([409, 'reportPrint.recalled']);
    await setState(version.reportId, reportState.issued);
    for (const [state, said] of [
      [1, [400, 'reportPrint.notIssued']],
      [4, [409, 'reportPrint.replaced']],
      [5, [409, 'reportPrint.recalled']],
      [3, [200, '']],
    ] as const) {
      await desk.orm.execute(sql`update report_version set state = ${state} where id = ${version.versionId}`);
      expect(await saidBy('audit2', version.versionId)).toEqual(said);
    }

    const damaged = [503, 'report.damaged'];
    const path = blobFiles(blobDir).pathOf('000000', version.sha256);
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.with(bytes.length >> 1, bytes[bytes.length >> 1]! ^ 1));
    expect(await saidBy('audit2', version.versionId)).toEqual(damaged);
    writeFileSync(path, bytes);
    const [row] = await desk.rows<{ facts: object; prevHash: string }>(
      sql`select facts, prev_hash from report_version where id = ${version.versionId}`,
    );
    for (const change of [
      sql`prev_hash = 'f' || prev_hash`,
      sql`facts = jsonb_set(facts, '{rows,results,0,cells,value}', '"2"')`,
      sql`facts = jsonb_set(facts, '{values,personName}', '"别人"')`,
    ]) {
      await desk.orm.execute(sql`update report_version set ${change} where id = ${version.versionId}`);
      expect(await saidBy('audit2', version.versionId)).toEqual(damaged);
      await desk.orm.execute(
        sql`update report_version set facts = ${JSON.stringify(row!.facts)}::jsonb, prev_hash = ${row!.prevHash} where id = ${version.versionId}`,
      );
    }
    expect(await saidBy('audit2', version.versionId)).toEqual([200, '']);
  });

  it('says whether a version replaces one that was issued, and whether that said something else', async () => {
    const first = await ofPerson();
    const takeBack = async () =>
      expect(await many('audit2', 'report-audit/cancel-audit', { reportIds: [first.reportId], reason: '姓名有误' })).toEqual([null]);
    const statusOf = async ({ versionId }: Version) => ofType(await bundleOf('audit2', versionId), 'DiagnosticReport')[0]!['status'];
    await takeBack();
    const second = await issueNext(first.reportId);
    expect(await statusOf(second)).toBe('amended');
    await takeBack();
    await desk.orm.execute(
      sql`update requisition set person_name = '欧阳不显' where id = (select requisition_id from report where id = ${first.reportId})`,
    );
    expect(await statusOf(await issueNext(first.reportId))).toBe('corrected');
    expect(await saidBy('audit2', second.versionId)).toEqual([409, 'reportPrint.recalled']);
  });
});
