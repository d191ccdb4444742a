import { sql, type SQL } from 'drizzle-orm';
import type { ActingUser } from '#domain/kernel/command.ts';
import { isId } from '#domain/kernel/ids.ts';
import { reportVersionState } from '#domain/report/reportState.ts';
import { reportUploads, uploadState, type UploadDetail, type UploadRow } from '#domain/report/upload/uploadRows.ts';
import { UserError } from '#server/kernel/core/answers.ts';
import { patientShown } from '#server/kernel/core/patients.ts';
import type { CallContext } from '#server/kernel/http/serve.ts';
import { defineListing, selected, type PlainColumns } from '#server/kernel/verbs/listing.ts';
import { readRow, type Reader } from '#server/storage/readRows.ts';
import { commodityNames } from '#server/storage/sqlParts.ts';
import { reportsInSight } from '#server/spine/reports/reportSight.ts';

/** How a file (alias u) stands, by its version (alias v). */
export const stateOfUpload: SQL = sql`(case v.state when ${sql.raw(String(reportVersionState.toAudit))} then ${sql.raw(String(uploadState.toAudit))}
  when ${sql.raw(String(reportVersionState.void))} then ${sql.raw(String(uploadState.removed))} else ${sql.raw(String(uploadState.used))} end)::int`;

/** Files (alias u) of reports (alias r) in a person's sight. */
export const uploadsInSight = async (reader: Reader, user: Pick<ActingUser, 'id' | 'tenantId'>): Promise<SQL> =>
  sql`u.tenant_id = ${user.tenantId} and ${await reportsInSight(reader, user)}`;

const laboratoryName = (id: SQL): SQL => sql`(select l.laboratory_name from laboratory l where l.tenant_id = u.tenant_id and l.id = ${id})`;
/** Aliases u (file), r (its report), v (its version), q (requisition). */
const columns: PlainColumns<UploadRow> = {
  uploadId: sql`u.id`,
  sampleCode: sql`u.sample_code`,
  requisitionCode: sql`r.requisition_code`,
  personName: patientShown.name(sql`q.person_name`),
  commodityNames: commodityNames(sql`r.tenant_id`, sql`r.commodity_ids`),
  externalReportNo: sql`u.external_report_no`,
  fileName: sql`u.file_name`,
  state: stateOfUpload,
  pages: sql`v.pages`,
  reportId: sql`r.id`,
  reportNo: sql`r.report_no`,
  reportState: sql`r.state`,
  versionId: sql`v.id`,
  versionNo: sql`v.version_no`,
  laboratoryId: sql`u.laboratory_id`,
  laboratoryName: laboratoryName(sql`u.laboratory_id`),
  entrustedLaboratoryId: sql`u.entrusted_laboratory_id`,
  entrustedLaboratoryName: laboratoryName(sql`u.entrusted_laboratory_id`),
  sendSampleClientId: sql`r.send_sample_client_id`,
  sendSampleClientName: sql`(select c.client_name from send_sample_client c where c.tenant_id = r.tenant_id and c.id = r.send_sample_client_id)`,
  checkCount: sql`jsonb_array_length(u.checks)`,
  uploadUserName: sql`u.upload_user_name`,
  createTime: sql`u.create_time`,
  auditorName: sql`v.auditor_name`,
  reason: sql`u.reason`,
};
const from = sql`report_upload u join report r on r.tenant_id = u.tenant_id and r.id = u.report_id join report_version v on v.tenant_id = u.tenant_id and v.id = u.version_id`;
const joins = sql`join requisition q on q.tenant_id = r.tenant_id and q.id = r.requisition_id`;

/** `report-upload/page`. */
export const servedUploads = defineListing(reportUploads, {
  columns,
  from,
  joins,
  where: async ({ db, user }) => [await uploadsInSight(db, user)],
  order: sql`u.create_time desc nulls first, u.id desc`,
  indexes: ['report_upload_time_ix'],
});

/** `report-upload/detail`. Throws UserError 404 for one out of sight. */
export async function uploadDetailOf({ db, user, query }: CallContext<{ uploadId?: string; id?: string }>): Promise<UploadDetail> {
  const uploadId = query.uploadId ?? query.id ?? '';
  const row = isId(uploadId)
    ? await readRow<UploadDetail>(
        db,
        sql`select ${selected(columns, { user })}, u.checks, q.sex::int as sex, q.age::int as age, q.sampling_time from ${from} ${joins} where ${await uploadsInSight(db, user)} and u.id = ${uploadId}`,
      )
    : undefined;
  if (!row) throw new UserError(404, ['没有此外部报告', 'No such uploaded report'], { refusal: 'upload.unknown' });
  return row;
}
