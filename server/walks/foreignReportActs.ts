import { sql } from 'drizzle-orm';
import { callPath } from '#domain/kernel/services.ts';
import type { Desk } from '#server/sample/deskTesting.ts';
import { tubesAtDoor } from '#server/lab/tasks/taskTesting.ts';
import { madePdf } from '#server/report/upload/pdfTesting.ts';
import { madeReport, mayRelease, type MadeReport } from '#server/report/reports/makingTesting.ts';
import { insertRecalls } from '#server/report/reports/takeBack.ts';
import { done, type Prepare } from './preparedAct.ts';

let made = 0;
/** A client's configuration of the laboratory, which no other stands against. */
async function config(desk: Desk): Promise<{ readonly configId: string; readonly month: string }> {
  made += 1;
  const month = `2027-${String(made).padStart(2, '0')}`;
  const [plain] = await desk.rows<{ templateId: string; strategyId: string }>(
    sql`select template_id::text as "templateId", strategy_id::text as "strategyId" from report_config where is_deleted = 0 order by id limit 1`,
  );
  const answer = await (
    await desk.as('admin')
  ).post(callPath('report', 'report-config/save', 'accession'), {
    ...plain,
    configName: `步测配置${made}`,
    configType: 2,
    laboratoryId: desk.master.laboratoryId,
    sendSampleClientIds: [desk.master.clientId],
    reportKind: 2,
    validFrom: `${month}-01`,
    validTo: `${month}-10`,
  });
  const { data } = answer.json<{ data: { id: string } | null }>();
  if (!data) throw new Error(`no configuration: ${answer.body}`);
  return { configId: data.id, month };
}

let seed = 0;
/** A report that awaits its audit, which whoever is not limited may issue. */
async function report(desk: Desk): Promise<MadeReport> {
  seed += 1;
  await mayRelease(desk, 'admin', seed);
  return madeReport(desk);
}

/** A message of an issued report, which a person is to send. */
async function message(desk: Desk): Promise<string> {
  const { versionId, pdfSha256 } = await report(desk);
  await done(desk, 'online', 'admin', 'report.audit', { versionId, pdfSha256 });
  const [row] = await desk.rows<{ id: string }>(
    sql`update sms_message set state = 1, telephone = '13800000000' where owner_id = ${versionId} returning id::text as id`,
  );
  if (!row) throw new Error('no message was written');
  return row.id;
}

let files = 0;
/** A tube that another house tests, and a file that has arrived for it. */
async function outerFile(desk: Desk): Promise<{ readonly sampleCode: string; readonly sha256: string }> {
  files += 1;
  const [commodity] = await desk.rows<{ code: string }>(
    sql`select commodity_code as code from commodity where execute_type = 2 and entry_form = 'nomal' and cardinality(panel_ids) > 0 and is_deleted = 0 order by id limit 1`,
  );
  const { sampleCodes } = await tubesAtDoor(desk, { commodities: [commodity?.code ?? ''] });
  const { sha256 } = await desk.blobs.putWhole('000000', madePdf({ lines: [`File ${files} of ${sampleCodes[0]}`] }), { isPaper: true });
  return { sampleCode: sampleCodes[0] ?? '', sha256 };
}

