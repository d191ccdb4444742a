import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reportTone } from '#domain/report/reportContent.ts';
import { drawReport } from '#domain/report/drawReport.ts';
import type { ReportFacts } from '#domain/report/reportFacts.ts';
import { passedTwice } from '#server/lab/audit/auditTesting.ts';
import { madeReport } from '#server/report/reports/makingTesting.ts';
import { openDesk, type Desk } from '#server/sample/deskTesting.ts';
import { newId } from '#server/storage/ids.ts';
import { readFacts } from './readFacts.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ blobDir: mkdtempSync(join(tmpdir(), 'accession-several-tubes-')) });
});
afterAll(() => desk.close());

const found = (taskId: string, name: string, confidence: string | null = null) =>
  desk.orm.execute(
    sql`insert into lab_finding (id, tenant_id, task_id, name, confidence, is_reported, create_time) values (${newId()}, '000000', ${taskId}, ${name}, ${confidence}, 1, now())`,
  );

it('a report of several tubes tells the class and the condition of each', async () => {
  const [one, other] = [await passedTwice(desk), await passedTwice(desk)];
  const [another] = await desk.rows<{ id: string; name: string }>(
    sql`select id::text as id, class_name as name from sample_class where id not in (select sample_class_id from sample where sample_code = ${one.sampleCode}) order by id limit 1`,
  );
  await desk.orm.execute(sql`update sample set sample_condition = '{1}' where sample_code = ${one.sampleCode}`);
  await desk.orm.execute(sql`update sample set sample_condition = '{4}', sample_class_id = ${another!.id} where sample_code = ${other.sampleCode}`);
  const { values } = await readFacts(desk.orm, '000000', [one.id, other.id]);
  expect(values.sampleCondition).toBe('正常、重度溶血');
  expect(values.sampleClassName?.split('、')).toContain(another!.name);
  expect((await readFacts(desk.orm, '000000', [one.id])).values.sampleCondition).toBe('正常');
});

it('a report of several tubes prints the codes of each, and one in a barcode', async () => {
  const [one, other] = [await passedTwice(desk), await passedTwice(desk)];
  await desk.orm.execute(sql`update sample set lab_code = 'L-1' where sample_code = ${one.sampleCode}`);
  await desk.orm.execute(sql`update sample set lab_code = 'L-2' where sample_code = ${other.sampleCode}`);
  const facts = await readFacts(desk.orm, '000000', [one.id, other.id]);
  const common = { id: 'b', when: null } as const;
  const cells = ['sampleCode', 'labCode'].map((fact) => ({ fact, label: null, span: 1 }));
  const drawn = drawReport({
    content: {
      tone: reportTone.black,
      fontSize: 9,
      header: [],
      blocks: [
        { ...common, kind: 'sample', heading: '', columns: 2, cells },
        { ...common, kind: 'barcode', text: '{sampleCode}', height: 10, align: 'start', caption: '{sampleCode}' },
      ],
      footer: [],
    },
    facts,
    paper: 'A4',
    watermark: '',
  });
  const codes = [one.sampleCode, other.sampleCode].toSorted();
  expect(drawn.blocks).toMatchObject([
    { cells: [{ text: codes.join('、') }, { text: 'L-1、L-2' }] },
    { text: one.sampleCode, caption: one.sampleCode },
  ]);
  expect((await readFacts(desk.orm, '000000', [one.id])).tubes).toBeUndefined();
});

it('a report of variants and of pathogens tells each in its own table', async () => {
  const [one, other] = [await passedTwice(desk), await passedTwice(desk)];
  const [group] = await desk.rows<{ id: string }>(
    sql`select panel_group_id::text as id from judge_rule where judge_kind = 'variant' and is_deleted = 0 and is_disable = 0 limit 1`,
  );
  await desk.orm.execute(sql`update lab_task set panel_group_id = ${group!.id} where id = ${other.id}`);
  await found(one.id, '肺炎克雷伯菌', 'high');
  await found(other.id, 'GJB2 NM_004004.6 c.235delC 纯合');
  const { rows } = await readFacts(desk.orm, '000000', [one.id, other.id]);
  expect(rows.pathogens.map(({ cells }) => cells['name'])).toEqual(['肺炎克雷伯菌']);
  expect(rows.variants.map(({ cells }) => cells['gene'])).toEqual(['GJB2']);
});

it('a report that a client’s own configuration makes is a custom one', async () => {
  const kindOf = async (reportId: string) => (await desk.rows(sql`select report_kind::int as kind from report where id = ${reportId}`))[0];
  expect(await kindOf((await madeReport(desk)).reportId)).toEqual({ kind: 1 });
  await desk.orm.execute(sql`update report_config set send_sample_client_ids = array[${desk.master.clientId}]::bigint[]`);
  expect(await kindOf((await madeReport(desk)).reportId)).toEqual({ kind: 2 });
  await desk.orm.execute(sql`update report_config set send_sample_client_ids = null`);
});

it('a requisition that is reported as a whole bears 部分报告 while a tube of it has not come', async () => {
  await desk.orm.execute(sql`update report_strategy set group_mode = 2, wait_mode = 2`);
  const isPartial = async (versionId: string): Promise<boolean> =>
    (await desk.rows<{ facts: ReportFacts }>(sql`select facts from report_version where id = ${versionId}`))[0]!.facts.isPartial;
  expect(await isPartial((await madeReport(desk)).versionId)).toBe(false);
  const task = await passedTwice(desk);
  await desk.orm
    .execute(sql`insert into sample select (jsonb_populate_record(null::sample, to_jsonb(s) || jsonb_build_object('id', ${newId()}::bigint, 'sample_code', s.sample_code || '9', 'lab_code', null, 'lab_status', 103))).*
    from sample s where s.sample_code = ${task.sampleCode}`);
  expect(await isPartial((await madeReport(desk, task)).versionId)).toBe(true);
});
