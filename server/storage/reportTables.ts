import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { idColumn, key, momentColumn, times } from './columns.ts';

/** What a report template was at one time: drawn, printing, or past (docs/report.md#templates). Once released it is never changed. */
export const reportTemplateVersionTable = pgTable(
  'report_template_version',
  {
    tenantId: text('tenant_id').notNull(),
    templateId: idColumn('template_id').notNull(),
    versionNo: integer('version_no').notNull(),
    /** `versionState`. */
    state: smallint('state').notNull(),
    paper: text('paper').notNull(),
    content: jsonb('content').notNull(),
    /** Of content and paper. */
    contentSha256: text('content_sha256').notNull(),
    /** What the check found when it was released; null: a draft, checked whenever it is read. */
    findings: jsonb('findings'),
    /** All who drew it: none of them releases it. */
    editorIds: idColumn('editor_ids').array().notNull(),
    editorName: text('editor_name').notNull(),
    releaserId: idColumn('releaser_id'),
    releaserName: text('releaser_name'),
    releaseTime: momentColumn('release_time'),
    reason: text('reason'),
    createTime: momentColumn('create_time').notNull(),
    updateTime: momentColumn('update_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'report_template_version_pk', columns: [table.tenantId, table.templateId, table.versionNo] }),
    uniqueIndex('report_template_draft_uq')
      .on(table.tenantId, table.templateId)
      .where(sql`state = 1`),
    uniqueIndex('report_template_live_uq')
      .on(table.tenantId, table.templateId)
      .where(sql`state = 2`),
  ],
);

/** What becomes of a requisition's results: one document in versions (docs/report.md#states). */
export const reportTable = pgTable(
  'report',
  {
    ...key(),
    reportNo: text('report_no').notNull(),
    requisitionId: idColumn('requisition_id').notNull(),
    requisitionCode: text('requisition_code').notNull(),
    /** `reportKind`. */
    reportKind: smallint('report_kind').notNull(),
    /** What its tasks have in common (`groupKeyOf`); B1, F1: supplementary, auxiliary. */
    groupKey: text('group_key').notNull(),
    /** Whose contract it is. */
    laboratoryId: idColumn('laboratory_id').notNull(),
    /** Where it was tested. */
    executeLaboratoryId: idColumn('execute_laboratory_id').notNull(),
    sendSampleClientId: idColumn('send_sample_client_id'),
    reportTitleId: idColumn('report_title_id'),
    panelGroupIds: idColumn('panel_group_ids').array().notNull(),
    commodityIds: idColumn('commodity_ids').array().notNull(),
    /** The worst of its tasks; null: none is judged. */
    qualitativeResult: smallint('qualitative_result'),
    isUrgent: smallint('is_urgent').notNull().default(0),
    /** `reportState`. */
    state: smallint('state').notNull(),
    /** 0: none was made. */
    currentVersionNo: integer('current_version_no').notNull().default(0),
    /** Why it could not be made, as a pair of languages. */
    fault: jsonb('fault'),
    /** How often in a row making it failed. */
    tries: integer('tries').notNull().default(0),
    /** Made without being asked for. */
    isAuto: smallint('is_auto').notNull().default(0),
    /** The earliest promise among its tasks. */
    dueTime: momentColumn('due_time'),
    secondAuditTime: momentColumn('second_audit_time'),
    firstIssueTime: momentColumn('first_issue_time'),
    issueTime: momentColumn('issue_time'),
    /** Copies of its current version that are still to be put on paper. */
    paperDue: smallint('paper_due').notNull().default(0),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'report_pk', columns: [table.tenantId, table.id] }),
    uniqueIndex('report_no_uq').on(table.tenantId, table.reportNo),
    uniqueIndex('report_group_uq').on(table.tenantId, table.requisitionId, table.groupKey),
    index('report_open_ix')
      .on(table.tenantId, table.state, table.laboratoryId, table.dueTime, table.id)
      .where(sql`state in (0, 1, 2, 3, 5, 7)`),
    index('report_paper_ix')
      .on(table.tenantId, table.issueTime, table.id)
      .where(sql`paper_due > 0`),
    index('report_code_ix').on(table.tenantId, table.requisitionCode),
    index('report_issued_ix').on(table.tenantId, table.issueTime.desc().nullsFirst(), table.id),
    index('report_laboratory_ix').on(table.tenantId, table.laboratoryId, table.issueTime.desc().nullsFirst(), table.id),
    index('report_client_ix').on(table.tenantId, table.sendSampleClientId, table.issueTime.desc().nullsFirst(), table.id),
  ],
);

/** Which results a report prints. */
export const reportTaskTable = pgTable(
  'report_task',
  {
    tenantId: text('tenant_id').notNull(),
    reportId: idColumn('report_id').notNull(),
    taskId: idColumn('task_id').notNull(),
    sampleCode: text('sample_code').notNull(),
  },
  (table) => [
    primaryKey({ name: 'report_task_pk', columns: [table.tenantId, table.reportId, table.taskId] }),
    index('report_task_task_ix').on(table.tenantId, table.taskId),
  ],
);

