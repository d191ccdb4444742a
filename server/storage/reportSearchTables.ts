import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { idColumn, key, momentColumn } from './columns.ts';

/** Each time a version was put on paper: how often, why again, and into whose hands (docs/report.md#print). Never changed. */
export const reportPrintTable = pgTable(
  'report_print',
  {
    ...key(),
    reportId: idColumn('report_id').notNull(),
    versionId: idColumn('version_id').notNull(),
    pdfSha256: text('pdf_sha256').notNull(),
    /** `printKind`. */
    kind: smallint('kind').notNull(),
    copies: integer('copies').notNull(),
    reason: text('reason'),
    handedTo: text('handed_to'),
    courierNumber: text('courier_number'),
    userId: idColumn('user_id').notNull(),
    userName: text('user_name').notNull(),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'report_print_pk', columns: [table.tenantId, table.id] }),
    index('report_print_version_ix').on(table.tenantId, table.versionId, table.id),
    index('report_print_report_ix').on(table.tenantId, table.reportId, table.id),
  ],
);

/** Many reports as one file, made behind the screen for whoever asked (docs/report.md#download). */
export const reportDownloadTable = pgTable(
  'report_download',
  {
    ...key(),
    /** `downloadMode`. */
    mode: text('mode').notNull(),
    /** `exportState`. */
    state: smallint('state').notNull(),
    totalCount: integer('total_count').notNull(),
    doneCount: integer('done_count').notNull().default(0),
    /** What became of each version, in the order of the file. */
    lines: jsonb('lines').notNull(),
    sha256: text('sha256'),
    size: integer('size'),
    createUser: idColumn('create_user').notNull(),
    createUserName: text('create_user_name').notNull(),
    createTime: momentColumn('create_time').notNull(),
    endTime: momentColumn('end_time'),
    untilTime: momentColumn('until_time'),
  },
  (table) => [
    primaryKey({ name: 'report_download_pk', columns: [table.tenantId, table.id] }),
    index('report_download_own_ix').on(table.tenantId, table.createUser, table.id.desc()),
    index('report_download_file_ix')
      .on(table.tenantId, table.sha256)
      .where(sql`sha256 is not null`),
  ],
);

/** How long a task took until its report was out (docs/report.md#turnaround); opened anew where the report is taken back. */
export const reportPeriodTable = pgTable(
  'report_period',
  {
    tenantId: text('tenant_id').notNull(),
    taskId: idColumn('task_id').notNull(),
    reportId: idColumn('report_id').notNull(),
    requisitionId: idColumn('requisition_id').notNull(),
    sampleId: idColumn('sample_id').notNull(),
    labCode: text('lab_code'),
    /** Where it was tested: whose clock it is. */
    laboratoryId: idColumn('laboratory_id').notNull(),
    /** Of its tube; null: it has none, or was counted by an earlier version. */
    contractLaboratoryId: idColumn('contract_laboratory_id'),
    /** Who sends it, as its order says now. */
    sendSampleClientId: idColumn('send_sample_client_id'),
    panelGroupId: idColumn('panel_group_id').notNull(),
    panelIds: idColumn('panel_ids').array().notNull(),
    commodityIds: idColumn('commodity_ids').array().notNull(),
    /** 1: its report was taken back, and its clock runs again by the old due times. */
    isOpen: smallint('is_open').notNull().default(0),
    samplingTime: momentColumn('sampling_time'),
    receiveTime: momentColumn('receive_time'),
    labReceiveTime: momentColumn('lab_receive_time').notNull(),
    /** From when its clock ran. */
    beginTime: momentColumn('begin_time').notNull(),
    secondAuditTime: momentColumn('second_audit_time').notNull(),
    /** Of the first issue that reached its readers. */
    reportTime: momentColumn('report_time').notNull(),
    beginNode: smallint('begin_node'),
    dateModel: smallint('date_model'),
    internalTestCycle: integer('internal_test_cycle'),
    externalTestCycle: integer('external_test_cycle'),
    internalOverdueTime: momentColumn('internal_overdue_time'),
    externalOverdueTime: momentColumn('external_overdue_time'),
    actuallyConsumeCycle: integer('actually_consume_cycle'),
    exceedInternal: integer('exceed_internal'),
    exceedExternal: integer('exceed_external'),
    internallyStatus: smallint('internally_status'),
    externallyStatus: smallint('externally_status'),
    preTestingCycle: integer('pre_testing_cycle'),
    reportingCycle: integer('reporting_cycle').notNull(),
    createTime: momentColumn('create_time').notNull(),
    updateTime: momentColumn('update_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'report_period_pk', columns: [table.tenantId, table.taskId] }),
    index('report_period_laboratory_ix').on(table.tenantId, table.laboratoryId, table.reportTime.desc().nullsFirst(), table.taskId),
    // Counts are answered from it alone (docs/search.md#sample-counts).
    index('report_period_time_ix').on(
      table.tenantId,
      table.reportTime,
      table.isOpen,
      table.contractLaboratoryId,
      table.sendSampleClientId,
      table.commodityIds,
    ),
    index('report_period_untold_ix')
      .on(table.tenantId, table.reportTime, table.taskId)
      .where(sql`contract_laboratory_id is null`),
    index('report_period_lab_code_ix').on(table.tenantId, table.labCode),
    index('report_period_report_ix').on(table.tenantId, table.reportId),
    index('report_period_open_ix')
      .on(table.tenantId, table.externalOverdueTime)
      .where(sql`is_open = 1`),
  ],
);
