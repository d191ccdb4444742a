import { sql } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { isId } from '#domain/kernel/ids.ts';
import { outerKeyOf, reportState, reportVersionState } from '#domain/report/reportState.ts';
import { removeUpload, attachUpload, type RemoveUploadState, type AttachUploadInput } from '#domain/report/upload/uploadActs.ts';
import { uploadState } from '#domain/report/upload/uploadRows.ts';
import type { SameBytes } from '#domain/report/upload/uploadRule.ts';
import { bindBlob, lockBlob, looseBlob } from '#server/kernel/core/blobStore.ts';
import { serveCommand, type ServedCommand, type Tx } from '#server/kernel/http/serve.ts';
import type { StepPorts } from '#server/kernel/verbs/servedArea.ts';
import { markOf, noteActs } from '#server/spine/line.ts';
import { tubesAtLab } from '#server/spine/loading.ts';
import { commoditiesOfTube, panelGroupsOfTube } from '#server/spine/reports/outerReports.ts';
import { isOuterTube } from '#server/spine/reports/outerTube.ts';
import { moveReport } from '#server/spine/reports/settleReports.ts';
import { blobOwner } from '#server/storage/blobTables.ts';
import { newId } from '#server/storage/ids.ts';
import { readRow, readRows } from '#server/storage/readRows.ts';
import { insertMany } from '#server/storage/recordset.ts';
import { reportUploadTable } from '#server/storage/uploadTables.ts';
import { findUpload } from './findUpload.ts';
import { stateOfUpload, uploadsInSight } from './uploadList.ts';
import { addReport, addVersion, toAudit, type Known, type LoadedTube } from './uploadVersion.ts';

async function tubeOf(tx: Tx, user: ActingUser, code: string): Promise<LoadedTube | null> {
  const [tube] = await tubesAtLab<LoadedTube>(
    tx,
    user,
    [code],
    sql`s.id::text as sample_id, s.sample_code, s.requisition_id::text as requisition_id, s.requisition_code, s.lab_status::int as lab_status, ${isOuterTube} as is_outer,
      ${commoditiesOfTube}::text[] as commodity_ids, ${panelGroupsOfTube}::text[] as panel_group_ids, coalesce(s.contract_laboratory_id, s.execute_laboratory_id)::text as laboratory_id,
      s.execute_laboratory_id::text as execute_laboratory_id, s.send_sample_client_id::text as send_sample_client_id,
      (select r.sampling_time from requisition r where r.tenant_id = s.tenant_id and r.id = s.requisition_id) as sampling_time,
      (select coalesce(r.is_urgent, 0)::int from requisition r where r.tenant_id = s.tenant_id and r.id = s.requisition_id) as is_urgent`,
    true,
  );
  return tube ?? null;
}

/** The reports of a requisition, locked in one order for everybody. */
const lockReports = (tx: Tx, tenantId: string, requisitionId: string): Promise<Known[]> =>
  readRows<Known>(
    tx,
    sql`select id::text as report_id, report_no, group_key, report_kind::int as report_kind, state::int as state, current_version_no from report
      where tenant_id = ${tenantId} and requisition_id = ${requisitionId} order by id for update`,
  );

type LoadedAttach = {
  readonly tube: LoadedTube | null;
  readonly report: Known | null;
  readonly reports: readonly Known[];
  readonly same: SameBytes | null;
  readonly isOthers: boolean;
};