/** A report as it was made, audited and issued once: after its issue nothing of it changes but its state. */
export const reportVersionTable = pgTable(
  'report_version',
  {
    ...key(),
    reportId: idColumn('report_id').notNull(),
    versionNo: integer('version_no').notNull(),
    /** `reportVersionState`. */
    state: smallint('state').notNull(),
    /** `versionSource`. */
    source: smallint('source').notNull(),
    templateId: idColumn('template_id'),
    templateVersionNo: integer('template_version_no'),
    configId: idColumn('config_id'),
    conversionNo: integer('conversion_no'),
    /** All that is printed. */
    facts: jsonb('facts').notNull(),
    factsSha256: text('facts_sha256').notNull(),
    /** Which results it was made of: task, round and result version. */
    basis: jsonb('basis').notNull(),
    /** Of what was audited, watermark and all; then of what was issued. */
    draftSha256: text('draft_sha256').notNull(),
    pdfSha256: text('pdf_sha256'),
    pages: integer('pages').notNull(),
    engineVersion: text('engine_version').notNull(),
    /** Slot, person, signature, authority and time. */
    signatures: jsonb('signatures').notNull(),
    prevHash: text('prev_hash'),
    chainHash: text('chain_hash'),
    verifyToken: text('verify_token').notNull(),
    amendReason: text('amend_reason'),
    makerId: idColumn('maker_id'),
    makerName: text('maker_name').notNull(),
    auditorId: idColumn('auditor_id'),
    auditorName: text('auditor_name'),
    issueTime: momentColumn('issue_time'),
    /** When it reaches its readers: until then it can be taken back. */
    heldUntil: momentColumn('held_until'),
    criterionVersion: text('criterion_version'),
    /** 1: whether it is issued by itself is still to be asked. */
    isAuto: smallint('is_auto').notNull().default(0),
    /** The first condition that kept it from being issued by itself, as a pair of languages. */
    keptBack: jsonb('kept_back'),
    withdrawReason: text('withdraw_reason'),
    withdrawTime: momentColumn('withdraw_time'),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'report_version_pk', columns: [table.tenantId, table.id] }),
    uniqueIndex('report_version_no_uq').on(table.tenantId, table.reportId, table.versionNo),
    uniqueIndex('report_version_token_uq').on(table.verifyToken, table.tenantId),
    index('report_version_config_ix')
      .on(table.tenantId, table.configId)
      .where(sql`config_id is not null`),
    index('report_version_pdf_ix').on(table.tenantId, table.pdfSha256),
    index('report_version_auto_ix')
      .on(table.tenantId, table.id)
      .where(sql`is_auto = 1`),
    index('report_version_chain_ix')
      .on(table.tenantId, table.issueTime.desc().nullsFirst(), table.id)
      .where(sql`chain_hash is not null`),
  ],
);

/** The last link of a tenant's chain of issued versions (docs/report.md#chain): its row is the turn of who issues next. */
export const reportChainTable = pgTable(
  'report_chain',
  {
    tenantId: text('tenant_id').notNull(),
    lastHash: text('last_hash').notNull(),
    lastVersionId: idColumn('last_version_id'),
  },
  (table) => [primaryKey({ name: 'report_chain_pk', columns: [table.tenantId] })],
);

/** Who opened which version: what was audited was looked at. */
export const reportViewTable = pgTable(
  'report_view',
  {
    tenantId: text('tenant_id').notNull(),
    id: idColumn('id').notNull(),
    versionId: idColumn('version_id').notNull(),
    pdfSha256: text('pdf_sha256').notNull(),
    /** null: somebody without account, by a link. */
    userId: idColumn('user_id'),
    userName: text('user_name').notNull(),
    linkId: idColumn('link_id'),
    createTime: momentColumn('create_time').notNull(),
  },
  (table) => [
    primaryKey({ name: 'report_view_pk', columns: [table.tenantId, table.id] }),
    index('report_view_version_ix').on(table.tenantId, table.versionId, table.userId),
  ],
);

/** Who was given a version that was withdrawn, and has to be told so; then by whom, how and when it was (docs/report.md#withdrawal). */
export const reportRecallTable = pgTable(
  'report_recall',
  {
    ...key(),
    reportId: idColumn('report_id').notNull(),
    versionId: idColumn('version_id').notNull(),
    /** `reportChannel`. */
    channel: smallint('channel').notNull(),
    receiver: text('receiver').notNull(),
    /** `recallState`. */
    state: smallint('state').notNull().default(1),
    /** `contactWay`. */
    contactWay: smallint('contact_way'),
    toldPerson: text('told_person'),
    toldTime: momentColumn('told_time'),
    remark: text('remark'),
    closerId: idColumn('closer_id'),
    closerName: text('closer_name'),
    closeTime: momentColumn('close_time'),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'report_recall_pk', columns: [table.tenantId, table.id] }),
    uniqueIndex('report_recall_receiver_uq').on(table.tenantId, table.versionId, table.channel, table.receiver),
    index('report_recall_time_ix').on(table.tenantId, table.createTime.desc().nullsFirst(), table.id),
    index('report_recall_open_ix')
      .on(table.tenantId, table.createTime.desc().nullsFirst(), table.id)
      .where(sql`state = 1`),
  ],
);

/** Each time automatic release was stopped or allowed; the last one of a laboratory and the last one for all count (docs/report.md#automatic-release). */
export const releaseSwitchTable = pgTable(
  'release_switch',
  {
    ...key(),
    /** null: every laboratory. */
    laboratoryId: idColumn('laboratory_id'),
    isOn: smallint('is_on').notNull(),
    reason: text('reason').notNull(),
    userId: idColumn('user_id').notNull(),
    userName: text('user_name').notNull(),
    ...times(),
  },
  (table) => [
    primaryKey({ name: 'release_switch_pk', columns: [table.tenantId, table.id] }),
    index('release_switch_last_ix').on(table.tenantId, table.laboratoryId, table.id.desc()),
  ],
);
