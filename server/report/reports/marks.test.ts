import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { formatDateTime } from '#domain/kernel/dates.ts';
import { callPath } from '#domain/kernel/services.ts';
import { openDesk, type Desk } from '#server/sample/deskTesting.ts';
import { nowText } from '#server/storage/clock.ts';
import { makeReport } from './makeReport.ts';
import { madeReport } from './makingTesting.ts';

let desk: Desk;
beforeAll(async () => {
  // Noon: the last second of the day is still to come, whenever this runs.
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
  vi.setSystemTime(`${formatDateTime(Date.now()).slice(0, 10)}T12:00:00+08:00`);
  desk = await openDesk({ blobDir: mkdtempSync(join(tmpdir(), 'accession-marks-')) });
});
afterAll(async () => {
  await desk.close();
  vi.useRealTimers();
});

it('a version is marked by critical values of its items, and by commodities that are for research alone; lists show it', async () => {
  const { task, reportId } = await madeReport(desk);
  const marks = async (): Promise<string | null> => {
    const page = await (await desk.as('audit2')).get(callPath('report', 'report-audit/page', 'accession'), { sampleCode: task.sampleCode });
    const { records } = page.json<{ data: { records: { reportId: string; marks: string | null }[] } }>().data;
    return records.find((row) => row.reportId === reportId)?.marks ?? null;
  };
  expect(await marks()).toBeNull();
  const [odd] = await desk.rows<{ itemId: string }>(
    sql`update lab_result set number = 5.5 where task_id = ${task.id} and item_id = (select min(item_id) from lab_result where task_id = ${task.id}) returning item_id::text as item_id`,
  );
  const remade = async (): Promise<string | null> => {
    expect((await makeReport(desk.database, desk.blobs, reportId, { tenantId: '000000', makerId: null, makerName: '系统' })).outcome).toBe('done');
    return marks();
  };
  await desk.orm.execute(sql`update item set critical_low = 5.4, critical_high = 5.6 where id = ${odd!.itemId}`);
  await desk.orm.execute(sql`update commodity set is_research = 1 where id = ${desk.master.single}`);
  expect(await remade()).toBe('仅供科研');
  await desk.orm.execute(sql`update item set critical_high = 5.5 where id = ${odd!.itemId}`);
  expect(await remade()).toBe('危急值、仅供科研');
});

it('what is due today, late, or came back is found as the home page counts it, and says what it waits for', async () => {
  const { task, reportId } = await madeReport(desk);
  const found = async (standing: number): Promise<readonly (readonly string[] | null)[]> => {
    const page = await (
      await desk.as('audit2')
    ).get(callPath('report', 'report-audit/page', 'accession'), {
      standing: String(standing),
      sampleCode: task.sampleCode,
    });
    const { records } = page.json<{ data: { records: { waitReason: readonly string[] | null }[] } }>().data;
    return records.map(({ waitReason }) => waitReason);
  };
  const due = (time: string) => desk.orm.execute(sql`update report set due_time = ${time} where id = ${reportId}`);
  const now = nowText();
  await due(`${now.slice(0, 10)} 23:59:59`);
  expect([await found(1), await found(2), await found(3)]).toEqual([[null], [], []]);
  await due('2026-01-01 10:00:00');
  expect([await found(1), await found(2)]).toEqual([[], [null]]);
  const held = { caseCode: 'REJ02', stage: 1, severity: 3, content: '标签不符', sampleCodes: [task.sampleCode], isHold: 1 };
  const said = await desk.act('online', 'reception', 'abnormal.submit', held);
  const { caseNo } = said.result as { caseNo: string };
  await desk.orm.execute(sql`update report_version set issue_time = ${now} where report_id = ${reportId}`);
  expect(await found(3)).toEqual([[`样本冻结: ${caseNo}`, `On hold: ${caseNo}`]]);
});

