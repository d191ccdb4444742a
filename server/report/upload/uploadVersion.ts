import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { canonicalJson } from '#domain/kernel/canonical.ts';
import type { ActingUser } from '#domain/kernel/command.ts';
import { outerKeyOf, reportNoOf, reportState, reportVersionState, versionSource, type ReportState } from '#domain/report/reportState.ts';
import { isMainKind, reportKind } from '#domain/report/reportTemplate.ts';
import { chooseConfig } from '#domain/report/rules/configChoice.ts';
import { questionOf } from '#domain/report/rules/reportGroup.ts';
import type { AttachUploadInput } from '#domain/report/upload/uploadActs.ts';
import type { UploadedReport, UploadedTube } from '#domain/report/upload/uploadRule.ts';
import type { Tx } from '#server/kernel/http/serve.ts';
import { readOuterFacts } from '#server/report/facts/readFacts.ts';
import { verifyAddressOf } from '#server/report/links/linkOf.ts';
import { configsOf, orderOf } from '#server/spine/reports/configs.ts';
import { moveReport } from '#server/spine/reports/settleReports.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { reportTable, reportVersionTable } from '#server/storage/reportTables.ts';

/** What made the bytes of an uploaded version. */
const foreignEngine = 'uploaded';

/** A tube that another house tests, as its report is made of it. */
export type LoadedTube = UploadedTube & {
  readonly laboratoryId: string;
  readonly executeLaboratoryId: string;
  readonly sendSampleClientId: string | null;
  readonly isUrgent: number;
};
/** A report of its requisition. */
export interface Known extends UploadedReport {
  readonly groupKey: string;
  readonly reportKind: number;
  readonly currentVersionNo: number;
}
/** The report of a tube that another house tests: it comes about with its first file. */
export async function addReport(tx: Tx, tenantId: string, tube: LoadedTube, reports: readonly Known[], now: string): Promise<Known> {
  const nth = 1 + reports.filter(({ reportKind: kind }) => isMainKind(kind)).length;
  const made: Known = {
    reportId: newId(),
    reportNo: reportNoOf(tube.requisitionCode, reportKind.regular, nth),
    groupKey: outerKeyOf(tube.sampleId),
    reportKind: reportKind.regular,
    state: reportState.waiting,
    currentVersionNo: 0,
  };
  const title = await readRow<{ id: string }>(
    tx,
    sql`select x.id::text as id from report_title x where x.tenant_id = ${tenantId} and x.is_deleted = 0 and x.is_default = 1
      and (x.send_sample_client_id = ${tube.sendSampleClientId} or x.send_sample_client_id is null) order by x.send_sample_client_id nulls last limit 1`,
  );
  await tx.execute(
    insertMany(reportTable, [
      {
        id: made.reportId,
        tenantId,
        reportNo: made.reportNo,
        requisitionId: tube.requisitionId,
        requisitionCode: tube.requisitionCode,
        reportKind: made.reportKind,
        groupKey: made.groupKey,
        laboratoryId: tube.laboratoryId,
        executeLaboratoryId: tube.executeLaboratoryId,
        sendSampleClientId: tube.sendSampleClientId,
        reportTitleId: title?.id ?? null,
        panelGroupIds: [...tube.panelGroupIds],
        commodityIds: [...tube.commodityIds],
        isUrgent: tube.isUrgent,
        state: made.state,
        createTime: now,
        updateTime: now,
      },
    ]),
  );
  return made;
}

/** By legal moves to where a version waits for its audit; one that waited already is void. */
export async function toAudit(tx: Tx, tenantId: string, { reportId, state }: Known, now: string): Promise<void> {
  const ways: Readonly<Partial<Record<ReportState, readonly ReportState[]>>> = {
    [reportState.incomplete]: [reportState.waiting, reportState.making, reportState.toAudit],
    [reportState.waiting]: [reportState.making, reportState.toAudit],
    [reportState.toAudit]: [reportState.making, reportState.toAudit],
    [reportState.failed]: [reportState.making, reportState.toAudit],
    [reportState.withdrawn]: [reportState.waiting, reportState.making, reportState.toAudit],
    [reportState.void]: [reportState.waiting, reportState.making, reportState.toAudit],
  };
  let from = state;
  for (const to of ways[state] ?? []) {
    await moveReport(tx, tenantId, { reportId, from, to }, now);
    from = to;
  }
  if (from !== reportState.toAudit) throw new Error(`report ${reportId} takes no file where it is`);
}

interface Added {
  readonly tenantId: string;
  readonly report: Known;
  readonly tube: LoadedTube;
  readonly input: AttachUploadInput;
  readonly pages: number;
  readonly user: ActingUser;
  readonly now: string;
}
/** The file as the report's next version. Answers its id. */
export async function addVersion(tx: Tx, { tenantId, report, tube, input, pages, user, now }: Added): Promise<string> {
  const [versionId, versionNo] = [newId(), report.currentVersionNo + 1];
  const verifyToken = randomBytes(16).toString('hex');
  const configId = await configOf(tx, tenantId, tube, now.slice(0, 10));
  const facts = await readOuterFacts(tx, tenantId, tube, {
    reportNo: report.reportNo,
    versionNo: String(versionNo),
    verifyAddress: await verifyAddressOf(tx, verifyToken),
  });
  await tx.execute(
    insertMany(reportVersionTable, [
      {
        id: versionId,
        tenantId,
        reportId: report.reportId,
        versionNo,
        state: reportVersionState.toAudit,
        source: versionSource.uploaded,
        configId,
        facts,
        factsSha256: createHash('sha256').update(canonicalJson(facts)).digest('hex'),
        basis: [],
        draftSha256: input.sha256,
        pages,
        engineVersion: foreignEngine,
        signatures: [],
        verifyToken,
        makerId: user.id,
        makerName: user.name,
        createTime: now,
        updateTime: now,
      },
    ]),
  );
  await tx.execute(
    sql`update report set current_version_no = ${versionNo}, tries = 0, fault = null where tenant_id = ${tenantId} and id = ${report.reportId}`,
  );
  return versionId;
}

/** The configuration whose strategy says how long it is held and how it reaches its readers; null: none is for it, and nothing is sent. */
async function configOf(tx: Tx, tenantId: string, tube: LoadedTube, date: string): Promise<string | null> {
  const order = (await orderOf(tx, tenantId, [tube.requisitionId])).get(tube.requisitionId);
  if (!order) return null;
  const asked = tube.panelGroupIds.map((panelGroupId) => ({ panelGroupId, commodityIds: tube.commodityIds }));
  const configs = await configsOf(tx, tenantId, { laboratoryId: tube.laboratoryId });
  return chooseConfig(configs, questionOf({ ...order, laboratoryId: tube.laboratoryId }, asked, reportKind.regular, date)).chosen?.configId ?? null;
}