/** `reportUpload.upload`: the file is the next version of its tube's report, and waits for its audit. */
export const servedAttach = ({ making }: StepPorts): ServedCommand =>
  serveCommand(attachUpload, {
    async prepare(user, payload) {
      return { found: making ? await findUpload(making, user, payload as Partial<AttachUploadInput>) : null };
    },
    async load(tx, { sha256, found }, { user }): Promise<LoadedAttach> {
      const nothing: LoadedAttach = { tube: null, report: null, reports: [], same: null, isOthers: false };
      if (!found || found.fault || found.sampleCode === null) return nothing;
      const tube = await tubeOf(tx, user, found.sampleCode);
      if (!tube) return nothing;
      const reports = await lockReports(tx, user.tenantId, tube.requisitionId);
      // Whoever brings the same bytes at the same time waits here.
      await lockBlob(tx, user.tenantId, sha256);
      const same = await readRows<SameBytes>(
        tx,
        sql`select u.sample_code, v.state::int as version_state from report_upload u join report_version v on v.tenant_id = u.tenant_id and v.id = u.version_id
          where u.tenant_id = ${user.tenantId} and u.sha256 = ${sha256} and v.state <> ${reportVersionState.void} order by u.sample_id = ${tube.sampleId}, v.state, u.id desc`,
      );
      const owner = await readRow<{ owner: number | null }>(
        tx,
        sql`select owner::int as owner from blob where tenant_id = ${user.tenantId} and sha256 = ${sha256}`,
      );
      return {
        tube,
        report: reports.find(({ groupKey }) => groupKey === outerKeyOf(tube.sampleId)) ?? null,
        reports,
        same: same[0] ?? null,
        isOthers: owner?.owner !== null && owner?.owner !== undefined && owner.owner !== blobOwner.report,
      };
    },
    async write(tx, { change: { warnings, pages }, input, acting, opId, state }) {
      const { tenantId } = acting.user;
      const { tube, report: known, reports } = state as LoadedAttach;
      if (!tube) throw new Error('a tube that was accepted is not there');
      await bindBlob(tx, tenantId, input.sha256, blobOwner.report);
      const report = known ?? (await addReport(tx, tenantId, tube, reports, acting.now));
      await toAudit(tx, tenantId, report, acting.now);
      const versionId = await addVersion(tx, { tenantId, report, tube, input, pages, user: acting.user, now: acting.now });
      const uploadId = newId();
      const blob = await readRow<{ size: number }>(tx, sql`select size from blob where tenant_id = ${tenantId} and sha256 = ${input.sha256}`);
      await tx.execute(
        insertMany(reportUploadTable, [
          {
            id: uploadId,
            tenantId,
            sampleId: tube.sampleId,
            sampleCode: tube.sampleCode,
            laboratoryId: tube.laboratoryId,
            entrustedLaboratoryId: tube.executeLaboratoryId,
            externalReportNo: input.externalReportNo || null,
            fileName: input.fileName,
            sha256: input.sha256,
            size: blob?.size ?? 0,
            checks: warnings,
            reportId: report.reportId,
            versionId,
            uploadUserId: acting.user.id,
            uploadUserName: acting.user.name,
            createTime: acting.now,
            updateTime: acting.now,
          },
        ]),
      );
      await noteActs(tx, tenantId, [{ mark: markOf(attachUpload, { acting, opId }, report.reportNo), whose: { sampleCodes: [tube.sampleCode] } }]);
      return {
        uploadId,
        sampleCode: tube.sampleCode,
        reportId: report.reportId,
        reportNo: report.reportNo,
        versionId,
        warnings: warnings.map(([zh, en]): [string, string] => [zh, en]),
      };
    },
  });

/** `reportUpload.remove`: its version is void, its report waits for another file. */
const servedRemove = serveCommand(removeUpload, {
  async load(tx, { uploadId }, { user }): Promise<RemoveUploadState> {
    if (!isId(uploadId)) return { upload: null };
    const named = await readRow<{ reportId: string }>(
      tx,
      sql`select u.report_id::text as report_id from report_upload u join report r on r.tenant_id = u.tenant_id and r.id = u.report_id
        where ${await uploadsInSight(tx, user)} and u.id = ${uploadId}`,
    );
    if (!named) return { upload: null };
    await tx.execute(sql`select 1 from report where tenant_id = ${user.tenantId} and id = ${named.reportId} for update`);
    const upload = await readRow<NonNullable<RemoveUploadState['upload']>>(
      tx,
      sql`select u.id::text as upload_id, u.file_name, u.report_id::text as report_id, u.version_id::text as version_id, u.sha256, ${stateOfUpload} as state,
          exists (select 1 from report_version o where o.tenant_id = u.tenant_id and o.report_id = u.report_id and o.issue_time is not null) as was_issued
        from report_upload u join report_version v on v.tenant_id = u.tenant_id and v.id = u.version_id where u.tenant_id = ${user.tenantId} and u.id = ${uploadId}`,
    );
    return { upload: upload ?? null };
  },
  async write(tx, { change: { uploadId, reportId, versionId, sha256, to }, input: { reason }, acting, opId }) {
    const { tenantId } = acting.user;
    await moveReport(tx, tenantId, { reportId, from: reportState.toAudit, to }, acting.now);
    const tubes = await readRows<{ sampleCode: string }>(
      tx,
      sql`update report_upload set reason = ${reason}, update_time = ${acting.now}, version = version + 1 where tenant_id = ${tenantId} and id = ${uploadId} returning sample_code`,
    );
    await noteActs(tx, tenantId, [
      { mark: markOf(removeUpload, { acting, opId }, reason), whose: { sampleCodes: tubes.map(({ sampleCode }) => sampleCode) } },
    ]);
    const other = await readRow(
      tx,
      sql`select 1 as found from report_version where tenant_id = ${tenantId} and (draft_sha256 = ${sha256} or pdf_sha256 = ${sha256}) and id <> ${versionId} and issue_time is not null limit 1`,
    );
    if (!other) await looseBlob(tx, tenantId, sha256);
    return { uploadId, state: uploadState.removed };
  },
});

export const uploadActs = (ports: StepPorts): readonly ServedCommand[] => [servedAttach(ports), servedRemove];