it('a report that is not complete says which results it awaits', async () => {
  const { task, reportId } = await madeReport(desk);
  await desk.orm.execute(sql`update report set state = 0 where id = ${reportId}`);
  await desk.orm.execute(sql`update lab_task set task_state = 3 where id = ${task.id}`);
  const page = await (await desk.as('audit2')).get(callPath('report', 'report-audit/page', 'accession'), { sampleCode: task.sampleCode });
  const [row] = page.json<{ data: { records: { waitReason: readonly string[] | null }[] } }>().data.records;
  expect(row?.waitReason).toEqual([expect.stringMatching(/^等待 .+ 待一审$/), expect.stringMatching(/^Awaits .+ Awaiting first audit$/)]);
});

it('a report of a couple says that it awaits the partner’s sample until that one has its results', async () => {
  const [own, partner] = [await madeReport(desk), await madeReport(desk)];
  const reason = async (detail: object): Promise<readonly string[] | null> => {
    await desk.orm.execute(
      sql`update requisition set detail = ${JSON.stringify(detail)}::jsonb where id = (select requisition_id from report where id = ${own.reportId})`,
    );
    const page = await (await desk.as('audit2')).get(callPath('report', 'report-audit/page', 'accession'), { sampleCode: own.task.sampleCode });
    return page.json<{ data: { records: { waitReason: readonly string[] | null }[] } }>().data.records[0]?.waitReason ?? null;
  };
  const awaited = (code: string) => [`夫妻联合: 等待配偶样本 ${code}`, `Of a couple: awaits the partner's sample ${code}`];
  const linked = { reportMode: 2, partnerSampleCode: partner.task.sampleCode };
  expect(await reason(linked)).toBeNull();
  await desk.orm.execute(sql`update lab_task set task_state = 3 where id = ${partner.task.id}`);
  expect(await reason(linked)).toEqual(awaited(partner.task.sampleCode));
  expect(await reason({ ...linked, partnerSampleCode: 'NOT-HERE' })).toEqual(awaited('NOT-HERE'));
  expect(await reason({ ...linked, reportMode: 1 })).toBeNull();
});

it('a report of a family says which of its samples the laboratory has not received', async () => {
  const [own, father] = [await madeReport(desk), await madeReport(desk)];
  const reason = async (detail: object): Promise<readonly string[] | null> => {
    await desk.orm.execute(
      sql`update requisition set detail = ${JSON.stringify(detail)}::jsonb where id = (select requisition_id from report where id = ${own.reportId})`,
    );
    const page = await (await desk.as('audit2')).get(callPath('report', 'report-audit/page', 'accession'), { sampleCode: own.task.sampleCode });
    return page.json<{ data: { records: { waitReason: readonly string[] | null }[] } }>().data.records[0]?.waitReason ?? null;
  };
  const { sampleCode } = father.task;
  const trio = { geneProduct: 3, fatherSampleCode: sampleCode, familyMembers: [{ name: '章建', sampleCode }] };
  expect(await reason(trio)).toBeNull();
  const mother = { name: '卢敏', sampleCode: 'not-here' };
  expect(await reason({ ...trio, familyMembers: [...trio.familyMembers, mother, { name: '章小' }] })).toEqual([
    '家系: 等待样本 NOT-HERE',
    'Of a family: awaits sample NOT-HERE',
  ]);
  await desk.orm.execute(sql`update sample set lab_status = 103 where sample_code = ${sampleCode}`);
  expect(await reason(trio)).toEqual([`家系: 等待样本 ${sampleCode}`, `Of a family: awaits sample ${sampleCode}`]);
  expect(await reason({ ...trio, geneProduct: 2 })).toBeNull();
});

it('a configuration by which a version was made is not removed', async () => {
  const { versionId } = await madeReport(desk);
  const [version] = await desk.rows<{ configId: string }>(sql`select config_id::text as config_id from report_version where id = ${versionId}`);
  const removed = await (await desk.as('ops')).post(callPath('report', 'report-config/remove', 'accession'), { configId: version!.configId });
  expect(removed.json()).toMatchObject({ code: 409, refusal: 'resource.inUse' });
});
