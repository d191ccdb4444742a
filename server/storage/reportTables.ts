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