/** Acts on reports of what is another laboratory's, by command; each way an act can reach it. */
export const foreignReportActs: Readonly<Record<string, Readonly<Record<string, Prepare>>>> = {
  'reportConfig.batchUpdate': {
    'its laboratory': async (desk) => {
      const { configId, month } = await config(desk);
      return { configId, validTo: `${month}-20` };
    },
  },
  'reportConfig.convert': {
    'its laboratory': async (desk) => {
      const [item] = await desk.rows<{ id: string }>(sql`select id::text as id from item where is_deleted = 0 order by id limit 1`);
      const row = { itemId: item?.id, qualitativeResult: 1, from: '阴性', show: '未检出' };
      const { configId } = await config(desk);
      return { configId, conversionNo: 0, rows: [row], reason: '客户要求' };
    },
  },
  'report.audit': {
    'its report': async (desk) => {
      const { versionId, pdfSha256 } = await report(desk);
      return { versionId, pdfSha256 };
    },
  },
  'report.cancelAudit': {
    'its report': async (desk) => {
      const { versionId, pdfSha256, reportId } = await report(desk);
      await done(desk, 'online', 'admin', 'report.audit', { versionId, pdfSha256 });
      return { reportId, reason: '姓名有误' };
    },
  },
  'report.goBack': {
    'its report': async (desk) => ({ reportId: (await report(desk)).reportId, deApprovalOperate: 2, reason: '姓名有误' }),
  },
  'report.decideWithdrawal': {
    'its report': async (desk) => {
      const { versionId, pdfSha256, reportId } = await report(desk);
      await done(desk, 'online', 'admin', 'report.audit', { versionId, pdfSha256 });
      await desk.orm.execute(sql`update report_version set held_until = issue_time where id = ${versionId}`);
      await done(desk, 'online', 'admin', 'report.goBack', { reportId, deApprovalOperate: 3, reason: '姓名有误' });
      // Whoever is not limited decides it: another applied.
      await desk.orm.execute(sql`update de_approval set applicant_id = 1 where report_id = ${reportId}`);
      const [open] = await desk.rows<{ id: string }>(sql`select id::text as id from de_approval where report_id = ${reportId}`);
      return { deApprovalId: open?.id, isApproved: true };
    },
  },
  'reportRecall.close': {
    'its report': async (desk) => {
      const { versionId, reportId } = await report(desk);
      const recall = [{ channel: 2 as const, receiver: 'report@example.com' }];
      await desk.orm.transaction((tx) => insertRecalls(tx, '000000', { reportId, versionId }, recall, '2026-11-20 10:00:00'));
      const [line] = await desk.rows<{ id: string }>(sql`select id::text as id from report_recall where report_id = ${reportId}`);
      return { recallId: line?.id, contactWay: 1, toldPerson: '李护士', toldTime: '2026-11-20 11:00:00' };
    },
  },
  'smsMessage.send': { 'its message': async (desk) => ({ id: await message(desk) }) },
  'smsMessage.markSent': { 'its message': async (desk) => ({ id: await message(desk), reason: '已电话告知' }) },
  'smsMessage.markNotSent': { 'its message': async (desk) => ({ id: await message(desk), reason: '家属要求' }) },
  'smsMessage.unmark': {
    'its message': async (desk) => {
      const id = await message(desk);
      await done(desk, 'online', 'admin', 'smsMessage.markSent', { id, reason: '已电话告知' });
      return { id, reason: '打错' };
    },
  },
  'reportMail.send': {
    'its report': async (desk) => {
      const { versionId, pdfSha256 } = await report(desk);
      await done(desk, 'online', 'admin', 'report.audit', { versionId, pdfSha256 });
      const [mail] = await desk.rows<{ mailId: string }>(
        sql`update mail_message set state = 6 where version_id = ${versionId} returning id::text as mail_id`,
      );
      if (!mail) throw new Error('a report that is mailed has no mail');
      return { mailId: mail.mailId, reason: '客户未收到' };
    },
  },
  'reportPrint.save': {
    'its report': async (desk) => {
      const { versionId, pdfSha256 } = await report(desk);
      await done(desk, 'online', 'admin', 'report.audit', { versionId, pdfSha256 });
      return { versionId, copies: 1 };
    },
  },
  'reportUpload.upload': {
    'its tube': async (desk) => {
      const { sampleCode, sha256 } = await outerFile(desk);
      return { sampleCode, sha256, fileName: 'report.pdf' };
    },
  },
  'reportUpload.remove': {
    'its file': async (desk) => {
      const { sampleCode, sha256 } = await outerFile(desk);
      const { uploadId } = await done(desk, 'online', 'admin', 'reportUpload.upload', { sampleCode, sha256, fileName: 'report.pdf' });
      return { uploadId, reason: '传错文件' };
    },
  },
  'reportStrategy.autoRelease': {
    'its laboratory': async (desk) => ({ laboratoryId: desk.master.laboratoryId, isOn: 0, reason: '仪器校准' }),
    'every laboratory': async () => ({ isOn: 0, reason: '仪器校准' }),
  },
};
