import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { ManyAnswer } from '#domain/kernel/many.ts';
import { callPath } from '#domain/kernel/services.ts';
import type { ReportState } from '#domain/report/reportState.ts';
import { reportChannel } from '#domain/report/reportStrategy.ts';
import { seedCalendar } from '#server/base/workCalendar.ts';
import { madeReport, mayRelease, type MadeReport } from '#server/report/reports/makingTesting.ts';
import { openDesk, type Account, type Desk } from '#server/sample/deskTesting.ts';

/** Gives the desk's client a ward that takes reports by mail, and its laboratory a mailbox to send them from; nobody else is written to. */
export async function mailReports(desk: Desk): Promise<void> {
  await desk.orm.execute(sql`update report_receiver set is_deleted = 1`);
  const { clientId: sendSampleClientId, laboratoryId } = desk.master;
  const server = { smtpHost: '127.0.0.1', smtpPort: 25, mailSecurity: 3, sendRange: 1 };
  const ward = { receiverName: '门诊', channel: reportChannel.mail, email: 'ward@client.example', password: 'ward-secret-7' };
  const admin = await desk.as('admin');
  for (const [service, path, body] of [
    ['report', 'report-receiver/save', { sendSampleClientId, laboratoryId, ...ward }],
    ['base', 'emailManage/save', { email: 'report@lab.example', deptName: '报告组', laboratoryId, ...server }],
  ] as const) {
    const said = await admin.post(callPath(service, path, 'accession'), body);
    expect(said.statusCode, said.body).toBe(200);
  }
}

/** A house with a calendar where two may release reports; what is asked for waits until a test does it. */
export async function openReports(blobDir: string, options: Pick<Parameters<typeof openDesk>[0] & {}, 'files'> = {}): Promise<Desk> {
  const none = async () => undefined;
  const jobs = { send: none, stop: none, depths: async () => ({}), crons: {}, settleFailed: async () => new Set<string>() };
  const desk = await openDesk({ blobDir, jobs, ...options });
  await seedCalendar(desk.database, '000000');
  for (const [at, account] of (['audit2', 'admin'] as const).entries()) await mayRelease(desk, account, at + 1);
  return desk;
}

type Service = 'report' | 'search';
/** What tests of reports that are out ask of such a house. */
export function reportCalls(desk: () => Desk) {
  const get = async (account: Account, service: Service, path: string, query: Record<string, string> = {}) =>
    (await desk().as(account)).get(callPath(service, path, 'accession'), query);
  const data = async (account: Account, service: Service, path: string, query: Record<string, string> = {}): Promise<any> => {
    const answer = await get(account, service, path, query);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ data: unknown }>().data;
  };
  const post = async (account: Account, path: string, body: object) =>
    (await desk().as(account)).post(callPath('report', path, 'accession'), body, { 'idempotency-key': randomUUID() });
  async function many(account: Account, path: string, body: object): Promise<readonly (string | null)[]> {
    const answer = await post(account, path, body);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ data: readonly ManyAnswer[] }>().data.map(({ code }) => code);
  }
  async function issued(): Promise<MadeReport & { readonly reportNo: string; readonly sha256: string }> {
    const made = await madeReport(desk());
    expect(await many('audit2', 'report-audit/audit', { versions: [{ versionId: made.versionId, pdfSha256: made.pdfSha256 }] })).toEqual([null]);
    const [row] = await desk().rows<{ reportNo: string; sha256: string }>(
      sql`select r.report_no, v.pdf_sha256 as sha256 from report r join report_version v on v.report_id = r.id where v.id = ${made.versionId}`,
    );
    return { ...made, ...row! };
  }
  const setState = (reportId: string, state: ReportState) => desk().orm.execute(sql`update report set state = ${state} where id = ${reportId}`);
  return { get, data, post, many, issued, setState };
}
