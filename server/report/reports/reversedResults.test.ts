import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ManyAnswer } from '#domain/kernel/many.ts';
import { callPath, type Service } from '#domain/kernel/services.ts';
import { maySign } from '#server/lab/audit/auditTesting.ts';
import { tasksOf } from '#server/lab/tasks/taskTesting.ts';
import { openDesk, type Account, type Desk } from '#server/sample/deskTesting.ts';
import { madeReport, mayRelease, type MadeReport } from './makingTesting.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ blobDir: mkdtempSync(join(tmpdir(), 'accession-reversed-')) });
  for (const [at, account] of (['audit2', 'admin'] as const).entries()) {
    await mayRelease(desk, account, at + 1);
    await maySign(desk, account, 2);
  }
});
afterAll(() => desk.close());

const many = async (account: Account, service: Service, path: string, body: object): Promise<ManyAnswer> => {
  const said = await (await desk.as(account)).post(callPath(service, path, 'accession'), body);
  const [one] = said.json<{ data: ManyAnswer[] | null }>().data ?? [];
  if (!one) throw new Error(said.body);
  return one;
};
/** The laboratory's own act, by an auditor of results; the id of its application. */
async function reversalOf({ task }: MadeReport): Promise<string> {
  const body = { type: 2, operate: 2, reason: '样本混淆', taskIds: [task.id] };
  expect(await many('audit1', 'lab', 'lab-process/de-approval', body)).toMatchObject({ code: null });
  const [row] = await desk.rows<{ id: string }>(sql`select id::text as id from de_approval where ${task.id}::bigint = any(task_ids) and state = 1`);
  return row!.id;
}
const decide = (id: string, isPassed: boolean) =>
  desk.act('online', 'admin', 'deApproval.decide', { id, isPassed, ...(isPassed ? {} : { opinion: '原始数据无误' }) });
const issue = ({ versionId, pdfSha256 }: MadeReport) => many('audit2', 'report', 'report-audit/audit', { versions: [{ versionId, pdfSha256 }] });
const standing = async ({ reportId, task }: MadeReport) => {
  const [row] = await desk.rows<{ state: number; versions: number[] }>(
    sql`select r.state::int as state, array(select v.state::int from report_version v where v.report_id = r.id order by v.version_no) as versions from report r where r.id = ${reportId}`,
  );
  const [stored] = await tasksOf(desk, [task.sampleCode]);
  return [row?.state, row?.versions, stored?.taskState];
};

it('is not issued while somebody has applied to take its result’s audit back, and is once that is rejected', async () => {
  const one = await madeReport(desk);
  const id = await reversalOf(one);
  expect(await issue(one)).toMatchObject({ code: 'report.reversal' });
  expect(await standing(one)).toEqual([3, [1], 5]);
  expect(await decide(id, false)).toMatchObject({ status: 'applied' });
  expect(await issue(one)).toMatchObject({ code: null });
  expect(await standing(one)).toEqual([4, [3], 6]);
});

it('goes back with its result, and cannot be issued any more', async () => {
  const one = await madeReport(desk);
  const id = await reversalOf(one);
  expect(await decide(id, true)).toMatchObject({ status: 'applied' });
  expect(await standing(one)).toEqual([0, [2], 4]);
  expect(await issue(one)).toMatchObject({ code: 'report.state' });
});

it('of an issued report the result is reversed by the report’s withdrawal alone; of two who act at once one wins', async () => {
  const out = await madeReport(desk);
  expect(await issue(out)).toMatchObject({ code: null });
  const body = { type: 2, operate: 2, reason: '样本混淆', taskIds: [out.task.id] };
  expect(await many('audit1', 'lab', 'lab-process/de-approval', body)).toMatchObject({ code: 'deApproval.issued' });

  const one = await madeReport(desk);
  const [applied, issued] = await Promise.all([many('audit1', 'lab', 'lab-process/de-approval', { ...body, taskIds: [one.task.id] }), issue(one)]);
  expect([applied.code, issued.code].filter((code) => code === null)).toHaveLength(1);
  expect([applied.code ?? 'deApproval.issued', issued.code ?? 'report.reversal']).toEqual(['deApproval.issued', 'report.reversal']);
});
