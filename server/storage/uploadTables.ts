import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { idColumn, key, times } from './columns.ts';

/** A file that another house made of a tube, and the version it became: how that stands says how the file stands (docs/report.md#uploads). */
export const reportUploadTable = pgTable(
  'report_upload',
  {
    ...key(),
    sampleId: idColumn('sample_id').notNull(),
    sampleCode: text('sample_code').notNull(),
    /** Whose contract it is. */
    laboratoryId: idColumn('laboratory_id').notNull(),
    /** Who tested. */
    entrustedLaboratoryId: idColumn('entrusted_laboratory_id').notNull(),
    externalReportNo: text('external_report_no'),
    fileName: text('file_name').notNull(),
    sha256: text('sha256').notNull(),
    size: integer('size').notNull(),
    /** What asked for a look and kept nothing back, as pairs of languages. */
    checks: jsonb('checks').notNull(),
    reportId: idColumn('report_id').notNull(),
    versionId: idColumn('version_id').notNull(),
    uploadUserId: idColumn('upload_user_id').notNull(),
    uploadUserName: text('upload_user_name').notNull(),
    /** Why it was removed. */
    reason: text('reason'),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'report_upload_pk', columns: [table.tenantId, table.id] }),
    index('report_upload_time_ix').on(table.tenantId, table.createTime.desc().nullsFirst(), table.id),
    index('report_upload_sample_ix').on(table.tenantId, table.sampleId, table.id.desc()),
    index('report_upload_bytes_ix').on(table.tenantId, table.sha256),
    index('report_upload_version_ix').on(table.tenantId, table.versionId),
  ],
);
